package bitslice

// A stage is a part of a block with loops or guards: machine code that is run once,
// or again and again until nothing changes, or left out.
type stage struct {
	native   *native
	feedback []uint32 // signals that start as False, if it is a loop
	changed  uint32   // a loop leaves here which lanes have not settled
	guard    uint32   // if it is not False, a signal without which nothing is done
}

// run evaluates a stage.
func (s *stage) run(signals []Vec) {
	if s.guard != False && signals[s.guard] == (Vec{}) {
		return
	}
	if s.feedback == nil {
		s.native.call(signals)
		return
	}
	for _, f := range s.feedback {
		signals[f] = Vec{}
	}
	for again := true; again; {
		s.native.call(signals)
		again = signals[s.changed] != Vec{}
	}
}

// A staging makes stages of code with loops or guards.
type staging struct {
	c     *compiler
	b     *builder
	code  code
	begin func(g *graph) // adds what comes before the code
	end   func(g *graph) // adds what comes after it
	later []uint32       // signals that end or others read
}

// generate makes machine code of each part. It leaves the block as it is where
// that is not allowed.
func (s *staging) generate(b *block) {
	parts := s.code
	if len(parts) == 0 || !parts[0].straight() {
		parts = append(code{{}}, parts...)
	}
	if !parts[len(parts)-1].straight() {
		parts = append(parts[:len(parts):len(parts)], part{})
	}
	var stages []stage
	most := 0
	for i := range parts {
		g := newGraph(int(s.c.most), s.b)
		st := stage{changed: s.c.sink, guard: parts[i].guard}
		if i == 0 {
			s.begin(g)
		}
		if l := parts[i].loop; l != nil {
			st.feedback = s.loop(g, l)
		} else {
			g.addCode(parts[i : i+1])
		}
		if i == len(parts)-1 {
			s.end(g)
		} else {
			s.keep(g, parts[i+1:], st.feedback)
		}
		var piece block
		if piece.generate(g, s.c); piece.native == nil {
			return
		}
		st.native = piece.native
		stages = append(stages, st)
		most = max(most, piece.signals)
	}
	b.stages, b.signals = stages, most
}

// keep has what later parts read written to memory, all but what a loop has
// written itself.
func (s *staging) keep(g *graph, rest code, written []uint32) {
	done := make(map[uint32]bool, len(written))
	for _, f := range written {
		done[f] = true
	}
	for _, x := range exposed(append([]uint32{}, s.later...), rest, s.c.most) {
		if !done[x] {
			done[x] = true
			g.output(x)
		}
	}
}

// sweeps is how often a loop is gone through before it is looked at whether it
// has settled.
const sweeps = 2

// loop adds the body of a loop and returns its feedback signals.
func (s *staging) loop(g *graph, l *Loop) []uint32 {
	body := code{{runs: loopRuns(l)}}
	var before []int32
	for range sweeps {
		before = before[:0]
		for i := range l.Feedback {
			before = append(before, g.read(l.Feedback[i].Signal))
		}
		g.addCode(body)
		after := make([]int32, len(l.Feedback))
		for i := range l.Feedback {
			f := &l.Feedback[i]
			after[i] = g.read(f.Source)
			if f.Invert {
				after[i] = g.node(0x1, [3]int32{after[i]}, 1)
			}
		}
		for i := range l.Feedback {
			g.current[l.Feedback[i].Signal] = after[i]
		}
	}
	changed := int32(falseNode)
	feedback := make([]uint32, len(l.Feedback))
	for i := range l.Feedback {
		feedback[i] = l.Feedback[i].Signal
		n := g.current[feedback[i]]
		changed = g.node(0xE, [3]int32{changed, g.node(0x6, [3]int32{before[i], n}, 2)}, 2)
		g.outputTo(feedback[i], n)
	}
	g.outputTo(s.c.sink, changed)
	return feedback
}
