package lockstep

import (
	"context"
	"fmt"
	"slices"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
	"ludex/internal/enginecompare"
)

// batchSize is more than lanes can compute at once.
const batchSize = bitslice.Count + 100

// batch compares steps of many positions at once.
func (r *round) batch(context.Context) error {
	from := slices.DeleteFunc(r.some(200), func(p *position) bool { return !p.open() })
	if len(from) == 0 {
		return nil
	}
	rand := game.NewRand(r.Seed + 4)
	var states []game.State
	var joints []game.Move
	for i := range batchSize {
		p := from[i%len(from)]
		states, joints = append(states, p.state), p.draw(rand, joints)
	}
	seen := &game.Percepts{Roles: r.roles()}
	m := r.game.NewMachine()
	next := game.StepAll(m, states, joints, nil, seen)
	if err := m.Err(); err != nil {
		return err
	}
	ends := m.(game.Batcher).EndingAll(states, joints, nil)
	for i := range states {
		p, joint := from[i%len(from)], r.joint(joints, i)
		if err := r.compareStep("next state in a batch", p, joint, next[i]); err != nil {
			return err
		}
		if err := r.compareEnd(p, joint, ends[i]); err != nil {
			return err
		}
		if err := r.percepts(p, joint, func(role int) []game.Percept { return seen.Of(i, role) }, joint); err != nil {
			return err
		}
	}
	return nil
}

// compareEnd compares whether a joint move of a batch ends the play.
func (r *round) compareEnd(p *position, joint []game.Move, ends bool) error {
	to, err := r.judge.after(p, joint)
	if err != nil || to.over == ends {
		return err
	}
	return enginecompare.NewDifference("end of a play in a batch", r.names(), []string{fmt.Sprint(to.over)}, []string{fmt.Sprint(ends)}, r.path(joint))
}

// expansions compares children of some positions.
func (r *round) expansions(context.Context) error {
	rand := game.NewRand(r.Seed + 5)
	m := r.game.NewMachine()
	for _, p := range r.some(6) {
		if !p.open() {
			continue
		}
		var joints []game.Move
		for range batchSize {
			joints = p.draw(rand, joints)
		}
		for i, child := range m.(game.Expander).Expand(p.state, joints, nil) {
			if err := r.compareStep("child of a state", p, r.joint(joints, i), child); err != nil {
				return err
			}
		}
	}
	return m.Err()
}

// draw appends a joint move that is legal in a position.
func (p *position) draw(rand *game.Rand, dst []game.Move) []game.Move {
	for _, choices := range p.choices {
		dst = append(dst, choices[rand.Choose(len(choices))])
	}
	return dst
}

// joint returns one of several consecutive joint moves.
func (r *round) joint(joints []game.Move, i int) []game.Move {
	roles := len(r.game.Roles())
	return joints[i*roles : (i+1)*roles]
}

// compareStep compares the state after a joint move.
func (r *round) compareStep(what string, p *position, joint []game.Move, got game.State) error {
	to, err := r.judge.after(p, joint)
	if err != nil {
		return err
	}
	return r.sameState(what, to, got, joint)
}
