#include "textflag.h"

// The interpreter of streams, 512 lanes an instruction. A stream is a sequence
// of runs: kind, number of instructions, and the byte offsets of their inputs
// and outputs.
//
//	DI	signals
//	SI	stream
//	CX	instructions left in the run
//	AX BX DX R8 R9	offsets
//
// A truth table given to VPTERNLOGQ has bit 4a+2b+c for the operands a (the
// destination), b and c (in memory).

// GATE2 loads the offsets of a gate with two inputs.
#define GATE2 \
	MOVL (SI), AX; \
	MOVL 4(SI), BX; \
	MOVL 8(SI), R9; \
	ADDQ $12, SI

// GATE3 evaluates a gate with three inputs.
#define GATE3(TABLE) \
	MOVL (SI), AX; \
	MOVL 4(SI), BX; \
	MOVL 8(SI), R8; \
	MOVL 12(SI), R9; \
	ADDQ $16, SI; \
	VMOVDQU64 (DI)(AX*1), Z0; \
	VMOVDQU64 (DI)(BX*1), Z1; \
	VPTERNLOGQ TABLE, (DI)(R8*1), Z1, Z0; \
	VMOVDQU64 Z0, (DI)(R9*1)

// ADDER evaluates an instruction with three inputs and two outputs.
#define ADDER(SUM, CARRY) \
	MOVL (SI), AX; \
	MOVL 4(SI), BX; \
	MOVL 8(SI), R8; \
	MOVL 12(SI), R9; \
	MOVL 16(SI), DX; \
	ADDQ $20, SI; \
	VMOVDQU64 (DI)(AX*1), Z0; \
	VMOVDQU64 (DI)(BX*1), Z1; \
	VMOVDQU64 (DI)(R8*1), Z2; \
	VMOVDQA64 Z0, Z3; \
	VPTERNLOGQ SUM, Z2, Z1, Z0; \
	VPTERNLOGQ CARRY, Z2, Z1, Z3; \
	VMOVDQU64 Z0, (DI)(R9*1); \
	VMOVDQU64 Z3, (DI)(DX*1)

// LOAD puts an input of an instruction into a register.
#define LOAD(N, Z) \
	MOVL 4*N(SI), AX; \
	VMOVDQU64 (DI)(AX*1), Z

// STORE writes an output of an instruction.
#define STORE(Z, N) \
	MOVL 4*N(SI), AX; \
	VMOVDQU64 Z, (DI)(AX*1)

// FULL adds A, B and C: the sum comes into A, the carry into D.
#define FULL(A, B, C, D) \
	VMOVDQA64 A, D; \
	VPTERNLOGQ $0x96, C, B, A; \
	VPTERNLOGQ $0xE8, C, B, D

// HALF adds A and B: the sum comes into C, the carry into D.
#define HALF(A, B, C, D) \
	VPXORQ A, B, C; \
	VPANDQ A, B, D

// func evalAVX512(signals *Vec, code *uint32)
TEXT ·evalAVX512(SB), NOSPLIT, $0-16
	MOVQ signals+0(FP), DI
	MOVQ code+8(FP), SI

next:
	MOVL (SI), AX
	MOVL 4(SI), CX
	ADDQ $8, SI
	CMPL AX, $5
	JLT  below5
	JEQ  and3n2
	CMPL AX, $8
	JLT  below8
	JEQ  add3
	CMPL AX, $10
	JLT  sub3
	JEQ  mux
	CMPL AX, $12
	JLT  count
	JEQ  pick
	VZEROUPPER
	RET

below5:
	CMPL AX, $3
	JGT  and3n1
	JEQ  and3
	CMPL AX, $1
	JGT  and2n2
	JEQ  and2n1
	JMP  and2

below8:
	CMPL AX, $6
	JGT  add2
	JMP  and3n3

and2:
	GATE2
	VMOVDQU64 (DI)(AX*1), Z0
	VPANDQ (DI)(BX*1), Z0, Z0
	VMOVDQU64 Z0, (DI)(R9*1)
	DECL CX
	JNZ  and2
	JMP  next

and2n1:
	GATE2
	VMOVDQU64 (DI)(BX*1), Z0
	VPANDNQ (DI)(AX*1), Z0, Z0
	VMOVDQU64 Z0, (DI)(R9*1)
	DECL CX
	JNZ  and2n1
	JMP  next

and2n2:
	GATE2
	VMOVDQU64 (DI)(AX*1), Z0
	VPTERNLOGQ $0x11, (DI)(BX*1), Z0, Z0
	VMOVDQU64 Z0, (DI)(R9*1)
	DECL CX
	JNZ  and2n2
	JMP  next

and3:
	GATE3($0x80)
	DECL CX
	JNZ  and3
	JMP  next

and3n1:
	GATE3($0x40)
	DECL CX
	JNZ  and3n1
	JMP  next

and3n2:
	GATE3($0x10)
	DECL CX
	JNZ  and3n2
	JMP  next

and3n3:
	GATE3($0x01)
	DECL CX
	JNZ  and3n3
	JMP  next

mux:
	GATE3($0xCA)
	DECL CX
	JNZ  mux
	JMP  next

add2:
	MOVL (SI), AX
	MOVL 4(SI), BX
	MOVL 8(SI), R9
	MOVL 12(SI), DX
	ADDQ $16, SI
	VMOVDQU64 (DI)(AX*1), Z0
	VMOVDQU64 (DI)(BX*1), Z1
	VPXORQ Z0, Z1, Z2
	VPANDQ Z0, Z1, Z3
	VMOVDQU64 Z2, (DI)(R9*1)
	VMOVDQU64 Z3, (DI)(DX*1)
	DECL CX
	JNZ  add2
	JMP  next

add3:
	ADDER($0x96, $0xE8)
	DECL CX
	JNZ  add3
	JMP  next

sub3:
	ADDER($0x96, $0x8E)
	DECL CX
	JNZ  sub3
	JMP  next

	// Count sixteen inputs. Z16… are the carries worth two, Z24… worth four,
	// Z28… worth eight.
count:
	LOAD(0, Z0)
	LOAD(1, Z1)
	LOAD(2, Z2)
	LOAD(3, Z3)
	LOAD(4, Z4)
	LOAD(5, Z5)
	LOAD(6, Z6)
	LOAD(7, Z7)
	LOAD(8, Z8)
	LOAD(9, Z9)
	LOAD(10, Z10)
	LOAD(11, Z11)
	LOAD(12, Z12)
	LOAD(13, Z13)
	LOAD(14, Z14)
	LOAD(15, Z15)
	FULL(Z0, Z1, Z2, Z16)
	FULL(Z3, Z4, Z5, Z17)
	FULL(Z6, Z7, Z8, Z18)
	FULL(Z9, Z10, Z11, Z19)
	FULL(Z12, Z13, Z14, Z20)
	FULL(Z0, Z3, Z6, Z21)
	FULL(Z9, Z12, Z15, Z22)
	HALF(Z0, Z9, Z1, Z23)
	STORE(Z1, 16)
	FULL(Z16, Z17, Z18, Z24)
	FULL(Z19, Z20, Z21, Z25)
	FULL(Z16, Z19, Z22, Z26)
	HALF(Z16, Z23, Z1, Z27)
	STORE(Z1, 17)
	FULL(Z24, Z25, Z26, Z28)
	HALF(Z24, Z27, Z1, Z29)
	STORE(Z1, 18)
	HALF(Z28, Z29, Z1, Z2)
	STORE(Z1, 19)
	STORE(Z2, 20)
	ADDQ $84, SI
	DECL CX
	JNZ  count
	JMP  next

// MUX puts S ? A : B into A.
#define MUX(S, A, B) VPTERNLOGQ $0xE4, S, B, A

	// Pick one of sixteen inputs. Z16… are the bits of its number, inverted.
pick:
	LOAD(0, Z16)
	LOAD(1, Z17)
	LOAD(2, Z18)
	LOAD(3, Z19)
	LOAD(4, Z0)
	LOAD(5, Z1)
	LOAD(6, Z2)
	LOAD(7, Z3)
	LOAD(8, Z4)
	LOAD(9, Z5)
	LOAD(10, Z6)
	LOAD(11, Z7)
	LOAD(12, Z8)
	LOAD(13, Z9)
	LOAD(14, Z10)
	LOAD(15, Z11)
	LOAD(16, Z12)
	LOAD(17, Z13)
	LOAD(18, Z14)
	LOAD(19, Z15)
	MUX(Z16, Z0, Z1)
	MUX(Z16, Z2, Z3)
	MUX(Z16, Z4, Z5)
	MUX(Z16, Z6, Z7)
	MUX(Z16, Z8, Z9)
	MUX(Z16, Z10, Z11)
	MUX(Z16, Z12, Z13)
	MUX(Z16, Z14, Z15)
	MUX(Z17, Z0, Z2)
	MUX(Z17, Z4, Z6)
	MUX(Z17, Z8, Z10)
	MUX(Z17, Z12, Z14)
	MUX(Z18, Z0, Z4)
	MUX(Z18, Z8, Z12)
	MUX(Z19, Z0, Z8)
	STORE(Z0, 20)
	ADDQ $84, SI
	DECL CX
	JNZ  pick
	JMP  next
