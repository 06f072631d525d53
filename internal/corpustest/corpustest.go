// Package corpustest finds the public games that tests compare with.
package corpustest

import (
	"encoding/csv"
	"errors"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Full reports whether the tests shall compare everything, however long it takes.
func Full() bool { return os.Getenv("LUDEX_FULL") != "" }

// Sampled reports whether a test that goes through the games of the library takes one of them.
// By default it takes some of each language and kind, and one in ten of the others, always the
// same. With LUDEX_FULL=1 it takes all.
func Sampled(game string) bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(game))
	return Full() || slices.Contains(sample, game) || h.Sum32()%10 == 0
}

// sample has games that are opened in a moment and unlike each other.
var sample = []string{
	"tictactoe", "breakthrough-5x5", "nim", "hanoi", "rockpaperscissors", "blotto-three", "tron", // GDL
	"montyhall", "kuhnpoker", "kriegspiel-tictactoe", "mastermind-small", "pig", "liarsdice-three", "fugitive", "holdem", // GDL-II
	"hats", "consecutivenumbers", // GDL-III
	"tictactoe-rbg", "hexapawn", "draughts", "chess", "hex", "go", "sokoban", "ur", "reversi-four", "morris", "oware", // boardgames
	"shooter", "snake", "chicken", "tictactoe-timed", "snap", "redlight", // in real time
}

// Dir returns the folder with the public games of a language. It is beside the module,
// which is searched for upwards from the folder of the test. Tests are skipped where the
// folder does not exist.
func Dir(language string) string {
	dir := "."
	for range 8 {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		dir = filepath.Join(dir, "..")
	}
	return filepath.Join(dir, "..", "shared", "corpus", language)
}

// SkipIfAbsent skips a test if an error says that a file of the public games does not
// exist. Other errors end the test.
func SkipIfAbsent(t testing.TB, err error) {
	t.Helper()
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the public games are not there: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Table returns the rows of a CSV file, with its head. It skips the test if there is none.
func Table(t testing.TB, name string) [][]string {
	t.Helper()
	f, err := os.Open(name)
	SkipIfAbsent(t, err)
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
