package bitslice

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// otherKernels returns the kernels that are compared with plain Go.
func otherKernels() (kernels []kernel) {
	for _, k := range archKernels() {
		kern, _, _ := newKernel(k)
		kernels = append(kernels, kern)
	}
	return kernels
}

// wideKernels returns the wide kernels that the processor can run.
func wideKernels() (kernels []kernel) {
	for _, k := range Kernels() {
		if k.wide() {
			kern, _, _ := newKernel(k)
			kernels = append(kernels, kern)
		}
	}
	return kernels
}

// TestEval compares the kernels on random streams of all instructions.
func TestEval(t *testing.T) {
	kernels := append(otherKernels(), goKernel{})
	rapid.Check(t, func(t *rapid.T) {
		signals := rapid.IntRange(6, 40).Draw(t, "signals")
		var runs []run
		for range rapid.IntRange(1, 20).Draw(t, "runs") {
			r := run{op: op(rapid.IntRange(0, int(numOps)-1).Draw(t, "op"))}
			for range rapid.IntRange(1, 5).Draw(t, "length") {
				for range arity[r.op].in {
					r.args = append(r.args, uint32(rapid.IntRange(0, signals-1).Draw(t, "in")))
				}
				// Outputs of one instruction are different signals.
				first := rapid.IntRange(0, signals-1).Draw(t, "out")
				for k := range arity[r.op].out {
					r.args = append(r.args, uint32(first+k)%uint32(signals-2)+2)
				}
			}
			runs = append(runs, r)
		}
		want := randomSignals(signals, 1)
		evalNaively(want, runs)
		for _, k := range kernels {
			got := randomSignals(signals, 1)
			k.eval(got, streamOf(runs))
			for s := range want {
				if got[s] != want[s] {
					t.Fatalf("%T: signal %d differs", k, s)
				}
			}
		}
	})
}

// evalNaively evaluates runs lane by lane.
func evalNaively(signals []Vec, runs []run) {
	for _, r := range runs {
		n := arity[r.op].in
		for args := r.args; len(args) > 0; args = args[r.op.size():] {
			var out [5]Vec
			for lane := range Count {
				bit := func(i int) int { return int(signals[args[i]][lane/64] >> (lane % 64) & 1) }
				row, sum := 0, 0
				for i := range n {
					row = row<<1 | bit(i)
					sum += bit(i)
				}
				var values [5]uint64
				switch r.op {
				case opCount, opAdd2, opAdd3:
					for i := range values {
						values[i] = uint64(sum >> i & 1)
					}
				case opSub3:
					d := bit(0) - bit(1) - bit(2)
					values[0], values[1] = uint64(d&1), uint64(d>>1&1)
				case opPick:
					at := 15 - bit(0) - 2*bit(1) - 4*bit(2) - 8*bit(3)
					values[0] = uint64(bit(4 + at))
				default:
					values[0] = uint64(tables[r.op] >> row & 1)
				}
				for i, v := range values {
					out[i][lane/64] |= v << (lane % 64)
				}
			}
			for i, s := range args[n:r.op.size()] {
				signals[s] = out[i]
			}
		}
	}
}

// TestDraw compares the kernels on counts of all sizes, and with the definition.
func TestDraw(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		width := r.IntN(17)
		counts := alignedVecs(narrow)
		if width > narrow {
			counts = alignedVecs(wide)
		}
		for i := range width {
			for w := range counts[i] {
				counts[i][w] = r.Uint64() & r.Uint64()
			}
		}
		state := *newRNG(r.Uint64(), 0)
		want := alignedVecs(len(counts))
		after := state
		goKernel{}.draw(counts, want, &after)
		again := state
		for lane, n := range drawNaively(counts, &again) {
			for i := range want {
				if n>>i&1 != int(want[i][lane/64]>>(lane%64)&1) {
					t.Fatalf("lane %d is not %d", lane, n)
				}
			}
		}
		if again != after {
			t.Fatal("the generator differs")
		}
		for _, k := range otherKernels() {
			got := alignedVecs(len(counts))
			after2 := state
			k.draw(counts, got, &after2)
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("%T: plane %d of %d differs", k, i, len(want))
				}
			}
			if after2 != after {
				t.Fatalf("%T: the generator differs", k)
			}
		}
	}
}

// drawNaively draws as draw.go says.
func drawNaively(counts []Vec, rng *rng) (numbers [Count]int) {
	var c [Count]int
	for lane := range c {
		for i := range counts {
			c[lane] |= int(counts[i][lane/64]>>(lane%64)&1) << i
		}
	}
	for q := range 16 {
		lane := func(i, j int) int { return 128*i + 8*q + 7 - j }
		word := func(v *Vec, i, j int) int { return int(v[(8*i+j)/4] >> ((8*i + j) % 4 * 16) & 0xffff) }
		upper, lower := rng.next(), Vec{}
		more := false
		for i := range 4 {
			for j := range 8 {
				n := c[lane(i, j)]
				more = more || word(&upper, i, j)*n%65536+n >= 65535
			}
		}
		if more {
			lower = rng.next()
		}
		for i := range 4 {
			for j := range 8 {
				x := word(&upper, i, j)<<16 | word(&lower, i, j)
				numbers[lane(i, j)] = x * c[lane(i, j)] >> 32
			}
		}
	}
	return numbers
}

// TestGather compares the kernels on the transposition of planes.
func TestGather(t *testing.T) {
	planes := randomSignals(10, 1)[2:]
	for _, k := range append(otherKernels(), goKernel{}) {
		var bytes laneBytes
		k.gather(planes, &bytes)
		for lane := range Count {
			for i := range planes {
				if bytes[lane/8]>>(lane%8*8+i)&1 != planes[i][lane/64]>>(lane%64)&1 {
					t.Fatalf("%T: bit %d of lane %d", k, i, lane)
				}
			}
		}
	}
}

// TestCopies compares the kernels on what else they do.
func TestCopies(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		n := 2 + r.IntN(40)
		var c commit
		var moves []move
		var which []uint32
		for i := range n {
			m := move{uint32(r.IntN(n)), uint32(n + i)}
			switch r.IntN(3) {
			case 0:
				c.zero = append(c.zero, m)
			case 1:
				c.one = append(c.one, m)
			}
			moves = append(moves, move{uint32(r.IntN(2 * n)), uint32(r.IntN(2 * n))})
			which = append(which, uint32(r.IntN(2*n)))
		}
		mask := randomSignals(3, r.Uint64())[2]
		number := r.Uint64()
		seed := r.Uint64()
		results := make([][]Vec, 0, 4)
		for _, k := range append([]kernel{goKernel{}}, otherKernels()...) {
			s, other := randomSignals(2*n, seed), randomSignals(2*n, seed+1)
			k.commit(s, &c, &mask)
			k.blend(s, other, moves, &mask)
			if !k.tally(s[2:], other, which[:n/2], which[0], &mask) {
				s[0][0]++
			}
			if k.tally(s[2:], other, nil, False, &mask) {
				s[0][1]++
			}
			k.stamp(s[2:2+n/3], &mask, number)
			st := status{wait: mask, dead: other[2], behind: other[3%n]}
			k.settle(&st, &other[n-1], &other[n])
			st.dead = other[n+1]
			revived, behind := k.revive(&st, &s[0])
			s[1] = Vec{revived, st.nEnded, st.nStuck}
			if behind {
				s[1][3] = 1
			}
			s = append(s, st.wait, st.dead, st.behind, st.ended, st.stuck)
			results = append(results, s)
		}
		for _, got := range results[1:] {
			for i := range got {
				if got[i] != results[0][i] {
					t.Fatalf("signal %d differs", i)
				}
			}
		}
	}
}

func TestTranspose(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var m, was [64]uint64
	for i := range m {
		m[i] = r.Uint64()
	}
	was = m
	transpose64(&m)
	for i := range m {
		for j := range m {
			if m[i]>>j&1 != was[j]>>i&1 {
				t.Fatal("transpose64 is wrong")
			}
		}
	}
	var bytes, before [8]uint64
	copy(bytes[:], was[:])
	before = bytes
	transposeBytes(&bytes)
	for i := range bytes {
		for j := range bytes {
			if uint8(bytes[i]>>(8*j)) != uint8(before[j]>>(8*i)) {
				t.Fatal("transposeBytes is wrong")
			}
			if transpose8(was[0])>>(8*i+j)&1 != was[0]>>(8*j+i)&1 {
				t.Fatal("transpose8 is wrong")
			}
		}
	}
}

// TestRNG pins the generator down: its results are part of what a seed means.
func TestRNG(t *testing.T) {
	r := newRNG(1, 0)
	a, b := r.old, r.new
	for range 3 {
		v := r.next()
		for w := range v {
			s1, s0 := a[w], b[w]
			s1 ^= s1 << 23
			b[w], a[w] = s1^s0^s1>>18^s0>>5, s0
			if v[w] != b[w]+s0 {
				t.Fatal("not xorshift128+")
			}
		}
	}
	if *newRNG(1, 1) == *newRNG(1, 0) || *newRNG(2, 0) == *newRNG(1, 0) {
		t.Error("streams are alike")
	}
	ones := 0
	for range 1000 {
		v := r.next()
		for _, w := range v {
			ones += bits.OnesCount64(w)
		}
	}
	if d := ones - 256000; d*d > 16*128000 {
		t.Errorf("%d ones of 512000 bits", ones)
	}
}
