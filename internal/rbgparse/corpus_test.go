package rbgparse_test

import (
	"os"
	"path/filepath"
	"testing"

	"ludex/internal/rbgparse"
	"ludex/rbg"
	"ludex/source"
)

// corpus returns the public games beside the project, which are not part of it.
func corpus(t testing.TB) []*source.File {
	t.Helper()
	files := corpusFiles()
	if len(files) == 0 {
		t.Skip("the corpus of public games is not beside the project")
	}
	return files
}

func corpusFiles() []*source.File {
	names, _ := filepath.Glob(filepath.Join("..", "..", "..", "shared", "corpus", "rbg", "*.rbg"))
	var files []*source.File
	for _, name := range names {
		if text, err := os.ReadFile(name); err == nil {
			files = append(files, source.NewFile(filepath.Base(name), text))
		}
	}
	return files
}

// TestCorpus reads public games, in which there is nothing to complain about.
func TestCorpus(t *testing.T) {
	for _, f := range corpus(t) {
		t.Run(f.Name(), func(t *testing.T) {
			g, list := rbgparse.File(f)
			for _, d := range list.Items {
				t.Error(d)
			}
			if g != nil {
				checkGame(t, g)
			}
		})
	}
}

// checkGame checks what is promised about every game.
func checkGame(t testing.TB, g *rbg.Game) {
	t.Helper()
	for i, m := range g.Modifiers {
		if m.Index != i+1 || !m.Kind.IsModifier() {
			t.Fatalf("modifier %d has index %d and kind %d", i+1, m.Index, m.Kind)
		}
	}
	seen := map[*rbg.Expr]bool{}
	count := 0
	g.Rules.Each(func(e *rbg.Expr) bool {
		if (e.Kind == rbg.Sum || e.Kind == rbg.Concat) && len(e.Kids) == 1 {
			t.Fatal("a sum or concatenation has one kid")
		}
		for _, k := range e.Kids {
			if k.Kind == e.Kind && (k.Kind == rbg.Sum || k.Kind == rbg.Concat) {
				t.Fatal("a sum or concatenation stands in another")
			}
		}
		if e.Kind.IsModifier() {
			if seen[e] {
				t.Fatalf("modifier %d stands twice in the rules", e.Index)
			}
			seen[e] = true
			count++
		}
		if !e.Span.IsValid() && len(e.Kids) > 0 {
			t.Fatalf("an expression of kind %d comes from nowhere", e.Kind)
		}
		return e.Kind != rbg.Pattern
	})
	if count != len(g.Modifiers) {
		t.Fatalf("the rules have %d modifiers, the list %d", count, len(g.Modifiers))
	}
	checkBoard(t, g)
}

func checkBoard(t testing.TB, g *rbg.Game) {
	t.Helper()
	b := g.Board
	for i, row := range b.Edges {
		if len(row) != len(b.Cells) {
			t.Fatalf("label %s has edges from %d cells, the board has %d", b.Labels[i], len(row), len(b.Cells))
		}
		for _, to := range row {
			if to != rbg.NoCell && (to < 0 || int(to) >= len(b.Cells)) {
				t.Fatalf("an edge leads to cell %d", to)
			}
		}
	}
	for _, c := range b.Cells {
		if c.Piece < 0 || c.Piece >= len(g.Pieces) {
			t.Fatalf("piece %d stands on cell %s", c.Piece, c.Name)
		}
	}
}

func BenchmarkFile(b *testing.B) {
	for _, f := range corpus(b) {
		b.Run(f.Name(), func(b *testing.B) {
			b.SetBytes(int64(len(f.Text())))
			for b.Loop() {
				rbgparse.File(f)
			}
		})
	}
}
