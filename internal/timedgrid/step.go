package timedgrid

import (
	"encoding/binary"
	"fmt"

	"ludex/game"
	"ludex/timed"
)

// A ChanceError is returned if random moves more often at one instant than it has steps,
// where information is hidden.
type ChanceError struct {
	Slots int
	State timed.State
}

// Error returns how often random can move.
func (e *ChanceError) Error() string {
	return fmt.Sprintf("random moves more than %d times at one instant, in the state %v", e.Slots, e.State)
}

// follow returns what a joint move does at a position.
func (g *Game) follow(n uint64, joint []game.Move) (*edge, error) {
	p := g.positions[n]
	key := make([]byte, 0, 4*len(joint))
	for _, m := range joint {
		key = binary.AppendUvarint(key, uint64(m))
	}
	if e, ok := p.edges[string(key)]; ok {
		return e, nil
	}
	e, err := g.step(p, joint)
	if err != nil {
		return nil, err
	}
	p.edges[string(key)] = e
	g.kept += edgeBytes
	return e, nil
}

// step makes a joint move.
func (g *Game) step(p *position, joint []game.Move) (*edge, error) {
	var moves []timed.Move
	for r, m := range joint {
		if text := g.moves[r].texts[m]; text != g.wait {
			moves = append(moves, timed.Move{Role: game.Role(r), Text: text})
		}
	}
	next, e := p.place, &edge{sees: make([][]game.Percept, len(joint))}
	if len(moves) > 0 || p.slot == 0 && p.state.Expiry() == p.state.Now()+p.passed {
		u, err := g.timed.Update(p.state, p.passed, moves)
		if err != nil {
			return nil, err
		}
		next.settled = p.slot > 0 && u.State.SameFacts(p.state)
		next.state, next.passed = u.State, 0
		for r := range e.sees {
			if game.Role(r) != g.timed.Random() {
				e.sees[r] = numbersOf[game.Percept](&g.percepts, u.Percepts(game.Role(r)))
			}
		}
	} else {
		next.settled = true
	}
	before := next.passed
	if err := g.advance(&next); err != nil {
		return nil, err
	}
	e.duration = next.passed - before
	var err error
	e.to, err = g.intern(&next)
	return e, err
}

// advance goes from the end of a step to the beginning of the next one.
func (g *Game) advance(p *place) error {
	if over, err := g.timed.Terminal(p.state); over || err != nil {
		p.slot, p.settled, p.first, p.beat = 0, false, false, 0 // nothing else matters
		return err
	}
	if p.slot == 0 {
		return g.afterPlayers(p)
	}
	return g.afterChance(p)
}

// afterPlayers begins the steps of random, if there are any.
func (g *Game) afterPlayers(p *place) error {
	more, err := g.hasChance(p, 1)
	if more {
		p.slot = 1
		return err
	}
	return g.pass(p, err)
}

func (g *Game) afterChance(p *place) error {
	more, err := g.hasChance(p, p.slot+1)
	if more {
		p.slot++
		return err
	}
	return g.pass(p, err)
}

// hasChance reports whether random has a step at this instant, by its number.
func (g *Game) hasChance(p *place, slot int) (bool, error) {
	random := g.timed.Random()
	if random == game.NoRole {
		return false, nil
	}
	moves := false
	if !p.settled {
		legal, err := g.timed.Legal(p.state, random)
		if err != nil {
			return false, err
		}
		moves = len(legal) > 0
	}
	if !g.fixedSteps() {
		return moves, nil
	}
	if moves && slot > g.slots {
		return false, &ChanceError{g.slots, p.state}
	}
	p.settled = !moves
	return slot <= g.slots, nil
}

// pass lets time pass up to the next instant, unless an error says that there is none.
func (g *Game) pass(p *place, err error) error {
	p.slot, p.settled = 0, false
	if p.first || err != nil {
		p.first = false
		return err
	}
	dt := g.tick
	if !g.fixedSteps() {
		if dt, err = g.untilEvent(p); err != nil {
			return err
		}
	}
	p.passed += dt
	p.beat = (p.beat + dt) % g.grid
	return nil
}

// untilEvent returns the time until something can happen.
func (g *Game) untilEvent(p *place) (timed.Time, error) {
	expiry := p.state.Expiry()
	if expiry != timed.Forever {
		expiry -= p.state.Now() + p.passed
	}
	for r := range g.moves {
		if game.Role(r) == g.timed.Random() {
			continue
		}
		legal, err := g.timed.Legal(p.state, game.Role(r))
		if err != nil {
			return 0, err
		}
		if len(legal) > 0 {
			return min(expiry, g.grid-p.beat), nil
		}
	}
	if expiry == timed.Forever {
		return g.tick, nil // it is stuck
	}
	return expiry, nil
}
