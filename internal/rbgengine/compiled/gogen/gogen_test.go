package gogen

import (
	"bytes"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"

	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/sets/lower"
)

// printed prints a public game.
func printed(t *testing.T, name string) map[string][]byte {
	t.Helper()
	g := rbgenginetest.Read(t, name)
	p, err := lower.Program(context.Background(), g, lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	files, err := Files(t.Context(), g, p, Options{Package: "this"})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// games returns public games: those with sets of each width, or all.
func games(t *testing.T) []string {
	if rbgenginetest.Full() {
		return rbgenginetest.Games(t)
	}
	return []string{"connect4", "reversi", "hex_9x9"}
}

// TestFiles prints every game as Go: with the name of the package, without
// any import that is not of the standard library, with a comment on everything
// that is exported, and the second time the same.
func TestFiles(t *testing.T) {
	for k, name := range games(t) {
		t.Run(name, func(t *testing.T) {
			files := printed(t, name)
			again := files
			if k == 0 {
				again = printed(t, name)
			}
			for _, file := range slices.Sorted(maps.Keys(files)) {
				text := files[file]
				if !bytes.Equal(text, again[file]) {
					t.Errorf("%s is printed differently the second time", file)
				}
				if !strings.HasSuffix(file, ".go") {
					continue // assembly is looked at when it is built
				}
				tree, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ParseComments)
				if err != nil {
					t.Fatal(err)
				}
				if tree.Name.Name != "this" {
					t.Errorf("%s: the package is %s", file, tree.Name.Name)
				}
				for _, i := range tree.Imports {
					if p := i.Path.Value; !slices.Contains(imports, p) {
						t.Errorf("%s imports %s", file, p)
					}
				}
				undocumented(t, file, tree)
			}
		})
	}
}

// imports are what a package may use: not more than the standard library.
var imports = []string{`"cmp"`, `"encoding/base64"`, `"encoding/binary"`, `"errors"`, `"math/bits"`, `"slices"`, `"strconv"`, `"strings"`}

// undocumented reports exported functions without a comment.
func undocumented(t *testing.T, file string, tree *ast.File) {
	for _, d := range tree.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.IsExported() && f.Doc == nil {
			t.Errorf("%s: %s has no comment", file, f.Name.Name)
		}
	}
}

// TestFlip checks that pieces that turn over along a ray are turned in one operation.
func TestFlip(t *testing.T) {
	if text := string(printed(t, "reversi")["keeper.go"]); strings.Count(text, "turned |= seen & ") != 16 {
		t.Errorf("the keeper of reversi does not turn rays over:\n%s", text)
	}
}

func TestServer(t *testing.T) {
	if _, err := parser.ParseFile(token.NewFileSet(), "main.go", Server("example.com/x"), 0); err != nil {
		t.Error(err)
	}
	if _, err := TestFile("this", []uint64{1, 2}, []string{"a1", "b2"}); err != nil {
		t.Error(err)
	}
}
