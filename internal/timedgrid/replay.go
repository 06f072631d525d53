package timedgrid

import (
	"fmt"
	"slices"
	"strings"

	"ludex/game"
	"ludex/internal/timedmatch"
	"ludex/timed"
)

// A Replay is a play on the grid, step by step.
type Replay struct {
	States []game.State // one more than joint moves
	Joints [][]game.Move
	Times  []timed.Time // of the states
}

// Replay plays moves at their times, which are in order, and then waits until everything up
// to an instant has happened, which may be -1.
// Random's moves are given like those of players; one that it has no choice about may be
// left out.
func (g *Game) Replay(m game.Machine, moves []timedmatch.Offer, until timed.Time) (*Replay, error) {
	r := &replayer{game: g, machine: m, moves: moves}
	r.States, r.Times = []game.State{m.Initial(nil)}, []timed.Time{0}
	for _, o := range moves {
		until = max(until, o.At)
	}
	for {
		now, at := r.States[len(r.States)-1], r.Times[len(r.Times)-1]
		if err := m.Err(); err != nil {
			return nil, err
		}
		if m.Terminal(now) || len(r.moves) == 0 && at > until {
			break
		}
		if err := r.step(now, at); err != nil {
			return nil, err
		}
	}
	if len(r.moves) > 0 {
		return nil, fmt.Errorf("%s comes after the end of the play at %v", r.text(&r.moves[0]), r.Times[len(r.Times)-1])
	}
	return &r.Replay, m.Err()
}

type replayer struct {
	Replay
	game    *Game
	machine game.Machine
	moves   []timedmatch.Offer // still to be made
}

func (r *replayer) text(o *timedmatch.Offer) string {
	return fmt.Sprintf("%v:%s:%s", o.At, r.game.Roles()[o.Role], o.Move)
}

// step makes the moves of an instant that are due.
func (r *replayer) step(now game.State, at timed.Time) error {
	joint := make([]game.Move, len(r.game.Roles()))
	for role := range joint {
		legal := r.machine.Legal(now, game.Role(role), nil)
		if err := r.machine.Err(); err != nil {
			return err
		}
		m, err := r.choose(game.Role(role), legal, at)
		if err != nil {
			return err
		}
		joint[role] = m
	}
	next := r.machine.Next(now, joint, nil)
	if err := r.machine.Err(); err != nil {
		return err
	}
	later := at + r.game.duration(now, joint)
	if len(r.moves) > 0 && r.moves[0].At < later {
		return r.refused(now, at)
	}
	r.Joints, r.States, r.Times = append(r.Joints, joint), append(r.States, next), append(r.Times, later)
	return nil
}

// refused says why the first move that is left cannot be made.
func (r *replayer) refused(now game.State, at timed.Time) error {
	o := &r.moves[0]
	if o.At != at || o.At%r.game.grid != 0 {
		return fmt.Errorf("%s: players move at multiples of %v", r.text(o), r.game.grid)
	}
	var texts []string
	for _, m := range r.machine.Legal(now, o.Role, nil) {
		texts = append(texts, r.game.MoveText(o.Role, m))
	}
	return fmt.Errorf("%s is not legal: legal are %s", r.text(o), strings.Join(texts, " "))
}

// choose returns the move of a role at an instant: the given one, the only one, or to wait.
func (r *replayer) choose(role game.Role, legal []game.Move, at timed.Time) (game.Move, error) {
	i := slices.IndexFunc(r.moves, func(o timedmatch.Offer) bool { return o.Role == role && o.At == at })
	if i >= 0 {
		for _, m := range legal {
			if r.game.MoveText(role, m) == r.moves[i].Move {
				r.moves = slices.Delete(slices.Clone(r.moves), i, i+1)
				return m, nil
			}
		}
	}
	var texts []string
	for _, m := range legal {
		text := r.game.MoveText(role, m)
		if text == r.game.wait || len(legal) == 1 {
			return m, nil
		}
		texts = append(texts, text)
	}
	name := r.game.Roles()[role]
	return 0, fmt.Errorf("%s chooses at %v: give its move as %v:%s:MOVE, one of %s", name, at, at, name, strings.Join(texts, " "))
}

// duration returns how much time passes in a step.
func (g *Game) duration(s game.State, joint []game.Move) timed.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	e, err := g.follow(s[0], joint)
	if err != nil {
		return 0 // not reached: the step was made
	}
	return e.duration
}

// Script writes joint moves from a state at an instant as moves with their times, without those of roles
// that wait.
func (g *Game) Script(s game.State, at timed.Time, joints [][]game.Move) string {
	m := g.NewMachine()
	var out []string
	for _, joint := range joints {
		for r, move := range joint {
			if text := g.MoveText(game.Role(r), move); text != g.wait {
				out = append(out, fmt.Sprintf("%v:%s:%s", at, g.Roles()[r], text))
			}
		}
		next := m.Next(s, joint, nil)
		if m.Err() != nil {
			break
		}
		at += g.duration(s, joint)
		s = next
	}
	return strings.Join(out, "; ")
}
