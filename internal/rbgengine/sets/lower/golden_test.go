package lower

import (
	"context"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

var update = flag.Bool("update", os.Getenv("LUDEX_UPDATE") != "", "write golden files")

// games returns the games of the golden tests.
func games(t testing.TB) map[string]*rbg.Game {
	texts := rbgenginetest.SmallGames(t, "testdata/games")
	texts["wide"] = rbgenginetest.Surrounding(slices.Repeat([]string{strings.Repeat("ewb", 6)}, 18)...)
	parsed := map[string]*rbg.Game{}
	for name, text := range texts {
		parsed[name] = rbgenginetest.Parse(t, text)
	}
	return parsed
}

// golden compares what a pass makes of every game with a file of the folder of the
// pass. There is no file if the output is empty.
func golden(t *testing.T, pass string, run func(t *testing.T, g *rbg.Game) string) {
	for name, g := range games(t) {
		t.Run(name, func(t *testing.T) {
			got := run(t, g)
			file := filepath.Join("testdata", pass, name+".txt")
			if *update && got != "" {
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil && (got != "" || !errors.Is(err, fs.ErrNotExist)) {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s is different: go test -update writes it\n%s", file, got)
			}
		})
	}
}

func normalised(t *testing.T, g *rbg.Game) *rules {
	t.Helper()
	r, err := normalise(context.Background(), g, 0)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func emitted(t *testing.T, g *rbg.Game) *unit {
	t.Helper()
	r := normalised(t, g)
	gr := newGraph(r.root)
	u, err := emit(context.Background(), r, gr, analyse(context.Background(), r, gr), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func linked(t *testing.T, g *rbg.Game) *unit {
	t.Helper()
	u := emitted(t, g)
	optimise(u)
	if err := link(u); err != nil {
		t.Fatal(err)
	}
	return u
}

func listing(p *ir.Program) string {
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		return err.Error()
	}
	return b.String()
}

func TestLayout(t *testing.T) {
	golden(t, "layout", func(t *testing.T, g *rbg.Game) string {
		b, err := newBoard(g.Board)
		if err != nil {
			t.Fatal(err)
		}
		return b.String()
	})
}

func TestNormalise(t *testing.T) {
	golden(t, "normalise", func(t *testing.T, g *rbg.Game) string { return normalised(t, g).String() })
}

func TestGraph(t *testing.T) {
	golden(t, "graph", func(t *testing.T, g *rbg.Game) string {
		r := normalised(t, g)
		return newGraph(r.root).text(r)
	})
}

func TestAnalyse(t *testing.T) {
	golden(t, "analyse", func(t *testing.T, g *rbg.Game) string {
		r := normalised(t, g)
		gr := newGraph(r.root)
		return analyse(context.Background(), r, gr).text(r, gr)
	})
}

func TestForms(t *testing.T) {
	golden(t, "forms", func(t *testing.T, g *rbg.Game) string {
		return newChooser(context.Background(), normalised(t, g), 0).text()
	})
}

// TestTree prints the trees of tests behind the modifiers with which moves begin.
func TestTree(t *testing.T) {
	golden(t, "tree", func(t *testing.T, g *rbg.Game) string {
		r := normalised(t, g)
		gr := newGraph(r.root)
		e := newEmitter(context.Background(), r, analyse(context.Background(), r, gr), Options{})
		emitter := &treeEmitter{&generator{exprEmitter{e, e.newFunction()}, false}}
		var b strings.Builder
		for _, n := range gr.nodes {
			if n.kind != nSwitch || r.game.Mover(n.src.Index) == rbg.Keeper {
				continue
			}
			for _, m := range e.facts.regionOf(n.next).order {
				if m.kind == nOff || m.kind == nAssign {
					b.WriteString(emitter.bestTree(m, operand{cell: -1}).text(r))
				}
			}
		}
		return b.String()
	})
}

func TestEmit(t *testing.T) {
	golden(t, "emit", func(t *testing.T, g *rbg.Game) string { return emitted(t, g).String() })
}

// TestPool prints the constants that emission adds to the program.
func TestPool(t *testing.T) {
	golden(t, "pool", func(t *testing.T, g *rbg.Game) string {
		var b strings.Builder
		if err := emitted(t, g).prog.WriteTables(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	})
}

// TestOptimise prints only the functions that the pass has changed.
func TestOptimise(t *testing.T) {
	golden(t, "optimise", func(t *testing.T, g *rbg.Game) string {
		u := emitted(t, g)
		before := functionTexts(u)
		optimise(u)
		var b strings.Builder
		for i, text := range functionTexts(u) {
			if text != before[i] {
				b.WriteString(text)
			}
		}
		return b.String()
	})
}

func functionTexts(u *unit) []string { return strings.Split(u.String(), "function ") }

func TestLink(t *testing.T) {
	golden(t, "link", func(t *testing.T, g *rbg.Game) string { return listing(linked(t, g).prog) })
}

// TestInline prints only the instructions that the pass has changed.
func TestInline(t *testing.T) {
	golden(t, "inline", func(t *testing.T, g *rbg.Game) string {
		u := linked(t, g)
		before := listing(u.prog)
		inline(u)
		return changedLines(before, listing(u.prog))
	})
}

// TestFinal prints only the instructions that the pass has changed.
func TestFinal(t *testing.T) {
	golden(t, "final", func(t *testing.T, g *rbg.Game) string {
		u := linked(t, g)
		inline(u)
		before := listing(u.prog)
		markFinal(u.prog)
		return changedLines(before, listing(u.prog))
	})
}

// changedLines returns the lines of a text that are different in another with as
// many lines, and both versions of them.
func changedLines(before, after string) string {
	var b strings.Builder
	old := strings.Split(before, "\n")
	for i, line := range strings.Split(after, "\n") {
		if line != old[i] {
			b.WriteString("-" + old[i] + "\n+" + line + "\n")
		}
	}
	return b.String()
}
