package lower

import "ludex/internal/rbgengine/sets/ir"

// eliminateDead removes instructions whose only result is a set that is never
// read. Keepers are left alone, since failures lead to places that no jump shows.
// It reports whether anything was removed: the operands may be dead then as well.
func (f *function) eliminateDead(results map[uint16]bool) bool {
	if len(f.ins) > maxDeadCode {
		return false
	}
	b := &liveness{function: f, results: results, seen: make([]int, len(f.ins))}
	var ins []ir.Instr
	at := make([]int32, len(f.ins)+1)
	for n, i := range f.ins {
		at[n] = int32(len(ins))
		if !b.dead(n) {
			ins = append(ins, i)
		}
	}
	if len(ins) == len(f.ins) {
		return false
	}
	at[len(f.ins)] = int32(len(ins))
	for n, p := range f.labels {
		if p >= 0 {
			f.labels[n] = at[p]
		}
	}
	f.ins = ins
	return true
}

// maxDeadCode bounds the instructions of a function, and maxLiveness the
// instructions visited to find out whether a set is read.
const (
	maxDeadCode = 20_000
	maxLiveness = 400
)

// A liveness analysis finds out whether registers are read.
type liveness struct {
	*function
	results map[uint16]bool // registers that are read after the function has returned
	seen    []int           // by instruction: the query that visited it last
	query   int
	visits  int
}

// dead reports whether the only result of an instruction is a set that is never
// read.
func (b *liveness) dead(n int) bool {
	i := &b.ins[n]
	r, ok := i.MakesSet()
	if !ok || i.Op.Jumps() && i.J != none && b.labels[i.J] != int32(n)+1 {
		return false
	}
	b.query++
	b.visits = 0
	return !b.used(n+1, r)
}

// used reports whether a register is read from an instruction on before it is
// written.
func (b *liveness) used(n int, r uint16) bool {
	for n < len(b.ins) && b.seen[n] != b.query {
		b.seen[n] = b.query
		i := &b.ins[n]
		if b.visits++; b.visits > maxLiveness || i.ReadsSet(r) {
			return true
		}
		if i.Op == ir.Return {
			return b.results[r]
		}
		if w, ok := i.MakesSet(); ok && w == r {
			return false
		}
		if i.Op == ir.Jump {
			n = int(b.labels[i.J])
			continue
		}
		if i.Op.Jumps() && i.Op != ir.Call && i.J != none && b.used(int(b.labels[i.J]), r) {
			return true
		}
		n++
	}
	return false
}
