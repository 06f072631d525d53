package circuit

import (
	"context"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
)

// PerceivedPlayouts plays a random playout from each of the given states, up to
// 512 at once, and shows each step with the roles' percepts. If one of the states
// is unreachable, playouts are run one by one.
func (g *Game) PerceivedPlayouts(ctx context.Context, opt game.PerceivedOptions, visit func(*game.PerceivedStep) error) (game.PerceivedResult, error) {
	phases := make([]int, len(opt.From))
	for i, s := range opt.From {
		if phases[i] = g.PhaseOf(s); phases[i] < 0 {
			return game.ScalarPerceivedPlayouts(ctx, g, opt, visit)
		}
	}
	program, engine, err := g.perceiver()
	if err != nil {
		return game.PerceivedResult{}, err
	}
	p, _ := g.perceivers.Get().(*perceiver)
	if p == nil {
		p = newPerceiver(g, program, engine)
	}
	res, err := p.play(ctx, opt, phases, visit)
	p.opt, p.visit, p.result = game.PerceivedOptions{}, nil, game.PerceivedResult{} // drop references to the caller's memory
	g.perceivers.Put(p)
	return res, err
}

// A perceiver runs perceived playouts in lanes. Between the steps, states are
// stored in rows, running playouts first.
type perceiver struct {
	game     *Game
	program  *bitslice.Program
	engine   *bitslice.Engine
	samplers []*bitslice.Sampler // by phase, made when needed

	opt    game.PerceivedOptions
	result game.PerceivedResult
	visit  func(*game.PerceivedStep) error
	source *bitslice.Source

	phase    int
	words    int      // of a row
	playouts []int    // by row
	rows     []uint64 // states before the step; those without a playout are empty
	next     []uint64 // and after it
	percepts []uint64
	drawn    [][]int32 // by role and lane: the position of the move
	moving   []int32   // lanes of the playouts that make the step
	step     game.PerceivedStep
	reached  []int // goal values of a role
}

func newPerceiver(g *Game, program *bitslice.Program, engine *bitslice.Engine) *perceiver {
	p := &perceiver{game: g, program: program, engine: engine, samplers: make([]*bitslice.Sampler, len(g.phases))}
	d := p.sampler(0)
	p.words = d.Words()
	p.rows, p.next = make([]uint64, bitslice.Count*p.words), make([]uint64, bitslice.Count*p.words)
	p.percepts = make([]uint64, bitslice.Count*d.PerceptWords())
	for range g.spec.Roles {
		p.drawn = append(p.drawn, make([]int32, bitslice.Count))
	}
	return p
}

// sampler returns the sampler of a phase.
func (p *perceiver) sampler(phase int) *bitslice.Sampler {
	if p.samplers[phase] == nil {
		p.samplers[phase] = p.engine.NewSampler(phase)
	}
	return p.samplers[phase]
}

// play plays playouts from states whose phases are given, phase by phase.
func (p *perceiver) play(ctx context.Context, opt game.PerceivedOptions, phases []int, visit func(*game.PerceivedStep) error) (game.PerceivedResult, error) {
	if opt.MaxSteps == 0 {
		opt.MaxSteps = game.MaxSteps(p.game)
	}
	p.opt, p.visit, p.source = opt, visit, bitslice.NewSource(opt.Seed)
	p.result = game.NewPerceivedResult(len(opt.From), len(p.drawn))
	p.step.Percepts.Roles = opt.Roles
	for phase := range p.samplers {
		if err := p.playPhase(ctx, phase, phases); err != nil {
			return p.result, err
		}
	}
	return p.result, nil
}

// playPhase plays the playouts that start in a phase, as many at once as there
// are lanes.
func (p *perceiver) playPhase(ctx context.Context, phase int, phases []int) error {
	for next := 0; next < len(phases); {
		p.playouts = p.playouts[:0]
		for ; next < len(phases) && len(p.playouts) < bitslice.Count; next++ {
			if phases[next] == phase {
				p.playouts = append(p.playouts, next)
			}
		}
		if err := p.run(ctx, phase); err != nil {
			return err
		}
	}
	return nil
}

// run plays the playouts to the end.
func (p *perceiver) run(ctx context.Context, phase int) error {
	clear(p.rows)
	for row, k := range p.playouts {
		copy(p.rows[row*p.words:], p.opt.From[k])
	}
	p.phase, p.step.Number = phase, 0
	for len(p.playouts) > 0 && ctx.Err() == nil {
		if err := p.make(); err != nil {
			return err
		}
	}
	return nil
}

// make makes one step.
func (p *perceiver) make() error {
	d := p.sampler(p.phase)
	d.Load(p.rows) // all of them, so that draws do not depend on what was there before
	d.Legal()
	p.settle(d)
	if len(p.moving) == 0 {
		p.playouts = p.playouts[:0]
		return nil
	}
	n := len(p.playouts)
	d.Draw(p.source)
	for r := range p.drawn {
		d.Drawn(r, p.drawn[r][:n])
	}
	d.Next()
	d.Store(p.next[:n*p.words])
	if p.game.spec.Hidden {
		d.Percepts()
		d.StorePercepts(p.percepts[:n*d.PerceptWords()])
	}
	p.describe(d.PerceptWords())
	if err := p.visit(&p.step); err != nil {
		return err
	}
	p.advance()
	return nil
}

// settle ends playouts and lists the lanes of those still running.
func (p *perceiver) settle(d *bitslice.Sampler) {
	p.moving = p.moving[:0]
	terminal, stuck, goals := *d.Terminal(), *d.Stuck(), false
	if p.game.spec.StuckEnds {
		for w := range terminal {
			terminal[w] |= stuck[w]
		}
	}
	for row, k := range p.playouts {
		end := &p.result.Ends[k]
		switch w, bit := row/64, uint64(1)<<(row%64); {
		case terminal[w]&bit != 0:
			if !goals {
				d.Goals()
				goals = true
			}
			*end = game.Finished
			p.score(d, row, k)
		case p.step.Number >= p.opt.MaxSteps:
			*end = game.CutOff
		case stuck[w]&bit != 0:
			*end = game.Stuck
		default:
			p.moving = append(p.moving, int32(row))
		}
	}
}

// score notes the goals of a playout that has finished.
func (p *perceiver) score(d *bitslice.Sampler, lane, playout int) {
	roles := len(p.drawn)
	goals := p.result.Goals[playout*roles : (playout+1)*roles]
	p.reached = append(p.reached[:0], make([]int, roles)...)
	for i, g := range p.program.Goals {
		if d.Goal(i)[lane/64]>>(lane%64)&1 == 1 {
			p.reached[g.Role]++
			goals[g.Role] = g.Value
		}
	}
	for r, n := range p.reached {
		if n != 1 {
			goals[r] = game.NoGoal
		}
	}
}

// describe fills in the step that the visitor is shown.
func (p *perceiver) describe(words int) {
	s := &p.step
	s.Playouts, s.Joints, s.Next, s.Drop = s.Playouts[:0], s.Joints[:0], s.Next[:0], s.Drop[:0]
	s.Percepts.Reset()
	size := len(p.game.initial)
	for _, lane := range p.moving {
		first := len(s.Joints)
		for r := range p.drawn {
			move := p.program.Phases[p.phase].Roles[r].Moves[p.drawn[r][lane]]
			s.Joints = append(s.Joints, game.Move(move))
		}
		s.Playouts = append(s.Playouts, p.playouts[lane])
		p.result.Steps[p.playouts[lane]] = s.Number + 1
		p.game.addPercepts(&s.Percepts, p.percepts[int(lane)*words:], s.Joints[first:])
		s.Next = append(s.Next, p.next[int(lane)*p.words:][:size:size])
		s.Drop = append(s.Drop, false)
	}
}

// advance goes on to the next step, with the playouts that are left.
func (p *perceiver) advance() {
	p.step.Number++
	p.phase = (p.phase + 1) % len(p.samplers)
	old := len(p.playouts)
	p.playouts = p.playouts[:0]
	for i, k := range p.step.Playouts {
		if p.step.Drop[i] {
			p.result.Ends[k] = game.Dropped
			continue
		}
		copy(p.rows[len(p.playouts)*p.words:], p.step.Next[i])
		p.playouts = append(p.playouts, k)
	}
	clear(p.rows[len(p.playouts)*p.words : old*p.words])
}
