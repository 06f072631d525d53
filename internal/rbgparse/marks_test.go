package rbgparse_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ludex/internal/rbgparse"
	"ludex/internal/sourcetest"
	"ludex/source"
)

// markedFiles reads the marked files of testdata. A line "// NEXT" separates
// descriptions that share a file.
func markedFiles(t testing.TB) []*source.File {
	t.Helper()
	names, err := filepath.Glob("testdata/*.rbg")
	if err != nil || len(names) == 0 {
		t.Fatalf("no files in testdata: %v", err)
	}
	var files []*source.File
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, part := range strings.Split(string(text), "\n// NEXT\n") {
			files = append(files, source.NewFile(fmt.Sprintf("%s#%d", filepath.Base(name), i+1), []byte(part)))
		}
	}
	return files
}

func TestMarkedFiles(t *testing.T) {
	for _, f := range markedFiles(t) {
		t.Run(f.Name(), func(t *testing.T) {
			g, list := rbgparse.File(f)
			if (g == nil) != list.HasErrors() {
				t.Errorf("a game: %v, errors: %v", g != nil, list.HasErrors())
			}
			sourcetest.Compare(t, f, list.Items)
		})
	}
}

// TestEveryCodeHasATestFile makes sure that no code is added without a file
// that shows it.
func TestEveryCodeHasATestFile(t *testing.T) {
	sourcetest.AllMarked(t, rbgparse.Codes(), markedFiles(t))
}

func TestCodesAreDocumented(t *testing.T) {
	sourcetest.Documented(t, regexp.MustCompile(`^RBG0[0-4]\d$`), rbgparse.Codes())
}
