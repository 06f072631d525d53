package bitslice

import "slices"

// A Sampler is an [Evaluator] that can also draw random moves in all lanes at once. Call
// Draw between Legal and Next instead of setting moves.
type Sampler struct {
	Evaluator
	compiled *phase
	bytes    [maxOctets]laneBytes
	planes   [][]uint32 // by role: the signals of the drawn position, the lowest bit first
}

// A Source is a random source for samplers. Samplers may share it, but not concurrently.
type Source struct{ rng *rng }

// NewSource returns a source with a seed. Equal seeds give equal draws with every
// kernel.
func NewSource(seed uint64) *Source { return &Source{newRNG(seed, 0)} }

// NewSampler returns a sampler for a phase.
func (e *Engine) NewSampler(phase int) *Sampler {
	d := &Sampler{Evaluator: *e.NewEvaluator(phase), compiled: &e.phases[phase]}
	d.legal = d.compiled.legal.script // which counts moves as well
	d.signals = newSignals(e.signals)
	markers := d.compiled.markers
	for i := range d.phase.Roles {
		r := &d.phase.Roles[i]
		planes := r.Planes
		if len(r.Moves) < 2 {
			planes = nil
		} else if planes == nil {
			for k := range markers[0].planes {
				planes = append(planes, markers[0].index+uint32(k))
			}
			markers = markers[1:]
		}
		d.planes = append(d.planes, slices.Clone(planes))
	}
	return d
}

// Stuck returns, after Legal, the lanes in which a role has no legal move.
func (d *Sampler) Stuck() *Vec { return &d.signals[d.compiled.noMove] }

// Draw draws, after Legal and before Next, a uniformly random legal move for each role in
// each lane. The result is undefined in lanes where a role has none.
func (d *Sampler) Draw(s *Source) {
	ph := d.compiled
	ph.draw(d.kernel, d.signals, s.rng, d.Stuck())
	ph.walk.script.eval(d.kernel, d.signals)
	ph.mark(d.kernel, d.signals, &d.bytes)
}

// Drawn writes, after Draw and before Next, the drawn moves of a role for the first
// len(dst) lanes into dst, as positions in the list of the role's moves in this phase.
func (d *Sampler) Drawn(role int, dst []int32) {
	var m [64]uint64
	for first := 0; first < min(len(dst), Count); first += 64 {
		clear(m[:])
		for k, s := range d.planes[role] {
			m[k] = d.signals[s][first/64]
		}
		transposeRows(&m, len(d.planes[role]))
		for lane := first; lane < min(first+64, len(dst), Count); lane++ {
			dst[lane] = int32(m[lane-first])
		}
	}
}
