// Package corpustest finds the public games that tests compare with.
package corpustest

import (
	"encoding/csv"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// Full reports whether the tests shall compare everything, however long it takes.
func Full() bool { return os.Getenv("LUDEX_FULL") != "" }

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
