package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	commitSignature = "func(signals *[8]uint64, zero *[2]uint32, zeros int, one *[2]uint32, ones int, restart *[8]uint64)"
	blendSignature  = "func(to, from *[8]uint64, moves *[2]uint32, n int, mask *[8]uint64)"
)

var (
	commitDoc = []string{"copies the next state to the state signals: bits that are false in the start",
		"state are cleared in the lanes of restart, the others are set."}
	blendDoc = []string{"copies signals in the lanes of a mask. There is at least one move."}
)

// each writes a loop over the CX moves at SI: the byte offsets of a move are in AX and
// BX.
func (w *writer) each(name string, body func()) {
	w.Label(name)
	w.MOVL(at(reg.RSI, 0), reg.EAX)
	w.MOVL(at(reg.RSI, 4), reg.EBX)
	w.SHLQ(imm(6), reg.RAX)
	w.SHLQ(imm(6), reg.RBX)
	body()
	w.ADDQ(imm(8), reg.RSI)
	w.DECQ(reg.RCX)
	w.JNZ(label(name))
}

// commit writes a function that commits states. load loads restart from AX; zero and one
// copy the signal at AX to BX.
func (w *writer) commit(name string, load, zero, one func()) {
	w.text(name, commitSignature, append([]string{name + " " + commitDoc[0]}, commitDoc[1:]...)...)
	w.param("signals", reg.RDI)
	w.param("restart", reg.RAX)
	load()
	part := func(list, count, next string, body func()) {
		w.param(list, reg.RSI)
		w.param(count, reg.RCX)
		w.TESTQ(reg.RCX, reg.RCX)
		w.JZ(label(next))
		w.each(list, body)
		w.Label(next)
	}
	part("zero", "zeros", "ones", zero)
	part("one", "ones", "end", one)
	w.done()
}

// blend writes a function that blends signals.
func (w *writer) blend(name string, load, body func()) {
	w.text(name, blendSignature, name+" "+blendDoc[0])
	w.param("to", reg.RDI)
	w.param("from", reg.RDX)
	w.param("moves", reg.RSI)
	w.param("n", reg.RCX)
	w.param("mask", reg.RAX)
	load()
	w.each("blend", body)
	w.done()
}

func copyAVX2(w *writer) {
	load := func() {
		w.VMOVDQU(at(reg.RAX, 0), y[2])
		w.VMOVDQU(at(reg.RAX, 32), y[3])
	}
	store := func() {
		w.VMOVDQU(y[0], indexed(reg.RDI, reg.RBX, 0))
		w.VMOVDQU(y[1], indexed(reg.RDI, reg.RBX, 32))
	}
	copyWith := func(op func(a, b, c operand.Op)) func() {
		return func() {
			op(indexed(reg.RDI, reg.RAX, 0), y[2], y[0])
			op(indexed(reg.RDI, reg.RAX, 32), y[3], y[1])
			store()
		}
	}
	w.commit("commitAVX2", load, copyWith(w.VPANDN), copyWith(w.VPOR))
	w.blend("blendAVX2", load, func() {
		w.VMOVDQU(indexed(reg.RDI, reg.RBX, 0), y[4])
		w.VMOVDQU(indexed(reg.RDI, reg.RBX, 32), y[5])
		w.VPXOR(indexed(reg.RDX, reg.RAX, 0), y[4], y[0]) // where they differ
		w.VPXOR(indexed(reg.RDX, reg.RAX, 32), y[5], y[1])
		w.VPAND(y[2], y[0], y[0])
		w.VPAND(y[3], y[1], y[1])
		w.VPXOR(y[4], y[0], y[0])
		w.VPXOR(y[5], y[1], y[1])
		store()
	})
}

func copyAVX512(w *writer) {
	load := func() { w.VMOVDQU64(at(reg.RAX, 0), z[1]) }
	copyWith := func(op instruction) func() {
		return func() {
			op(indexed(reg.RDI, reg.RAX, 0), z[1], z[0])
			w.VMOVDQU64(z[0], indexed(reg.RDI, reg.RBX, 0))
		}
	}
	w.commit("commitAVX512", load, copyWith(w.VPANDNQ), copyWith(w.VPORQ))
	w.blend("blendAVX512", load, func() {
		w.VMOVDQU64(indexed(reg.RDX, reg.RAX, 0), z[2])
		w.VMOVDQA64(z[1], z[0])
		w.VPTERNLOGQ(imm(0xCA), indexed(reg.RDI, reg.RBX, 0), z[2], z[0]) // mask ? from : to
		w.VMOVDQU64(z[0], indexed(reg.RDI, reg.RBX, 0))
	})
	w.tally()
	w.stamp()
}

// tally writes tallyAVX512.
func (w *writer) tally() {
	w.text("tallyAVX512", "func(sums, signals *[8]uint64, which *uint32, n int, bad uint32, mask *[8]uint64) bool",
		"tallyAVX512 adds to each sum, word by word, the number of lanes of the mask that have the",
		"signal, and reports whether one of these lanes has the signal bad.")
	w.param("sums", reg.RDI)
	w.param("signals", reg.RDX)
	w.param("which", reg.RSI)
	w.param("n", reg.RCX)
	w.param("bad", reg.EBX)
	w.param("mask", reg.RAX)
	w.VMOVDQU64(at(reg.RAX, 0), z[1])
	w.SHLQ(imm(6), reg.RBX)
	w.VPTESTMQ(indexed(reg.RDX, reg.RBX, 0), z[1], reg.K1)
	w.KORTESTB(reg.K1, reg.K1)
	result, err := w.ReturnIndex(0).Resolve()
	if err != nil {
		panic(err) // the signature is above
	}
	w.SETNE(result.Addr)
	w.TESTQ(reg.RCX, reg.RCX)
	w.JZ(label("tallied"))
	w.Label("tally")
	w.MOVL(at(reg.RSI, 0), reg.EAX)
	w.SHLQ(imm(6), reg.RAX)
	w.VPANDQ(indexed(reg.RDX, reg.RAX, 0), z[1], z[0])
	w.VPOPCNTQ(z[0], z[0])
	w.VPADDQ(at(reg.RDI, 0), z[0], z[0])
	w.VMOVDQU64(z[0], at(reg.RDI, 0))
	w.ADDQ(imm(4), reg.RSI)
	w.ADDQ(imm(64), reg.RDI)
	w.DECQ(reg.RCX)
	w.JNZ(label("tally"))
	w.Label("tallied")
	w.done()
}

// stamp writes stampAVX512.
func (w *writer) stamp() {
	w.text("stampAVX512", "func(planes *[8]uint64, n int, mask *[8]uint64, number uint64)",
		"stampAVX512 sets the planes to a number in the lanes of a mask. There is at least one.")
	w.param("planes", reg.RDI)
	w.param("n", reg.RCX)
	w.param("mask", reg.RAX)
	w.param("number", reg.RDX)
	w.VMOVDQU64(at(reg.RAX, 0), z[1])
	w.Label("stamp")
	w.MOVQ(reg.RDX, reg.RAX)
	w.ANDL(imm(1), reg.EAX)
	w.NEGQ(reg.RAX)
	w.VPBROADCASTQ(reg.RAX, z[2]) // the bit in all lanes
	w.VMOVDQA64(z[1], z[0])
	w.VPTERNLOGQ(imm(0xCA), at(reg.RDI, 0), z[2], z[0]) // mask ? bit : plane
	w.VMOVDQU64(z[0], at(reg.RDI, 0))
	w.SHRQ(imm(1), reg.RDX)
	w.ADDQ(imm(64), reg.RDI)
	w.DECQ(reg.RCX)
	w.JNZ(label("stamp"))
	w.done()
}
