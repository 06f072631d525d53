package gpu

import "math"

// A selfEmulator runs self-play by the interpreter, and chooses lanes in Go.
type selfEmulator struct {
	s     *SelfPlay
	mem   *memory
	aux   [][auxWords]uint32
	kept  []uint32
	going int
}

// EmulatedSelfPlay returns self-play that is run by the interpreter. It is slow.
func EmulatedSelfPlay(e *Environment, n Network) *SelfPlay {
	s := &SelfPlay{env: e, network: n}
	s.x = &selfEmulator{s: s}
	return s
}

func (e *selfEmulator) set() error  { return nil }
func (e *selfEmulator) free() error { return nil }

func (e *selfEmulator) begin(plays, records int, seed uint32, opening int) error {
	env := e.s.env
	e.mem = env.newMemory(plays)
	e.aux = make([][auxWords]uint32, plays)
	e.kept = make([]uint32, records*e.s.recordWords()*plays)
	for p := range plays {
		for w, v := range env.Initial() {
			e.mem.words[w*plays+p] = v
		}
		e.mem.words[wordRandom0*plays+p] = mix(seed, uint32(p), 0, laneLow) | 1
		e.mem.words[wordRandom1*plays+p] = mix(seed, uint32(p), 0, laneHigh) % (multiplier - 1)
		e.aux[p] = [auxWords]uint32{auxMover: e.s.firstMover(), auxOpening: mix(seed, uint32(p), 0, laneOpening) % uint32(opening+1)}
	}
	return nil
}

func (e *selfEmulator) step() error {
	e.s.env.interpret(e.mem, []uint32{1}, nil)
	return nil
}

func (e *selfEmulator) word(p, w int) *uint32 { return &e.mem.words[w*e.mem.threads+p] }

func (e *selfEmulator) choose(record int, c choice) error {
	e.going = 0
	for p := range e.aux {
		out := func(i int) *uint32 { return &e.kept[(record*e.s.recordWords()+i)*len(e.aux)+p] }
		*out(0) = 0
		if e.aux[p][auxOver] == 0 {
			e.chooseFor(p, c, out)
		}
		if e.aux[p][auxOver] == 0 {
			e.going++
		}
	}
	return nil
}

func (e *selfEmulator) chooseFor(p int, c choice, out func(int) *uint32) {
	l, aux, roles := &e.s.env.Layout, &e.aux[p], e.s.env.program.Roles
	best, highest := 0, math.Inf(-1)
	var values [Lanes][]float32
	for lane := range Lanes {
		values[lane] = e.values(p, lane)
		score := 0.0
		if role := int(aux[auxMover]) - 1; role >= 0 {
			if role < e.s.network.Values {
				score = float64(values[lane][role])
			} else {
				score = -float64(values[lane][0])
			}
			if *e.word(p, l.Done)>>lane&1 == 1 {
				v := min(max(float64(e.goal(p, lane, role))/100, leastGoal), 1-leastGoal)
				score = math.Log(v / (1 - v))
			}
		}
		u := (float64(mix(c.seed, uint32(p), c.now, uint32(lane))>>9) + 0.5) / (1 << 23)
		if score -= float64(c.temperature) * math.Log(-math.Log(u)); score > highest {
			best, highest = lane, score
		}
	}
	if mix(c.seed, uint32(p), c.now, laneRandom) < c.random || aux[auxSteps] < aux[auxOpening] || aux[auxMover] == 0 {
		best = 0
	}
	done, cut := *e.word(p, l.Done)>>best&1, *e.word(p, l.Truncated)>>best&1
	*out(0) = flagWritten + done*flagDone + cut*flagTruncated
	for r := range roles {
		*out(1 + r) = uint32(e.goal(p, best, r))
	}
	for v, z := range values[best] {
		*out(1 + roles + v) = math.Float32bits(float32(1 / (1 + math.Exp(-float64(z)))))
	}
	for k := range e.s.stateWords() {
		x := uint32(0)
		for i := range min(32, l.States-32*k) {
			x |= *e.word(p, l.State+32*k+i) >> best & 1 << i
		}
		*out(1 + roles + e.s.network.Values + k) = x
	}
	aux[auxOver], aux[auxMover] = done|cut, 0
	aux[auxSteps]++
	for r := range l.Roles {
		if role := &l.Roles[r]; !role.Chance && *e.word(p, role.Decides)>>best&1 == 1 {
			aux[auxMover] = uint32(r + 1)
		}
	}
	for w := wordRandom1 + 1; w < e.s.env.words; w++ {
		*e.word(p, w) = -(*e.word(p, w) >> best & 1)
	}
}

// goal returns the goal of a role in a lane.
func (e *selfEmulator) goal(p, lane, role int) (n int) {
	r := &e.s.env.Layout.Roles[role]
	for k := range r.GoalBits {
		n |= int(*e.word(p, r.Goal+k)>>lane&1) << k
	}
	return n
}

// values returns the outputs of the network in a lane.
func (e *selfEmulator) values(p, lane int) []float32 {
	n, l := &e.s.network, &e.s.env.Layout
	sums := append([]float32(nil), n.Bias...)
	who := e.s.env.program.Roles
	for _, f := range n.Features {
		if *e.word(p, l.State+f.Bit)>>lane&1 == 0 {
			continue
		}
		if f.Mover >= 0 {
			who = f.Mover
		}
		for h, w := range f.Weights {
			sums[h] += w
		}
	}
	out := make([]float32, n.Values)
	for v := range out {
		out[v] = n.Offset[who*n.Values+v]
		for h, x := range sums {
			c := min(max(x, 0), 1)
			out[v] += (c + n.Leak*(x-c)) * n.Output[(who*n.Values+v)*n.Hidden+h]
		}
	}
	return out
}

func (e *selfEmulator) records(int) ([]uint32, int, error) { return e.kept, e.going, nil }

func (e *selfEmulator) living() (int, error) { return e.going, nil }
