package ground

import (
	"testing"

	"pgregory.net/rapid"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdltest"
)

func TestTermsAreInterned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trees := rapid.SliceOfN(gdltest.Term(), 1, 20).Draw(t, "terms")
		p := &program{terms: newTerms(), byName: map[gdl.Symbol]int32{}}
		s := scope{program: p, rule: &rule{}}
		seen := map[string]term{}
		for i := range trees {
			pat := s.pattern(&trees[i])
			if pat.kind != patConstant {
				t.Fatalf("%v is not ground", trees[i])
			}
			text := gdlformat.Term(&trees[i], gdl.Prefix)
			if got := p.terms.text(pat.id); got != text {
				t.Fatalf("the text is %s, not %s", got, text)
			}
			if old, ok := seen[text]; ok && old != pat.id {
				t.Fatalf("%s is both %d and %d", text, old, pat.id)
			}
			seen[text] = pat.id
			if back := p.terms.syntax(pat.id); !back.Equal(&trees[i]) {
				t.Fatalf("%s comes back as %v", text, back)
			}
		}
	})
}

// TestIndexes compares indexes with going through all tuples.
func TestIndexes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ts := newTerms()
		f := ts.functor(gdl.Symbol{Name: "f", Arity: 2})
		var pool []term
		for _, name := range []string{"a", "b", "c"} {
			pool = append(pool, ts.intern(ts.functor(gdl.Symbol{Name: name}), nil))
		}
		for range 6 {
			pool = append(pool, ts.intern(f, []term{draw(t, pool), draw(t, pool)}))
		}
		r := newRelation(0, &relInfo{symbol: gdl.Symbol{Name: "r", Arity: 2}})
		s := shape{
			functors: []functorAt{{path{arg: 1}, f}},
			keys:     []path{{arg: 0}, {arg: 1, sub: []int32{1}}}[rapid.IntRange(0, 2).Draw(t, "keys"):],
		}
		var early *index
		for i := range 40 {
			if i == 10 {
				early = r.index(ts, &s)
			}
			tuple := []term{draw(t, pool), draw(t, pool)}
			if id, slot := r.find(tuple); id < 0 {
				r.show(ts, r.insert(tuple, slot))
			}
		}
		if late := r.index(ts, &s); late != early {
			t.Fatal("an index was made twice")
		}
		checkIndex(t, ts, r, early, pool)
	})
}

func draw(t *rapid.T, pool []term) term { return rapid.SampledFrom(pool).Draw(t, "term") }

func checkIndex(t *rapid.T, ts *terms, r *relation, ix *index, pool []term) {
	key := make([]term, len(ix.shape.keys))
	for i := range key {
		key[i] = draw(t, pool)
	}
	found := map[int32]bool{}
	for x := ix.first(key); x != 0; x = ix.next[x-1] {
		if found[x-1] {
			t.Fatal("a tuple was found twice")
		}
		found[x-1] = true
	}
	for id := range int32(r.size()) {
		match := ix.shape.fits(ts, r.tuple(id))
		for i := range key {
			match = match && ts.at(r.tuple(id), &ix.shape.keys[i]) == key[i]
		}
		if match != found[id] {
			t.Fatalf("tuple %d: matches %v, found %v", id, match, found[id])
		}
	}
}
