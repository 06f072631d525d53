package bitslice

// An op is a kind of instruction of the code that kernels run: the gates of
// programs, with their own numbers, and what choosing a move needs in addition.
type op uint8

const (
	opAdd2  = op(NumOps) + iota // sum and carry of a + b
	opAdd3                      // sum and carry of a + b + c
	opSub3                      // difference and borrow of a - b - c
	opMux                       // a ? b : c
	opCount                     // the planes of the number of set bits among sixteen
	opPick                      // of sixteen values the one whose number has the bits that are clear in four, the lowest first
	opEnd                       // ends a stream
	numOps  = opEnd
)

// Instructions that only wide kernels have.
const (
	opNor9 = opEnd + 1 + iota // whether none of nine is set
	allOps
)

// arity says how many inputs and outputs an instruction has.
var arity = [allOps]struct{ in, out int }{
	op(And2): {2, 1}, op(And2N1): {2, 1}, op(And2N2): {2, 1},
	op(And3): {3, 1}, op(And3N1): {3, 1}, op(And3N2): {3, 1}, op(And3N3): {3, 1},
	opAdd2: {2, 2}, opAdd3: {3, 2}, opSub3: {3, 2}, opMux: {3, 1},
	opCount: {16, 5}, opPick: {20, 1},
	opNor9: {9, 1},
}

// size returns the number of arguments of an instruction.
func (o op) size() int { return arity[o].in + arity[o].out }

// A run is a sequence of instructions of one kind: for each its inputs, then
// its outputs, as signal numbers.
type run struct {
	op   op
	args []uint32
}

// A code is evaluated between two points of a step. Parts without a loop and
// without a guard are straight.
type code []part

// A part of a code is either straight or a fixpoint. One with a guard is run only
// where that signal is set in some lane.
type part struct {
	runs  []run
	loop  *Loop
	guard uint32
}

func (p *part) straight() bool { return p.loop == nil && p.guard == False }

// codeOf turns the segments of a program into code.
func codeOf(segments []Segment) code {
	var c code
	for i := range segments {
		s := &segments[i]
		if s.Loop != nil {
			c = append(c, part{loop: s.Loop})
		} else if len(s.Args) > 0 {
			c = c.within(s.Guard, run{op(s.Op), s.Args})
		}
	}
	return c
}

// with returns the code with runs added at its end.
func (c code) with(runs ...run) code { return c.within(False, runs...) }

// within returns the code with guarded runs added.
func (c code) within(guard uint32, runs ...run) code {
	if len(runs) == 0 {
		return c
	}
	if n := len(c); n == 0 || c[n-1].loop != nil || c[n-1].guard != guard {
		c = append(c, part{guard: guard})
	}
	last := &c[len(c)-1]
	last.runs = append(last.runs, runs...)
	return c
}

// straight reports whether the code has no loop and no guard.
func (c code) straight() bool {
	for i := range c {
		if !c[i].straight() {
			return false
		}
	}
	return true
}

// guard returns the signal of a part that may be skipped, or False.
func (c code) guard() uint32 {
	for i := range c {
		if c[i].guard != False {
			return c[i].guard
		}
	}
	return False
}

// plain returns the code without guards.
func (c code) plain() code {
	var out code
	for _, p := range c {
		if p.loop != nil {
			out = append(out, p)
		} else {
			out = out.with(p.runs...)
		}
	}
	return out
}

// loops returns the number of fixpoints.
func (c code) loops() int {
	n := 0
	for i := range c {
		if c[i].loop != nil {
			n++
		}
	}
	return n
}

// widened returns the code with its straight parts widened.
func (c code) widened() code {
	out := make(code, len(c))
	for i, p := range c {
		out[i] = part{widen(p.runs), p.loop, p.guard}
	}
	return out
}

// gates returns the number of instructions, those of a loop counted once.
func (c code) gates() int {
	n := 0
	for i := range c {
		if l := c[i].loop; l != nil {
			n += len(l.Gates)
		}
		for _, r := range c[i].runs {
			n += len(r.args) / r.op.size()
		}
	}
	return n
}

// A stream is the form of code that kernels interpret: for each run its op, the
// number of instructions, and their arguments as byte offsets of the signals;
// then opEnd.
type stream []uint32

// streamOf encodes straight code.
func streamOf(runs []run) stream {
	n := 2
	for i := range runs {
		n += 2 + len(runs[i].args)
	}
	s := make(stream, 0, n)
	for i := range runs {
		r := &runs[i]
		s = append(s, uint32(r.op), uint32(len(r.args)/r.op.size()))
		for _, a := range r.args {
			s = append(s, a*vecBytes)
		}
	}
	return append(s, uint32(opEnd), 0)
}

// vecBytes is the size of a Vec.
const vecBytes = Count / 8

// A script is code ready to be interpreted.
type script []scriptPart

// A scriptPart is a stream, which is repeated until its feedback, if any, is
// stable, and evaluated only where its guard, if any, is set.
type scriptPart struct {
	stream   stream
	feedback []Feedback
	guard    uint32
}

// scriptOf prepares code for kernels.
func scriptOf(c code) script {
	var s script
	for i := range c {
		if l := c[i].loop; l != nil {
			s = append(s, scriptPart{stream: streamOf(loopRuns(l)), feedback: l.Feedback})
		} else {
			s = append(s, scriptPart{stream: streamOf(c[i].runs), guard: c[i].guard})
		}
	}
	return s
}

// loopRuns returns the gates of a loop, neighbours of one kind together.
func loopRuns(l *Loop) []run {
	var runs []run
	for i := range l.Gates {
		g := &l.Gates[i]
		if n := len(runs); n == 0 || runs[n-1].op != op(g.Op) {
			runs = append(runs, run{op: op(g.Op)})
		}
		last := &runs[len(runs)-1]
		last.args = append(append(last.args, g.In[:g.Op.Inputs()]...), g.Out)
	}
	return runs
}

// eval runs a script on signals.
func (s script) eval(k kernel, signals []Vec) {
	for i := range s {
		p := &s[i]
		if p.guard != False && signals[p.guard] == (Vec{}) {
			continue
		}
		if p.feedback == nil {
			k.eval(signals, p.stream)
			continue
		}
		for j := range p.feedback {
			signals[p.feedback[j].Signal] = Vec{}
		}
		for again := true; again; {
			k.eval(signals, p.stream)
			again = feedBack(signals, p.feedback)
		}
	}
}

// feedBack gives feedback signals the values of their sources and reports
// whether one of them changed.
func feedBack(signals []Vec, feedback []Feedback) bool {
	changed := uint64(0)
	for i := range feedback {
		f := &feedback[i]
		to, from := &signals[f.Signal], &signals[f.Source]
		invert := uint64(0)
		if f.Invert {
			invert = ^invert
		}
		for w := range to {
			v := from[w] ^ invert
			changed |= to[w] ^ v
			to[w] = v
		}
	}
	return changed != 0
}
