package analysis

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"ludex/internal/rbgengine/sets/lower"
	"ludex/internal/rbgparse"
	"ludex/source"
)

var update = flag.Bool("update", os.Getenv("LUDEX_UPDATE") != "", "write golden files")

// TestGolden compares the analysis of games of the library with golden files.
func TestGolden(t *testing.T) {
	for _, name := range []string{"tictactoe-rbg", "breakthrough-rbg", "hex", "gomoku", "morris", "amazons", "reversi-4x4"} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "..", "library", name, name+".rbg"))
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
			got, path := functionsOf(t, p).String(), filepath.Join("testdata", name+".golden")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s differs from the analysis (-update accepts it):\n%s", path, got)
			}
		})
	}
}
