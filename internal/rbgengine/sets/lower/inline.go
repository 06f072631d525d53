package lower

import "ludex/internal/rbgengine/sets/ir"

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
