#include "textflag.h"

// The kernels of type vectors with AVX-512: 16 floats per register. All lengths are
// multiples of 16.

DATA oneAVX512<>+0(SB)/4, $0x3f800000
GLOBL oneAVX512<>(SB), RODATA|NOPTR, $4
DATA leakAVX512<>+0(SB)/4, $0x3cf5c28f
GLOBL leakAVX512<>(SB), RODATA|NOPTR, $4


// func addAVX512(dst, x []float32)
TEXT ·addAVX512(SB), NOSPLIT, $0-48
	MOVQ dst_base+0(FP), DI
	MOVQ x_base+24(FP), SI
	MOVQ dst_len+8(FP), CX
	SHRQ $4, CX
	JZ   done
loop:
	VMOVUPS 0(DI), Z0
	VADDPS 0(SI), Z0, Z0
	VMOVUPS Z0, 0(DI)
	ADDQ $64, DI
	ADDQ $64, SI
	DECQ CX
	JNZ  loop
done:
	VZEROUPPER
	RET

// func subAVX512(dst, x []float32)
TEXT ·subAVX512(SB), NOSPLIT, $0-48
	MOVQ dst_base+0(FP), DI
	MOVQ x_base+24(FP), SI
	MOVQ dst_len+8(FP), CX
	SHRQ $4, CX
	JZ   done
loop:
	VMOVUPS 0(DI), Z0
	VSUBPS 0(SI), Z0, Z0
	VMOVUPS Z0, 0(DI)
	ADDQ $64, DI
	ADDQ $64, SI
	DECQ CX
	JNZ  loop
done:
	VZEROUPPER
	RET

// func axpyAVX512(dst, x []float32, a float32)
TEXT ·axpyAVX512(SB), NOSPLIT, $0-52
	MOVQ dst_base+0(FP), DI
	MOVQ x_base+24(FP), SI
	VBROADCASTSS a+48(FP), Z15
	MOVQ dst_len+8(FP), CX
	SHRQ $4, CX
	JZ   done
loop:
	VMULPS 0(SI), Z15, Z0
	VADDPS 0(DI), Z0, Z0
	VMOVUPS Z0, 0(DI)
	ADDQ $64, DI
	ADDQ $64, SI
	DECQ CX
	JNZ  loop
done:
	VZEROUPPER
	RET

// func dotAVX512(x, y []float32) (ret float32)
TEXT ·dotAVX512(SB), NOSPLIT, $0-52
	MOVQ x_base+0(FP), DI
	MOVQ y_base+24(FP), SI
	VXORPS Z0, Z0, Z0
	MOVQ x_len+8(FP), CX
	SHRQ $4, CX
	JZ   done
loop:
	VMOVUPS 0(DI), Z4
	VMULPS 0(SI), Z4, Z4
	VADDPS Z4, Z0, Z0
	ADDQ $64, DI
	ADDQ $64, SI
	DECQ CX
	JNZ  loop
done:
	VEXTRACTF32X8 $1, Z0, Y1
	VADDPS Y1, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDPS X1, X0, X0
	VPERMILPS $0x0e, X0, X1
	VADDPS X1, X0, X0
	VPERMILPS $0x01, X0, X1
	VADDPS X1, X0, X0
	VMOVSS X0, ret+48(FP)
	VZEROUPPER
	RET

// func activateAVX512(dst, sums []float32)
TEXT ·activateAVX512(SB), NOSPLIT, $0-48
	MOVQ dst_base+0(FP), DI
	MOVQ sums_base+24(FP), SI
	VXORPS Z13, Z13, Z13
	VBROADCASTSS oneAVX512<>(SB), Z14
	VBROADCASTSS leakAVX512<>(SB), Z15
	MOVQ dst_len+8(FP), CX
	SHRQ $4, CX
	JZ   done
loop:
	VMOVUPS 0(SI), Z0
	VMAXPS Z13, Z0, Z4
	VMINPS Z14, Z4, Z4
	VSUBPS Z4, Z0, Z0
	VMULPS Z15, Z0, Z0
	VADDPS Z0, Z4, Z0
	VMOVUPS Z0, 0(DI)
	ADDQ $64, DI
	ADDQ $64, SI
	DECQ CX
	JNZ  loop
done:
	VZEROUPPER
	RET

// func dampAVX512(gradient, sums []float32)
TEXT ·dampAVX512(SB), NOSPLIT, $0-48
	MOVQ gradient_base+0(FP), DI
	MOVQ sums_base+24(FP), SI
	VXORPS Z13, Z13, Z13
	VBROADCASTSS oneAVX512<>(SB), Z14
	VBROADCASTSS leakAVX512<>(SB), Z15
	MOVQ gradient_len+8(FP), CX
	SHRQ $4, CX
	JZ   done
loop:
	VMOVUPS 0(SI), Z0
	VMAXPS Z13, Z0, Z4
	VMINPS Z14, Z4, Z4
	VCMPPS $4, Z4, Z0, K1
	VMOVUPS 0(DI), Z0
	VMULPS Z15, Z0, K1, Z0
	VMOVUPS Z0, 0(DI)
	ADDQ $64, DI
	ADDQ $64, SI
	DECQ CX
	JNZ  loop
done:
	VZEROUPPER
	RET
