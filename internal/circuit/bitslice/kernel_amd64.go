package bitslice

import "golang.org/x/sys/cpu"

// archKernels returns the kernels for this architecture that the processor
// supports, the fastest first.
func archKernels() []Kernel {
	var k []Kernel
	if hasAVX512() {
		if hasNative() {
			k = append(k, Native)
		}
		k = append(k, AVX512)
	}
	if cpu.X86.HasAVX2 {
		k = append(k, AVX2)
	}
	return k
}

// hasAVX512 reports whether the processor has all features that the kernel uses.
func hasAVX512() bool {
	return cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL &&
		cpu.X86.HasAVX512VPOPCNTDQ && cpu.X86.HasAVX512GFNI
}

// archKernel returns one of these kernels.
func archKernel(k Kernel) kernel {
	if k == AVX2 {
		return avx2Kernel{}
	}
	return avx512Kernel{}
}
