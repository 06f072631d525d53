package bitslice

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
)

// benchKernels returns the kernels to be measured: all that the processor can
// run, or the one that LUDEX_KERNEL names.
func benchKernels(b *testing.B) []Kernel {
	k, err := ParseKernel(os.Getenv("LUDEX_KERNEL"))
	if err != nil {
		b.Fatal(err)
	}
	if k != Auto {
		return []Kernel{k}
	}
	return Kernels()
}

// BenchmarkStep measures steps of all lanes of random programs. Package circuit
// measures real ones.
func BenchmarkStep(b *testing.B) {
	programs := map[string]*Program{
		"small": randomProgram(1, shape{state: 30, roles: 2, phases: 1, moves: 20, gates: 100, easy: true}),
		"large": randomProgram(1, shape{state: 600, roles: 1, phases: 1, moves: 300, gates: 8000, easy: true}),
	}
	for name, p := range programs {
		for _, k := range benchKernels(b) {
			b.Run(name+"/"+string(k), func(b *testing.B) {
				pl := newTestPlayer(b, p, k, 1)
				b.ResetTimer()
				for range b.N {
					pl.step()
				}
				b.ReportMetric(float64(pl.states)/b.Elapsed().Seconds()/1e6, "Mstates/s")
			})
		}
	}
}

// BenchmarkNew measures compilation, with machine code and without.
func BenchmarkNew(b *testing.B) {
	p := randomProgram(1, shape{state: 600, roles: 1, phases: 1, moves: 300, gates: 25000, easy: true})
	for _, k := range benchKernels(b) {
		b.Run(string(k), func(b *testing.B) {
			for range b.N {
				if _, err := New(p, k); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkDraw measures drawing the numbers of the moves.
func BenchmarkDraw(b *testing.B) {
	for _, k := range benchKernels(b) {
		kern, _, err := newKernel(k)
		if err != nil {
			b.Fatal(err)
		}
		for _, planes := range []int{narrow, wide} {
			counts, numbers := randomSignals(2+planes, 1)[2:], alignedVecs(planes)
			rng := newRNG(1, 0)
			b.Run(fmt.Sprintf("%s/%d", k, planes), func(b *testing.B) {
				for range b.N {
					kern.draw(counts, numbers, rng)
				}
			})
		}
	}
}

// BenchmarkEval measures single instructions, interpreted, with signals that
// fit into the first and the second level of the cache.
func BenchmarkEval(b *testing.B) {
	const instructions = 1000
	for _, k := range benchKernels(b) {
		kern, _, err := newKernel(k)
		if err != nil {
			b.Fatal(err)
		}
		for _, o := range []op{op(And2), op(And3), opMux, opAdd3, opCount, opPick} {
			for _, signals := range []int{300, 8000} {
				r := rand.New(rand.NewPCG(1, 1))
				args := make([]uint32, instructions*o.size())
				for i := range args {
					args[i] = 2 + uint32(r.IntN(signals-2))
				}
				code := streamOf([]run{{o, args}})
				s := newSignals(signals)
				b.Run(fmt.Sprintf("%s/%d/%d", k, o, signals), func(b *testing.B) {
					for range b.N {
						kern.eval(s, code)
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/instructions, "ns/instruction")
				})
			}
		}
	}
}
