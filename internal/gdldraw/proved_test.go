package gdldraw

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ludex/internal/corpustest"
	"ludex/internal/prove"
	"ludex/library"
	"ludex/rules"
)

// provable are library games whose boards are proved by default.
var provable = []string{"tictactoe", "connectfour", "breakthrough-5x5", "eightpuzzle", "quarto", "nim"}

// What a board takes for granted after a few plays is compared with proofs about all plays: that
// a cell holds at most one thing at a time, and that the cells of a board without other ones always hold
// one. LUDEX_FULL=1 asks about all games, and LUDEX_BOARDS about those that a file lists.
func TestBoardsProved(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs on one goroutine, so the race detector would find nothing")
	}
	names := provable
	if corpustest.Full() {
		names = describedGames(t)
	}
	if list := os.Getenv("LUDEX_BOARDS"); list != "" {
		text, err := os.ReadFile(list)
		if err != nil {
			t.Fatal(err)
		}
		names = strings.Fields(string(text))
	}
	counts := map[string]int{}
	for _, name := range names {
		file, err := library.Open(name, strings.NewReader(""))
		if err != nil {
			t.Fatal(err)
		}
		r := rules.Read(file, rules.Options{Lenient: true})
		if r.GDL == nil || r.GDL.Dialect.Timed() {
			continue
		}
		for _, a := range proveBoards(t, name, r) {
			counts[a.Property+": "+string(a.Verdict)]++
			if a.Verdict != prove.Proved {
				t.Logf("%s: %s is %s", name, a.Property, a.Verdict)
			}
			if !corpustest.Full() && a.Verdict != prove.Proved {
				t.Errorf("%s: %s should be proved", name, a.Property)
			}
		}
	}
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%s: %d", what, counts[what])
	}
	if len(counts) == 0 {
		t.Error("nothing was asked")
	}
}

// describedGames returns the games of the library and the public games of the GDL family.
func describedGames(t *testing.T) []string {
	var names []string
	for _, e := range library.Games() {
		names = append(names, e.Name)
	}
	for _, language := range []string{"gdl", "gdl2"} {
		err := filepath.WalkDir(corpustest.Dir(language), func(path string, _ fs.DirEntry, err error) error {
			if strings.HasSuffix(path, ".kif") {
				names = append(names, path)
			}
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	return names
}

// proveBoards asks for proofs of what the boards of a game take for granted.
func proveBoards(t *testing.T, name string, r *rules.Rules) []prove.Answer {
	b := newBoard(t, r.GDL)
	if !b.HasGrid() {
		return nil
	}
	l, err := prove.Load(t.Context(), r)
	if err != nil {
		t.Logf("%s: %v", name, err)
		return nil
	}
	var list []prove.Question
	for _, g := range b.grids {
		for _, y := range g.layers {
			if g.graph == nil && len(y.content) > 0 {
				list = append(list, questionsAbout(t, y, l)...)
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	answers, err := prove.New(l, prove.Options{Time: 5 * time.Second, Seed: 1}).Decide(t.Context(), list)
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return answers
}

// questionsAbout returns what a layer takes for granted.
func questionsAbout(t *testing.T, y *layer, l *prove.Loaded) []prove.Question {
	cells := map[string][]string{}
	for _, bit := range l.System.State {
		f := readFacts([]string{bit.Name})[0]
		if f.symbol == y.relation.symbol && len(f.args) == y.relation.symbol.Arity {
			cells[key(y.locate(f))] = append(cells[key(y.locate(f))], bit.Name)
		}
	}
	var two, some strings.Builder
	for _, facts := range cells {
		some.WriteString(" (or")
		for i, f := range facts {
			some.WriteString(" (true " + f + ")")
			for _, other := range facts[:i] {
				two.WriteString(" (and (true " + f + ") (true " + other + "))")
			}
		}
		some.WriteString(")")
	}
	var list []prove.Question
	ask := func(what, word, formula string) {
		q, err := l.Formula(word, formula)
		if err != nil {
			t.Logf("%v: a formula of %d letters is not read", y.relation.symbol, len(formula))
			return
		}
		q.Name = what
		list = append(list, q)
	}
	if two.Len() > 0 {
		ask("at most one thing on a cell", "never", "(or"+two.String()+")")
	}
	if y.masked {
		ask("something on every cell", "always", "(and"+some.String()+")")
	}
	return list
}
