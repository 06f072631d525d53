package bitslice

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestWiden compares random code with what it is widened to: all signals must
// have the same values in the end.
func TestWiden(t *testing.T) {
	wide := 0
	rapid.Check(t, func(t *rapid.T) {
		signals := rapid.IntRange(12, 60).Draw(t, "signals")
		any := rapid.IntRange(2, signals-1)
		var runs []run
		for range rapid.IntRange(1, 15).Draw(t, "runs") {
			// Mostly the gates that are widened, in place or not.
			r := run{op: rapid.SampledFrom([]op{op(And3), op(And3N3), op(And3N3), op(And2)}).Draw(t, "op")}
			for range rapid.IntRange(1, 6).Draw(t, "length") * r.op.size() {
				r.args = append(r.args, uint32(any.Draw(t, "signal")))
			}
			runs = append(runs, r)
		}
		for range 3 {
			runs = append(runs, nineOf(t, any)...)
		}
		widened := widen(runs)
		for _, r := range widened {
			if r.op == opNor9 {
				wide++
			}
		}
		want := randomSignals(signals, 1)
		goKernel{}.eval(want, streamOf(runs))
		for _, k := range wideKernels() {
			got := randomSignals(signals, 1)
			k.eval(got, streamOf(widened))
			if !slices.Equal(got, want) {
				t.Fatalf("%T: %v differs from %v", k, widened, runs)
			}
		}
	})
	if wide == 0 {
		t.Error("nothing was widened")
	}
}

// nineOf makes code that is likely to be widened.
func nineOf(t *rapid.T, any *rapid.Generator[int]) []run {
	inner, outer := run{op: op(And3N3)}, run{op: op(And3)}
	for range 3 {
		for range 4 {
			inner.args = append(inner.args, uint32(any.Draw(t, "inner")))
		}
		outer.args = append(outer.args, inner.args[len(inner.args)-1])
	}
	outer.args = append(outer.args, uint32(any.Draw(t, "outer")))
	// The signals between are used for something else.
	after := run{op: op(And2)}
	for _, s := range outer.args[:3] {
		after.args = append(after.args, outer.args[3], outer.args[3], s)
	}
	return []run{inner, outer, after}
}
