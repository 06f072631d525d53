package epistemic_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/source"
)

func parse(t testing.TB, text string) *gdl.Program {
	t.Helper()
	p, list := gdlparse.File(source.NewFile("game.gdl", []byte(text)), gdlparse.Options{})
	if err := list.Err(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if p.Dialect != gdl.GDLIII {
		t.Fatalf("read as %s\n%s", p.Dialect.Title(), text)
	}
	return p
}

// A gameWriter writes a random game of GDL-III. Relations p0 to p4 read only those
// before them, so that knowledge is stratified.
type gameWriter struct {
	*rand.Rand
	strings.Builder
	roles []string
}

// randomGame returns a random game in which all rules may speak about knowledge.
func randomGame(seed uint64) string {
	w := &gameWriter{Rand: rand.New(rand.NewPCG(seed, 29)), roles: []string{"a", "b"}}
	if w.IntN(2) == 0 {
		w.roles = append(w.roles, gdl.Random)
	}
	for _, r := range w.roles {
		w.line("role(%s)", r)
	}
	w.line("dom(1)")
	w.line("dom(2)")
	for _, f := range []string{"f(1)", "f(2)", "h(1)", "h(2)", "g"} {
		if w.IntN(2) == 0 {
			w.line("init(%s)", f)
		}
	}
	for i := range 5 {
		for range 1 + w.IntN(2) {
			w.relation(i)
		}
	}
	w.line("legal(R,m) :- role(R) & dom(X) & %s", w.literal(5, "R"))
	w.line("legal(R,n) :- role(R) & dom(X) & %s", w.literal(5, "R"))
	w.line("legal(%s,k) :- dom(X) & %s", w.role(), w.literal(5, w.role()))
	if w.IntN(3) > 0 {
		w.line("legal(R,m) :- role(R) & ~true(g)")
		w.line("legal(R,m) :- role(R) & true(g)")
	}
	w.line("terminal :- dom(X) & %s & true(g)", w.literal(5, w.role()))
	w.line("goal(R,100) :- role(R) & dom(X) & %s", w.late("R"))
	w.line("goal(R,0) :- role(R) & dom(X) & %s", w.late("R"))
	for _, f := range []string{"f(X)", "h(X)", "g"} {
		for range 2 {
			w.line("next(%s) :- dom(X) & %s & %s", f, w.move(), w.late(w.role()))
		}
		w.line("next(%s) :- dom(X) & true(%s)", f, f)
	}
	for range 3 {
		w.line("sees(R,s(X)) :- role(R) & dom(X) & %s & %s", w.move(), w.late("R"))
	}
	w.line("sees(R,t) :- role(R) & dom(X) & %s & %s", w.literal(5, "R"), w.move())
	w.line("terminal :- knows(never)") // so that it is GDL-III in any case
	w.line("never :- true(g) & ~true(g)")
	return w.String()
}

func (w *gameWriter) line(format string, args ...any) { fmt.Fprintf(w, format+".\n", args...) }

func (w *gameWriter) role() string { return w.roles[w.IntN(len(w.roles))] }

func (w *gameWriter) value() string { return []string{"1", "2", "X"}[w.IntN(3)] }

// relation writes a rule of a relation, which has an argument if its number is odd.
func (w *gameWriter) relation(i int) {
	w.line("p%d%s :- dom(X) & role(R) & %s & %s", i, []string{"", "(X)"}[i%2], w.literal(i, "R"), w.literal(i, w.role()))
}

// literal returns a condition about facts and relations with smaller numbers.
func (w *gameWriter) literal(below int, role string) string {
	atom := w.atom(below)
	switch w.IntN(5) {
	case 0, 1:
		atom = fmt.Sprintf("knows(%s,%s)", role, atom)
	case 2:
		atom = fmt.Sprintf("knows(%s)", atom)
	}
	if w.IntN(3) == 0 {
		return "~" + atom
	}
	return atom
}

// late returns a condition that may also be about the end or legal moves.
func (w *gameWriter) late(role string) string {
	switch w.IntN(6) {
	case 0:
		return fmt.Sprintf("~knows(%s,terminal)", role)
	case 1:
		return fmt.Sprintf("knows(%s,legal(%s,n))", role, w.role())
	}
	return w.literal(5, role)
}

// atom returns an atom that holds or not in a position.
func (w *gameWriter) atom(below int) string {
	if i := w.IntN(below + 2); i < below {
		if i%2 == 1 {
			return fmt.Sprintf("p%d(%s)", i, w.value())
		}
		return fmt.Sprintf("p%d", i)
	}
	return []string{"true(f(" + w.value() + "))", "true(h(" + w.value() + "))", "true(g)"}[w.IntN(3)]
}

// move returns a condition about a move, or none.
func (w *gameWriter) move() string {
	return fmt.Sprintf("%sdoes(%s,%s)", []string{"", "~"}[w.IntN(2)], w.role(), []string{"m", "n", "k"}[w.IntN(3)])
}
