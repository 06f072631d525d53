package bitslice

import "slices"

// A Drawer is an [Evaluator] that can also choose moves at random, in all lanes
// at once. Between Legal and Next, Draw takes the place of setting moves.
type Drawer struct {
	Evaluator
	compiled *phase
	bytes    [maxOctets]octets
	planes   [][]uint32 // by role: the signals of the drawn position, the lowest bit first
}

// A Source is where drawers draw from. Several drawers may share one in turn.
type Source struct{ rng *rng }

// NewSource returns a source with a seed. Equal seeds give equal draws with every
// kernel.
func NewSource(seed uint64) *Source { return &Source{newRNG(seed, 0)} }

// NewDrawer returns a drawer for a phase.
func (e *Engine) NewDrawer(phase int) *Drawer {
	d := &Drawer{Evaluator: *e.NewEvaluator(phase), compiled: &e.phases[phase]}
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
func (d *Drawer) Stuck() *Vec { return &d.signals[d.compiled.noMove] }

// Draw draws for each role, after Legal and before Next, one of its legal moves in
// each lane, all of them equally likely. Lanes in which a role has none get
// anything.
func (d *Drawer) Draw(s *Source) {
	ph := d.compiled
	ph.draw(d.kernel, d.signals, s.rng, d.Stuck())
	ph.walk.script.eval(d.kernel, d.signals)
	ph.mark(d.kernel, d.signals, &d.bytes)
}

// Drawn writes, after Draw and before Next, the drawn moves of a role into dst,
// as positions in the list of moves that the role has in this phase: those of the
// lanes from the first one on, as many as there is room for.
func (d *Drawer) Drawn(role int, dst []int32) {
	var m [64]uint64
	for first := 0; first < min(len(dst), Count); first += 64 {
		clear(m[:])
		for k, s := range d.planes[role] {
			m[k] = d.signals[s][first/64]
		}
		transpose64(&m)
		for lane := first; lane < min(first+64, len(dst), Count); lane++ {
			dst[lane] = int32(m[lane-first])
		}
	}
}
