package timedgrid

import (
	"strconv"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/timed"
)

// A place is where a play on the grid is: what its next step depends on.
type place struct {
	state  timed.State
	passed timed.Time // since the state came about
	beat   timed.Time // since players could last move
	slot   int        // the step of random at this instant, counted from 1; 0 if players move
	// settled says that random does not move at this instant any more.
	settled bool
	// first says that players have not moved yet, so that no time passes after random's
	// first moves.
	first bool
}

// A position is a place with what is known about it.
type position struct {
	place
	known    bool
	terminal bool
	legal    [][]game.Move // by role
	goals    [][]int
	edges    map[string]*edge
}

// An edge is what a joint move does.
type edge struct {
	to       uint64
	sees     [][]game.Percept // by role
	duration timed.Time       // until the next position
}

// key identifies a place: what lifetimes are left matters, and not the time. Where rules
// compare lifetimes, those of the state matter, too, if any will run out.
func (p *place) key(compares bool) string {
	b := make([]byte, 0, 128)
	for _, f := range p.state.Facts() {
		left := f.Lifetime
		if left != timed.Forever {
			left -= p.passed
		}
		b = strconv.AppendInt(b, int64(left), 36)
		b = append(append(append(b, ' '), f.Fact...), ';')
	}
	for _, e := range p.state.Expired() {
		b = append(append(append(b, '-'), e...), ';')
	}
	b = strconv.AppendInt(b, int64(p.beat), 36)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(p.slot), 36)
	if compares && p.state.Expiry() != timed.Forever {
		b = append(b, ' ')
		b = strconv.AppendInt(b, int64(p.passed), 36)
	}
	return string(append(b, flag(p.passed > 0), flag(p.settled), flag(p.first)))
}

func flag(on bool) byte {
	if on {
		return '+'
	}
	return '-'
}

// A LimitError is returned when the positions take more memory than they may.
type LimitError struct{ budget.MemoryError }

// About how many bytes a position and an edge take, without the words of the state.
const (
	positionBytes = 600
	edgeBytes     = 200
)

// intern returns the number of a place.
func (g *Game) intern(p *place) (uint64, error) {
	key := p.key(g.compares)
	if n, ok := g.numbers[key]; ok {
		return n, nil
	}
	if g.kept += positionBytes + int64(2*len(key)); g.kept > g.memory {
		return 0, &LimitError{budget.MemoryError{Doing: "keeping the positions of " + g.Name() + " on this grid", Limit: g.memory}}
	}
	n := uint64(len(g.positions))
	g.numbers[key] = n
	g.positions = append(g.positions, &position{place: *p, edges: map[string]*edge{}})
	return n, nil
}

// initial returns the number of the first position.
func (g *Game) initial() (uint64, error) {
	p := place{state: g.timed.Initial(), first: true}
	if err := g.afterPlayers(&p); err != nil {
		return 0, err
	}
	return g.intern(&p)
}

// learn computes what holds at a position.
func (g *Game) learn(p *position) (err error) {
	if p.known {
		return nil
	}
	if p.terminal, err = g.timed.Terminal(p.state); err != nil {
		return err
	}
	p.legal, p.goals = make([][]game.Move, len(g.moves)), make([][]int, len(g.moves))
	for r := range g.moves {
		if p.goals[r], err = g.timed.Goals(p.state, game.Role(r)); err != nil {
			return err
		}
		texts, err := g.choices(&p.place, game.Role(r))
		if err != nil {
			return err
		}
		p.legal[r] = numbersOf[game.Move](&g.moves[r], texts)
	}
	p.known = true
	return nil
}

// choices returns what a role can do in a step, of which there is always something.
func (g *Game) choices(p *place, r game.Role) ([]string, error) {
	random := r == g.timed.Random()
	switch {
	case random && p.slot > 0 && !p.settled:
		legal, err := g.timed.Legal(p.state, r)
		if err != nil || len(legal) > 0 {
			return append([]string(nil), legal...), err
		}
	case !random && p.slot == 0 && p.beat == 0:
		legal, err := g.timed.Legal(p.state, r)
		return append([]string{g.wait}, legal...), err
	}
	return []string{g.wait}, nil
}
