#include "textflag.h"
#include "bytes_avx512_amd64.h"

// Constants for AFFINE: which bits of the rows become the columns, in order.
DATA upwards<>+0(SB)/8, $0x8040201008040201
GLOBL upwards<>(SB), RODATA, $8
DATA downwards<>+0(SB)/8, $0x0102040810204080
GLOBL downwards<>(SB), RODATA, $8

// The low byte of each word.
DATA low<>+0(SB)/8, $0x00ff00ff00ff00ff
GLOBL low<>(SB), RODATA, $8

// The order of bytes that interleaves the two halves of 16 bytes.
DATA halves<>+0(SB)/8, $0x0b030a0209010800
DATA halves<>+8(SB)/8, $0x0f070e060d050c04
GLOBL halves<>(SB), RODATA, $16

// func drawAVX512(counts, numbers *Vec, planes int, rng *rng)
//
// The planes of the counts become bytes, which lie in the memory of the numbers
// until those become planes again. See draw.go for what is drawn.
TEXT ·drawAVX512(SB), NOSPLIT, $0-32
	MOVQ counts+0(FP), SI
	MOVQ numbers+8(FP), DI
	MOVQ planes+16(FP), CX
	MOVQ rng+24(FP), R8
	VPBROADCASTQ downwards<>(SB), Z16
	MOVQ DI, DX

	// Eight planes at a time become bytes.
columns:
	PLANES(SI)
	BYTES
	AFFINE8(Z16, Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15)
	VMOVDQU64 Z8, (DX)
	VMOVDQU64 Z9, 64(DX)
	VMOVDQU64 Z10, 128(DX)
	VMOVDQU64 Z11, 192(DX)
	VMOVDQU64 Z12, 256(DX)
	VMOVDQU64 Z13, 320(DX)
	VMOVDQU64 Z14, 384(DX)
	VMOVDQU64 Z15, 448(DX)
	ADDQ $512, SI
	ADDQ $512, DX
	SUBQ $8, CX
	JNZ  columns

	// Draw. Z20 and Z21 are the state of the generator, Z22 is zero, Z23 ones.
	MOVQ planes+16(FP), BX
	VMOVDQU64 (R8), Z20
	VMOVDQU64 64(R8), Z21
	VPXORQ Z22, Z22, Z22
	VPTERNLOGQ $0xff, Z23, Z23, Z23
	VPBROADCASTQ low<>(SB), Z24
	VMOVDQA64 Z22, Z2
	MOVQ DI, DX
	MOVQ $8, CX

// RANDOM puts 512 random bits into OUT; NEW and OLD change their roles.
#define RANDOM(OLD, NEW, OUT) \
	VPSLLQ $23, OLD, OUT; \
	VPXORQ OUT, OLD, OLD; \
	VPSRLQ $18, OLD, OUT; \
	VPTERNLOGQ $0x96, OUT, NEW, OLD; \
	VPSRLQ $5, NEW, OUT; \
	VPXORQ OUT, OLD, OLD; \
	VPADDQ NEW, OLD, OUT

// MULTIPLY puts into R the upper half of the product of C and random bits in U,
// into L the lower half, and into K1 where what follows U could still matter.
#define MULTIPLY(C, U, R, L) \
	VPMULHUW C, U, R; \
	VPMULLW C, U, L; \
	VPADDUSW C, L, U; \
	VPCMPEQW U, Z23, K1

// REFINE draws what follows, in U, and adds the carry that comes of it to R.
#define REFINE(OLD, NEW, C, U, R, L) \
	RANDOM(OLD, NEW, U); \
	VPMULHUW C, U, U; \
	VPADDW U, L, L; \
	VPCMPUW $1, U, L, K1; \
	VPSUBW Z23, R, K1, R; \
	VMOVDQA64 OLD, U; \
	VMOVDQA64 NEW, OLD; \
	VMOVDQA64 U, NEW

draw:
	VMOVDQU64 (DX), Z1
	CMPQ BX, $8
	JEQ  even
	VMOVDQU64 512(DX), Z2

even:
	VPUNPCKLBW Z2, Z1, Z3
	RANDOM(Z20, Z21, Z5)
	MULTIPLY(Z3, Z5, Z6, Z7)
	KORTESTD K1, K1
	JNZ  refine1

odd:
	VPUNPCKHBW Z2, Z1, Z4
	RANDOM(Z21, Z20, Z5)
	MULTIPLY(Z4, Z5, Z8, Z9)
	KORTESTD K1, K1
	JNZ  refine2

pack:
	VPANDQ Z24, Z6, Z10
	VPANDQ Z24, Z8, Z11
	VPACKUSWB Z11, Z10, Z10
	VMOVDQU64 Z10, (DX)
	CMPQ BX, $8
	JEQ  drawn
	VPSRLW $8, Z6, Z10
	VPSRLW $8, Z8, Z11
	VPACKUSWB Z11, Z10, Z10
	VMOVDQU64 Z10, 512(DX)

drawn:
	ADDQ $64, DX
	DECQ CX
	JNZ  draw
	VMOVDQU64 Z20, (R8)
	VMOVDQU64 Z21, 64(R8)

	// Eight registers of bytes at a time become planes.
	VPBROADCASTQ upwards<>(SB), Z16
	VBROADCASTI32X4 halves<>(SB), Z17

rows:
	VMOVDQU64 (DI), Z0
	VMOVDQU64 64(DI), Z1
	VMOVDQU64 128(DI), Z2
	VMOVDQU64 192(DI), Z3
	VMOVDQU64 256(DI), Z4
	VMOVDQU64 320(DI), Z5
	VMOVDQU64 384(DI), Z6
	VMOVDQU64 448(DI), Z7
	AFFINE8(Z16, Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7)
	VPSHUFB Z17, Z0, Z0
	VPSHUFB Z17, Z1, Z1
	VPSHUFB Z17, Z2, Z2
	VPSHUFB Z17, Z3, Z3
	VPSHUFB Z17, Z4, Z4
	VPSHUFB Z17, Z5, Z5
	VPSHUFB Z17, Z6, Z6
	VPSHUFB Z17, Z7, Z7

	// Each 16 bytes hold two bytes of each plane: a matrix of 8×8 pairs with
	// the planes in its columns is transposed.
	VPUNPCKLWD Z1, Z0, Z8
	VPUNPCKHWD Z1, Z0, Z9
	VPUNPCKLWD Z3, Z2, Z10
	VPUNPCKHWD Z3, Z2, Z11
	VPUNPCKLWD Z5, Z4, Z12
	VPUNPCKHWD Z5, Z4, Z13
	VPUNPCKLWD Z7, Z6, Z14
	VPUNPCKHWD Z7, Z6, Z15
	VPUNPCKLDQ Z10, Z8, Z0
	VPUNPCKHDQ Z10, Z8, Z1
	VPUNPCKLDQ Z14, Z12, Z2
	VPUNPCKHDQ Z14, Z12, Z3
	VPUNPCKLDQ Z11, Z9, Z4
	VPUNPCKHDQ Z11, Z9, Z5
	VPUNPCKLDQ Z15, Z13, Z6
	VPUNPCKHDQ Z15, Z13, Z7
	VPUNPCKLQDQ Z2, Z0, Z8
	VPUNPCKHQDQ Z2, Z0, Z9
	VPUNPCKLQDQ Z3, Z1, Z10
	VPUNPCKHQDQ Z3, Z1, Z11
	VPUNPCKLQDQ Z6, Z4, Z12
	VPUNPCKHQDQ Z6, Z4, Z13
	VPUNPCKLQDQ Z7, Z5, Z14
	VPUNPCKHQDQ Z7, Z5, Z15
	VMOVDQU64 Z8, (DI)
	VMOVDQU64 Z9, 64(DI)
	VMOVDQU64 Z10, 128(DI)
	VMOVDQU64 Z11, 192(DI)
	VMOVDQU64 Z12, 256(DI)
	VMOVDQU64 Z13, 320(DI)
	VMOVDQU64 Z14, 384(DI)
	VMOVDQU64 Z15, 448(DI)
	ADDQ $512, DI
	SUBQ $8, BX
	JNZ  rows
	VZEROUPPER
	RET

	// After an even draw Z20 holds the newer word; REFINE leaves it so.
refine1:
	REFINE(Z21, Z20, Z3, Z5, Z6, Z7)
	JMP  odd

refine2:
	REFINE(Z20, Z21, Z4, Z5, Z8, Z9)
	JMP  pack
