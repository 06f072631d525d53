package main

import (
	"bytes"
	"fmt"
)

// The interpreter of streams.
//
//	R0	signals
//	R1	stream
//	R2	instructions left in the run
//	R3…	signals of an instruction
//
// The inputs of a gate are in the registers V0…, V4… and V8….

// evalNEON writes evalNEON.
func evalNEON(w *neonWriter) {
	w.text("evalNEON", "interprets a stream, 128 lanes per instruction.", "signals", "code")
	w.param("signals", "R0")
	w.param("code", "R1")
	w.ones(ones)
	w.dispatch()
	w.gate("and2", 2, func(a, b, _ vector) { w.and(a, b, a) })
	w.gate("and2n1", 2, func(a, b, _ vector) { w.without(a, b, a) })
	w.gate("and2n2", 2, func(a, b, _ vector) { w.or(a, b, a); w.xor(a, ones, a) })
	w.gate("and3", 3, func(a, b, c vector) { w.and(a, b, a); w.and(a, c, a) })
	w.gate("and3n1", 3, func(a, b, c vector) { w.and(a, b, a); w.without(a, c, a) })
	w.gate("and3n2", 3, func(a, b, c vector) { w.or(b, c, b); w.without(a, b, a) })
	w.gate("and3n3", 3, func(a, b, c vector) { w.or(a, b, a); w.or(a, c, a); w.xor(a, ones, a) })
	w.gate("mux", 3, func(a, b, c vector) { w.vector("VBSL", asBytes, c, b, a) })   // a ? b : c
	w.adder("add2", 2, func(a, b, _ vector) { w.xor(a, b, a); w.without(b, a, b) }) // b ∧ ¬(a ⊕ b) is the carry
	w.adder("add3", 3, w.add)
	w.adder("sub3", 3, func(a, b, c vector) { // the borrow is the difference where b and c differ, else b
		w.xor(b, c, c)
		w.xor(a, c, a)
		w.insert(c, a, b)
	})
	w.run("nor9", w.nor9)
	w.run("count", func() { w.halves(w.countHalf); w.ones(ones) })
	w.run("pick", func() { w.halves(w.pickHalf) })
}

// ones is a register of ones. Counting, which needs all registers, sets it again.
const ones = vector(31)

// dispatch jumps to the code of a run.
func (w *neonWriter) dispatch() {
	compare := func(n int, branches ...string) { // pairs of a branch and where it goes
		w.op("CMPW", number(n), "R3")
		for i := 0; i < len(branches); i += 2 {
			w.op(branches[i], branches[i+1])
		}
	}
	w.label("next")
	w.op("LDPW.P", "8(R1)", "(R3, R2)")
	compare(5, "BLT", "below5", "BEQ", "and3n2")
	compare(8, "BLT", "below8", "BEQ", "add3")
	compare(10, "BLT", "sub3", "BEQ", "mux")
	compare(12, "BLT", "count", "BEQ", "pick")
	compare(14, "BEQ", "nor9")
	w.op("RET")
	w.label("below5")
	compare(3, "BGT", "and3n1", "BEQ", "and3")
	compare(1, "BGT", "and2n2", "BEQ", "and2n1", "B", "and2")
	w.label("below8")
	compare(6, "BGT", "add2", "B", "and3n3")
}

// run writes the loop over the instructions of a run, and a comment that says how long it
// is.
func (w *neonWriter) run(name string, body func()) {
	w.label(name)
	start := w.Len()
	body()
	w.op("SUBW", "$1", "R2")
	w.op("CBNZW", "R2", name)
	w.comment(fmt.Sprintf("%d instructions", bytes.Count(w.Bytes()[start:], []byte{'\n'})))
	w.op("B", "next")
}

// signals loads the offsets of an instruction and makes R3, R4… point to its signals.
func (w *neonWriter) signals(n int) {
	w.op("LDPW.P", place(4*n, "R1"), "(R3, R4)")
	for i := 2; i < n; i += 2 {
		if from := place(4*(i-n), "R1"); i+1 < n {
			w.op("LDPW", from, "("+signal(i)+", "+signal(i+1)+")")
		} else {
			w.op("MOVWU", from, signal(i))
		}
	}
	for i := range n {
		w.op("ADD", "R0", signal(i))
	}
}

// signal is the register that points to a signal of an instruction.
func signal(n int) string { return fmt.Sprintf("R%d", 3+n) }

// gate writes the instructions of a kind of gate. body puts the result into a.
func (w *neonWriter) gate(name string, inputs int, body func(a, b, c vector)) {
	w.run(name, func() { w.compute(inputs, 1, body) })
}

// adder writes an instruction with two outputs. body puts them into a and b.
func (w *neonWriter) adder(name string, inputs int, body func(a, b, c vector)) {
	w.run(name, func() { w.compute(inputs, 2, body) })
}

// compute loads the inputs of an instruction, computes, and stores the outputs.
func (w *neonWriter) compute(inputs, outputs int, body func(a, b, c vector)) {
	w.signals(inputs + outputs)
	for i := range inputs {
		w.loadVec(0, signal(i), vector(4*i))
	}
	for v := range vector(4) {
		body(v, 4+v, 8+v)
	}
	for i := range outputs {
		w.storeVec(vector(4*i), 0, signal(inputs+i))
	}
}

// nor9 computes whether none of nine inputs is set.
func (w *neonWriter) nor9() {
	const inputs = 9
	w.signals(inputs + 1)
	w.loadVec(0, signal(0), 0)
	for i := 1; i < inputs; i++ {
		next := vector(4 + 4*(i%2))
		w.loadVec(0, signal(i), next)
		for v := range vector(4) {
			w.or(v, next+v, v)
		}
	}
	for v := range vector(4) {
		w.xor(v, ones, v)
	}
	w.storeVec(0, 0, signal(inputs))
}

// add adds three bits: the sum goes to a, the carry to b. The carry is a where b and c
// differ, else b. c is lost.
func (w *neonWriter) add(a, b, c vector) {
	w.xor(b, c, c)
	w.insert(c, a, b)
	w.xor(a, c, a)
}

// halves writes an instruction that has 21 signals twice, for the halves of 256 lanes. In
// the body a half of a signal is in a pair of registers: pair n is V2n and V2n+1.
func (w *neonWriter) halves(body func(half int)) {
	body(0)
	body(32)
	w.op("ADD", "$84", "R1")
}

// loadHalves loads signals, from first on, of an instruction with 21 of them into pairs.
func (w *neonWriter) loadHalves(half, first int, to ...int) {
	for i := 0; i < len(to); i += 2 {
		w.op("LDPW", place(4*(first+i), "R1"), "(R3, R4)")
		for k := range 2 {
			w.op("ADD", "R0", signal(k))
			w.load2(half, signal(k), vector(2*to[i+k]))
		}
	}
}

// storeHalf stores a pair as signal n.
func (w *neonWriter) storeHalf(half, from, n int) {
	w.op("MOVWU", place(4*n, "R1"), "R3")
	w.op("ADD", "R0", "R3")
	w.store2(vector(2*from), half, "R3")
}

// countHalf counts sixteen inputs.
func (w *neonWriter) countHalf(half int) {
	var all [16]int
	for i := range all {
		all[i] = i
	}
	w.loadHalves(half, 0, all[:]...)
	full := func(a, b, c int) {
		for k := range 2 {
			w.add(vector(2*a+k), vector(2*b+k), vector(2*c+k))
		}
	}
	// last adds a and b, and stores the sum as signal n, by way of pair 2, which is free.
	// The carry goes to b.
	last := func(a, b, n int) {
		for k := range vector(2) {
			x, y := vector(2*a)+k, vector(2*b)+k
			w.xor(x, y, 4+k)
			w.and(x, y, y)
		}
		w.storeHalf(half, 2, n)
	}
	for i := range 5 {
		full(3*i, 3*i+1, 3*i+2)
	}
	full(0, 3, 6)
	full(9, 12, 15)
	last(0, 9, 16)
	full(1, 4, 7) // worth two: 1, 4, 7, 10, 13, 3, 12, 9
	full(10, 13, 3)
	full(1, 10, 12)
	last(1, 9, 17)
	full(4, 13, 10) // worth four: 4, 13, 10, 9
	last(4, 9, 18)
	last(13, 9, 19) // worth eight
	w.storeHalf(half, 9, 20)
}

// pickHalf picks one of sixteen inputs. Pairs 11 to 14 are the bits of its number,
// inverted.
func (w *neonWriter) pickHalf(half int) {
	// choose puts s ? a : b into a.
	choose := func(s, a, b int) {
		for k := range 2 {
			w.insertElse(vector(2*s+k), vector(2*b+k), vector(2*a+k))
		}
	}
	w.loadHalves(half, 0, 11, 12, 13, 14)
	for i := range 8 {
		w.loadHalves(half, 4+2*i, i, 8)
		choose(11, i, 8)
	}
	for bit := range 3 {
		for i := 0; i < 8; i += 2 << bit {
			choose(12+bit, i, i+1<<bit)
		}
	}
	w.storeHalf(half, 0, 20)
}
