package lanes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ludex/game"
	"ludex/internal/rbgengine/rbgplay"
)

// Exact reports whether the legal moves of the circuit are those of the game. They are
// not if tests of moves are deferred until a move was drawn.
func (g *Game) Exact() bool { return g.encoding != nil && g.encoding.spec.Uncounted == 0 }

// An Action is a move of the circuit. It stands for moves of the game of which at most one
// is legal at a time.
type Action struct {
	Number int32  // of the move in the circuit
	Text   string // the text of the moves; different texts are separated by "|"
}

// Actions returns the moves of each role in the order of their texts, and whether the
// moves of every position have the same order.
func (g *Game) Actions() (actions [][]Action, sorted bool) {
	sorted = true
	for _, list := range g.encoding.moveOf {
		var mine []Action
		for _, b := range list {
			text, one := g.actionText(b, rbgplay.Cells)
			mine = append(mine, Action{b.number, text})
			sorted = sorted && one
		}
		for _, detail := range []rbgplay.Detail{rbgplay.LastPiece, rbgplay.AllPieces} {
			g.tellApart(mine, list, detail)
		}
		slices.SortStableFunc(mine, func(a, b Action) int { return cmp.Compare(a.Text, b.Text) })
		number(mine)
		noop := Action{int32(len(list)), rbgplay.Noop}
		actions = append(actions, append([]Action{noop}, mine...))
	}
	return actions, sorted
}

// tellApart gives actions with equal texts more detailed ones.
func (g *Game) tellApart(actions []Action, list []*circuitMove, detail rbgplay.Detail) {
	count := map[string]int{}
	for _, a := range actions {
		count[a.Text]++
	}
	for i := range actions {
		if a := &actions[i]; count[a.Text] > 1 {
			a.Text, _ = g.actionText(list[a.Number], detail)
		}
	}
}

// number makes the texts of actions different that are still equal.
func number(actions []Action) {
	for start, end := 0, 0; start < len(actions); start = end {
		for end = start + 1; end < len(actions) && actions[end].Text == actions[start].Text; end++ {
		}
		for i := start; i < end && end-start > 1; i++ {
			actions[i].Text += fmt.Sprintf("#%d", i-start+1)
		}
	}
}

// actionText returns the text of a move of the circuit, and whether all moves that it
// stands for have the same one.
func (g *Game) actionText(b *circuitMove, detail rbgplay.Detail) (text string, one bool) {
	var texts []string
	one = true
	for _, m := range b.moves {
		actions := slices.Clone(m.actions)
		for i := range actions {
			if actions[i].Cell == here { // it is the cell where the last move ended
				actions[i].Cell, one = 0, false
			}
		}
		if t := g.ActionsText(actions, detail); !slices.Contains(texts, t) {
			texts = append(texts, t)
		}
	}
	return strings.Join(texts, "|"), one && len(texts) == 1
}

// StateFacts returns what the bits of the circuit's states mean. Of what can lie on a cell,
// or of the values of a variable, one may have no bit: it holds if no other one does. What
// cannot matter any more has no bit either.
func (g *Game) StateFacts() []string {
	d := g.encoding
	facts := make([]string, d.live)
	for i := range facts {
		facts[i] = g.bitText(&d.bits[i], i)
	}
	return facts
}

// A Mover says who is to move where a bit of a state is set.
type Mover struct{ Bit, Role int }

// Movers returns the bits of the circuit's states that say who is to move. Where several are set, the last one counts. It
// returns false if the bits do not tell.
func (g *Game) Movers() (list []Mover, ok bool) {
	d := g.encoding
	phases := 0
	for _, kind := range []bitKind{bitPhase, bitSwitch} {
		for i := range d.live {
			switch b := &d.bits[i]; {
			case b.kind != kind:
			case kind == bitPhase:
				list = append(list, Mover{i, d.mainMover(int(b.n))})
				phases++
			default:
				list = append(list, Mover{i, d.rules.Mover(int(b.n))})
			}
		}
	}
	return list, phases > 1 && phases == d.phases
}

// mainMover returns who is to move in a phase where no bit of a switch is set.
func (d *encoding) mainMover(phase int) int {
	mover := -1
	d.each(func(t *turn) {
		if mover < 0 && d.phaseOf[t.index] == phase {
			mover = d.rules.Mover(int(t.index))
		}
	})
	return mover
}

func (g *Game) bitText(b *bit, i int) string {
	d, r := g.encoding, g.Rules()
	switch b.kind {
	case bitSlot:
		if int(b.slot) < d.cells {
			return "(cell " + r.Board.CellText(int(b.slot)) + " " + r.Pieces[b.n].Name + ")"
		}
		return fmt.Sprintf("(value %s %d)", r.Variables[int(b.slot)-d.cells].Name, b.n)
	case bitAt:
		return "(at " + r.Board.CellText(int(b.n)) + ")"
	case bitPhase:
		return fmt.Sprintf("(phase %d)", b.n)
	case bitSwitch:
		return fmt.Sprintf("(switch %d)", b.n)
	case bitOver:
		return "(over)"
	}
	return fmt.Sprintf("(internal %d)", i)
}

// Number returns the move of the circuit for a move that a role can make from a cell, or -1
// if it is not known.
func (g *Game) Number(role game.Role, actions []rbgplay.Action, from int32) int32 {
	if len(actions) == 0 {
		return int32(len(g.encoding.moveOf[role]))
	}
	if m := g.finder.find(int(role), actions, from, nil); m != nil {
		return m.circuitMove.number
	}
	return -1
}

// CircuitState returns the state of the circuit for a state of the game, in dst's memory,
// or false if no play leads to it.
func (g *Game) CircuitState(s game.State, p *rbgplay.Position, dst game.State) (game.State, bool) {
	return g.state(s, p, dst)
}
