package lower

import "ludex/internal/rbgengine/sets/ir"

// threadJumps redirects failed probes that lead to the opposite probe to behind it,
// as in {! p} A + {? p} B.
func (f *function) threadJumps() {
	for n := 0; n < len(f.ins); n++ {
		i := &f.ins[n]
		if i.Op != ir.Probe || i.J == none {
			continue
		}
		t := int(f.labels[i.J])
		if t <= n || t >= len(f.ins) {
			continue
		}
		if o := &f.ins[t]; o.Op == ir.Probe && o.A == i.A && o.X == i.X && o.Flag != i.Flag && o.J != none {
			to := f.label()
			f.labels[to] = int32(t) + 1
			i.J = to
			f.skipSecondProbe(n, t)
		}
	}
}

// skipSecondProbe redirects the code between two opposite probes to where the
// second one fails, if that code changes nothing and nothing else jumps into it.
func (f *function) skipSecondProbe(n, t int) {
	for _, at := range f.labels {
		if int(at) > n && int(at) < t {
			return
		}
	}
	failed := f.ins[t].J
	for k := n + 1; k < t; k++ {
		if i := &f.ins[k]; !i.OnlySets() && i.Op != ir.Leaf && i.Op != ir.ShiftLeaf {
			return
		}
	}
	for k := n + 1; k < t; k++ {
		if i := &f.ins[k]; i.Op.Jumps() && i.J != none && int(f.labels[i.J]) == t {
			i.J = failed
		}
	}
	if f.ins[t-1].Op == ir.Jump {
		return
	}
	f.ins = append(f.ins[:t:t], append([]ir.Instr{{Op: ir.Jump, J: failed}}, f.ins[t:]...)...)
	for k, at := range f.labels {
		if int(at) >= t {
			f.labels[k]++
		}
	}
}
