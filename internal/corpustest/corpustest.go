// Package corpustest finds the public games that tests compare with.
package corpustest

import (
	"os"
	"path/filepath"
)

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
