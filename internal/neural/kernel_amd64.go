package neural

import "golang.org/x/sys/cpu"

// kernels returns the implementations that the processor can run, the fastest first.
func kernels() []vectors {
	list := []vectors{plain}
	if cpu.X86.HasAVX2 {
		list = append([]vectors{{addAVX2, subAVX2, axpyAVX2, dotAVX2, activateAVX2, dampAVX2}}, list...)
	}
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ {
		list = append([]vectors{{addAVX512, subAVX512, axpyAVX512, dotAVX512, activateAVX512, dampAVX512}}, list...)
	}
	return list
}

//go:noescape
func addAVX2(dst, x []float32)

//go:noescape
func subAVX2(dst, x []float32)

//go:noescape
func axpyAVX2(dst, x []float32, a float32)

//go:noescape
func dotAVX2(x, y []float32) float32

//go:noescape
func activateAVX2(dst, sums []float32)

//go:noescape
func dampAVX2(gradient, sums []float32)

//go:noescape
func addAVX512(dst, x []float32)

//go:noescape
func subAVX512(dst, x []float32)

//go:noescape
func axpyAVX512(dst, x []float32, a float32)

//go:noescape
func dotAVX512(x, y []float32) float32

//go:noescape
func activateAVX512(dst, sums []float32)

//go:noescape
func dampAVX512(gradient, sums []float32)
