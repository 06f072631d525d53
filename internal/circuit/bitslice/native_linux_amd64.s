#include "textflag.h"

// func callNative(code *byte, signals *Vec)
//
// Calls generated code, which expects the signals in DI, changes vector and
// general registers, but neither SP nor BP, and uses no stack.
TEXT ·callNative(SB), NOSPLIT, $0-16
	MOVQ code+0(FP), R12
	MOVQ signals+8(FP), DI
	CALL R12
	VZEROUPPER
	RET
