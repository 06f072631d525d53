package bitslice

import "encoding/binary"

// An assembler encodes instructions for AVX-512. Signals are addressed from a
// few base registers, so that most addresses take a single byte.
type assembler struct {
	buf   []byte
	bases []byte // by window: the register that points to its middle, or noBase
}

// A window is the range that a base register reaches with one byte of
// displacement, counted in Vecs.
const window = 256

// noBase marks windows without a base register.
const noBase = 0xff

// signalsRegister is the register that holds the address of the signals.
const signalsRegister = 7 // RDI

// baseRegisters are the registers for windows. They need no further encoding
// bytes, and Go assembly reserves none of them.
var baseRegisters = []byte{0, 1, 2, 3, 6, 8, 9, 10, 11, 13} // RAX RCX RDX RBX RSI R8…R11 R13

// assemble encodes instructions as a function that expects the address of the
// signals in RDI and changes vector registers and base registers.
func assemble(code []instruction) []byte {
	a := assembler{buf: make([]byte, 0, 8*len(code)+128)}
	a.chooseBases(code)
	for i := range code {
		a.encode(&code[i])
	}
	a.buf = append(a.buf, 0xC3) // RET
	return a.buf
}

// chooseBases gives base registers to the windows that are used most.
func (a *assembler) chooseBases(code []instruction) {
	var used []int
	for i := range code {
		if code[i].memory() {
			w := int(code[i].mem / window)
			for w >= len(used) {
				used = append(used, 0)
				a.bases = append(a.bases, noBase)
			}
			used[w]++
		}
	}
	for _, reg := range baseRegisters {
		best := 0
		for w, n := range used {
			if n > used[best] {
				best = w
			}
		}
		if len(used) == 0 || used[best] < 2 {
			return
		}
		used[best] = 0
		a.bases[best] = reg
		// LEA disp32(RDI), reg
		a.buf = append(a.buf, 0x48|reg>>3<<2, 0x8D, 0x80|reg&7<<3|signalsRegister)
		a.buf = binary.LittleEndian.AppendUint32(a.buf, uint32(best*window+window/2)*vecBytes)
	}
}

// memory reports whether an instruction reads or writes memory.
func (i *instruction) memory() bool {
	return i.kind == load || i.kind == store || i.kind >= lut1 && i.c < 0
}

// Opcodes, all with the prefix 66 and W set: in map 0F, except for the table in
// 0F3A.
const (
	opcodeLoad  = 0x6F // VMOVDQA64
	opcodeStore = 0x7F
	opcodeAnd   = 0xDB // VPANDQ
	opcodeAndN  = 0xDF // VPANDNQ
	opcodeOr    = 0xEB // VPORQ
	opcodeXor   = 0xEF // VPXORQ
	opcodeTable = 0x25 // VPTERNLOGQ
)

func (a *assembler) encode(i *instruction) {
	switch i.kind {
	case load:
		a.evex(1, opcodeLoad, i.dst, 0, -1, i.mem)
	case store:
		a.evex(1, opcodeStore, i.b, 0, -1, i.mem)
	case copyR:
		a.evex(1, opcodeLoad, i.dst, 0, i.b, 0)
	case lut1:
		if i.table == 2 {
			a.evex(1, opcodeLoad, i.dst, 0, i.c, i.mem)
			return
		}
		t := i.table
		a.table(i, i.dst, t|t<<2|t<<4|t<<6)
	case lut2:
		a.encode2(i)
	case lut3:
		a.table(i, i.b, i.table)
	}
}

// encode2 encodes a table over two values with a dedicated instruction where there
// is one.
func (a *assembler) encode2(i *instruction) {
	switch i.table {
	case 0x8:
		a.evex(1, opcodeAnd, i.dst, i.b, i.c, i.mem)
	case 0xE:
		a.evex(1, opcodeOr, i.dst, i.b, i.c, i.mem)
	case 0x6:
		a.evex(1, opcodeXor, i.dst, i.b, i.c, i.mem)
	case 0x2:
		a.evex(1, opcodeAndN, i.dst, i.b, i.c, i.mem)
	default:
		if i.table == 0x4 && i.c >= 0 {
			a.evex(1, opcodeAndN, i.dst, i.c, i.b, 0)
			return
		}
		a.table(i, i.b, i.table|i.table<<4)
	}
}

// table encodes a truth table over the destination, b and the last operand.
func (a *assembler) table(i *instruction, b int8, table uint8) {
	a.evex(3, opcodeTable, i.dst, b, i.c, i.mem)
	a.buf = append(a.buf, table)
}

// evex encodes an instruction on 512 bits: its opcode map, opcode, first and
// second register, and a third one or, if that is negative, a signal in memory.
func (a *assembler) evex(opmap, opcode byte, reg, second, third int8, mem int32) {
	r, v := ^byte(reg), ^byte(second) // extension bits are stored inverted
	p0 := r<<4&0x80 | r&0x10 | opmap
	p1 := byte(0x85) | v&15<<3 // W, prefix 66
	p2 := byte(0x40) | v>>1&8  // 512 bits
	if third >= 0 {
		x := ^byte(third)
		p0 |= x<<2&0x40 | x<<2&0x20
		a.buf = append(a.buf, 0x62, p0, p1, p2, opcode, 0xC0|byte(reg)&7<<3|byte(third)&7)
		return
	}
	base := a.bases[mem/window]
	if base == noBase {
		p0 |= 0x60
		a.buf = append(a.buf, 0x62, p0, p1, p2, opcode, 0x80|byte(reg)&7<<3|signalsRegister)
		a.buf = binary.LittleEndian.AppendUint32(a.buf, uint32(mem)*vecBytes)
		return
	}
	p0 |= 0x40 | ^base<<2&0x20
	a.buf = append(a.buf, 0x62, p0, p1, p2, opcode, 0x40|byte(reg)&7<<3|base&7, byte(mem%window-window/2))
}
