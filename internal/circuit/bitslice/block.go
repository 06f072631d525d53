package bitslice

// A block is executable code.
type block struct {
	script  script
	native  *native
	stages  []stage // instead, for code with loops
	signals int     // how many the machine code needs

	guard uint32        // a signal without which some of the machine code is left out, or False
	plain func() *block // if there is a guard: the same without it

	// What a block that ends a step does besides what its script does: it finds
	// the chosen moves first, it puts the next state into the state signals, and
	// it starts playouts again.
	walks, commits, restarts bool
}

// run evaluates the block.
func (b *block) run(k kernel, signals []Vec) {
	switch {
	case b.native != nil:
		b.native.call(signals)
	case b.stages != nil:
		for i := range b.stages {
			b.stages[i].run(signals)
		}
	default:
		b.script.eval(k, signals)
	}
}

// generated reports whether there is machine code.
func (b *block) generated() bool { return b.native != nil || b.stages != nil }

// Machine code is not generated for graphs with more nodes, nor for more nodes of
// a program in all: code that does not fit into the second level of the cache is
// slower than what it replaces.
const (
	maxNodes      = 1 << 17
	maxTotalNodes = 1 << 18
)

// generate makes machine code of a graph, whose outputs must have been given.
// It leaves the block as it is where that is not allowed.
func (b *block) generate(g *graph, c *compiler) {
	if len(g.nodes) > maxNodes || len(g.nodes) > c.budget {
		return
	}
	c.budget -= len(g.nodes)
	g.fuse()
	code, end := g.allocate(g.schedule(), int(c.spill))
	n, err := newNative(assemble(code))
	if err == nil {
		b.native, b.signals = n, end
	}
}

// exposed adds to a list the signals that code reads before it writes them.
func exposed(signals []uint32, c code, count uint32) []uint32 {
	e := exposure{signals, make([]bool, count)}
	e.seen[False] = true
	for _, p := range c {
		e.read(p.guard)
		if p.loop != nil {
			e.loop(p.loop)
		} else {
			e.runs(p.runs)
		}
	}
	return e.signals
}

// An exposure collects the upward-exposed signals: those read before they are written.
type exposure struct {
	signals []uint32
	seen    []bool // by signal: it has been read or written
}

func (e *exposure) read(s uint32) {
	if !e.seen[s] {
		e.signals = append(e.signals, s)
		e.seen[s] = true
	}
}

func (e *exposure) runs(runs []run) {
	for _, r := range runs {
		in := arity[r.op].in
		for args := r.args; len(args) > 0; args = args[r.op.size():] {
			for _, s := range args[:in] {
				e.read(s)
			}
			for _, s := range args[in:r.op.size()] {
				e.seen[s] = true
			}
		}
	}
}

// loop adds what a fixpoint reads: besides the inputs of its gates the sources of
// its feedback, since no gate of it need have computed them.
func (e *exposure) loop(l *Loop) {
	for i := range l.Feedback {
		e.seen[l.Feedback[i].Signal] = true // it starts as False
	}
	e.runs(loopRuns(l))
	for i := range l.Feedback {
		e.read(l.Feedback[i].Source)
	}
}
