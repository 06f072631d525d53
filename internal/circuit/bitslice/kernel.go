package bitslice

import (
	"fmt"
	"slices"
)

// The vector kernels are generated, except for two functions that use the layout of
// a Go type (status_avx512_amd64.s) and the call of native code.
//
//go:generate go -C _asm run .

// A Kernel names an implementation of the inner loops.
type Kernel string

// The kernels. All of them give the same results.
const (
	// Auto is the fastest kernel that the processor can run.
	Auto Kernel = ""
	// Native is machine code generated for the program, for AVX-512 on Linux. Code
	// that is too large, and goals with fixpoints, are interpreted as by AVX512.
	Native Kernel = "native"
	// AVX512 interprets the program with AVX-512 instructions.
	AVX512 Kernel = "avx512"
	// AVX2 interprets the program with AVX2 instructions.
	AVX2 Kernel = "avx2"
	// NEON interprets the program with the vector instructions of 64-bit ARM
	// processors.
	NEON Kernel = "neon"
	// Go interprets the program in plain Go, on every processor.
	Go Kernel = "go"
)

// ParseKernel returns the kernel with a name; the empty name is Auto. Tests and
// benchmarks take the name from the variable LUDEX_KERNEL.
func ParseKernel(name string) (Kernel, error) {
	k := Kernel(name)
	if k != Auto && !slices.Contains([]Kernel{Native, AVX512, AVX2, NEON, Go}, k) {
		return Auto, fmt.Errorf("unknown kernel %q: native, avx512, avx2, neon or go", name)
	}
	return k, nil
}

// wide reports whether the kernel has gates of nine inputs and commits that invert.
func (k Kernel) wide() bool { return k == Go || k == NEON }

// Kernels returns the kernels that this processor can run, the fastest first.
func Kernels() []Kernel { return append(archKernels(), Go) }

// A kernel is the part that depends on the processor. Its methods are the whole
// inner loop; they allocate nothing.
type kernel interface {
	// eval interprets a stream.
	eval(signals []Vec, s stream)
	// draw draws for each lane a number below the count whose bits are the planes
	// of counts, the lowest first; for a count of 0 it gives 0.
	draw(counts, numbers []Vec, rng *rng)
	// gather turns eight planes into a byte for each lane.
	gather(planes []Vec, bytes *laneBytes)
	// commit copies the next state to the state signals, with the start state
	// in the lanes of restart.
	commit(signals []Vec, c *commit, restart *Vec)
	// blend copies signals between two sets of them, in the lanes of mask.
	blend(to, from []Vec, moves []move, mask *Vec)
	// tally adds for each signal the number of lanes of mask that have it, and
	// reports whether one of these lanes has the signal bad.
	tally(sums []Vec, signals []Vec, which []uint32, bad uint32, mask *Vec) bool
	// settle ends playouts.
	settle(s *status, terminal, none *Vec)
	// revive starts playouts in the waiting lanes.
	revive(s *status, restart *Vec) (n uint64, behind bool)
	// stamp sets the planes to a number in the lanes of mask.
	stamp(planes []Vec, mask *Vec, number uint64)
}

// A move says where a signal is copied from and to.
type move struct{ from, to uint32 }

// A commit lists the copies that end a step: of bits that are false in the start
// state, and of bits that are true; and, for wide kernels, of bits that are also
// inverted.
type commit struct {
	zero, one       []move
	notZero, notOne []move
}

func (c *commit) empty() bool { return len(c.zero)+len(c.one)+len(c.notZero)+len(c.notOne) == 0 }

// newKernel returns the implementation of a kernel and its name.
func newKernel(k Kernel) (kernel, Kernel, error) {
	can := Kernels()
	if k == Auto {
		k = can[0]
	}
	if !slices.Contains(can, k) {
		return nil, k, fmt.Errorf("this processor cannot run the kernel %q", k)
	}
	if k == Go {
		return goKernel{}, k, nil
	}
	return archKernel(k), k, nil
}
