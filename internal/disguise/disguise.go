// Package disguise hides from players which game they play: it scrambles the words of
// rules, and translates moves and facts in both directions.
package disguise

import (
	"fmt"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlmoves"
	"ludex/internal/gdlrewrite"
	"ludex/internal/pseudowords"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgformat"
	"ludex/internal/rbgrewrite"
	"ludex/rules"
	"ludex/source"
)

// A Disguise holds scrambled rules, in which a nonsense word replaces every word, and the
// dictionary for both directions. A player cannot profit from what the words mean to
// people.
type Disguise struct {
	Rules    *rules.Rules
	out, in  pseudowords.Map
	disguise bool
}

// Plain returns rules without a disguise.
func Plain(r *rules.Rules) *Disguise { return &Disguise{Rules: r} }

// Scramble returns a disguise of rules without errors, which depends on them and
// the seed alone.
func Scramble(r *rules.Rules, seed uint64) (*Disguise, error) {
	d := &Disguise{disguise: true}
	var text []byte
	name := "scrambled.kif"
	if r.IsRBG() {
		g, m := rbgrewrite.Scramble(r.RBG, seed)
		d.out, d.in = m.Map, m.Inverse().Map
		text, name = rbgformat.LowLevel(g), "scrambled.rbg"
	} else {
		p, m := gdlrewrite.Scramble(r.GDL, seed)
		d.out, d.in = m.Map, m.Inverse().Map
		text = gdlformat.Program(p, gdl.Prefix)
	}
	opt := r.Options()
	opt.Syntax = 0
	d.Rules = rules.Read(source.NewFile(name, text), opt)
	if err := d.Rules.Problems.Err(); err != nil {
		return nil, fmt.Errorf("scrambled rules cannot be read: %w", err)
	}
	return d, nil
}

// Out translates a text of the rules, such as a move or a fact, to the words of the
// disguise.
func (d *Disguise) Out(text string) string { return d.replace(text, &d.out) }

// In translates a text from the words of the disguise to those of the rules.
func (d *Disguise) In(text string) string { return d.replace(text, &d.in) }

func (d *Disguise) replace(text string, by *pseudowords.Map) string {
	if !d.disguise {
		return text
	}
	terms, err := gdlmoves.Terms(text, gdl.Prefix)
	if err != nil || len(terms) != 1 {
		return text
	}
	term := (&gdlrewrite.Map{Map: *by}).Term(terms[0])
	return gdlformat.Term(&term, gdl.Prefix)
}

// MoveText returns a move in the words of the disguise. A move of a regular boardgame
// becomes the list of the numbers of its cells and actions, since its text joins names of
// cells without separators.
func (d *Disguise) MoveText(g game.Game, r game.Role, m game.Move) string {
	if b, ok := game.First(g).(boardgame); ok && d.disguise {
		return rbgplay.PairsText(b.Actions(m))
	}
	return d.Out(g.MoveText(r, m))
}

// A boardgame is a game whose moves are lists of actions on a board.
type boardgame interface {
	Actions(m game.Move) []rbgplay.Action
}

// FindMove returns the legal move of a role that a text in the words of the disguise
// denotes, in either syntax. Blanks and the case of letters do not matter; moves of regular boardgames may
// also be given by numbers.
func (d *Disguise) FindMove(g game.Game, r game.Role, legal []game.Move, text string) (game.Move, error) {
	text = strings.TrimSpace(text)
	plain := gdlmoves.Canonical(text)
	found, fold := game.Move(-1), game.Move(-1)
	board, _ := game.First(g).(boardgame)
	for _, m := range legal {
		switch own := d.MoveText(g, r, m); {
		case own == text || own == plain || board != nil && rbgplay.PairsText(board.Actions(m)) == text:
			found = m
		case strings.EqualFold(own, plain):
			fold = m
		}
	}
	if found < 0 {
		found = fold
	}
	if found < 0 {
		return 0, &game.IllegalMoveError{Text: text}
	}
	return found, nil
}

// Facts returns the facts of a state in the words of the disguise. It returns nil
// for regular boardgames in disguise, whose cells no longer have positions.
func (d *Disguise) Facts(g game.Game, s game.State) []string {
	if d.disguise && d.Rules.IsRBG() {
		return nil
	}
	facts := g.Facts(s)
	for i := range facts {
		facts[i] = d.Out(facts[i])
	}
	return facts
}
