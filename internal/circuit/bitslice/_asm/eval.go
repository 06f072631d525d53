package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The interpreter of streams. A stream is a sequence of runs: kind, number of
// instructions, and the byte offsets of their inputs and outputs.
//
//	DI	signals
//	SI	stream
//	CX	instructions left in the run
//	AX BX DX R8 R9	offsets

const evalSignature = "func(signals *[8]uint64, code *uint32)"

// dispatch jumps to the code of a run.
func (w *writer) dispatch() {
	w.Label("next")
	w.MOVL(at(reg.RSI, 0), reg.EAX)
	w.MOVL(at(reg.RSI, 4), reg.ECX)
	w.ADDQ(imm(8), reg.RSI)
	below := func(n int, less, equal string) {
		w.CMPL(reg.EAX, imm(n))
		w.JLT(label(less))
		w.JEQ(label(equal))
	}
	above := func(n int, greater, equal string) {
		w.CMPL(reg.EAX, imm(n))
		w.JGT(label(greater))
		if equal != "" {
			w.JEQ(label(equal))
		}
	}
	below(5, "below5", "and3n2")
	below(8, "below8", "add3")
	below(10, "sub3", "mux")
	below(12, "count", "pick")
	w.done()
	w.Label("below5")
	above(3, "and3n1", "and3")
	above(1, "and2n2", "and2n1")
	w.JMP(label("and2"))
	w.Label("below8")
	above(6, "add2", "")
	w.JMP(label("and3n3"))
}

// run writes the loop over the instructions of a run.
func (w *writer) run(name string, body func()) {
	w.Label(name)
	body()
	w.DECL(reg.ECX)
	w.JNZ(label(name))
	w.JMP(label("next"))
}

// offsets loads the offsets of an instruction.
func (w *writer) offsets(to ...reg.Register) {
	for i, r := range to {
		w.MOVL(at(reg.RSI, 4*i), r)
	}
	w.ADDQ(imm(4*len(to)), reg.RSI)
}

// wideOffsets is how many bytes an instruction with 21 offsets has.
const wideOffsets = 84

// evalAVX512 evaluates 512 lanes per instruction. A truth table given to VPTERNLOGQ has
// bit 4a+2b+c for the operands a (the destination), b and c (in memory).
func evalAVX512(w *writer) {
	w.text("evalAVX512", evalSignature, "evalAVX512 interprets a stream, 512 lanes per instruction.")
	w.param("signals", reg.RDI)
	w.param("code", reg.RSI)
	w.dispatch()
	signal := func(offset reg.Register) operand.Mem { return indexed(reg.RDI, offset, 0) }
	gate2 := func(name string, first, second reg.Register, op func()) {
		w.run(name, func() {
			w.offsets(reg.EAX, reg.EBX, reg.R9L)
			w.VMOVDQU64(signal(first), z[0])
			op()
			w.VMOVDQU64(z[0], signal(reg.R9))
		})
	}
	gate2("and2", reg.RAX, reg.RBX, func() { w.VPANDQ(signal(reg.RBX), z[0], z[0]) })
	gate2("and2n1", reg.RBX, reg.RAX, func() { w.VPANDNQ(signal(reg.RAX), z[0], z[0]) })
	gate2("and2n2", reg.RAX, reg.RBX, func() { w.VPTERNLOGQ(imm(0x11), signal(reg.RBX), z[0], z[0]) })
	gate3 := func(name string, table int) {
		w.run(name, func() {
			w.offsets(reg.EAX, reg.EBX, reg.R8L, reg.R9L)
			w.VMOVDQU64(signal(reg.RAX), z[0])
			w.VMOVDQU64(signal(reg.RBX), z[1])
			w.VPTERNLOGQ(imm(table), signal(reg.R8), z[1], z[0])
			w.VMOVDQU64(z[0], signal(reg.R9))
		})
	}
	gate3("and3", 0x80)
	gate3("and3n1", 0x40)
	gate3("and3n2", 0x10)
	gate3("and3n3", 0x01)
	gate3("mux", 0xCA)
	w.run("add2", func() {
		w.offsets(reg.EAX, reg.EBX, reg.R9L, reg.EDX)
		w.VMOVDQU64(signal(reg.RAX), z[0])
		w.VMOVDQU64(signal(reg.RBX), z[1])
		w.VPXORQ(z[0], z[1], z[2])
		w.VPANDQ(z[0], z[1], z[3])
		w.VMOVDQU64(z[2], signal(reg.R9))
		w.VMOVDQU64(z[3], signal(reg.RDX))
	})
	adder := func(name string, carry int) {
		w.run(name, func() {
			w.offsets(reg.EAX, reg.EBX, reg.R8L, reg.R9L, reg.EDX)
			w.VMOVDQU64(signal(reg.RAX), z[0])
			w.VMOVDQU64(signal(reg.RBX), z[1])
			w.VMOVDQU64(signal(reg.R8), z[2])
			w.VMOVDQA64(z[0], z[3])
			w.VPTERNLOGQ(imm(0x96), z[2], z[1], z[0])
			w.VPTERNLOGQ(imm(carry), z[2], z[1], z[3])
			w.VMOVDQU64(z[0], signal(reg.R9))
			w.VMOVDQU64(z[3], signal(reg.RDX))
		})
	}
	adder("add3", 0xE8)
	adder("sub3", 0x8E)
	w.run("count", w.count512)
	w.run("pick", w.pick512)
}

// load512 loads an input of an instruction.
func (w *writer) load512(n int, v reg.VecPhysical) {
	w.MOVL(at(reg.RSI, 4*n), reg.EAX)
	w.VMOVDQU64(indexed(reg.RDI, reg.RAX, 0), v)
}

// store512 stores an output of an instruction.
func (w *writer) store512(v reg.VecPhysical, n int) {
	w.MOVL(at(reg.RSI, 4*n), reg.EAX)
	w.VMOVDQU64(v, indexed(reg.RDI, reg.RAX, 0))
}

// count512 counts sixteen inputs. Z16… are the carries worth two, Z24… worth four, Z28…
// worth eight.
func (w *writer) count512() {
	for i := range 16 {
		w.load512(i, z[i])
	}
	// full adds a, b and c: the sum goes to a, the carry to d.
	full := func(a, b, c, d int) {
		w.VMOVDQA64(z[a], z[d])
		w.VPTERNLOGQ(imm(0x96), z[c], z[b], z[a])
		w.VPTERNLOGQ(imm(0xE8), z[c], z[b], z[d])
	}
	// half adds a and b: the sum goes to c, the carry to d.
	half := func(a, b, c, d int) {
		w.VPXORQ(z[a], z[b], z[c])
		w.VPANDQ(z[a], z[b], z[d])
	}
	for i := range 5 {
		full(3*i, 3*i+1, 3*i+2, 16+i)
	}
	full(0, 3, 6, 21)
	full(9, 12, 15, 22)
	half(0, 9, 1, 23)
	w.store512(z[1], 16)
	full(16, 17, 18, 24)
	full(19, 20, 21, 25)
	full(16, 19, 22, 26)
	half(16, 23, 1, 27)
	w.store512(z[1], 17)
	full(24, 25, 26, 28)
	half(24, 27, 1, 29)
	w.store512(z[1], 18)
	half(28, 29, 1, 2)
	w.store512(z[1], 19)
	w.store512(z[2], 20)
	w.ADDQ(imm(wideOffsets), reg.RSI)
}

// pick512 picks one of sixteen inputs. Z16… are the bits of its number, inverted.
func (w *writer) pick512() {
	for i := range 4 {
		w.load512(i, z[16+i])
	}
	for i := range 16 {
		w.load512(4+i, z[i])
	}
	for bit := range 4 {
		for i := 0; i < 16; i += 2 << bit {
			w.VPTERNLOGQ(imm(0xE4), z[16+bit], z[i+1<<bit], z[i])
		}
	}
	w.store512(z[0], 20)
	w.ADDQ(imm(wideOffsets), reg.RSI)
}

// evalAVX2 evaluates two halves of 256 lanes. Y15 holds ones.
func evalAVX2(w *writer) {
	w.text("evalAVX2", evalSignature, "evalAVX2 interprets a stream, 256 lanes per instruction.")
	w.param("signals", reg.RDI)
	w.param("code", reg.RSI)
	w.VPCMPEQB(y[15], y[15], y[15])
	w.dispatch()
	and, andn, or, xor := three(w.VPAND), three(w.VPANDN), three(w.VPOR), three(w.VPXOR)
	type step struct {
		op instruction
		in reg.Register // nil is ones
	}
	// gate loads a signal, and applies the steps to it.
	gate := func(name string, inputs int, first reg.Register, steps ...step) {
		w.run(name, func() {
			w.offsets(gateOffsets(inputs)...)
			for half := 0; half < 64; half += 32 {
				w.VMOVDQU(indexed(reg.RDI, first, half), y[0])
				for _, s := range steps {
					if s.in == nil {
						s.op(y[15], y[0], y[0])
					} else {
						s.op(indexed(reg.RDI, s.in, half), y[0], y[0])
					}
				}
				w.VMOVDQU(y[0], indexed(reg.RDI, reg.R9, half))
			}
		})
	}
	gate("and2", 2, reg.RAX, step{and, reg.RBX})
	gate("and2n1", 2, reg.RBX, step{andn, reg.RAX})
	gate("and2n2", 2, reg.RAX, step{or, reg.RBX}, step{xor, nil})
	gate("and3", 3, reg.RAX, step{and, reg.RBX}, step{and, reg.R8})
	gate("and3n1", 3, reg.R8, step{andn, reg.RAX}, step{and, reg.RBX})
	gate("and3n2", 3, reg.RBX, step{or, reg.R8}, step{andn, reg.RAX})
	gate("and3n3", 3, reg.RAX, step{or, reg.RBX}, step{or, reg.R8}, step{xor, nil})
	w.arithmeticAVX2()
	w.run2("count", w.count256)
	w.run2("pick", w.pick256)
}

// gateOffsets returns the registers for the offsets of a gate.
func gateOffsets(inputs int) []reg.Register {
	in := []reg.Register{reg.EAX, reg.EBX, reg.R8L}
	return append(in[:inputs:inputs], reg.R9L)
}

// arithmeticAVX2 writes the instructions that choose and add.
func (w *writer) arithmeticAVX2() {
	halves := func(name string, offsets []reg.Register, body func(signal func(reg.Register) operand.Mem)) {
		w.run(name, func() {
			w.offsets(offsets...)
			for half := 0; half < 64; half += 32 {
				body(func(offset reg.Register) operand.Mem { return indexed(reg.RDI, offset, half) })
			}
		})
	}
	halves("mux", gateOffsets(3), func(signal func(reg.Register) operand.Mem) {
		w.VMOVDQU(signal(reg.R8), y[1])
		w.VPXOR(signal(reg.RBX), y[1], y[0])
		w.VPAND(signal(reg.RAX), y[0], y[0])
		w.VPXOR(y[1], y[0], y[0])
		w.VMOVDQU(y[0], signal(reg.R9))
	})
	halves("add2", gateOffsets(3), func(signal func(reg.Register) operand.Mem) {
		w.VMOVDQU(signal(reg.RAX), y[0])
		w.VMOVDQU(signal(reg.RBX), y[1])
		w.VPXOR(y[0], y[1], y[2])
		w.VPAND(y[0], y[1], y[3])
		w.VMOVDQU(y[2], signal(reg.R8))
		w.VMOVDQU(y[3], signal(reg.R9))
	})
	// For the carry, the first input of sub3 is inverted: VPANDN computes ¬a ∧ (b ⊕ c).
	adder := func(name string, and func(a, b, c operand.Op)) {
		halves(name, append(gateOffsets(3), reg.EDX), func(signal func(reg.Register) operand.Mem) {
			w.VMOVDQU(signal(reg.RAX), y[0])
			w.VMOVDQU(signal(reg.RBX), y[1])
			w.VMOVDQU(signal(reg.R8), y[2])
			w.VPAND(y[1], y[2], y[3])
			w.VPXOR(y[1], y[2], y[2])
			w.VPXOR(y[0], y[2], y[4])
			and(y[2], y[0], y[2])
			w.VPOR(y[2], y[3], y[3])
			w.VMOVDQU(y[4], signal(reg.R9))
			w.VMOVDQU(y[3], signal(reg.RDX))
		})
	}
	adder("add3", w.VPAND)
	adder("sub3", w.VPANDN)
}

// run2 writes the loop over the instructions of a run, half by half: DI points to the
// half. Y15 is free; it gets its ones back at the end.
func (w *writer) run2(name string, body func()) {
	w.Label(name)
	w.MOVQ(operand.U32(2), reg.RBX)
	w.Label(name + "half")
	body()
	w.ADDQ(imm(32), reg.RDI)
	w.DECQ(reg.RBX)
	w.JNZ(label(name + "half"))
	w.SUBQ(imm(64), reg.RDI)
	w.ADDQ(imm(wideOffsets), reg.RSI)
	w.DECL(reg.ECX)
	w.JNZ(label(name))
	w.VPCMPEQB(y[15], y[15], y[15])
	w.JMP(label("next"))
}

// load256 loads an input of an instruction.
func (w *writer) load256(n int, v reg.VecPhysical) {
	w.MOVL(at(reg.RSI, 4*n), reg.EAX)
	w.VMOVDQU(indexed(reg.RDI, reg.RAX, 0), v)
}

// store256 stores an output of an instruction.
func (w *writer) store256(v reg.VecPhysical, n int) {
	w.MOVL(at(reg.RSI, 4*n), reg.EAX)
	w.VMOVDQU(v, indexed(reg.RDI, reg.RAX, 0))
}

// count256 counts sixteen inputs.
func (w *writer) count256() {
	// full adds a, b and c: the sum goes to a, the carry to d. b is lost.
	full := func(a, b, c, d int) {
		w.VPAND(y[b], y[c], y[d])
		w.VPXOR(y[b], y[c], y[b])
		w.VPAND(y[a], y[b], y[15])
		w.VPXOR(y[a], y[b], y[a])
		w.VPOR(y[15], y[d], y[d])
	}
	// half adds a and b: the sum goes to a, the carry to b.
	half := func(a, b int) {
		w.VPXOR(y[a], y[b], y[15])
		w.VPAND(y[a], y[b], y[b])
		w.VMOVDQA(y[15], y[a])
	}
	// inputs loads three inputs from n on into registers from a on, and adds them.
	inputs := func(n, a, carry int) {
		for i := range 3 {
			w.load256(n+i, y[a+i])
		}
		full(a, a+1, a+2, carry)
	}
	inputs(0, 0, 10)
	inputs(3, 1, 11)
	inputs(6, 2, 12)
	full(0, 1, 2, 13)
	full(10, 11, 12, 5) // worth two in Y10, four in Y5
	inputs(9, 1, 11)
	inputs(12, 2, 12)
	w.load256(15, y[3])
	full(1, 2, 3, 14)
	half(0, 1)
	w.store256(y[0], 16)
	full(11, 12, 13, 6)
	full(10, 11, 14, 7)
	half(10, 1)
	w.store256(y[10], 17)
	full(5, 6, 7, 8) // worth four in Y5, eight in Y8
	half(5, 1)
	w.store256(y[5], 18)
	half(8, 1)
	w.store256(y[8], 19)
	w.store256(y[1], 20)
}

// pick256 picks one of sixteen inputs. Y8… are the bits of its number, inverted.
func (w *writer) pick256() {
	// choose puts s ? a : b into a.
	choose := func(s, a, b int) {
		w.VPXOR(y[b], y[a], y[a])
		w.VPAND(y[s], y[a], y[a])
		w.VPXOR(y[b], y[a], y[a])
	}
	for i := range 4 {
		w.load256(i, y[8+i])
	}
	for i := range 8 {
		w.load256(4+2*i, y[i])
		w.load256(5+2*i, y[15])
		choose(8, i, 15)
	}
	for bit := range 3 {
		for i := 0; i < 8; i += 2 << bit {
			choose(9+bit, i, i+1<<bit)
		}
	}
	w.store256(y[0], 20)
}
