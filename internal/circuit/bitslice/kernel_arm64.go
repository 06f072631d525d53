package bitslice

// archKernels returns the kernels made for this kind of processor.
func archKernels() []Kernel { return []Kernel{NEON} }

// archKernel returns such a kernel.
func archKernel(Kernel) kernel { return neonKernel{} }
