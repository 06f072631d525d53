package bitslice

// An end says where the next value of a state bit lies when a step ends.
type end struct {
	signal   uint32
	inverted bool // the signal has its inverse
}

// endsOf returns for each state bit where its next value lies.
func endsOf(p *Phase) []end {
	ends := make([]end, len(p.NextOf))
	for i, s := range p.NextOf {
		ends[i].signal = s
	}
	return ends
}

// An inverterFolder removes inverters from the code that ends a step. Many next
// values are disjunctions, which are inverses of gates; inverting them while
// copying them to the state costs nothing.
type inverterFolder struct {
	written, read map[uint32]int // by signal: after which instructions for the last time
	needed        map[uint32]bool
	state         map[uint32]bool
	source        map[uint32]uint32 // by output of a removed inverter: its input
}

// foldInverters returns the code of Next without inverters at its end, and where
// the next values lie after it. Code with loops is left as it is.
func foldInverters(p *Program, ph *Phase) (code, []end) {
	next, ends := codeOf(ph.Next), endsOf(ph)
	if len(next) != 1 || !next.straight() {
		return next, ends
	}
	f := inverterFolder{make(map[uint32]int), make(map[uint32]int), make(map[uint32]bool), make(map[uint32]bool), make(map[uint32]uint32)}
	for i, s := range p.State {
		f.state[s] = true
		f.needed[ph.NextOf[i]] = true
	}
	f.look(next[0].runs)
	runs := f.fold(next[0].runs)
	for i := range ends {
		if s, ok := f.source[ends[i].signal]; ok {
			ends[i] = end{s, true}
		}
	}
	return code{}.with(runs...), ends
}

// look records where signals are written and read.
func (f *inverterFolder) look(runs []run) {
	at := 0
	for _, r := range runs {
		in := arity[r.op].in
		for args := r.args; len(args) > 0; args = args[in+1:] {
			at++
			for _, s := range args[:in] {
				f.read[s] = at
			}
			f.written[args[in]] = at
		}
	}
}

// fold returns the runs without inverters whose outputs are read only when the
// step ends, when their inputs still have their values.
func (f *inverterFolder) fold(runs []run) []run {
	var out []run
	at := 0
	for _, r := range runs {
		in := arity[r.op].in
		kept := run{op: r.op}
		for args := r.args; len(args) > 0; args = args[in+1:] {
			at++
			if r.op == op(And2N2) && args[0] == args[1] && f.foldable(args[0], args[2], at) {
				f.source[args[2]] = args[0]
			} else {
				kept.args = append(kept.args, args[:in+1]...)
			}
		}
		if len(kept.args) > 0 {
			out = append(out, kept)
		}
	}
	return out
}

// foldable reports whether an inverter can be removed.
func (f *inverterFolder) foldable(from, to uint32, at int) bool {
	if !f.needed[to] || f.written[to] != at || f.read[to] > at {
		return false
	}
	return from == to || f.written[from] < at && !f.state[from]
}
