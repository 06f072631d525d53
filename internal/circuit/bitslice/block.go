package bitslice

// A block is executable code.
type block struct {
	script  script
	native  *native
	stages  []stage // instead, for code with loops
	signals int     // how many the machine code needs

	guard uint32        // a signal that some of the machine code is skipped without, or False
	plain func() *block // if there is a guard: the same block without it

	// What a block that ends a step does besides its script: it first finds the
	// chosen moves, then copies the next state to the state signals and restarts
	// playouts.
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

// Limits on the nodes of a graph, and of a whole program, for which machine code
// is generated: code that does not fit into the L2 cache is slower than the
// interpreter.
const (
	maxNodes      = 1 << 17
	maxTotalNodes = 1 << 18
)

// generate makes machine code of a graph whose outputs are set. It leaves the
// block unchanged where that is not allowed.
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

// loop adds what a fixpoint reads: the inputs of its gates and the sources of its
// feedback, which its gates need not compute.
func (e *exposure) loop(l *Loop) {
	for i := range l.Feedback {
		e.seen[l.Feedback[i].Signal] = true // it starts as False
	}
	e.runs(loopRuns(l))
	for i := range l.Feedback {
		e.read(l.Feedback[i].Source)
	}
}
