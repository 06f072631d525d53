package bitslice

// widen returns runs that do the same with fewer instructions: three disjunctions
// of three inputs that are used only by one disjunction become one disjunction of
// nine. That saves wide kernels storing and loading the intermediate values.
func widen(runs []run) []run {
	w := newWidener(runs)
	for i := range w.gates {
		w.gate(i)
	}
	return w.runs()
}

// A widener follows values through the signals. A value is identified by the
// number of the gate that makes it, an initial value by -1 - signal.
type widener struct {
	gates   []wideGate
	uses    []int32   // by gate: how often its value is read, also at the end
	before  []int32   // by gate: the value that it replaces
	current []int32   // by signal: its value
	values  [][]int32 // by gate: the values that it reads
}

// A wideGate is an instruction. One that has become part of another has no
// arguments.
type wideGate struct {
	op   op
	args []uint32
}

func newWidener(runs []run) *widener {
	w := &widener{}
	for _, r := range runs {
		size := r.op.size()
		for args := r.args; len(args) > 0; args = args[size:] {
			w.gates = append(w.gates, wideGate{r.op, args[:size:size]})
		}
	}
	w.uses = make([]int32, len(w.gates))
	w.before = make([]int32, len(w.gates))
	w.values = make([][]int32, len(w.gates))
	for i := range w.gates {
		w.follow(i)
	}
	for _, v := range w.current { // whatever is left may be read later
		if v >= 0 {
			w.uses[v]++
		}
	}
	w.current = w.current[:0]
	return w
}

// follow records what a gate reads and that it writes its signal.
func (w *widener) follow(i int) {
	g := &w.gates[i]
	in := arity[g.op].in
	for _, s := range g.args[:in] {
		v := w.value(s)
		w.values[i] = append(w.values[i], v)
		if v >= 0 {
			w.uses[v]++
		}
	}
	w.write(i)
}

// value returns the value of a signal.
func (w *widener) value(s uint32) int32 {
	for len(w.current) <= int(s) {
		w.current = append(w.current, -1-int32(len(w.current)))
	}
	return w.current[s]
}

// write gives the signal of a gate its value.
func (w *widener) write(i int) {
	s := w.gates[i].args[arity[w.gates[i].op].in]
	w.before[i] = w.value(s)
	w.current[s] = int32(i)
}

// gate makes a gate wide if possible, once all gates before it are done.
func (w *widener) gate(i int) {
	if w.gates[i].op == op(And3) && w.joinable(i) {
		w.join(i)
	}
	w.write(i)
}

// joinable reports whether the inputs of a gate come from gates that nothing else
// reads, and whether their inputs are still unchanged.
func (w *widener) joinable(i int) bool {
	for _, v := range w.values[i] {
		if v < 0 || w.gates[v].op != op(And3N3) || w.uses[v] != 1 {
			return false
		}
	}
	for _, v := range w.values[i] {
		for k, s := range w.gates[v].args[:3] {
			if w.without(w.value(s), w.values[i]) != w.values[v][k] {
				return false
			}
		}
	}
	return true
}

// without returns the value that would be current if some gates had not written
// theirs.
func (w *widener) without(v int32, gates []int32) int32 {
	for v >= 0 && (v == gates[0] || v == gates[1] || v == gates[2] || w.gates[v].args == nil) {
		v = w.before[v]
	}
	return v
}

// join makes a gate read what its inputs are computed from.
func (w *widener) join(i int) {
	var args []uint32
	for _, v := range w.values[i] {
		args = append(args, w.gates[v].args[:3]...)
		w.gates[v].args = nil
	}
	w.gates[i] = wideGate{opNor9, append(args, w.gates[i].args[3])}
}

// runs returns the remaining gates, with neighbours of one kind in one run.
func (w *widener) runs() []run {
	var runs []run
	for _, g := range w.gates {
		if g.args == nil {
			continue
		}
		if n := len(runs); n == 0 || runs[n-1].op != g.op {
			runs = append(runs, run{op: g.op})
		}
		last := &runs[len(runs)-1]
		last.args = append(last.args, g.args...)
	}
	return runs
}
