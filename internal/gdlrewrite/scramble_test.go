package gdlrewrite_test

import (
	"reflect"
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/internal/gdlrewrite"
	"ludex/source"
)

func TestScramble(t *testing.T) {
	p := read(t, ticTacToe)
	before := snapshot(p)
	q, m := gdlrewrite.Scramble(p, 7)
	if !reflect.DeepEqual(p, before) {
		t.Error("Scramble changed its argument")
	}
	if len(q.Clauses) != len(p.Clauses) || q.File != p.File || q.Dialect != p.Dialect || q.Comments != nil {
		t.Error("Scramble changed more, or less, than the words")
	}
	for _, word := range []string{"white", "cell", "control", "mark", "x", "line", "open"} {
		if m.Words[word] == "" {
			t.Errorf("%q has no new word", word)
		}
	}
	for _, word := range []string{"role", "does", "distinct", "terminal", "1", "-1", "100", "M", "W"} {
		if got, ok := m.Words[word]; ok {
			t.Errorf("%q became %q and should have stayed", word, got)
		}
	}
	if got := m.Inverse().Apply(q); !got.Equal(p) {
		t.Errorf("unscrambled:\n%s\nwant\n%s", show(got), show(p))
	}
	q.Walk(func(t1 *gdl.Term) {
		if t1.Span != (source.Span{}) {
			t.Errorf("%s still has a position", t1.Name)
		}
	})
}

// The words that a seed gives are part of the file format: a match that was
// recorded with a seed can be reconstructed from it.
func TestScrambleWords(t *testing.T) {
	_, m := gdlrewrite.Scramble(read(t, "role(white)  init(cell(1,b))"), 7)
	want := map[string]string{"white": "venja", "cell": "glezelgor", "b": "pedula"}
	if !reflect.DeepEqual(m.Words, want) {
		t.Errorf("got %v, want %v", m.Words, want)
	}
}

func TestScrambleSeeds(t *testing.T) {
	p := read(t, ticTacToe)
	seen := map[string]uint64{}
	for seed := range uint64(200) {
		_, m := gdlrewrite.Scramble(p, seed)
		if _, again := gdlrewrite.Scramble(p, seed); !reflect.DeepEqual(m, again) {
			t.Fatalf("seed %d gives different words", seed)
		}
		key := m.Words["cell"] + " " + m.Words["white"] + " " + m.Words["line"]
		if other, ok := seen[key]; ok {
			t.Errorf("seeds %d and %d give the same words", seed, other)
		}
		seen[key] = seed
	}
}

func TestScrambleOneWordManyUses(t *testing.T) {
	q, m := gdlrewrite.Scramble(read(t, "p(p,p(a)) :- q(p)  q(p)"), 1)
	if len(m.Words) != 3 {
		t.Errorf("got %v, want words for p, a and q", m.Words)
	}
	if head := q.Clauses[0].Head; head.Name != head.Args[0].Name || head.Name != head.Args[1].Name {
		t.Errorf("one name became several: %s", show(q))
	}
}

// The words that a seed gives are the old words of a second program here, but
// for their case, so the generator has to avoid them.
func TestScrambleAvoidsOldWords(t *testing.T) {
	const words = 3000
	var text strings.Builder
	p := &gdl.Program{}
	for i := range words {
		p.Clauses = append(p.Clauses, gdl.Clause{Head: gdl.Fn("p", gdl.Const("c"+strings.Repeat("i", i)))})
	}
	q, m := gdlrewrite.Scramble(p, 3)
	for _, word := range m.Words {
		text.WriteString("(q " + strings.ToUpper(word) + ")\n")
	}
	old := readWith(t, text.String(), gdlparse.Options{CaseSensitive: true})
	_, again := gdlrewrite.Scramble(old, 3)
	for from, to := range again.Words {
		if _, taken := m.Inverse().Words[to]; taken {
			t.Fatalf("%q became %q, which is an old word but for its case", from, to)
		}
	}
	if len(m.Inverse().Words) != words+1 {
		t.Errorf("the map is not one-to-one")
	}
	if !m.Inverse().Apply(q).Equal(p) {
		t.Error("the scrambled program cannot be unscrambled")
	}
}

func TestScrambleNumbers(t *testing.T) {
	p := &gdl.Program{}
	stay := []string{"0", "-1", "007", "1.5", "-0.25"}
	change := []string{"-", ".", "1.", ".5", "1.2.3", "--1", "1a", "1e5", "+", "+1", "-x", "less-than"}
	for _, word := range append(stay, change...) {
		p.Clauses = append(p.Clauses, gdl.Clause{Head: gdl.Fn("goal", gdl.Const(word))})
	}
	_, m := gdlrewrite.Scramble(p, 1)
	for _, word := range stay {
		if got, ok := m.Words[word]; ok {
			t.Errorf("the number %s became %s", word, got)
		}
	}
	for _, word := range change {
		if m.Words[word] == "" {
			t.Errorf("the word %s stayed", word)
		}
	}
}

// In case-sensitive prefix GDL "ROLE" is not a keyword, but a parser that ignores
// case treats it as one, scrambled or not.
func TestScrambleReservedInAnyCase(t *testing.T) {
	p := readWith(t, "(role white) (ROLE black)", gdlparse.Options{CaseSensitive: true})
	q, m := gdlrewrite.Scramble(p, 1)
	if _, ok := m.Words["ROLE"]; ok || q.Clauses[1].Head.Name != "ROLE" {
		t.Errorf("ROLE was scrambled: %s", show(q))
	}
}

func TestScrambledWordsAreWords(t *testing.T) {
	_, m := gdlrewrite.Scramble(read(t, ticTacToe), 99)
	for _, word := range m.Words {
		if strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" || len(word) < 4 || !strings.ContainsAny(word, "aeiou") {
			t.Errorf("%q is not pronounceable", word)
		}
	}
}

func BenchmarkScramble(b *testing.B) {
	p := read(b, strings.Repeat(ticTacToe+"\n", 500))
	b.SetBytes(int64(len(p.File.Text())))
	for b.Loop() {
		gdlrewrite.Scramble(p, 1)
	}
}
