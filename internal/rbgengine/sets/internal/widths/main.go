// Command widths copies the machine of package w1 to the packages of the other
// widths. All machines have the same source and tests. The type of a set and its operations
// are in the file set.go of each package, which is not copied.
//
// With a type parameter instead, Go would call the operations through a
// dictionary. In copies they are inlined.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// original is the package that is copied; copies are the copies.
const original = "w1"

var copies = []string{"w2", "w4", "wn"}

func main() {
	if err := run("internal"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run writes all copies below a folder.
func run(dir string) error {
	for _, name := range copies {
		files, err := copied(dir, name)
		if err != nil {
			return err
		}
		for file, text := range files {
			if err := os.WriteFile(filepath.Join(dir, name, file), text, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// copied returns the files of a copy.
func copied(dir, name string) (map[string][]byte, error) {
	paths, err := filepath.Glob(filepath.Join(dir, original, "*.go"))
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, path := range paths {
		file := filepath.Base(path)
		if file == "set.go" || file == "set_test.go" {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		text = bytes.Replace(text, []byte("// Package "+original+" "), []byte("// Package "+name+" "), 1)
		text = bytes.Replace(text, []byte("package "+original+"\n"), []byte("package "+name+"\n"), 1)
		head := fmt.Sprintf("// Code generated from package %s by internal/widths; DO NOT EDIT.\n\n", original)
		files[file] = append([]byte(head), text...)
	}
	return files, nil
}
