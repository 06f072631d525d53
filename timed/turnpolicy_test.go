package timed

import (
	"cmp"
	"fmt"
	"slices"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlmoves"
	"ludex/internal/gdlrewrite"
)

// A Turn is what a player of turn-based games is told at the start of a turn of
// a game translated by [gdlrewrite.ToRTGDL].
type Turn struct {
	Number int // counted from 1
	Role   game.Role
	Legal  []string
	// Facts are the state of the original game, as canonical texts; a fair
	// player of a game with hidden information does not look at them.
	Facts []string
	// Moves are the joint move of the last turn, as far as the role saw it:
	// all of it, in the order of the roles, where nothing is hidden.
	Moves []Move
	// Percepts are what the role saw at the end of the last turn, where
	// something is hidden.
	Percepts []string
}

// A Chooser chooses a move for a turn: a player of turn-based games.
type Chooser func(t *Turn) (string, error)

// TurnPolicy lets a player of turn-based games play a translated game. It asks
// for one move a turn, and makes it when the player has had the given time to
// think, but in time. If the player fails it does not move in that turn.
func TurnPolicy(names gdlrewrite.TurnNames, choose Chooser, think Time) Policy {
	return &turnPolicy{names: names, choose: choose, think: think, end: -1}
}

type turnPolicy struct {
	names  gdlrewrite.TurnNames
	choose Chooser
	think  Time

	end    Time // of the turn
	number int
	plan   Plan
	ok     bool
	made   []Move // in the turn
	early  []Move // of random, for the turn that begins
	sees   []string
}

// Hear collects what there is to know about the last turn.
func (p *turnPolicy) Hear(n Notice) {
	switch {
	case n.Kind == Chance && (n.Time == p.end || p.number == 0):
		p.early = append(p.early, n.Moves...)
	case n.Kind == Joint && n.Time == p.end:
		p.sees = n.Percepts // moves of this instant are void
	case n.Kind == Joint || n.Kind == Chance:
		p.made = append(p.made, n.Moves...)
	}
}

// Next asks the player if a turn has begun.
func (p *turnPolicy) Next(v *View) (Plan, bool) {
	end := v.State.ExpiryOf(p.names.Clock)
	if end != p.end && end != Forever {
		p.begin(v, end)
	}
	if v.Moved || v.Refused {
		p.ok = false
	}
	return p.plan, p.ok
}

func (p *turnPolicy) begin(v *View, end Time) {
	p.end = end
	p.number++
	t := &Turn{Number: p.number, Role: v.Role, Legal: v.Legal, Facts: OriginalFacts(v.State, p.names),
		Moves: p.turnMoves(), Percepts: p.sees}
	p.made, p.early, p.sees = p.early, nil, nil
	move, err := p.choose(t)
	p.plan, p.ok = Plan{min(v.Open.after(p.think), end-Moment), move}, err == nil
}

// turnMoves returns the moves of the last turn in the order of the roles.
func (p *turnPolicy) turnMoves() []Move {
	slices.SortFunc(p.made, func(a, b Move) int { return cmp.Compare(a.Role, b.Role) })
	return p.made
}

// OriginalFacts returns the state of the original game in a state of its
// translation, as sorted canonical texts.
func OriginalFacts(s State, names gdlrewrite.TurnNames) []string {
	var out []string
	for _, f := range s.Facts() {
		terms, err := gdlmoves.Terms(f.Fact, gdl.Prefix)
		if err != nil {
			panic(err)
		}
		tree := &terms[0]
		switch {
		case f.Lifetime != Forever, tree.Name == names.Made && len(tree.Args) == 2, tree.Name == names.Moved && len(tree.Args) == 1:
			continue
		case names.Fact != "" && tree.Name == names.Fact && len(tree.Args) == 1:
			tree = &tree.Args[0]
		}
		out = append(out, gdlformat.Term(tree, gdl.Prefix))
	}
	slices.Sort(out)
	return out
}

// MachineChooser returns a chooser that knows the original game and is asked
// for a move in one of its states. It does not suit games with hidden
// information, as it looks at the whole state.
func MachineChooser(g game.Game, choose func(m game.Machine, s game.State, r game.Role) game.Move) Chooser {
	m := g.NewMachine()
	return func(t *Turn) (string, error) {
		s, err := g.ParseState(t.Facts)
		if err != nil {
			return "", fmt.Errorf("turn %d: %w", t.Number, err)
		}
		return g.MoveText(t.Role, choose(m, s, t.Role)), nil
	}
}
