package lower

import (
	"testing"

	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// TestMarkFinal marks changes behind which no path fails, and no others.
func TestMarkFinal(t *testing.T) {
	below := func(n int32, j int32) ir.Instr {
		return ir.Instr{Op: ir.TestVar, A: 0, Flag: uint8(rbg.Less), X: n, J: j}
	}
	set, count := ir.Instr{Op: ir.SetVar, A: 1, X: 5}, ir.Instr{Op: ir.AddVar, A: 0, B: 0, X: 1}
	enter, fail := ir.Instr{Op: ir.Enter, X: 1}, ir.Instr{Op: ir.Fail}
	for name, test := range map[string]struct {
		code []ir.Instr
		at   int
		want uint8
	}{
		"straight on":              {[]ir.Instr{set, enter}, 0, 1},
		"into a failure":           {[]ir.Instr{set, fail}, 0, 0},
		"one of two paths fails":   {[]ir.Instr{set, {Op: ir.InSet, J: 3}, enter, fail}, 0, 0},
		"both paths end":           {[]ir.Instr{set, {Op: ir.InSet, J: 3}, enter, enter}, 0, 1},
		"a counter at its limit":   {[]ir.Instr{set, count, enter}, 0, 0},
		"a counter below it":       {[]ir.Instr{below(20, 4), set, count, enter, fail}, 1, 1},
		"a counter that is at it":  {[]ir.Instr{below(21, 4), set, count, enter, fail}, 1, 0},
		"counted twice":            {[]ir.Instr{below(20, 5), set, count, count, enter, fail}, 1, 0},
		"a choice that may fail":   {[]ir.Instr{set, {Op: ir.Choose}, enter}, 0, 0},
		"round and round":          {[]ir.Instr{set, {Op: ir.Jump, J: 0}}, 0, 0},
		"a choice is left, no use": {[]ir.Instr{set, {Op: ir.Try, J: 3}, enter, fail}, 0, 1},
	} {
		p := &ir.Program{Code: test.code, Keep: []int32{0}, Bounds: []int32{20, 100}}
		markFinal(p)
		if got := p.Code[test.at].Flag; got != test.want {
			t.Errorf("%s: final %d, want %d", name, got, test.want)
		}
	}
}
