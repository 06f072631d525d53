package infotracker

import (
	"context"
	"math/bits"
	"slices"

	"ludex/game"
	"ludex/knowledge"
)

// A particle is a development that is consistent with the view so far.
type particle struct {
	state  game.State
	last   *historyNode
	weight uint64 // in units of 2⁻³²
}

// A historyNode is the last joint move of a development, and its predecessor.
// Particles share common prefixes.
type historyNode struct {
	before *historyNode
	joint  []game.Move
}

func (l *historyNode) development(steps int) knowledge.Development {
	joints := make([][]game.Move, steps)
	for k := steps - 1; k >= 0; k-- {
		joints[k] = l.joint
		l = l.before
	}
	return knowledge.Development{Joints: joints}
}

// particles draws developments by a particle filter.
func (s *sampler) particles(ctx context.Context) ([]knowledge.Development, error) {
	particles := make([]particle, s.opt.Particles)
	initial := s.initial()
	for i := range particles {
		particles[i].state = initial
	}
	for step := range s.view.Steps {
		total := uint64(0)
		for i := range particles {
			if i&15 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err := s.advance(&particles[i], step); err != nil {
				return nil, err
			}
			total += particles[i].weight
		}
		if total == 0 {
			return nil, errNoneLeft
		}
		particles = s.resample(particles, total)
	}
	out := make([]knowledge.Development, s.opt.Count)
	for i := range out {
		out[i] = particles[s.rand.Choose(len(particles))].last.development(len(s.view.Steps))
	}
	return out, nil
}

// advance extends a particle by one of the consistent joint moves.
func (s *sampler) advance(p *particle, step int) error {
	fitting, tried, err := s.continuations(p.state, step)
	if err != nil {
		return err
	}
	if p.weight = uint64(fitting) << 32 / uint64(tried); fitting == 0 {
		return nil
	}
	s.makeMove(p, s.rand.Choose(fitting))
	return s.machine.Err()
}

// makeMove makes one of the joint moves found by continuations.
func (s *sampler) makeMove(p *particle, i int) {
	n := len(s.joint)
	joint := slices.Clone(s.found[i*n : (i+1)*n])
	p.state = s.machine.Next(p.state, joint, nil)
	p.last = &historyNode{p.last, joint}
}

// resample replicates particles in proportion to their weights (systematic
// resampling).
func (s *sampler) resample(particles []particle, total uint64) []particle {
	n := uint64(len(particles))
	out := make([]particle, 0, n)
	start, _ := bits.Mul64(s.rand.Uint64(), total)
	at, sum := 0, particles[0].weight
	for k := range n {
		// the k-th mark is (k·total + start) / n, and both may be large
		hi, lo := bits.Mul64(k, total)
		lo, carry := bits.Add64(lo, start, 0)
		mark, _ := bits.Div64(hi+carry, lo, n)
		for sum <= mark {
			at++
			sum += particles[at].weight
		}
		out = append(out, particles[at])
	}
	return out
}
