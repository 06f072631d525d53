#include "textflag.h"

// The interpreter of streams for AVX2, in two halves of 256 lanes. See
// eval_avx512_amd64.s for the registers; Y15 holds ones.

// ARGS3, ARGS4 and ARGS5 load the offsets of an instruction.
#define ARGS3 \
	MOVL (SI), AX; \
	MOVL 4(SI), BX; \
	MOVL 8(SI), R9; \
	ADDQ $12, SI

#define ARGS4 \
	MOVL (SI), AX; \
	MOVL 4(SI), BX; \
	MOVL 8(SI), R8; \
	MOVL 12(SI), R9; \
	ADDQ $16, SI

#define ARGS5 \
	MOVL (SI), AX; \
	MOVL 4(SI), BX; \
	MOVL 8(SI), R8; \
	MOVL 12(SI), R9; \
	MOVL 16(SI), DX; \
	ADDQ $20, SI

// The macros below work on the half that begins at H bytes.

#define AND2(H) \
	VMOVDQU H(DI)(AX*1), Y0; \
	VPAND H(DI)(BX*1), Y0, Y0; \
	VMOVDQU Y0, H(DI)(R9*1)

#define AND2N1(H) \
	VMOVDQU H(DI)(BX*1), Y0; \
	VPANDN H(DI)(AX*1), Y0, Y0; \
	VMOVDQU Y0, H(DI)(R9*1)

#define AND2N2(H) \
	VMOVDQU H(DI)(AX*1), Y0; \
	VPOR H(DI)(BX*1), Y0, Y0; \
	VPXOR Y15, Y0, Y0; \
	VMOVDQU Y0, H(DI)(R9*1)

#define AND3(H) \
	VMOVDQU H(DI)(AX*1), Y0; \
	VPAND H(DI)(BX*1), Y0, Y0; \
	VPAND H(DI)(R8*1), Y0, Y0; \
	VMOVDQU Y0, H(DI)(R9*1)

#define AND3N1(H) \
	VMOVDQU H(DI)(R8*1), Y0; \
	VPANDN H(DI)(AX*1), Y0, Y0; \
	VPAND H(DI)(BX*1), Y0, Y0; \
	VMOVDQU Y0, H(DI)(R9*1)

#define AND3N2(H) \
	VMOVDQU H(DI)(BX*1), Y0; \
	VPOR H(DI)(R8*1), Y0, Y0; \
	VPANDN H(DI)(AX*1), Y0, Y0; \
	VMOVDQU Y0, H(DI)(R9*1)

#define AND3N3(H) \
	VMOVDQU H(DI)(AX*1), Y0; \
	VPOR H(DI)(BX*1), Y0, Y0; \
	VPOR H(DI)(R8*1), Y0, Y0; \
	VPXOR Y15, Y0, Y0; \
	VMOVDQU Y0, H(DI)(R9*1)

#define MUX(H) \
	VMOVDQU H(DI)(R8*1), Y1; \
	VPXOR H(DI)(BX*1), Y1, Y0; \
	VPAND H(DI)(AX*1), Y0, Y0; \
	VPXOR Y1, Y0, Y0; \
	VMOVDQU Y0, H(DI)(R9*1)

#define ADD2(H) \
	VMOVDQU H(DI)(AX*1), Y0; \
	VMOVDQU H(DI)(BX*1), Y1; \
	VPXOR Y0, Y1, Y2; \
	VPAND Y0, Y1, Y3; \
	VMOVDQU Y2, H(DI)(R8*1); \
	VMOVDQU Y3, H(DI)(R9*1)

// ADDER puts the sum of a, b and c into Y4 and into Y3 the carry, for which a
// counts as ANDA says.
#define ADDER(H, ANDA) \
	VMOVDQU H(DI)(AX*1), Y0; \
	VMOVDQU H(DI)(BX*1), Y1; \
	VMOVDQU H(DI)(R8*1), Y2; \
	VPAND Y1, Y2, Y3; \
	VPXOR Y1, Y2, Y2; \
	VPXOR Y0, Y2, Y4; \
	ANDA Y2, Y0, Y2; \
	VPOR Y2, Y3, Y3; \
	VMOVDQU Y4, H(DI)(R9*1); \
	VMOVDQU Y3, H(DI)(DX*1)

// func evalAVX2(signals *Vec, code *uint32)
TEXT ·evalAVX2(SB), NOSPLIT, $0-16
	MOVQ signals+0(FP), DI
	MOVQ code+8(FP), SI
	VPCMPEQB Y15, Y15, Y15

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
	ARGS3
	AND2(0)
	AND2(32)
	DECL CX
	JNZ  and2
	JMP  next

and2n1:
	ARGS3
	AND2N1(0)
	AND2N1(32)
	DECL CX
	JNZ  and2n1
	JMP  next

and2n2:
	ARGS3
	AND2N2(0)
	AND2N2(32)
	DECL CX
	JNZ  and2n2
	JMP  next

and3:
	ARGS4
	AND3(0)
	AND3(32)
	DECL CX
	JNZ  and3
	JMP  next

and3n1:
	ARGS4
	AND3N1(0)
	AND3N1(32)
	DECL CX
	JNZ  and3n1
	JMP  next

and3n2:
	ARGS4
	AND3N2(0)
	AND3N2(32)
	DECL CX
	JNZ  and3n2
	JMP  next

and3n3:
	ARGS4
	AND3N3(0)
	AND3N3(32)
	DECL CX
	JNZ  and3n3
	JMP  next

mux:
	ARGS4
	MUX(0)
	MUX(32)
	DECL CX
	JNZ  mux
	JMP  next

add2:
	ARGS4
	ADD2(0)
	ADD2(32)
	DECL CX
	JNZ  add2
	JMP  next

add3:
	ARGS5
	ADDER(0, VPAND)
	ADDER(32, VPAND)
	DECL CX
	JNZ  add3
	JMP  next

sub3:
	ARGS5
	ADDER(0, VPANDN) // dst = ¬second ∧ first operand, which is ¬a ∧ (b ⊕ c)
	ADDER(32, VPANDN)
	DECL CX
	JNZ  sub3
	JMP  next

// LOAD puts an input of the instruction into a register.
#define LOAD(N, Y) \
	MOVL 4*N(SI), AX; \
	VMOVDQU (DI)(AX*1), Y

// STORE writes an output of the instruction.
#define STORE(Y, N) \
	MOVL 4*N(SI), AX; \
	VMOVDQU Y, (DI)(AX*1)

// FULL adds A, B and C: the sum comes into A, the carry into D. B is lost.
#define FULL(A, B, C, D) \
	VPAND B, C, D; \
	VPXOR B, C, B; \
	VPAND A, B, Y15; \
	VPXOR A, B, A; \
	VPOR Y15, D, D

// HALF adds A and B: the sum comes into A, the carry into B.
#define HALF(A, B) \
	VPXOR A, B, Y15; \
	VPAND A, B, B; \
	VMOVDQA Y15, A

	// Count sixteen inputs, half by half: DI points to a half. Y15 is needed
	// here; it gets its ones back at the end.
count:
	MOVQ $2, BX

half:
	LOAD(0, Y0)
	LOAD(1, Y1)
	LOAD(2, Y2)
	FULL(Y0, Y1, Y2, Y10)
	LOAD(3, Y1)
	LOAD(4, Y2)
	LOAD(5, Y3)
	FULL(Y1, Y2, Y3, Y11)
	LOAD(6, Y2)
	LOAD(7, Y3)
	LOAD(8, Y4)
	FULL(Y2, Y3, Y4, Y12)
	FULL(Y0, Y1, Y2, Y13)
	FULL(Y10, Y11, Y12, Y5) // worth two in Y10, four in Y5
	LOAD(9, Y1)
	LOAD(10, Y2)
	LOAD(11, Y3)
	FULL(Y1, Y2, Y3, Y11)
	LOAD(12, Y2)
	LOAD(13, Y3)
	LOAD(14, Y4)
	FULL(Y2, Y3, Y4, Y12)
	LOAD(15, Y3)
	FULL(Y1, Y2, Y3, Y14)
	HALF(Y0, Y1)
	STORE(Y0, 16)
	FULL(Y11, Y12, Y13, Y6)
	FULL(Y10, Y11, Y14, Y7)
	HALF(Y10, Y1)
	STORE(Y10, 17)
	FULL(Y5, Y6, Y7, Y8) // worth four in Y5, eight in Y8
	HALF(Y5, Y1)
	STORE(Y5, 18)
	HALF(Y8, Y1)
	STORE(Y8, 19)
	STORE(Y1, 20)
	ADDQ $32, DI
	DECQ BX
	JNZ  half
	SUBQ $64, DI
	ADDQ $84, SI
	DECL CX
	JNZ  count
	VPCMPEQB Y15, Y15, Y15
	JMP  next

// CHOOSE puts S ? A : B into A.
#define CHOOSE(S, A, B) \
	VPXOR B, A, A; \
	VPAND S, A, A; \
	VPXOR B, A, A

// PAIR puts into A the one of two inputs that the lowest bit says.
#define PAIR(M, N, A) \
	LOAD(M, A); \
	LOAD(N, Y15); \
	CHOOSE(Y8, A, Y15)

	// Pick one of sixteen inputs, half by half, like count. Y8… are the bits of
	// its number, inverted.
pick:
	MOVQ $2, BX

pickhalf:
	LOAD(0, Y8)
	LOAD(1, Y9)
	LOAD(2, Y10)
	LOAD(3, Y11)
	PAIR(4, 5, Y0)
	PAIR(6, 7, Y1)
	PAIR(8, 9, Y2)
	PAIR(10, 11, Y3)
	PAIR(12, 13, Y4)
	PAIR(14, 15, Y5)
	PAIR(16, 17, Y6)
	PAIR(18, 19, Y7)
	CHOOSE(Y9, Y0, Y1)
	CHOOSE(Y9, Y2, Y3)
	CHOOSE(Y9, Y4, Y5)
	CHOOSE(Y9, Y6, Y7)
	CHOOSE(Y10, Y0, Y2)
	CHOOSE(Y10, Y4, Y6)
	CHOOSE(Y11, Y0, Y4)
	STORE(Y0, 20)
	ADDQ $32, DI
	DECQ BX
	JNZ  pickhalf
	SUBQ $64, DI
	ADDQ $84, SI
	DECL CX
	JNZ  pick
	VPCMPEQB Y15, Y15, Y15
	JMP  next
