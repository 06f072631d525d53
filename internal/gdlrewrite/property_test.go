package gdlrewrite_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/internal/gdlrewrite"
	"ludex/internal/gdltest"
	"ludex/source"
)

func TestScrambleProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := gdltest.Program().Draw(t, "program")
		seed := rapid.Uint64().Draw(t, "seed")
		before := snapshot(p)
		q, m := gdlrewrite.Scramble(p, seed)

		if !m.Inverse().Apply(q).Equal(p) {
			t.Fatalf("not undone by the inverse:\n%s", show(q))
		}
		if again, n := gdlrewrite.Scramble(p, seed); !reflect.DeepEqual(again, q) || !reflect.DeepEqual(n, m) {
			t.Fatal("the same seed gives another result")
		}
		checkNewWords(t, p, m)
		if back, err := gdlrewrite.ReadMap(m.Encode()); err != nil || !reflect.DeepEqual(back, m) {
			t.Fatalf("the map is read back as %v, %v", back, err)
		}
		for i := range p.Clauses {
			if head := m.Term(p.Clauses[i].Head); !head.Equal(&q.Clauses[i].Head) {
				t.Fatalf("terms and programs are translated differently: %v", head)
			}
		}
		overwrite(q)
		if !reflect.DeepEqual(snapshot(p), before) {
			t.Fatal("the argument changed")
		}
	})
}

func checkNewWords(t *rapid.T, p *gdl.Program, m *gdlrewrite.Map) {
	if len(m.Inverse().Words) != len(m.Words) {
		t.Fatalf("not one-to-one: %v", m.Words)
	}
	p.Walk(func(old *gdl.Term) {
		if old.Kind == gdl.Variable {
			return
		}
		if _, taken := m.Inverse().Words[strings.ToLower(old.Name)]; taken {
			t.Fatalf("the old word %q is a new word too", old.Name)
		}
	})
	for _, word := range m.Words {
		if gdl.IsReserved(word) {
			t.Fatalf("%q is a reserved word", word)
		}
	}
}

// A scrambled game can be sent to players as text in either syntax.
func TestScrambledProgramsCanBeRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, _ := gdlrewrite.Scramble(gdltest.Program().Draw(t, "program"), 1)
		for _, syntax := range []gdl.Syntax{gdl.Prefix, gdl.Infix} {
			text := gdlformat.Program(q, syntax)
			r, list := gdlparse.File(source.NewFile("scrambled", text), gdlparse.Options{Syntax: syntax, Dialect: q.Dialect})
			if err := list.Err(); err != nil {
				t.Fatalf("%v in:\n%s", err, text)
			}
			if !reflect.DeepEqual(gdlformat.Program(r, syntax), text) {
				t.Fatalf("read differently:\n%s", text)
			}
		}
	})
}

func TestRemoveOrLeavesLiterals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := gdltest.Program().Draw(t, "program")
		before := snapshot(p)
		q, err := gdlrewrite.RemoveOr(p)
		if err != nil {
			t.Skip(err)
		}
		for i := range q.Clauses {
			for j := range q.Clauses[i].Body {
				if _, _, ok := q.Clauses[i].Body[j].Literal(); !ok {
					t.Fatalf("not a literal in %s", gdlformat.Clause(&q.Clauses[i], gdl.Infix))
				}
			}
		}
		if again, err := gdlrewrite.RemoveOr(q); err != nil || !again.Equal(q) {
			t.Fatalf("a second pass changes something:\n%s", show(q))
		}
		overwrite(q)
		if !reflect.DeepEqual(snapshot(p), before) {
			t.Fatal("the argument changed")
		}
	})
}

func TestRenameApartProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := gdltest.Program().Draw(t, "program")
		p.Clauses = slices.Concat(p.Clauses, p.Clauses)
		q := gdlrewrite.RenameApart(p)
		checkApart(t, q)
		for i := range p.Clauses {
			if !sameUpToNames(&p.Clauses[i], &q.Clauses[i]) {
				t.Fatalf("%s became %s", gdlformat.Clause(&p.Clauses[i], gdl.Infix), gdlformat.Clause(&q.Clauses[i], gdl.Infix))
			}
		}
	})
}

// sameUpToNames reports whether two clauses are equal once their variables are
// numbered by first appearance.
func sameUpToNames(c, d *gdl.Clause) bool {
	a, b := numbered(c), numbered(d)
	return a.Equal(&b)
}

func numbered(c *gdl.Clause) gdl.Clause {
	p := snapshot(&gdl.Program{Clauses: []gdl.Clause{*c}})
	numbers := map[string]string{}
	p.Walk(func(t *gdl.Term) {
		if t.Kind != gdl.Variable {
			return
		}
		if numbers[t.Name] == "" {
			numbers[t.Name] = strings.Repeat("X", 1+len(numbers))
		}
		t.Name = numbers[t.Name]
	})
	return p.Clauses[0]
}

func TestGeneratedProgramsHaveNoConflicts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := gdltest.Program().Draw(t, "program")
		if got := gdlrewrite.PrefixConflicts(p); len(got) != 0 {
			t.Fatalf("got %v in\n%s", got, show(p))
		}
	})
}
