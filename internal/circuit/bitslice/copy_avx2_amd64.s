#include "textflag.h"

// func commitAVX2(signals *Vec, zero *move, zeros int, one *move, ones int, restart *Vec)
//
// Copies the next state to the state signals: bits that are false in the start
// state are cleared in the lanes of restart, the others set.
TEXT ·commitAVX2(SB), NOSPLIT, $0-48
	MOVQ signals+0(FP), DI
	MOVQ restart+40(FP), AX
	VMOVDQU (AX), Y2
	VMOVDQU 32(AX), Y3

	MOVQ zero+8(FP), SI
	MOVQ zeros+16(FP), CX
	TESTQ CX, CX
	JZ   ones

zero:
	MOVL (SI), AX
	MOVL 4(SI), BX
	SHLQ $6, AX
	SHLQ $6, BX
	VPANDN (DI)(AX*1), Y2, Y0
	VPANDN 32(DI)(AX*1), Y3, Y1
	VMOVDQU Y0, (DI)(BX*1)
	VMOVDQU Y1, 32(DI)(BX*1)
	ADDQ $8, SI
	DECQ CX
	JNZ  zero

ones:
	MOVQ one+24(FP), SI
	MOVQ ones+32(FP), CX
	TESTQ CX, CX
	JZ   end

one:
	MOVL (SI), AX
	MOVL 4(SI), BX
	SHLQ $6, AX
	SHLQ $6, BX
	VPOR (DI)(AX*1), Y2, Y0
	VPOR 32(DI)(AX*1), Y3, Y1
	VMOVDQU Y0, (DI)(BX*1)
	VMOVDQU Y1, 32(DI)(BX*1)
	ADDQ $8, SI
	DECQ CX
	JNZ  one

end:
	VZEROUPPER
	RET

// func blendAVX2(to, from *Vec, moves *move, n int, mask *Vec)
//
// Copies signals in the lanes of a mask. There is at least one move.
TEXT ·blendAVX2(SB), NOSPLIT, $0-40
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), DX
	MOVQ moves+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ mask+32(FP), AX
	VMOVDQU (AX), Y2
	VMOVDQU 32(AX), Y3

blend:
	MOVL (SI), AX
	MOVL 4(SI), BX
	SHLQ $6, AX
	SHLQ $6, BX
	VMOVDQU (DI)(BX*1), Y4
	VMOVDQU 32(DI)(BX*1), Y5
	VPXOR (DX)(AX*1), Y4, Y0 // where they differ
	VPXOR 32(DX)(AX*1), Y5, Y1
	VPAND Y2, Y0, Y0
	VPAND Y3, Y1, Y1
	VPXOR Y4, Y0, Y0
	VPXOR Y5, Y1, Y1
	VMOVDQU Y0, (DI)(BX*1)
	VMOVDQU Y1, 32(DI)(BX*1)
	ADDQ $8, SI
	DECQ CX
	JNZ  blend
	VZEROUPPER
	RET
