#include "go_asm.h"
#include "textflag.h"

// SUM puts the number of ones in a register into R. It changes Z6 and Z7.
#define SUM(Z, R) \
	VPOPCNTQ Z, Z6; \
	VEXTRACTI64X4 $1, Z6, Y7; \
	VPADDQ Y6, Y7, Y6; \
	VEXTRACTI128 $1, Y6, X7; \
	VPADDQ X6, X7, X6; \
	VPSHUFD $0x4E, X6, X7; \
	VPADDQ X6, X7, X6; \
	VMOVQ X6, R

// func settleAVX512(s *status, terminal, none *Vec)
//
// Ends playouts, see goKernel.settle. In most steps of a large game none ends.
TEXT ·settleAVX512(SB), NOSPLIT, $0-24
	MOVQ s+0(FP), DI
	MOVQ terminal+8(FP), SI
	MOVQ none+16(FP), DX
	VMOVDQU64 status_wait(DI), Z0
	VPANDNQ (SI), Z0, Z1       // ended
	VPORQ Z1, Z0, Z0
	VPANDNQ (DX), Z0, Z2       // stuck
	VPORQ Z2, Z0, Z0
	VMOVDQU64 Z0, status_wait(DI)
	VMOVDQU64 Z1, status_ended(DI)
	VMOVDQU64 Z2, status_stuck(DI)
	XORQ AX, AX
	XORQ BX, BX
	VPTESTMQ Z1, Z1, K1
	KORTESTB K1, K1
	JZ   stuck
	SUM(Z1, AX)

stuck:
	VPTESTMQ Z2, Z2, K1
	KORTESTB K1, K1
	JZ   settled
	SUM(Z2, BX)

settled:
	MOVQ AX, status_nEnded(DI)
	MOVQ BX, status_nStuck(DI)
	VZEROUPPER
	RET

// func reviveAVX512(s *status, restart *Vec) (n uint64, behind bool)
//
// Starts playouts again, see goKernel.revive.
TEXT ·reviveAVX512(SB), NOSPLIT, $0-25
	MOVQ s+0(FP), DI
	MOVQ restart+8(FP), SI
	VMOVDQU64 status_wait(DI), Z0
	VMOVDQU64 status_dead(DI), Z1
	VPANDNQ Z0, Z1, Z2         // restart
	VPANDNQ Z0, Z2, Z0
	VPANDNQ status_behind(DI), Z2, Z3
	VMOVDQU64 Z2, (SI)
	VMOVDQU64 Z0, status_wait(DI)
	VMOVDQU64 Z3, status_behind(DI)
	VPANDNQ Z3, Z1, Z3
	VPTESTMQ Z3, Z3, K1
	KORTESTB K1, K1
	SETNE behind+24(FP)
	SUM(Z2, AX)
	MOVQ AX, n+16(FP)
	VZEROUPPER
	RET
