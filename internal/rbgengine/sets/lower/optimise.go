package lower

import "ludex/internal/rbgengine/sets/ir"

// optimise removes tests whose outcome is known and sets that are not read: the
// pass between emission and linking. Keepers are left alone, since a failure leads
// to places that no jump shows.
func optimise(u *unit) {
	results := map[*function]map[uint16]bool{} // registers that are read after a function has returned
	for _, p := range u.patterns() {
		if p.value != nil {
			if results[p.value] == nil {
				results[p.value] = map[uint16]bool{}
			}
			results[p.value][p.result] = true
		}
	}
	for _, f := range u.functions {
		if f.isKeeper {
			continue
		}
		f.threadJumps()
		for f.eliminateDead(results[f]) {
		}
	}
}

const (
	// maxInlineProgram bounds the instructions of a program with inlining: the Go
	// compiler takes longer for large functions.
	maxInlineProgram = 8000
	// maxInlineFunction bounds the instructions of a function that is inlined.
	maxInlineFunction = 400
)

// inline makes functions that are called from one place only, and that are not
// recursive, part of their caller: the call becomes a jump, and the returns jump
// back. Their registers are separate anyway.
func inline(u *unit) {
	p := u.prog
	if len(p.Code) > maxInlineProgram {
		return
	}
	calls := map[int32][]int32{} // by entry: the call sites
	for at := range p.Code {
		if i := &p.Code[at]; i.Op == ir.Call {
			calls[i.J] = append(calls[i.J], int32(at))
		}
	}
	for _, at := range append(append([]int32(nil), p.Gen...), p.Keep...) {
		delete(calls, at)
	}
	for k := range p.Patterns {
		delete(calls, p.Patterns[k].Code)
		delete(calls, p.Patterns[k].Value)
	}
	members := map[int]int{}
	for _, f := range u.functions {
		members[f.component]++
	}
	for _, f := range u.functions {
		from := calls[f.entry]
		if len(from) != 1 || members[f.component] > 1 || len(f.ins) > maxInlineFunction {
			continue
		}
		end := f.entry + int32(len(f.ins))
		if from[0] >= f.entry && from[0] < end {
			continue
		}
		p.Code[from[0]] = ir.Instr{Op: ir.Jump, J: f.entry}
		for at := f.entry; at < end; at++ {
			if p.Code[at].Op == ir.Return {
				p.Code[at] = ir.Instr{Op: ir.Jump, J: from[0] + 1}
			}
		}
	}
}

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
