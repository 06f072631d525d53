package analysis

import (
	"context"
	"math/rand/v2"
	"testing"

	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/sets/ir"
	"ludex/internal/rbgengine/sets/lower"
)

// holds tests a cell as the printed code does.
func (s *RowForm) holds(class uint64, cell int) bool {
	for n, t := range s.Shapes {
		x := class&s.masksOf(n)[cell][0] | 1<<cell
		for length := 1; length < t.Length; {
			more := min(length, t.Length-length)
			x &= x >> (more * t.Step)
			length += more
		}
		if x != 0 {
			return true
		}
	}
	return false
}

// TestStrides has stretches found in games that ask for rows of pieces, and the
// same cells satisfy them as the lines, on boards that are nearly full.
func TestStrides(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"connect4", "ticTacToe", "pentago"} {
		p, err := lower.Program(context.Background(), rbgenginetest.Read(t, name), lower.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for k := range p.Lines {
			l := &p.Lines[k]
			s := newRowForm(p, l)
			if s == nil {
				continue
			}
			found++
			for range 2000 {
				class := r.Uint64() | r.Uint64()&r.Uint64()
				for _, b := range p.BitOf {
					want := false
					for _, line := range l.Sets[l.Start[b]:l.Start[b+1]] {
						want = want || line[0]&^class == 0
					}
					if got := s.holds(class, int(b)); got != want {
						t.Fatalf("%s: the stretches at %d in %#x are %v, want %v", name, b, class, got, want)
					}
				}
			}
		}
		if found == 0 {
			t.Errorf("%s: no lines are stretches", name)
		}
	}
}

// TestStridesRefused checks that lines are refused that are not stretches, or among which
// there is a stretch that is not a line.
func TestStridesRefused(t *testing.T) {
	lines := func(at int, sets ...uint64) *ir.Lines {
		l := &ir.Lines{Start: make([]int32, 65)}
		for b := range 64 {
			l.Start[b+1] = l.Start[b]
			if b == at {
				for _, s := range sets {
					l.Sets = append(l.Sets, ir.Bits{s})
				}
				l.Start[b+1] += int32(len(sets))
			}
		}
		return l
	}
	p := &ir.Program{Words: 1, BitOf: []int32{10}}
	for name, test := range map[string]struct {
		l    *ir.Lines
		want bool
	}{
		"a row":                    {lines(10, 0b110<<10), true},
		"with its own cell":        {lines(10, 0b111<<10), false},
		"nothing":                  {lines(10, 0), false},
		"a bend":                   {lines(10, 1<<11|1<<18), false},
		"a row that is not a line": {lines(10, 0b110<<10, 0b11<<8), false}, // 9, 10 and 11
	} {
		if got := newRowForm(p, test.l) != nil; got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
