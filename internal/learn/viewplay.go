package learn

import (
	"context"

	"ludex/game"
	"ludex/internal/neural"
)

// A viewPlayer makes plays of a game that hides information with itself. Every role
// chooses by its own view. It belongs to one goroutine.
type viewPlayer struct {
	game    game.Game
	machine game.Machine
	viewer  *Viewer
	opt     *Options
	limit   int // steps of a play

	state, next game.State
	legal       [][]game.Move
	joint       []game.Move
	seen        []game.Percept
	samples     []neural.Sample // of the play
}

func newViewPlayer(g game.Game, net *neural.Network, opt *Options, limit int) *viewPlayer {
	roles := len(g.Roles())
	return &viewPlayer{
		game: g, machine: g.NewMachine(), viewer: NewViewer(g, net), opt: opt, limit: limit,
		legal: make([][]game.Move, roles), joint: make([]game.Move, roles),
	}
}

// play makes a play with moves drawn at a temperature, and returns the decisions of all
// roles as samples. The target of each is what the roles got in the end.
func (p *viewPlayer) play(ctx context.Context, seed uint64, temperature float64) ([]neural.Sample, error) {
	p.machine.Bind(ctx)
	rand := game.NewRand(seed)
	p.viewer.Begin()
	p.samples = []neural.Sample{}
	p.state = p.machine.Initial(p.state[:0])
	opening := rand.Choose(p.opt.Opening + 1)
	over := false
	for step := 0; step < p.limit; step++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if over = p.machine.Terminal(p.state); over || !p.step(rand, temperature, step < opening) {
			break
		}
	}
	target := outcome(p.machine, p.state, len(p.legal), over)
	for i := range p.samples {
		p.samples[i].Goals = target
	}
	return p.samples, p.machine.Err()
}

// step makes a step. It returns false if a role has no move.
func (p *viewPlayer) step(rand *game.Rand, temperature float64, random bool) bool {
	random = random || rand.Choose(p.opt.Random) == 0
	for r := range p.legal {
		role := game.Role(r)
		p.legal[r] = p.machine.Legal(p.state, role, p.legal[r][:0])
		if len(p.legal[r]) == 0 {
			return false
		}
		p.joint[r] = p.legal[r][rand.Choose(len(p.legal[r]))]
		if len(p.legal[r]) == 1 || role == p.game.Random() {
			continue
		}
		if !random {
			p.joint[r] = p.viewer.Choose(role, p.legal[r], rand, temperature)
		}
		features := append(p.viewer.features(role), p.viewer.moveFeature(role, p.joint[r]))
		p.samples = append(p.samples, neural.Sample{Features: features, Weight: 1})
	}
	for r := range p.legal {
		if role := game.Role(r); role != p.game.Random() {
			p.seen = p.machine.Percepts(p.state, p.joint, role, p.seen[:0])
			p.viewer.Extend(role, p.joint[r], p.seen)
		}
	}
	p.next = p.machine.Next(p.state, p.joint, p.next[:0])
	p.state, p.next = p.next, p.state
	return true
}
