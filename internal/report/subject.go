package report

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/circuit"
	"ludex/internal/logic"
	"ludex/internal/players/levels"
	"ludex/library"
	"ludex/match"
	"ludex/rules"
	"ludex/timed"
)

// NewSubject returns the subject of a report on rules and the game that was made of
// them, with what is to be told about both.
func NewSubject(ctx context.Context, rs *rules.Rules, g match.Game) Subject {
	about := About{Name: rs.Name(), Hash: rs.Hash()}
	if listed, ok := library.Lookup(about.Name); ok && string(listed.Rules()) == rs.Text() {
		about.Title = listed.Title
		about.Facts = []Fact{{Name: "shows", Text: listed.Shows}, {Name: "source", Text: listed.Source}}
	}
	about.Facts = append(about.Facts, ruleTexts(rs)...)
	about.Facts = append(about.Facts, engineTexts(g)...)
	about.Picture = picture(ctx, rs, g)
	if l, err := levels.Find(rs.Fingerprint()); err == nil && l.Measured {
		top := l.Levels[l.Distinct()-1]
		about.Levels = &Levels{Count: l.Distinct(), Elo: top.Elo, Error: top.Error}
	}
	return SubjectOf(about, g)
}

// SubjectOf returns the subject of a report on a game, with what is to be told about it.
func SubjectOf(about About, g match.Game) Subject {
	s := Subject{About: about}
	switch g := g.(type) {
	case *timed.Game:
		s.Timed = g
		if t, err := timed.FindTranslation(g.Program()); err == nil {
			s.TurnClock = t.Clock
		}
	case game.Game:
		s.Game = g
	}
	return s
}

// SetPlayer has the player play that a text names in the roster of the game.
func (o *Options) SetPlayer(list *match.Roster, text string) (err error) {
	if timed := list.Timed(); timed != nil {
		o.NewTimed, err = timed.Maker(text)
	} else {
		o.New, err = list.Turns().Maker(text)
	}
	return err
}

// ruleTexts describes the rules.
func ruleTexts(rs *rules.Rules) []Fact {
	if g := rs.RBG; g != nil {
		var pieces []string
		for _, p := range g.Pieces {
			pieces = append(pieces, p.Name)
		}
		return []Fact{
			{Name: "language", Text: "Regular Boardgames"},
			{Name: "board", Text: fmt.Sprintf("%s of %d cells", g.Board.Shape, len(g.Board.Cells))},
			{Name: "pieces", Text: strings.Join(pieces, ", ")},
		}
	}
	facts := 0
	for i := range rs.GDL.Clauses {
		if len(rs.GDL.Clauses[i].Body) == 0 {
			facts++
		}
	}
	all, relations := len(rs.GDL.Clauses), len(logic.NewDependencies(rs.GDL).Relations)
	return []Fact{
		{Name: "language", Text: fmt.Sprintf("%s, %s syntax", rs.GDL.Dialect.Title(), rs.GDL.Syntax)},
		{Name: "rules", Text: fmt.Sprintf("%d facts and %d rules, %d relations", facts, all-facts, relations)},
	}
}

// engineTexts describes the engine of a turn-based game.
func engineTexts(g match.Game) []Fact {
	turns, ok := g.(game.Game)
	if !ok {
		return nil
	}
	c, ok := turns.(interface{ Stats() *circuit.Stats })
	if !ok {
		return []Fact{{Name: "engine", Text: turns.Engine()}}
	}
	s := c.Stats()
	legal, next := s.Gates()
	moves := make([]string, len(s.Moves))
	for i, n := range s.Moves {
		moves[i] = strconv.Itoa(n)
	}
	return []Fact{
		{Name: "ground", Text: fmt.Sprintf("%d atoms, %d ground rules; a state has %d bits", s.Atoms, s.Rules, s.StateBits)},
		{Name: "moves", Text: strings.Join(moves, ", ") + " different ones, by role"},
		{Name: "engine", Text: fmt.Sprintf("%s, %.0f gates a step", turns.Engine(), legal+next)},
	}
}

// Limits of the picture of a page: facts of the position, and bytes.
const (
	maxPictureFacts = 50_000
	maxPicture      = 1 << 20
)

// picture draws the initial position. It returns "" if the picture is too large or the
// position cannot be drawn; a report does without it.
func picture(ctx context.Context, rs *rules.Rules, g match.Game) string {
	facts, err := initialFacts(ctx, g)
	if err != nil || len(facts) > maxPictureFacts {
		return ""
	}
	b, err := board.Presented(ctx, rs)
	if err != nil {
		return ""
	}
	var out bytes.Buffer
	if err := b.SVG(&out, board.Position{Facts: facts}, board.Options{}); err != nil || out.Len() > maxPicture {
		return ""
	}
	return out.String()
}

// initialFacts returns the facts of the initial position.
func initialFacts(ctx context.Context, g match.Game) ([]string, error) {
	switch g := g.(type) {
	case *timed.Game:
		return board.TimedFacts(g.Initial()), nil
	case game.Game:
		m := g.NewMachine()
		m.Bind(ctx)
		initial := m.Initial(nil)
		if err := m.Err(); err != nil {
			return nil, err
		}
		return g.Facts(initial), nil
	}
	return nil, fmt.Errorf("a %T has no initial position", g)
}
