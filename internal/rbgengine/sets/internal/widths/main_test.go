package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestUpToDate fails if a copy is out of date: go generate makes them.
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

// TestRun writes the copies of a small package.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	for _, name := range append([]string{original}, copies...) {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for file, text := range map[string]string{"a.go": "// Package w1 is small.\npackage w1\n", "set.go": "package w1\n", "set_test.go": "package w1\n"} {
		if err := os.WriteFile(filepath.Join(dir, original, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(dir); err != nil {
		t.Fatal(err)
	}
	const want = "// Code generated from package w1 by internal/widths; DO NOT EDIT.\n\n// Package w2 is small.\npackage w2\n"
	if got, err := os.ReadFile(filepath.Join(dir, "w2", "a.go")); err != nil || string(got) != want {
		t.Errorf("%q, %v", got, err)
	}
	if files, err := filepath.Glob(filepath.Join(dir, "wn", "*")); err != nil || len(files) != 1 {
		t.Errorf("the files are %v, want one: sets are not copied (%v)", files, err)
	}
}
