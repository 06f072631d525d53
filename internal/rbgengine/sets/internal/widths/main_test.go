package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestUpToDate fails if a copy was forgotten: go generate makes them.
func TestUpToDate(t *testing.T) {
	dir := filepath.Join("..")
	for _, name := range copies {
		files, err := copied(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		for file, want := range files {
			got, err := os.ReadFile(filepath.Join(dir, name, file))
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s/%s is not what package %s has: run go generate ./internal/rbgengine/sets (%v)", name, file, original, err)
			}
		}
		have, err := filepath.Glob(filepath.Join(dir, name, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range have {
			if file := filepath.Base(path); files[file] == nil && file != "set.go" {
				t.Errorf("%s/%s is not a copy of anything", name, file)
			}
		}
	}
}
