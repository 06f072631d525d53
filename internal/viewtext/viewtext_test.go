package viewtext

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdltest"
	"ludex/knowledge"
)

func TestParse(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"noop yourCard(ace)\nallIn ricksBid(fold)\n", "noop (yourCard ace) ; allIn (ricksBid fold)"},
		{"noop (yourCard ace) ; allIn (ricksBid fold)", "noop (yourCard ace) ; allIn (ricksBid fold)"},
		{"% a view\n(mark 1 1)\n\n# and\nnoop", "(mark 1 1) ; noop"},
		{"mark(1,1) seen(a) 'less-than'(b,c)", "(mark 1 1) (seen a) (less-than b c)"},
		{"", ""},
	} {
		v, err := Parse(1, test.text)
		if err != nil || v.String() != test.want || v.Role != 1 {
			t.Errorf("%q is read as %q, %v; want %q", test.text, v, err, test.want)
		}
	}
	for _, text := range []string{"noop (yourCard", "f(X)", "a :- b", "noop ?x", "(a ?x)"} {
		if v, err := Parse(0, text); err == nil || !strings.Contains(err.Error(), "step 1") {
			t.Errorf("%q was read as %q, %v", text, v, err)
		}
	}
}

// TestReadBack prints views of random terms and reads them again.
func TestReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := knowledge.View{Steps: []knowledge.Experience{}}
		for range rapid.IntRange(0, 3).Draw(t, "steps") {
			e := knowledge.Experience{Move: ground(t), Percepts: []string{}}
			for range rapid.IntRange(0, 3).Draw(t, "percepts") {
				e.Percepts = append(e.Percepts, ground(t))
			}
			v.Steps = append(v.Steps, e)
		}
		for _, syntax := range []gdl.Syntax{gdl.Prefix, gdl.Infix} {
			text := Print(v, syntax)
			back, err := Parse(0, text)
			if err != nil || !back.Equal(v) {
				t.Fatalf("%q is read as %q: %v", text, back, err)
			}
		}
	})
}

// ground draws a term without variables whose words are plain.
func ground(t *rapid.T) string {
	term := gdltest.Term().Draw(t, "term")
	replace(&term)
	return gdlformat.Term(&term, gdl.Prefix)
}

func replace(t *gdl.Term) {
	t.Kind, t.Name = gdl.Constant, "c"
	if len(t.Args) > 0 {
		t.Kind, t.Name = gdl.Function, "f"
	}
	for i := range t.Args {
		replace(&t.Args[i])
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"noop yourCard(ace)", "(a (b c)) d", "a;b\nc", "'x y'(1)", "% c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := Parse(0, text)
		if err != nil {
			return
		}
		for _, e := range v.Steps {
			if e.Move == "" {
				t.Errorf("%q has a step without a move", text)
			}
		}
	})
}
