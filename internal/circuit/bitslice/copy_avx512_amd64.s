#include "textflag.h"

// func commitAVX512(signals *Vec, zero *move, zeros int, one *move, ones int, restart *Vec)
//
// Copies the next state to the state signals: bits that are false in the start
// state are cleared in the lanes of restart, the others set.
TEXT ·commitAVX512(SB), NOSPLIT, $0-48
	MOVQ signals+0(FP), DI
	MOVQ restart+40(FP), AX
	VMOVDQU64 (AX), Z1

	MOVQ zero+8(FP), SI
	MOVQ zeros+16(FP), CX
	TESTQ CX, CX
	JZ   ones

zero:
	MOVL (SI), AX
	MOVL 4(SI), BX
	SHLQ $6, AX
	SHLQ $6, BX
	VPANDNQ (DI)(AX*1), Z1, Z0
	VMOVDQU64 Z0, (DI)(BX*1)
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
	VPORQ (DI)(AX*1), Z1, Z0
	VMOVDQU64 Z0, (DI)(BX*1)
	ADDQ $8, SI
	DECQ CX
	JNZ  one

end:
	VZEROUPPER
	RET

// func blendAVX512(to, from *Vec, moves *move, n int, mask *Vec)
//
// Copies signals in the lanes of a mask. There is at least one move.
TEXT ·blendAVX512(SB), NOSPLIT, $0-40
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), DX
	MOVQ moves+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ mask+32(FP), AX
	VMOVDQU64 (AX), Z1

blend:
	MOVL (SI), AX
	MOVL 4(SI), BX
	SHLQ $6, AX
	SHLQ $6, BX
	VMOVDQU64 (DX)(AX*1), Z2
	VMOVDQA64 Z1, Z0
	VPTERNLOGQ $0xCA, (DI)(BX*1), Z2, Z0 // mask ? from : to
	VMOVDQU64 Z0, (DI)(BX*1)
	ADDQ $8, SI
	DECQ CX
	JNZ  blend
	VZEROUPPER
	RET

// func tallyAVX512(sums, signals *Vec, which *uint32, n int, bad uint32, mask *Vec) bool
//
// Adds to each sum, word by word, the number of lanes of the mask that have the
// signal, and reports whether one of these lanes has the signal bad.
TEXT ·tallyAVX512(SB), NOSPLIT, $0-49
	MOVQ sums+0(FP), DI
	MOVQ signals+8(FP), DX
	MOVQ which+16(FP), SI
	MOVQ n+24(FP), CX
	MOVL bad+32(FP), BX
	MOVQ mask+40(FP), AX
	VMOVDQU64 (AX), Z1
	SHLQ $6, BX
	VPTESTMQ (DX)(BX*1), Z1, K1
	KORTESTB K1, K1
	SETNE ret+48(FP)
	TESTQ CX, CX
	JZ   tallied

tally:
	MOVL (SI), AX
	SHLQ $6, AX
	VPANDQ (DX)(AX*1), Z1, Z0
	VPOPCNTQ Z0, Z0
	VPADDQ (DI), Z0, Z0
	VMOVDQU64 Z0, (DI)
	ADDQ $4, SI
	ADDQ $64, DI
	DECQ CX
	JNZ  tally

tallied:
	VZEROUPPER
	RET

// func stampAVX512(planes *Vec, n int, mask *Vec, number uint64)
//
// Sets the planes to a number in the lanes of a mask. There is at least one.
TEXT ·stampAVX512(SB), NOSPLIT, $0-32
	MOVQ planes+0(FP), DI
	MOVQ n+8(FP), CX
	MOVQ mask+16(FP), AX
	MOVQ number+24(FP), DX
	VMOVDQU64 (AX), Z1

stamp:
	MOVQ DX, AX
	ANDL $1, AX
	NEGQ AX
	VPBROADCASTQ AX, Z2 // the bit in all lanes
	VMOVDQA64 Z1, Z0
	VPTERNLOGQ $0xCA, (DI), Z2, Z0 // mask ? bit : plane
	VMOVDQU64 Z0, (DI)
	SHRQ $1, DX
	ADDQ $64, DI
	DECQ CX
	JNZ  stamp
	VZEROUPPER
	RET
