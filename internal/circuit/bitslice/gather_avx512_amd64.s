#include "textflag.h"
#include "bytes_avx512_amd64.h"

// CHUNKS stores the 16-byte parts of a register, which are those of lanes that
// are 128 apart.
#define CHUNKS(Z, OFFSET) \
	VEXTRACTI32X4 $0, Z, OFFSET(DI); \
	VEXTRACTI32X4 $1, Z, OFFSET+128(DI); \
	VEXTRACTI32X4 $2, Z, OFFSET+256(DI); \
	VEXTRACTI32X4 $3, Z, OFFSET+384(DI)

// func gatherAVX512(planes *Vec, bytes *octets)
//
// Turns eight planes into a byte for each lane.
TEXT ·gatherAVX512(SB), NOSPLIT, $0-16
	MOVQ planes+0(FP), SI
	MOVQ bytes+8(FP), DI
	MOVQ $0x8040201008040201, AX
	VPBROADCASTQ AX, Z16
	PLANES(SI)
	BYTES
	AFFINE8(Z16, Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15)
	CHUNKS(Z8, 0)
	CHUNKS(Z9, 16)
	CHUNKS(Z10, 32)
	CHUNKS(Z11, 48)
	CHUNKS(Z12, 64)
	CHUNKS(Z13, 80)
	CHUNKS(Z14, 96)
	CHUNKS(Z15, 112)
	VZEROUPPER
	RET
