package analysis

import (
	"context"
	"maps"
	"slices"
	"testing"

	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/sets/ir"
	"ludex/internal/rbgengine/sets/lower"
)

// analysisOf returns the analysis of a public game, with all functions of its generators.
func analysisOf(t *testing.T, name string) *Analysis {
	t.Helper()
	p, err := lower.Program(context.Background(), rbgenginetest.Read(t, name), lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return functionsOf(t, p)
}

func functionsOf(t *testing.T, p *ir.Program) *Analysis {
	t.Helper()
	a := New(p)
	for _, at := range p.Gen {
		if at >= 0 {
			if _, err := a.Flow.Function(at); err != nil {
				t.Fatal(err)
			}
		}
	}
	return a
}

func TestFact(t *testing.T) {
	f := Fact{0: 0b0011, -8: 0b0100}
	for name, test := range map[string]struct{ got, want Fact }{
		"both":              {f.both(Fact{0: 0b0110, 1: 0b1000}), Fact{0: 0b0010, -8: 0b0100, 1: 0b1000}},
		"either":            {f.either(Fact{0: 0b0110, 1: 0b1000}), Fact{0: 0b0111}},
		"either of nothing": {f.either(unknownFact), Fact{}},
		"either of no cell": {f.either(nil), f},
		"both of no cell":   {f.both(nil), nil},
		"moved":             {f.moved(8), Fact{-8: 0b0011, -16: 0b0100}},
		"without":           {f.without(0b0001, AnyPiece), Fact{0: 0b0010, -8: 0b0100}},
		"changed":           {f.changed(0b1000), Fact{0: 0b1011, -8: 0b1100}},
	} {
		if !maps.Equal(test.got, test.want) || (test.got == nil) != (test.want == nil) {
			t.Errorf("%s: %v, want %v", name, test.got, test.want)
		}
	}
}

// TestPuts has a piece that is put on an empty cell change two classes of three,
// and one that is moved or captured be known where it comes from.
func TestPuts(t *testing.T) {
	e := analysisOf(t, "connect4")
	known, puts := e.Facts.KeeperFacts(), 0
	for at, here := range known {
		if i := &e.P.Code[at]; i.Op == ir.Put {
			puts++
			if olds := here.Cell(i.A)[0]; len(e.Facts.ChangedBy(int(i.B), olds)) != 2 {
				t.Errorf("piece %d put over %#b changes the classes %v", i.B, olds, e.Facts.ChangedBy(int(i.B), olds))
			}
		}
	}
	if puts != 2 {
		t.Errorf("%d puts, want 2", puts)
	}
	e = analysisOf(t, "breakthrough")
	for _, f := range e.Flow.Functions {
		for _, at := range f.Places {
			if i := &e.P.Code[at]; i.Op == ir.ShiftLeaf {
				olds := e.Facts.ReplacedAt(f, at)
				if k := slices.IndexFunc(e.P.Applies[i.Y], func(a ir.Act) bool { return a.Kind == ir.PutPiece }); olds[k]&(olds[k]-1) != 0 {
					t.Errorf("what is picked up at %d is one of %#b", at, olds[k])
				}
			}
		}
	}
}

// TestClosures checks that the patterns of hex are memoised, whose stones stay, and that
// no class is said to grow if its pieces can be removed.
func TestClosures(t *testing.T) {
	e := analysisOf(t, "hex_9x9")
	found := 0
	for k := range e.P.Patterns {
		if e.Forms.ClosureOf(int32(k)) != nil {
			found++
		}
	}
	if found != 4 {
		t.Errorf("%d patterns of hex are remembered, want 4", found)
	}
	e = analysisOf(t, "breakthrough")
	for k := range e.P.Classes {
		if e.Forms.grows(uint16(k)) {
			t.Errorf("breakthrough: class %d grows", k)
		}
	}
}
