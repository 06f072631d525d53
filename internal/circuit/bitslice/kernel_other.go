//go:build !amd64 && !arm64

package bitslice

// archKernels returns the kernels made for this kind of processor.
func archKernels() []Kernel { return nil }

// archKernel returns such a kernel.
func archKernel(Kernel) kernel { return nil }
