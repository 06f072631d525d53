package learn

import (
	"context"
	"math"
	"slices"

	"ludex/game"
	"ludex/internal/neural"
)

// A selfPlayer makes plays of a game with itself. It belongs to one goroutine.
type selfPlayer struct {
	game    game.Game
	machine game.Machine
	expand  game.Expander   // may be nil
	lister  game.MoveLister // may be nil
	source  game.Featurer
	net     *neural.Evaluator
	opt     *Options
	limit   int // steps of a play
	rand    *game.Rand

	legal    [][]game.Move
	joint    []game.Move
	joints   []game.Move
	children []game.State
	states   []game.State // of the play
	values   [][]float64  // estimated goals of these states; empty if they were not computed
	free     []game.State // memory for states
	features []int32
	chosen   []float64 // estimated goals of the state after the chosen move
}

func newSelfPlayer(g game.Game, net *neural.Network, source game.Featurer, opt *Options, limit int) *selfPlayer {
	m := g.NewMachine()
	roles := len(g.Roles())
	can := game.MachineCapabilitiesOf(m)
	return &selfPlayer{
		game: g, machine: m, expand: can.Expand, lister: can.Moves, source: source,
		net: net.NewEvaluator(source), opt: opt, limit: limit,
		legal: make([][]game.Move, roles), joint: make([]game.Move, roles),
	}
}

// play makes a play with moves drawn at a temperature, and returns its states as
// samples.
func (p *selfPlayer) play(ctx context.Context, seed uint64, temperature float64) ([]neural.Sample, error) {
	p.machine.Bind(ctx)
	p.rand = game.NewRand(seed)
	p.free, p.states = append(p.free, p.states...), p.states[:0]
	p.push(func(dst game.State) game.State { return p.machine.Initial(dst) })
	opening := p.rand.Choose(p.opt.Opening + 1)
	over := false
	for step := 0; step < p.limit; step++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s := p.states[len(p.states)-1]
		if over = p.machine.Terminal(s); over || !p.step(s, temperature, step < opening) {
			break
		}
	}
	if err := p.machine.Err(); err != nil {
		return nil, err
	}
	return p.samples(over), nil
}

// push appends a state that f computes in the given memory.
func (p *selfPlayer) push(f func(dst game.State) game.State) {
	var memory game.State
	if last := len(p.free) - 1; last >= 0 {
		memory, p.free = p.free[last], p.free[:last]
	}
	p.states = append(p.states, f(memory))
	for len(p.values) < len(p.states) {
		p.values = append(p.values, nil)
	}
	p.values[len(p.states)-1] = p.values[len(p.states)-1][:0]
}

// step makes a step. It returns false if a role has no move.
func (p *selfPlayer) step(s game.State, temperature float64, random bool) bool {
	deciders := 0
	for r := range p.legal {
		p.legal[r] = p.listMoves(s, game.Role(r), p.legal[r][:0])
		if len(p.legal[r]) == 0 {
			return false
		}
		p.joint[r] = p.legal[r][p.rand.Choose(len(p.legal[r]))]
		if len(p.legal[r]) > 1 && game.Role(r) != p.game.Random() {
			deciders++
		}
	}
	p.chosen = p.chosen[:0]
	if !random && deciders > 0 && p.rand.Choose(p.opt.Random) != 0 {
		for r := range p.legal {
			if len(p.legal[r]) > 1 && game.Role(r) != p.game.Random() {
				p.joint[r] = p.choose(s, r, temperature)
			}
		}
	}
	p.push(func(dst game.State) game.State { return p.machine.Next(s, p.joint, dst) })
	if deciders == 1 { // what was valued is the next state
		last := len(p.states) - 1
		p.values[last] = append(p.values[last], p.chosen...)
	}
	return true
}

// listMoves returns the legal moves of a role, in any order.
func (p *selfPlayer) listMoves(s game.State, r game.Role, dst []game.Move) []game.Move {
	if p.lister != nil {
		return p.lister.Moves(s, r, dst)
	}
	return p.machine.Legal(s, r, dst)
}

// choose draws a move of a role by the estimates of the states after it (softmax). Where
// several roles decide, the others' moves are random ones. Of very many moves, a random
// selection is valued.
func (p *selfPlayer) choose(s game.State, role int, temperature float64) game.Move {
	moves := p.legal[role]
	if len(moves) > p.opt.Breadth {
		for i := range p.opt.Breadth {
			k := i + p.rand.Choose(len(moves)-i)
			moves[i], moves[k] = moves[k], moves[i]
		}
		moves = moves[:p.opt.Breadth]
	}
	p.joints = p.joints[:0]
	for _, m := range moves {
		at := len(p.joints)
		p.joints = append(p.joints, p.joint...)
		p.joints[at+role] = m
	}
	p.children = p.children[:0]
	if p.expand != nil {
		p.children = p.expand.Expand(s, p.joints, p.children)
	} else {
		roles := len(p.legal)
		for i := range moves {
			p.children = game.Extend(p.children, 1)
			p.children[i] = p.machine.Next(s, p.joints[i*roles:(i+1)*roles], p.children[i])
		}
	}
	best, highest := 0, math.Inf(-1)
	p.net.Children(s, p.children, func(i int, goals []float64) {
		score := logit(goals[role]) + temperature*gumbel(p.rand)
		if score > highest {
			best, highest = i, score
			p.chosen = append(p.chosen[:0], goals...)
		}
	})
	return moves[best]
}

// gumbel returns a number of the standard Gumbel distribution. The highest of several
// scores to which such numbers are added is a draw by softmax.
func gumbel(r *game.Rand) float64 {
	u := (float64(r.Uint64()>>11) + 0.5) / (1 << 53)
	return -math.Log(-math.Log(u))
}

// logit is the inverse of the logistic function.
func logit(v float64) float64 {
	v = min(max(v, 1e-6), 1-1e-6)
	return math.Log(v / (1 - v))
}

// samples returns the states of the play with their targets.
func (p *selfPlayer) samples(over bool) []neural.Sample {
	roles := len(p.legal)
	list := make([]neural.Sample, len(p.states))
	target := outcome(p.machine, p.states[len(p.states)-1], roles, over)
	for i := len(p.states) - 1; i >= 0; i-- {
		p.features = p.source.AppendFeatures(p.states[i], p.features[:0])
		features := slices.Clone(p.features)
		if i < len(p.states)-1 {
			next := p.estimate(i + 1)
			if i+1 == len(p.states)-1 && over {
				copy32(next, target)
			}
			for r := range target {
				target[r] = p.opt.Lambda*target[r] + (1-p.opt.Lambda)*float32(next[r])
			}
		}
		goals := make([]float32, roles)
		copy(goals, target)
		weight := float32(1)
		if over && i == len(p.states)-1 {
			weight = 2
		}
		list[i] = neural.Sample{Features: features, Goals: goals, Weight: weight}
	}
	return list
}

// estimate returns the estimated goals of a state of the play. The caller may change them.
func (p *selfPlayer) estimate(i int) []float64 {
	if len(p.values[i]) > 0 {
		return p.values[i]
	}
	return p.net.Goals(p.states[i])
}

func copy32(dst []float64, src []float32) {
	for i, v := range src {
		dst[i] = float64(v)
	}
}

// outcome returns the goals in the last state of a play, divided by 100.
func outcome(m game.Machine, last game.State, roles int, over bool) []float32 {
	target := make([]float32, roles)
	for r := range target {
		target[r] = 0.5
		if !over {
			continue
		}
		if goals := m.Goals(last, game.Role(r), nil); len(goals) == 1 {
			target[r] = float32(goals[0]) / 100
		}
	}
	return target
}
