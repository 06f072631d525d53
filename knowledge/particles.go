package knowledge

import (
	"context"
	"math/bits"
	"slices"

	"ludex/game"
)

// A particle is a development that fits the view so far.
type particle struct {
	state  game.State
	last   *link
	weight uint64 // in units of 2⁻³²
}

// A link is the last joint move of a development, and what came before it.
// Particles with a common past share it.
type link struct {
	before *link
	joint  []game.Move
}

func (l *link) development(steps int) Development {
	joints := make([][]game.Move, steps)
	for k := steps - 1; k >= 0; k-- {
		joints[k] = l.joint
		l = l.before
	}
	return Development{joints}
}

// particles draws by following many developments at once.
func (s *sampler) particles(ctx context.Context) ([]Development, error) {
	crowd := make([]particle, s.opt.Particles)
	initial := s.initial()
	for i := range crowd {
		crowd[i].state = initial
	}
	for step := range s.view.Steps {
		total := uint64(0)
		for i := range crowd {
			if i&15 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err := s.advance(&crowd[i], step); err != nil {
				return nil, err
			}
			total += crowd[i].weight
		}
		if total == 0 {
			return nil, errNoneLeft
		}
		crowd = s.resample(crowd, total)
	}
	out := make([]Development, s.opt.Count)
	for i := range out {
		out[i] = crowd[s.rand.Choose(len(crowd))].last.development(len(s.view.Steps))
	}
	return out, nil
}

// advance lets a particle go on by one of the joint moves that fit.
func (s *sampler) advance(p *particle, step int) error {
	fitting, tried, err := s.continuations(p.state, step)
	if err != nil {
		return err
	}
	if p.weight = uint64(fitting) << 32 / uint64(tried); fitting == 0 {
		return nil
	}
	s.follow(p, s.rand.Choose(fitting))
	return s.machine.Err()
}

// follow makes one of the joint moves that were found to fit.
func (s *sampler) follow(p *particle, i int) {
	n := len(s.joint)
	joint := slices.Clone(s.found[i*n : (i+1)*n])
	p.state = s.machine.Next(p.state, joint, nil)
	p.last = &link{p.last, joint}
}

// resample gives particles as many descendants as their weights say. The first
// is drawn, the others follow at equal distances, which adds the least noise.
func (s *sampler) resample(crowd []particle, total uint64) []particle {
	n := uint64(len(crowd))
	out := make([]particle, 0, n)
	start, _ := bits.Mul64(s.rand.Uint64(), total)
	at, sum := 0, crowd[0].weight
	for k := range n {
		// the k-th mark is (k·total + start) / n, and both may be large
		hi, lo := bits.Mul64(k, total)
		lo, carry := bits.Add64(lo, start, 0)
		mark, _ := bits.Div64(hi+carry, lo, n)
		for sum <= mark {
			at++
			sum += crowd[at].weight
		}
		out = append(out, crowd[at])
	}
	return out
}
