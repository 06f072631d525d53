package mcts

import (
	"context"
	"math"

	"ludex/game"
	"ludex/internal/sleep"
)

// temperature is by how much the average of a move must be better, between 0 and 1, to
// make it e times as likely in a playout with a policy.
const temperature = 0.1

// A stepper evaluates by playouts that it runs step by step, so that a policy can
// choose moves, and the moves are known.
type stepper struct {
	game     game.Game
	splitter game.MoveSplitter // nil if there is none
	machine  game.Machine
	lister   game.MoveLister // nil if legal moves need not be sorted
	random   game.Role
	count    int
	maxSteps int
	ngrams   *ngramTable // nil if all moves are equally likely

	rand        game.Rand
	state, next game.State
	moves       []game.Move
	joint       []game.Move
	weights     []float64 // sums over the moves
	goals       []int
	steps       []playoutMove
}

// A playoutMove is a move of the current playout, with the joint moves before it.
type playoutMove struct {
	history history
	role    game.Role
	move    game.Move
}

func newStepper(g game.Game, policy Policy, count int) *stepper {
	s := &stepper{game: g, machine: g.NewMachine(), random: g.Random(), count: count, maxSteps: game.MaxSteps(g)}
	s.joint = make([]game.Move, len(g.Roles()))
	s.splitter = game.CapabilitiesOf(g).MoveParts
	s.lister = game.MachineCapabilitiesOf(s.machine).Moves
	switch policy {
	case Mast:
		s.ngrams = newNgramTable(1)
	case Grams:
		s.ngrams = newNgramTable(maxNgram)
	}
	return s
}

// width implements evaluator.
func (*stepper) width() int { return 1 }

// traces implements evaluator.
func (*stepper) traces() bool { return true }

// evaluate implements evaluator.
func (p *stepper) evaluate(ctx context.Context, states []game.State, seed uint64, out []*evaluation) error {
	for i, s := range states {
		if err := p.evaluateOne(ctx, s, seed+uint64(i), out[i]); err != nil {
			return err
		}
	}
	return nil
}

// evaluateOne evaluates one state.
func (p *stepper) evaluateOne(ctx context.Context, s game.State, seed uint64, out *evaluation) error {
	p.machine.Bind(ctx)
	p.rand = *game.NewRand(seed)
	out.playouts, out.finished, out.sum, out.trail = 0, 0, 0, out.trail[:0]
	clear(out.values)
	for range p.count {
		sleep.Turn()
		if err := p.play(ctx, s, out); err != nil {
			return err
		}
		if ctx.Err() != nil {
			break
		}
	}
	for r := range out.values {
		if out.finished > 0 {
			out.values[r] /= float64(out.finished)
		} else {
			out.values[r] = 0.5
		}
	}
	return nil
}

// play runs one playout.
func (p *stepper) play(ctx context.Context, from game.State, out *evaluation) error {
	p.state = append(p.state[:0], from...)
	p.steps = p.steps[:0]
	var before history
	for step := 0; ; step++ {
		switch {
		case p.machine.Terminal(p.state):
			p.finish(out)
			return p.machine.Err()
		case step == p.maxSteps:
			out.playouts++
			return p.machine.Err()
		case step&7 == 7 && ctx.Err() != nil:
			return nil
		}
		if !p.choose(before) {
			out.playouts++
			return p.machine.Err()
		}
		before = before.after(p.joint)
		p.next = p.machine.Next(p.state, p.joint, p.next[:0])
		p.state, p.next = p.next, p.state
	}
}

// choose draws a joint move. It returns false if a role has no legal move.
func (p *stepper) choose(before history) bool {
	for r := range p.joint {
		role := game.Role(r)
		if p.lister != nil {
			p.moves = p.lister.Moves(p.state, role, p.moves[:0])
		} else {
			p.moves = p.machine.Legal(p.state, role, p.moves[:0])
		}
		if len(p.moves) == 0 {
			return false
		}
		p.joint[r] = p.moves[p.prefer(before, role)]
		if len(p.moves) > 1 && role != p.random {
			p.steps = append(p.steps, playoutMove{before, role, p.joint[r]})
		}
	}
	return true
}

// prefer returns the index of a move, drawn by the averages of the moves (Gibbs sampling),
// where an unseen move counts as the best. Moves that hardly differ are about equally
// likely, so that playouts stay random where nothing was learned.
func (p *stepper) prefer(before history, role game.Role) int {
	if p.ngrams == nil || role == p.random || len(p.moves) == 1 {
		return p.rand.Choose(len(p.moves))
	}
	p.weights = p.weights[:0]
	total := 0.0
	for _, m := range p.moves {
		value, seen := p.ngrams.value(before, role, m)
		if !seen {
			value = 1
		}
		total += math.Exp(value / temperature)
		p.weights = append(p.weights, total)
	}
	at := total * float64(p.rand.Uint64()>>11) / (1 << 53)
	for i, w := range p.weights {
		if at < w {
			return i
		}
	}
	return len(p.moves) - 1
}

// finish adds a playout that has ended.
func (p *stepper) finish(out *evaluation) {
	out.playouts++
	out.finished++
	for r := range out.values {
		goal := 0
		if p.goals = p.machine.Goals(p.state, game.Role(r), p.goals[:0]); len(p.goals) == 1 {
			goal = max(0, min(p.goals[0], 100))
		}
		out.values[r] += float64(goal) / 100
		if game.Role(r) != p.random {
			out.sum += uint64(goal)
		}
		p.learn(game.Role(r), float64(goal)/100)
	}
	for _, s := range p.steps {
		out.trail = append(out.trail, tracedMove{Role: s.role, Key: keyOf(p.splitter, s.role, s.move)})
	}
}

// learn adds a role's moves in the playout to the n-gram table.
func (p *stepper) learn(role game.Role, value float64) {
	if p.ngrams == nil {
		return
	}
	for _, s := range p.steps {
		if s.role == role {
			p.ngrams.add(s.history, role, s.move, value)
		}
	}
}
