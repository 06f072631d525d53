package gogen

import (
	"context"
	"maps"
	"slices"
	"testing"

	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/sets/ir"
	"ludex/internal/rbgengine/sets/lower"
)

// emitterOf returns what prints a game, with all functions of its generators.
func emitterOf(t *testing.T, name string) *emitter {
	t.Helper()
	g := rbgenginetest.Read(t, name)
	p, err := lower.Program(context.Background(), g, lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e := newEmitter(t.Context(), g, p, Options{}, needs{})
	for _, at := range p.Gen {
		if at >= 0 {
			if _, err := e.flow.function(at); err != nil {
				t.Fatal(err)
			}
		}
	}
	return e
}

func TestFact(t *testing.T) {
	f := fact{0: 0b0011, -8: 0b0100}
	for name, test := range map[string]struct{ got, want fact }{
		"both":              {f.both(fact{0: 0b0110, 1: 0b1000}), fact{0: 0b0010, -8: 0b0100, 1: 0b1000}},
		"either":            {f.either(fact{0: 0b0110, 1: 0b1000}), fact{0: 0b0111}},
		"either of nothing": {f.either(unknownFact), fact{}},
		"either of no cell": {f.either(nil), f},
		"both of no cell":   {f.both(nil), nil},
		"moved":             {f.moved(8), fact{-8: 0b0011, -16: 0b0100}},
		"without":           {f.without(0b0001, anyPiece), fact{0: 0b0010, -8: 0b0100}},
		"changed":           {f.changed(0b1000), fact{0: 0b1011, -8: 0b1100}},
	} {
		if !maps.Equal(test.got, test.want) || (test.got == nil) != (test.want == nil) {
			t.Errorf("%s: %v, want %v", name, test.got, test.want)
		}
	}
}

// TestPuts has a piece that is put on an empty cell change two classes of three,
// and one that is moved or captured be known where it comes from.
func TestPuts(t *testing.T) {
	e := emitterOf(t, "connect4")
	known, puts := e.facts.keeperFacts(), 0
	for at, here := range known {
		if i := &e.p.Code[at]; i.Op == ir.Put {
			puts++
			if olds := here.cell(i.A)[0]; len(e.facts.changedBy(int(i.B), olds)) != 2 {
				t.Errorf("piece %d put over %#b changes the classes %v", i.B, olds, e.facts.changedBy(int(i.B), olds))
			}
		}
	}
	if puts != 2 {
		t.Errorf("%d puts, want 2", puts)
	}
	e = emitterOf(t, "breakthrough")
	for _, f := range e.flow.functions {
		for _, at := range f.places {
			if i := &e.p.Code[at]; i.Op == ir.ShiftLeaf {
				olds := e.facts.replacedAt(f, at)
				if k := slices.IndexFunc(e.p.Applies[i.Y], func(a ir.Act) bool { return a.Kind == ir.PutPiece }); olds[k]&(olds[k]-1) != 0 {
					t.Errorf("what is picked up at %d is one of %#b", at, olds[k])
				}
			}
		}
	}
}

// TestClosures has the patterns of hex be remembered, whose stones stay, and no
// class grow of which pieces are taken away.
func TestClosures(t *testing.T) {
	e := emitterOf(t, "hex_9x9")
	found := 0
	for k := range e.p.Patterns {
		if e.forms.closureOf(int32(k)) != nil {
			found++
		}
	}
	if found != 4 {
		t.Errorf("%d patterns of hex are remembered, want 4", found)
	}
	e = emitterOf(t, "breakthrough")
	for k := range e.p.Classes {
		if e.forms.grows(uint16(k)) {
			t.Errorf("breakthrough: class %d grows", k)
		}
	}
}
