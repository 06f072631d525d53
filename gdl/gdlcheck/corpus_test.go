package gdlcheck_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludex/gdl/gdlcheck"
	"ludex/internal/corpustest"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlparse"
	"ludex/library"
	"ludex/source"
)

// corpus returns the folder of public games, which is not part of the project.
func corpus(t *testing.T, part string) string {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "shared", "corpus", part)
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the corpus of public games is not beside the project")
	}
	return dir
}

func checkFile(t *testing.T, path string) *source.List {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return checkText(path, string(text), gdlcheck.Options{})
}

// verdicts reads what another validator says about the games of the corpus.
func verdicts(t *testing.T, dir string) map[string]string {
	t.Helper()
	rows := corpustest.Table(t, filepath.Join(dir, "golden.csv"))
	file, verdict := slices.Index(rows[0], "file"), slices.Index(rows[0], "static_validator")
	out := map[string]string{}
	for _, row := range rows[1:] {
		out[row[file]] = row[verdict]
	}
	return out
}

// TestCorpusIsAccepted checks all public games. Those that a public validator
// accepts must have no error; those that it refuses use two spellings of one
// word, which is a warning here.
func TestCorpusIsAccepted(t *testing.T) {
	dir := corpus(t, "gdl")
	for file, verdict := range verdicts(t, dir) {
		t.Run(file, func(t *testing.T) {
			list := checkFile(t, filepath.Join(dir, filepath.FromSlash(file)))
			if err := list.Err(); err != nil {
				t.Error(err)
			}
			mixed := slices.ContainsFunc(list.Items, func(d *source.Diagnostic) bool {
				return d.Code == gdlparse.MixedCase && d.Severity == source.Warning
			})
			if verdict == "error" && !mixed {
				t.Errorf("no %s, though the validator refuses the spelling", gdlparse.MixedCase.ID)
			}
		})
	}
}

// TestCorpusIsComplete makes sure that the verdicts cover every file.
func TestCorpusIsComplete(t *testing.T) {
	dir := corpus(t, "gdl")
	known := verdicts(t, dir)
	files := kifFiles(t, dir)
	for _, path := range files {
		rel, err := filepath.Rel(dir, path)
		if _, ok := known[filepath.ToSlash(rel)]; !ok || err != nil {
			t.Errorf("%s has no verdict, error %v", rel, err)
		}
	}
	if len(files) != len(known) {
		t.Errorf("%d files, %d verdicts", len(files), len(known))
	}
}

// TestHiddenInformationGames checks the public games of GDL-II, of which some
// are refused: the errors must be the known ones, on the known lines.
func TestHiddenInformationGames(t *testing.T) {
	dir := corpus(t, "gdl2")
	tests := []struct {
		file   string
		errors []string
	}{
		{"kriegTTT_4x4.kif", nil},
		{"mastermind2x3.kif", nil},
		{"montyhall.kif", nil},
		{"guessSix.kif", nil},
		{"oneCardGame.kif", []string{ // unsafe rules
			"26 error GDL020", "59 error GDL021", "63 error GDL020", "65 error GDL022",
			"98 error GDL021", "113 error GDL021", "152 error GDL020", "155 error GDL020",
			"160 error GDL020", "163 error GDL021", "165 error GDL020",
		}},
		{"blind_breakthrough_5x5.kif", []string{ // unsafe rules, and next in a body
			"222 error GDL020", "236 error GDL055", "239 error GDL020",
		}},
		{"transit.kif", []string{ // next in bodies
			"181 error GDL055", "182 error GDL055", "185 error GDL055",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			list := checkFile(t, filepath.Join(dir, tt.file))
			got := slices.DeleteFunc(lines(list.Items), func(s string) bool { return !strings.Contains(s, " error ") })
			if !slices.Equal(got, tt.errors) {
				t.Errorf("errors %q, want %q", got, tt.errors)
			}
		})
	}
}

// TestSlipsAreSlips looks for what beginners forget in all games that are known to
// be sound, with the help of an engine: nothing may be found.
func TestSlipsAreSlips(t *testing.T) {
	opt := gdlcheck.Options{NegativeLoop: gdlengine.NegativeLoop(t.Context()), Start: gdlengine.Start(t.Context())}
	slips := []string{"GDL076", "GDL082", "GDL083", "GDL084", "GDL092", "GDL093"}
	files := map[string]string{}
	for _, g := range library.GDLGames() {
		files[g.Name] = string(g.Rules())
	}
	for _, part := range []string{"gdl", "gdl2"} {
		for _, path := range kifFiles(t, corpus(t, part)) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files[path] = string(text)
		}
	}
	for name, text := range files {
		for _, d := range checkText(name, text, opt).Items {
			if slices.Contains(slips, d.Code.ID) {
				t.Error(d)
			}
		}
	}
}

func kifFiles(t *testing.T, dir string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".kif" {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
