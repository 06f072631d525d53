// From planes of bits to bytes, with AVX-512.

// PLANES loads eight planes into Z7 to Z0: AFFINE wants the rows in the order
// 7…0.
#define PLANES(R) \
	VMOVDQU64 448(R), Z0; \
	VMOVDQU64 384(R), Z1; \
	VMOVDQU64 320(R), Z2; \
	VMOVDQU64 256(R), Z3; \
	VMOVDQU64 192(R), Z4; \
	VMOVDQU64 128(R), Z5; \
	VMOVDQU64 64(R), Z6; \
	VMOVDQU64 (R), Z7

// BYTES interleaves eight registers of bytes, Z0 to Z7, into Z8 to Z15: word
// 2i+h of register v gets the bytes 16i+2v+h of all of them, for i < 4, h < 2.
#define BYTES \
	VPUNPCKLBW Z1, Z0, Z8; \
	VPUNPCKHBW Z1, Z0, Z9; \
	VPUNPCKLBW Z3, Z2, Z10; \
	VPUNPCKHBW Z3, Z2, Z11; \
	VPUNPCKLBW Z5, Z4, Z12; \
	VPUNPCKHBW Z5, Z4, Z13; \
	VPUNPCKLBW Z7, Z6, Z14; \
	VPUNPCKHBW Z7, Z6, Z15; \
	VPUNPCKLWD Z10, Z8, Z0; \
	VPUNPCKHWD Z10, Z8, Z1; \
	VPUNPCKLWD Z11, Z9, Z2; \
	VPUNPCKHWD Z11, Z9, Z3; \
	VPUNPCKLWD Z14, Z12, Z4; \
	VPUNPCKHWD Z14, Z12, Z5; \
	VPUNPCKLWD Z15, Z13, Z6; \
	VPUNPCKHWD Z15, Z13, Z7; \
	VPUNPCKLDQ Z4, Z0, Z8; \
	VPUNPCKHDQ Z4, Z0, Z9; \
	VPUNPCKLDQ Z5, Z1, Z10; \
	VPUNPCKHDQ Z5, Z1, Z11; \
	VPUNPCKLDQ Z6, Z2, Z12; \
	VPUNPCKHDQ Z6, Z2, Z13; \
	VPUNPCKLDQ Z7, Z3, Z14; \
	VPUNPCKHDQ Z7, Z3, Z15

// AFFINE transposes the 8×8 bits of each word of a register, whose rows stand in
// the order 7…0: the columns come in the order of the bits that R selects.
#define AFFINE(R, Z) VGF2P8AFFINEQB $0, Z, R, Z

#define AFFINE8(R, A, B, C, D, E, F, G, H) \
	AFFINE(R, A); \
	AFFINE(R, B); \
	AFFINE(R, C); \
	AFFINE(R, D); \
	AFFINE(R, E); \
	AFFINE(R, F); \
	AFFINE(R, G); \
	AFFINE(R, H)
