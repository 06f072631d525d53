package main

import (
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const drawSignature = "func(counts, numbers *[8]uint64, planes int, rng *[16]uint64)"

// planes loads eight planes into Z7 to Z0: affine expects the rows in the order 7…0.
func (w *writer) planes(from reg.Register) {
	for i := range 8 {
		w.VMOVDQU64(at(from, 64*(7-i)), z[i])
	}
}

// affine transposes the 8×8 bits of each word of registers, whose rows are in the order
// 7…0. The columns come in the order of the bits that the selector selects. avo does not
// know the instruction, which is part of GFNI.
func (w *writer) affine(selector reg.VecPhysical, first int) {
	for i := range 8 {
		v := z[first+i]
		w.Instruction(&ir.Instruction{
			Opcode:   "VGF2P8AFFINEQB",
			Operands: []operand.Op{imm(0), v, selector, v},
			Inputs:   []operand.Op{v, selector},
			Outputs:  []operand.Op{v},
		})
	}
}

// gatherAVX512 writes the function that turns eight planes into a byte for each lane.
func gatherAVX512(w *writer) {
	w.text("gatherAVX512", "func(planes *[8]uint64, bytes *[512]byte)", "gatherAVX512 turns eight planes into a byte for each lane.")
	w.param("planes", reg.RSI)
	w.param("bytes", reg.RDI)
	w.MOVQ(operand.U64(0x8040201008040201), reg.RAX)
	w.VPBROADCASTQ(reg.RAX, z[16])
	w.planes(reg.RSI)
	w.toBytes(z)
	w.affine(z[16], 8)
	for i := range 8 { // the 16-byte parts of a register belong to lanes that are 128 apart
		for part := range 4 {
			w.VEXTRACTI32X4(imm(part), z[8+i], at(reg.RDI, 16*i+128*part))
		}
	}
	w.done()
}

// drawAVX512 writes the function that draws random numbers below the counts. The planes
// of the counts become bytes, which are kept in the memory of the numbers until those
// become planes again. See draw.go of the package for what is drawn.
func drawAVX512(w *writer) {
	upwards := w.words("upwards", 0x8040201008040201)
	downwards := w.words("downwards", 0x0102040810204080)
	low := w.words("low", 0x00ff00ff00ff00ff)                           // the low byte of each word
	halves := w.words("halves", 0x0b030a0209010800, 0x0f070e060d050c04) // interleaves the halves of 16 bytes
	w.text("drawAVX512", drawSignature, "drawAVX512 draws a random number below each count.")
	w.param("counts", reg.RSI)
	w.param("numbers", reg.RDI)
	w.param("planes", reg.RCX)
	w.param("rng", reg.R8)
	w.VPBROADCASTQ(downwards, z[16])
	w.MOVQ(reg.RDI, reg.RDX)

	w.Label("columns")
	w.Comment("Eight planes at a time become bytes.")
	w.planes(reg.RSI)
	w.toBytes(z)
	w.affine(z[16], 8)
	w.store512All(reg.RDX)
	w.ADDQ(operand.U32(512), reg.RSI)
	w.ADDQ(operand.U32(512), reg.RDX)
	w.SUBQ(imm(8), reg.RCX)
	w.JNZ(label("columns"))

	w.Comment("Draw. Z20 and Z21 are the state of the generator, Z22 is zero, Z23 ones.")
	w.param("planes", reg.RBX)
	w.VMOVDQU64(at(reg.R8, 0), z[20])
	w.VMOVDQU64(at(reg.R8, 64), z[21])
	w.VPXORQ(z[22], z[22], z[22])
	w.VPTERNLOGQ(imm(0xff), z[23], z[23], z[23])
	w.VPBROADCASTQ(low, z[24])
	w.VMOVDQA64(z[22], z[2])
	w.MOVQ(reg.RDI, reg.RDX)
	w.MOVQ(operand.U32(8), reg.RCX)
	w.draw512()

	w.VPBROADCASTQ(upwards, z[16])
	w.VBROADCASTI32X4(halves, z[17])
	w.Label("rows")
	w.Comment("Eight registers of bytes at a time become planes.")
	for i := range 8 {
		w.VMOVDQU64(at(reg.RDI, 64*i), z[i])
	}
	w.affine(z[16], 0)
	for i := range 8 {
		w.VPSHUFB(z[17], z[i], z[i])
	}
	w.toPlanes(z)
	w.store512All(reg.RDI)
	w.ADDQ(operand.U32(512), reg.RDI)
	w.SUBQ(imm(8), reg.RBX)
	w.JNZ(label("rows"))
	w.done()

	w.Label("refine1")
	w.Comment("After an even draw Z20 holds the newer word; refining leaves it so.")
	w.refine512(21, 20, 3, 5, 6, 7)
	w.JMP(label("odd"))
	w.Label("refine2")
	w.refine512(20, 21, 4, 5, 8, 9)
	w.JMP(label("pack"))
}

// store512All stores Z8 to Z15.
func (w *writer) store512All(to reg.Register) {
	for i := range 8 {
		w.VMOVDQU64(z[8+i], at(to, 64*i))
	}
}

// random512 puts 512 random bits into out. old becomes the newer word.
func (w *writer) random512(old, new, out int) {
	w.VPSLLQ(imm(23), z[old], z[out])
	w.VPXORQ(z[out], z[old], z[old])
	w.VPSRLQ(imm(18), z[old], z[out])
	w.VPTERNLOGQ(imm(0x96), z[out], z[new], z[old])
	w.VPSRLQ(imm(5), z[new], z[out])
	w.VPXORQ(z[out], z[old], z[old])
	w.VPADDQ(z[new], z[old], z[out])
}

// multiply512 puts into r the upper half of the product of c and the random bits u, into
// l the lower half, and into K1 where the bits after u could still matter.
func (w *writer) multiply512(c, u, r, l int) {
	w.VPMULHUW(z[c], z[u], z[r])
	w.VPMULLW(z[c], z[u], z[l])
	w.VPADDUSW(z[c], z[l], z[u])
	w.VPCMPEQW(z[u], z[23], reg.K1)
}

// refine512 draws the bits after u and adds their carry to r.
func (w *writer) refine512(old, new, c, u, r, l int) {
	w.random512(old, new, u)
	w.VPMULHUW(z[c], z[u], z[u])
	w.VPADDW(z[u], z[l], z[l])
	w.VPCMPUW(imm(1), z[u], z[l], reg.K1)
	w.VPSUBW(z[23], z[r], reg.K1, z[r])
	w.VMOVDQA64(z[old], z[u])
	w.VMOVDQA64(z[new], z[old])
	w.VMOVDQA64(z[u], z[new])
}

// draw512 draws for 64 lanes at a time, even and odd ones separately.
func (w *writer) draw512() {
	w.Label("draw")
	w.VMOVDQU64(at(reg.RDX, 0), z[1])
	w.CMPQ(reg.RBX, imm(8))
	w.JEQ(label("even"))
	w.VMOVDQU64(at(reg.RDX, 512), z[2])
	w.Label("even")
	w.VPUNPCKLBW(z[2], z[1], z[3])
	w.random512(20, 21, 5)
	w.multiply512(3, 5, 6, 7)
	w.KORTESTD(reg.K1, reg.K1)
	w.JNZ(label("refine1"))
	w.Label("odd")
	w.VPUNPCKHBW(z[2], z[1], z[4])
	w.random512(21, 20, 5)
	w.multiply512(4, 5, 8, 9)
	w.KORTESTD(reg.K1, reg.K1)
	w.JNZ(label("refine2"))
	w.Label("pack")
	w.VPANDQ(z[24], z[6], z[10])
	w.VPANDQ(z[24], z[8], z[11])
	w.VPACKUSWB(z[11], z[10], z[10])
	w.VMOVDQU64(z[10], at(reg.RDX, 0))
	w.CMPQ(reg.RBX, imm(8))
	w.JEQ(label("drawn"))
	w.VPSRLW(imm(8), z[6], z[10])
	w.VPSRLW(imm(8), z[8], z[11])
	w.VPACKUSWB(z[11], z[10], z[10])
	w.VMOVDQU64(z[10], at(reg.RDX, 512))
	w.Label("drawn")
	w.ADDQ(imm(64), reg.RDX)
	w.DECQ(reg.RCX)
	w.JNZ(label("draw"))
	w.VMOVDQU64(z[20], at(reg.R8, 0))
	w.VMOVDQU64(z[21], at(reg.R8, 64))
}

// A transposer transposes the 8×8 bits of each word of a register with AVX2.
type transposer struct {
	*writer
	masks [3]operand.Mem
}

func newTransposer(w *writer) *transposer {
	t := &transposer{writer: w}
	for i, word := range []uint64{0x00aa00aa00aa00aa, 0x0000cccc0000cccc, 0x00000000f0f0f0f0} {
		t.masks[i] = w.words([]string{"bits1", "bits2", "bits4"}[i], word, word, word, word)
	}
	return t
}

// transpose swaps bits that are 7, 14 and 28 apart; a mask has the lower ones.
func (t *transposer) transpose(v, scratch reg.VecPhysical) {
	for i, mask := range t.masks {
		t.VPSRLQ(imm(7<<i), v, scratch)
		t.VPXOR(v, scratch, scratch)
		t.VPAND(mask, scratch, scratch)
		t.VPXOR(scratch, v, v)
		t.VPSLLQ(imm(7<<i), scratch, scratch)
		t.VPXOR(scratch, v, v)
	}
}

// drawAVX2 writes the function that does the same as drawAVX512, in two halves of 256
// lanes.
func drawAVX2(w *writer) {
	t := newTransposer(w)
	twice := func(name string, low, high uint64) operand.Mem { return w.words(name, low, high, low, high) }
	reverse := twice("reverse", 0x0001020304050607, 0x08090a0b0c0d0e0f) // reverses words
	halves := twice("halves2", 0x0b030a0209010800, 0x0f070e060d050c04)  // interleaves the halves of 16 bytes
	low := twice("low2", 0x00ff00ff00ff00ff, 0x00ff00ff00ff00ff)        // the low byte of each word
	w.text("drawAVX2", drawSignature, "drawAVX2 draws a random number below each count.")
	w.param("counts", reg.RSI)
	w.param("numbers", reg.RDI)
	w.param("planes", reg.RCX)
	w.param("rng", reg.R8)
	w.MOVQ(reg.RDI, reg.RDX)
	w.SHRQ(imm(2), reg.RCX)

	w.Label("columns")
	w.Comment("Half of eight planes at a time becomes bytes.")
	for i := range 8 {
		w.VMOVDQU(at(reg.RSI, 64*i), y[i])
	}
	w.toBytes(y)
	w.VMOVDQU(reverse, y[1])
	for i := range 8 {
		t.transpose(y[8+i], y[0])
		w.VPSHUFB(y[1], y[8+i], y[8+i])
		w.VMOVDQU(y[8+i], at(reg.RDX, 64*i))
	}
	w.nextHalf("columns", reg.RCX, reg.RSI, reg.RDX)

	w.Comment("Draw. Y12 and Y13 are the halves of the older words of the generator, Y14 and Y15", "of the newer ones, Y11 is ones.")
	w.param("planes", reg.RBX)
	for i := range 4 {
		w.VMOVDQU(at(reg.R8, 32*i), y[12+i])
	}
	w.VPCMPEQB(y[11], y[11], y[11])
	w.MOVQ(reg.RDI, reg.RDX)
	w.MOVQ(operand.U32(8), reg.RCX)
	w.draw256(low)

	w.SHRQ(imm(2), reg.RBX)
	w.Label("rows")
	w.Comment("Half of eight registers of bytes at a time becomes planes.")
	w.VMOVDQU(reverse, y[14])
	w.VMOVDQU(halves, y[15])
	for i := range 8 { // each 16 bytes get two bytes of each plane
		w.VMOVDQU(at(reg.RDI, 64*i), y[i])
		w.VPSHUFB(y[14], y[i], y[i])
		t.transpose(y[i], y[13])
		w.VPSHUFB(y[15], y[i], y[i])
	}
	w.toPlanes(y)
	for i := range 8 {
		w.VMOVDQU(y[8+i], at(reg.RDI, 64*i))
	}
	w.nextHalf("rows", reg.RBX, reg.RDI)
	w.done()
}

// nextHalf repeats a loop for the next half of eight planes, and then for the next eight
// planes.
func (w *writer) nextHalf(loop string, count reg.Register, pointers ...reg.Register) {
	for _, p := range pointers {
		w.ADDQ(imm(32), p)
	}
	w.DECQ(count)
	w.TESTQ(operand.U32(1), count)
	w.JNZ(label(loop))
	for _, p := range pointers {
		w.ADDQ(operand.U32(448), p)
	}
	w.TESTQ(count, count)
	w.JNZ(label(loop))
}

// random256 puts half of the random bits into out. old becomes the newer word.
func (w *writer) random256(old, new, out int) {
	w.VPSLLQ(imm(23), y[old], y[out])
	w.VPXOR(y[out], y[old], y[old])
	w.VPSRLQ(imm(18), y[old], y[out])
	w.VPXOR(y[out], y[old], y[old])
	w.VPXOR(y[new], y[old], y[old])
	w.VPSRLQ(imm(5), y[new], y[out])
	w.VPXOR(y[out], y[old], y[old])
	w.VPADDQ(y[new], y[old], y[out])
}

// multiply256 puts into r the upper half of the product of c and the random bits u, into
// l the lower half, and into u where the bits after u could still matter.
func (w *writer) multiply256(c, u, r, l int) {
	w.VPMULHUW(y[c], y[u], y[r])
	w.VPMULLW(y[c], y[u], y[l])
	w.VPADDUSW(y[c], y[l], y[u])
	w.VPCMPEQW(y[u], y[11], y[u])
}

// refine256 draws the bits after u and adds their carry to r. l is lost.
func (w *writer) refine256(old, new, c, u, r, l int) {
	w.random256(old, new, u)
	w.VPMULHUW(y[c], y[u], y[u])
	w.VPADDW(y[u], y[l], y[l])
	w.VPSUBUSW(y[l], y[u], y[u])
	w.VPXOR(y[l], y[l], y[l])
	w.VPCMPEQW(y[u], y[l], y[u])
	w.VPADDW(y[u], y[r], y[r])
	w.VPSUBW(y[11], y[r], y[r])
	w.VMOVDQA(y[old], y[u])
	w.VMOVDQA(y[new], y[old])
	w.VMOVDQA(y[u], y[new])
}

// drawPart draws for 32 lanes. unpack interleaves the bytes of their counts. The numbers
// go to Y6 and Y7.
func (w *writer) drawPart(name, next string, unpack instruction, old, new int) {
	w.VPXOR(y[0], y[0], y[0])
	w.VPXOR(y[1], y[1], y[1])
	w.CMPQ(reg.RBX, imm(8))
	w.JEQ(label(name))
	w.VMOVDQU(at(reg.RDX, 512), y[0])
	w.VMOVDQU(at(reg.RDX, 544), y[1])
	w.Label(name)
	w.VMOVDQU(at(reg.RDX, 0), y[2])
	w.VMOVDQU(at(reg.RDX, 32), y[3])
	unpack(y[0], y[2], y[0])
	unpack(y[1], y[3], y[1])
	w.random256(old, new, 2)
	w.random256(old+1, new+1, 3)
	w.multiply256(0, 2, 6, 4)
	w.multiply256(1, 3, 7, 5)
	w.VPOR(y[2], y[3], y[2])
	w.VPTEST(y[2], y[2])
	w.JZ(label(next))
	w.refine256(new, old, 0, 2, 6, 4)
	w.refine256(new+1, old+1, 1, 3, 7, 5)
	w.Label(next)
}

// draw256 draws for 64 lanes at a time, even and odd ones separately.
func (w *writer) draw256(low operand.Mem) {
	pack := func(disp int) {
		w.VPACKUSWB(y[2], y[1], y[1])
		w.VMOVDQU(y[1], at(reg.RDX, disp))
	}
	w.Label("draw")
	w.drawPart("few1", "even", w.VPUNPCKLBW, 12, 14)
	w.VMOVDQA(y[6], y[8])
	w.VMOVDQA(y[7], y[9])
	w.drawPart("few2", "odd", w.VPUNPCKHBW, 14, 12)
	w.VMOVDQU(low, y[0])
	for half := range 2 {
		w.VPAND(y[0], y[8+half], y[1])
		w.VPAND(y[0], y[6+half], y[2])
		pack(32 * half)
	}
	w.CMPQ(reg.RBX, imm(8))
	w.JEQ(label("drawn"))
	for half := range 2 {
		w.VPSRLW(imm(8), y[8+half], y[1])
		w.VPSRLW(imm(8), y[6+half], y[2])
		pack(512 + 32*half)
	}
	w.Label("drawn")
	w.ADDQ(imm(64), reg.RDX)
	w.DECQ(reg.RCX)
	w.JNZ(label("draw"))
	for i := range 4 {
		w.VMOVDQU(y[12+i], at(reg.R8, 32*i))
	}
}
