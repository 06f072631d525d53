package gogen

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"ludex/internal/corpustest"
	"ludex/internal/rbgengine/sets/ir"
	"ludex/internal/rbgengine/sets/lower"
	"ludex/internal/rbgparse"
	"ludex/rbg"
	"ludex/source"
)

var update = flag.Bool("update", os.Getenv("LUDEX_UPDATE") != "", "write golden files")

// golden compares a text with a file below testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", filepath.FromSlash(name))
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from what is generated (-update accepts it):\n%s", path, got)
	}
}

// libraryGame returns a game of the library with its set program.
func libraryGame(t *testing.T, name string) (*rbg.Game, *ir.Program) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "library", name, name+".rbg"))
	if err != nil {
		t.Fatal(err)
	}
	g, list := rbgparse.File(source.NewFile(name+".rbg", text))
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	p, err := lower.Program(t.Context(), g, lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g, p
}

// TestGoldenFiles compares printed packages with golden files: sets of one word with
// moves drawn at random in one function, and sets of several words.
func TestGoldenFiles(t *testing.T) {
	for game, names := range map[string][]string{
		"tictactoe-rbg":    {"game.go", "moves.go", "keeper.go", "run.go", "acts.go", "sets.go", "tables.go", "play.go"},
		"breakthrough-rbg": {"moves.go", "run.go"},
		"hex":              {"moves.go", "keeper.go", "sets.go"},
	} {
		t.Run(game, func(t *testing.T) {
			g, p := libraryGame(t, game)
			files, err := Files(t.Context(), g, p, Options{Package: "this"})
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				golden(t, "printed/"+game+"/"+name+".golden", string(files[name]))
			}
		})
	}
}

// TestGoldenPlan compares the statements of a planned package with golden files: with
// all labels, and the variables and imports that were recorded.
func TestGoldenPlan(t *testing.T) {
	g, p := libraryGame(t, "tictactoe-rbg")
	files, err := plan(t.Context(), g, p, Options{Package: "this"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"moves.go", "keeper.go", "acts.go"} {
		golden(t, "plan/tictactoe-rbg/"+name+".golden", files[name].String())
	}
}

// TestLibrary prints regular boardgames of the library: a sample, or with LUDEX_FULL=1 all.
func TestLibrary(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "..", "..", "library", "*", "*.rbg"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no games: %v", err)
	}
	for _, path := range paths {
		name := filepath.Base(filepath.Dir(path))
		if !corpustest.Sampled(name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			g, p := libraryGame(t, name)
			if _, err := Files(t.Context(), g, p, Options{Package: "this"}); err != nil {
				t.Error(err)
			}
		})
	}
}
