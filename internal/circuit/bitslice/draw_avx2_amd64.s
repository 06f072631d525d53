#include "textflag.h"

// Masks for the transposition of 8×8 bits.
DATA bits1<>+0(SB)/8, $0x00aa00aa00aa00aa
DATA bits1<>+8(SB)/8, $0x00aa00aa00aa00aa
DATA bits1<>+16(SB)/8, $0x00aa00aa00aa00aa
DATA bits1<>+24(SB)/8, $0x00aa00aa00aa00aa
GLOBL bits1<>(SB), RODATA, $32
DATA bits2<>+0(SB)/8, $0x0000cccc0000cccc
DATA bits2<>+8(SB)/8, $0x0000cccc0000cccc
DATA bits2<>+16(SB)/8, $0x0000cccc0000cccc
DATA bits2<>+24(SB)/8, $0x0000cccc0000cccc
GLOBL bits2<>(SB), RODATA, $32
DATA bits4<>+0(SB)/8, $0x00000000f0f0f0f0
DATA bits4<>+8(SB)/8, $0x00000000f0f0f0f0
DATA bits4<>+16(SB)/8, $0x00000000f0f0f0f0
DATA bits4<>+24(SB)/8, $0x00000000f0f0f0f0
GLOBL bits4<>(SB), RODATA, $32

// The order of bytes that reverses words.
DATA reverse<>+0(SB)/8, $0x0001020304050607
DATA reverse<>+8(SB)/8, $0x08090a0b0c0d0e0f
DATA reverse<>+16(SB)/8, $0x0001020304050607
DATA reverse<>+24(SB)/8, $0x08090a0b0c0d0e0f
GLOBL reverse<>(SB), RODATA, $32

// The order of bytes that interleaves the two halves of 16 bytes.
DATA halves2<>+0(SB)/8, $0x0b030a0209010800
DATA halves2<>+8(SB)/8, $0x0f070e060d050c04
DATA halves2<>+16(SB)/8, $0x0b030a0209010800
DATA halves2<>+24(SB)/8, $0x0f070e060d050c04
GLOBL halves2<>(SB), RODATA, $32

// The low byte of each word.
DATA low2<>+0(SB)/8, $0x00ff00ff00ff00ff
DATA low2<>+8(SB)/8, $0x00ff00ff00ff00ff
DATA low2<>+16(SB)/8, $0x00ff00ff00ff00ff
DATA low2<>+24(SB)/8, $0x00ff00ff00ff00ff
GLOBL low2<>(SB), RODATA, $32

// SWAP exchanges bits of Y that are SHIFT apart, where MASK has the lower ones.
#define SWAP(Y, T, SHIFT, MASK) \
	VPSRLQ SHIFT, Y, T; \
	VPXOR Y, T, T; \
	VPAND MASK, T, T; \
	VPXOR T, Y, Y; \
	VPSLLQ SHIFT, T, T; \
	VPXOR T, Y, Y

// TRANSPOSE transposes the 8×8 bits of each word of Y.
#define TRANSPOSE(Y, T) \
	SWAP(Y, T, $7, bits1<>(SB)); \
	SWAP(Y, T, $14, bits2<>(SB)); \
	SWAP(Y, T, $28, bits4<>(SB))

// func drawAVX2(counts, numbers *Vec, planes int, rng *rng)
//
// The same as drawAVX512, in two halves of 256 lanes.
TEXT ·drawAVX2(SB), NOSPLIT, $0-32
	MOVQ counts+0(FP), SI
	MOVQ numbers+8(FP), DI
	MOVQ planes+16(FP), CX
	MOVQ rng+24(FP), R8
	MOVQ DI, DX
	SHRQ $2, CX // quarters of eight planes: two halves each

	// Half of eight planes at a time becomes bytes.
columns:
	VMOVDQU (SI), Y0
	VMOVDQU 64(SI), Y1
	VMOVDQU 128(SI), Y2
	VMOVDQU 192(SI), Y3
	VMOVDQU 256(SI), Y4
	VMOVDQU 320(SI), Y5
	VMOVDQU 384(SI), Y6
	VMOVDQU 448(SI), Y7
	VPUNPCKLBW Y1, Y0, Y8
	VPUNPCKHBW Y1, Y0, Y9
	VPUNPCKLBW Y3, Y2, Y10
	VPUNPCKHBW Y3, Y2, Y11
	VPUNPCKLBW Y5, Y4, Y12
	VPUNPCKHBW Y5, Y4, Y13
	VPUNPCKLBW Y7, Y6, Y14
	VPUNPCKHBW Y7, Y6, Y15
	VPUNPCKLWD Y10, Y8, Y0
	VPUNPCKHWD Y10, Y8, Y1
	VPUNPCKLWD Y11, Y9, Y2
	VPUNPCKHWD Y11, Y9, Y3
	VPUNPCKLWD Y14, Y12, Y4
	VPUNPCKHWD Y14, Y12, Y5
	VPUNPCKLWD Y15, Y13, Y6
	VPUNPCKHWD Y15, Y13, Y7
	VPUNPCKLDQ Y4, Y0, Y8
	VPUNPCKHDQ Y4, Y0, Y9
	VPUNPCKLDQ Y5, Y1, Y10
	VPUNPCKHDQ Y5, Y1, Y11
	VPUNPCKLDQ Y6, Y2, Y12
	VPUNPCKHDQ Y6, Y2, Y13
	VPUNPCKLDQ Y7, Y3, Y14
	VPUNPCKHDQ Y7, Y3, Y15
	VMOVDQU reverse<>(SB), Y1

// COLUMN finishes a register and stores it.
#define COLUMN(Y, OFFSET) \
	TRANSPOSE(Y, Y0); \
	VPSHUFB Y1, Y, Y; \
	VMOVDQU Y, OFFSET(DX)

	COLUMN(Y8, 0)
	COLUMN(Y9, 64)
	COLUMN(Y10, 128)
	COLUMN(Y11, 192)
	COLUMN(Y12, 256)
	COLUMN(Y13, 320)
	COLUMN(Y14, 384)
	COLUMN(Y15, 448)
	ADDQ $32, SI
	ADDQ $32, DX
	DECQ CX
	TESTQ $1, CX
	JNZ  columns
	ADDQ $448, SI // the next eight planes
	ADDQ $448, DX
	TESTQ CX, CX
	JNZ  columns

	// Draw. Y12 and Y13 are the halves of the older words of the generator, Y14
	// and Y15 those of the newer ones, Y11 is ones.
	MOVQ planes+16(FP), BX
	VMOVDQU (R8), Y12
	VMOVDQU 32(R8), Y13
	VMOVDQU 64(R8), Y14
	VMOVDQU 96(R8), Y15
	VPCMPEQB Y11, Y11, Y11
	MOVQ DI, DX
	MOVQ $8, CX

// RANDOM puts half of the random bits into OUT; NEW and OLD change their roles.
#define RANDOM(OLD, NEW, OUT) \
	VPSLLQ $23, OLD, OUT; \
	VPXOR OUT, OLD, OLD; \
	VPSRLQ $18, OLD, OUT; \
	VPXOR OUT, OLD, OLD; \
	VPXOR NEW, OLD, OLD; \
	VPSRLQ $5, NEW, OUT; \
	VPXOR OUT, OLD, OLD; \
	VPADDQ NEW, OLD, OUT

// MULTIPLY puts into R the upper half of the product of C and random bits in U,
// into L the lower half, and into U where what follows U could still matter.
#define MULTIPLY(C, U, R, L) \
	VPMULHUW C, U, R; \
	VPMULLW C, U, L; \
	VPADDUSW C, L, U; \
	VPCMPEQW U, Y11, U

// REFINE draws what follows, in U, and adds the carry that comes of it to R.
// The lower half of the product, L, is lost.
#define REFINE(OLD, NEW, C, U, R, L) \
	RANDOM(OLD, NEW, U); \
	VPMULHUW C, U, U; \
	VPADDW U, L, L; \
	VPSUBUSW L, U, U; \
	VPXOR L, L, L; \
	VPCMPEQW U, L, U; \
	VPADDW U, R, R; \
	VPSUBW Y11, R, R; \
	VMOVDQA OLD, U; \
	VMOVDQA NEW, OLD; \
	VMOVDQA U, NEW

// BOTH draws for 32 lanes. Their counts come from the bytes at DX, interleaved
// by UNPACK; the numbers are in Y6 and Y7.
#define COUNTS(UNPACK) \
	VPXOR Y0, Y0, Y0; \
	VPXOR Y1, Y1, Y1; \
	CMPQ BX, $8; \
	JEQ 3(PC); \
	VMOVDQU 512(DX), Y0; \
	VMOVDQU 544(DX), Y1; \
	VMOVDQU (DX), Y2; \
	VMOVDQU 32(DX), Y3; \
	UNPACK Y0, Y2, Y0; \
	UNPACK Y1, Y3, Y1

draw:
	COUNTS(VPUNPCKLBW)
	RANDOM(Y12, Y14, Y2)
	RANDOM(Y13, Y15, Y3)
	MULTIPLY(Y0, Y2, Y6, Y4)
	MULTIPLY(Y1, Y3, Y7, Y5)
	VPOR Y2, Y3, Y2
	VPTEST Y2, Y2
	JZ   even
	REFINE(Y14, Y12, Y0, Y2, Y6, Y4)
	REFINE(Y15, Y13, Y1, Y3, Y7, Y5)

even:
	VMOVDQA Y6, Y8
	VMOVDQA Y7, Y9
	COUNTS(VPUNPCKHBW)
	RANDOM(Y14, Y12, Y2)
	RANDOM(Y15, Y13, Y3)
	MULTIPLY(Y0, Y2, Y6, Y4)
	MULTIPLY(Y1, Y3, Y7, Y5)
	VPOR Y2, Y3, Y2
	VPTEST Y2, Y2
	JZ   odd
	REFINE(Y12, Y14, Y0, Y2, Y6, Y4)
	REFINE(Y13, Y15, Y1, Y3, Y7, Y5)

odd:
	VMOVDQU low2<>(SB), Y0
	VPAND Y0, Y8, Y1
	VPAND Y0, Y6, Y2
	VPACKUSWB Y2, Y1, Y1
	VMOVDQU Y1, (DX)
	VPAND Y0, Y9, Y1
	VPAND Y0, Y7, Y2
	VPACKUSWB Y2, Y1, Y1
	VMOVDQU Y1, 32(DX)
	CMPQ BX, $8
	JEQ  drawn
	VPSRLW $8, Y8, Y1
	VPSRLW $8, Y6, Y2
	VPACKUSWB Y2, Y1, Y1
	VMOVDQU Y1, 512(DX)
	VPSRLW $8, Y9, Y1
	VPSRLW $8, Y7, Y2
	VPACKUSWB Y2, Y1, Y1
	VMOVDQU Y1, 544(DX)

drawn:
	ADDQ $64, DX
	DECQ CX
	JNZ  draw
	VMOVDQU Y12, (R8)
	VMOVDQU Y13, 32(R8)
	VMOVDQU Y14, 64(R8)
	VMOVDQU Y15, 96(R8)

	// Half of eight registers of bytes at a time becomes planes.
	SHRQ $2, BX

rows:
	VMOVDQU reverse<>(SB), Y14
	VMOVDQU halves2<>(SB), Y15

// ROW loads a register, so that each 16 bytes hold two bytes of each plane.
#define ROW(OFFSET, Y) \
	VMOVDQU OFFSET(DI), Y; \
	VPSHUFB Y14, Y, Y; \
	TRANSPOSE(Y, Y13); \
	VPSHUFB Y15, Y, Y

	ROW(0, Y0)
	ROW(64, Y1)
	ROW(128, Y2)
	ROW(192, Y3)
	ROW(256, Y4)
	ROW(320, Y5)
	ROW(384, Y6)
	ROW(448, Y7)
	VPUNPCKLWD Y1, Y0, Y8
	VPUNPCKHWD Y1, Y0, Y9
	VPUNPCKLWD Y3, Y2, Y10
	VPUNPCKHWD Y3, Y2, Y11
	VPUNPCKLWD Y5, Y4, Y12
	VPUNPCKHWD Y5, Y4, Y13
	VPUNPCKLWD Y7, Y6, Y14
	VPUNPCKHWD Y7, Y6, Y15
	VPUNPCKLDQ Y10, Y8, Y0
	VPUNPCKHDQ Y10, Y8, Y1
	VPUNPCKLDQ Y14, Y12, Y2
	VPUNPCKHDQ Y14, Y12, Y3
	VPUNPCKLDQ Y11, Y9, Y4
	VPUNPCKHDQ Y11, Y9, Y5
	VPUNPCKLDQ Y15, Y13, Y6
	VPUNPCKHDQ Y15, Y13, Y7
	VPUNPCKLQDQ Y2, Y0, Y8
	VPUNPCKHQDQ Y2, Y0, Y9
	VPUNPCKLQDQ Y3, Y1, Y10
	VPUNPCKHQDQ Y3, Y1, Y11
	VPUNPCKLQDQ Y6, Y4, Y12
	VPUNPCKHQDQ Y6, Y4, Y13
	VPUNPCKLQDQ Y7, Y5, Y14
	VPUNPCKHQDQ Y7, Y5, Y15
	VMOVDQU Y8, (DI)
	VMOVDQU Y9, 64(DI)
	VMOVDQU Y10, 128(DI)
	VMOVDQU Y11, 192(DI)
	VMOVDQU Y12, 256(DI)
	VMOVDQU Y13, 320(DI)
	VMOVDQU Y14, 384(DI)
	VMOVDQU Y15, 448(DI)
	ADDQ $32, DI
	DECQ BX
	TESTQ $1, BX
	JNZ  rows
	ADDQ $448, DI
	TESTQ BX, BX
	JNZ  rows
	VZEROUPPER
	RET
