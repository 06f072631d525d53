package bitslice

import "slices"

// A Netlist is straight code in which every value is made once, by a truth table over up
// to three others. Values are numbered: first those of the signals that are read, then the
// computed ones.
type Netlist struct {
	Reads  []uint32 // signals
	Tables []Table  // each after the values that it reads
	Writes []Write  // done when all values are computed
}

// A Table computes a value. Bit i of Bits is the value for the inputs with the bits of i,
// the last input lowest.
type Table struct {
	In   [3]int32
	N    uint8 // how many inputs there are
	Bits uint8
}

// A Write says that a signal gets a value.
type Write struct {
	Value  int32
	Signal uint32
}

// A Stage is a part of a step. One with feedback is repeated until Changed is not set in
// any lane: the feedback signals start as False, and the stage writes them.
type Stage struct {
	Netlist
	Feedback []uint32
	Changed  uint32
}

// Steps are a program with everything that a step needs besides the drawing of numbers, in
// a form for other machines than the processor: a signal space, and stages that read and
// write it.
type Steps struct {
	Signals int
	State   []uint32
	Init    []bool
	Restart uint32 // set in lanes that begin again in the initial state, when the last phase ends
	Phases  []StepPhase
	// Net computes the goals from states that were set aside, and has signals of its own. If
	// it is nil, phases compute the goals.
	Net *StepNet
}

// A StepPhase is a phase of the steps: Legal, perhaps Goals, a number drawn below each of
// the counts, Walk, the signals of moves, Next.
type StepPhase struct {
	Legal, Goals, Walk, Next []Stage

	Terminal, NoMove uint32
	GoalsOf          []uint32
	Draws            []Draw
	Index            [][]uint32  // by role: the planes of the position of its move, if moves can be given and it has several
	Inputs           [][2]uint32 // ranges of signals that are cleared before moves set theirs
	Always           []uint32    // signals that are then set in all lanes
	Markers          []Marker
}

// A Draw is a number to be drawn below a count. Both are given by their planes.
type Draw struct {
	Counts, Numbers uint32
	Planes          int
	Most            int // the greatest count
}

// A Marker sets the signals of the move at a position.
type Marker struct {
	Index   uint32 // the first plane of the position
	Planes  int
	Classes [][]uint32
}

// A StepNet computes goals.
type StepNet struct {
	Signals int
	Moves   []Write // from state signals, which are the values, to signals of the net
	Code    []Stage
	GoalsOf []uint32
}

// A Lowering says how a program is translated.
type Lowering struct {
	// Recompute says that Next computes what it needs of Legal again, which takes more gates
	// and less memory between the two.
	Recompute bool
	// Given says that moves can be given instead of drawn: all legal moves are written, Walk is
	// apart from Next and writes the positions of the moves that were drawn, which can be
	// replaced, Next also computes percepts, and no play begins again by itself.
	Given bool
}

// Lower translates a program.
func Lower(p *Program, how Lowering) (*Steps, error) {
	if err := check(p); err != nil {
		return nil, err
	}
	c := newCompiler(p, Native)
	var phases []phase
	for i := range p.Phases {
		phases = append(phases, c.phase(&p.Phases[i]))
	}
	net := c.goalNet()
	s := &Steps{State: p.State, Init: p.Init, Restart: c.restart}
	for i := range phases {
		s.Phases = append(s.Phases, c.lower(&phases[i], i == len(phases)-1, how))
	}
	if !net.direct {
		s.Net = c.lowerNet(&net)
	}
	s.Signals = int(c.most)
	return s, nil
}

// lower translates a phase.
func (c *compiler) lower(ph *phase, last bool, how Lowering) StepPhase {
	src, parts := ph.source, ph.parts
	out := StepPhase{Terminal: src.Terminal, NoMove: ph.noMove, GoalsOf: src.GoalsOf, Inputs: ph.inputs, Always: ph.always}
	draws := ph.draws
	for i := range src.Roles {
		if r := &src.Roles[i]; len(r.Moves) > 1 {
			d := draws[0]
			draws = draws[1:]
			out.Draws = append(out.Draws, Draw{d.counts, d.numbers, d.planes, len(r.Moves)})
		}
	}
	markers := ph.markers
	out.Index = make([][]uint32, len(src.Roles))
	for i := range src.Roles {
		r := &src.Roles[i]
		if len(r.Moves) < 2 {
			continue
		}
		if out.Index[i] = r.Planes; r.Planes == nil {
			out.Markers = append(out.Markers, Marker{markers[0].index, markers[0].planes, r.Classes})
			out.Index[i] = consecutive(markers[0].index, markers[0].planes)
			markers = markers[1:]
		}
	}
	next := codeOf(src.Next).plain()
	if how.Given { // what is perceived depends on the state before and after
		next = append(next[:len(next):len(next)], codeOf(src.Percepts).plain()...)
	}
	later := []uint32{src.Terminal, ph.noMove}
	again := how.Recompute && codeOf(src.Legal).loops() == 0
	if !again {
		later = exposed(slices.Concat(later, src.NextOf, src.PerceptsOf), next, c.most)
	}
	if c.direct {
		goals := codeOf(src.Goals)
		later = append(exposed(later, goals, c.most), src.GoalsOf...)
		out.Goals = c.stages(parts.b, goals, nil, func(g *graph) {
			for _, s := range src.GoalsOf {
				g.output(s)
			}
		}, src.GoalsOf)
	}
	for i := range src.Roles {
		if how.Given || len(src.Roles[i].Moves) > 1 && !(again && ph.inputs == nil) {
			later = append(later, src.Roles[i].Legal...)
		}
	}
	slices.Sort(later)
	later = slices.Compact(later)
	out.Legal = c.stages(parts.b, codeOf(src.Legal), nil, func(g *graph) {
		g.addInsts(parts.count)
		g.outputKept(parts.count)
		for _, s := range later {
			g.output(s)
		}
	}, append(later, legalSignals(src)...))
	begin := func(g *graph) {
		if again {
			g.addCode(codeOf(src.Legal).plain())
		}
		g.addInsts(parts.walk)
	}
	if ph.inputs != nil || how.Given {
		g := newGraph(int(c.most), parts.b)
		g.addInsts(parts.walk)
		g.outputKept(parts.walk)
		out.Walk = []Stage{{Netlist: g.netlist()}}
		begin = func(g *graph) {
			if again {
				g.addCode(codeOf(src.Legal).plain())
			}
		}
	}
	from := c.program.Init
	if !last || how.Given {
		from = nil
	}
	out.Next = c.stages(parts.b, next, begin, func(g *graph) {
		if how.Given {
			for _, s := range src.PerceptsOf {
				g.output(s)
			}
		}
		c.commit(g, ph, from)
	}, slices.Concat(src.NextOf, src.PerceptsOf))
	return out
}

// consecutive returns a number of signals.
func consecutive(first uint32, n int) []uint32 {
	out := make([]uint32, n)
	for i := range out {
		out[i] = first + uint32(i)
	}
	return out
}

// lowerNet translates the goal net.
func (c *compiler) lowerNet(n *goalNet) *StepNet {
	src := &c.program.GoalNet
	d := *c
	d.most = uint32(n.signals) + 1
	d.sink = uint32(n.signals)
	out := &StepNet{Signals: int(d.most), GoalsOf: src.GoalsOf}
	for _, m := range n.moves {
		out.Moves = append(out.Moves, Write{int32(m.from), m.to})
	}
	out.Code = d.stages(n.parts.b, codeOf(src.Code), nil, func(g *graph) {
		for _, s := range src.GoalsOf {
			g.output(s)
		}
	}, src.GoalsOf)
	return out
}

// stages translates code without guards. The functions add what comes before and after it;
// later are signals that are read after it.
func (c *compiler) stages(b *builder, parts code, begin, end func(*graph), later []uint32) []Stage {
	if len(parts) == 0 || parts[0].loop != nil {
		parts = append(code{{}}, parts...)
	}
	if parts[len(parts)-1].loop != nil {
		parts = append(parts[:len(parts):len(parts)], part{})
	}
	s := staging{c: c, b: b, later: later}
	var out []Stage
	for i := range parts {
		g := newGraph(int(c.most), b)
		st := Stage{Changed: c.sink}
		if i == 0 && begin != nil {
			begin(g)
		}
		if l := parts[i].loop; l != nil {
			st.Feedback = s.loop(g, l)
		} else {
			g.addCode(parts[i : i+1])
		}
		if i == len(parts)-1 {
			end(g)
		} else {
			s.keep(g, parts[i+1:], st.Feedback)
		}
		st.Netlist = g.netlist()
		out = append(out, st)
	}
	return out
}

// netlist returns the code of a graph.
func (g *graph) netlist() Netlist {
	g.fuse()
	order := g.schedule()
	var out Netlist
	value := make([]int32, len(g.nodes))
	for i := range value {
		value[i] = -1
	}
	read := func(n int32) {
		if value[n] < 0 && g.nodes[n].n == 0 {
			value[n] = int32(len(out.Reads))
			out.Reads = append(out.Reads, uint32(g.nodes[n].home))
		}
	}
	for _, n := range order {
		for _, x := range g.nodes[n].in[:g.nodes[n].n] {
			read(x)
		}
	}
	for i, n := range order {
		value[n] = int32(len(out.Reads) + i)
	}
	for _, n := range order {
		x := &g.nodes[n]
		t := Table{N: x.n, Bits: x.table}
		for k, in := range x.in[:x.n] {
			t.In[k] = value[in]
		}
		out.Tables = append(out.Tables, t)
	}
	for _, o := range g.outputs {
		out.Writes = append(out.Writes, Write{value[o.node], o.signal})
	}
	return out
}
