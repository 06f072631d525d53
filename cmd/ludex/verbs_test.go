package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func TestEveryVerbHasAnExample(t *testing.T) {
	root := newRoot()
	for _, cmd := range append(root.Commands(), root) {
		if cmd.Short == "" || strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("%s: the short description is %q", cmd.Name(), cmd.Short)
		}
		for line := range strings.Lines(cmd.Example) {
			if !strings.HasPrefix(line, "  ") {
				t.Errorf("%s: the example %q is not indented", cmd.Name(), line)
			}
		}
		if want := cmd.CommandPath(); !strings.Contains(cmd.Example, want) {
			t.Errorf("%s: no example with %q in %q", cmd.Name(), want, cmd.Example)
		}
	}
}

// TestScriptsUseEverything makes sure that each verb and each of its flags is
// used in some script.
func TestScriptsUseEverything(t *testing.T) {
	scripts := readScripts(t)
	for _, cmd := range newRoot().Commands() {
		used := regexp.MustCompile(`(?m)^[^#\n-].*\bludex `+cmd.Name()+`\b.*$`).FindAllString(scripts, -1)
		if len(used) == 0 {
			t.Errorf("no script uses %s", cmd.Name())
		}
		lines := strings.Join(used, "\n")
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !flagPattern(f).MatchString(lines) && !sharedFlag(f, scripts) {
				t.Errorf("no script uses %s --%s", cmd.Name(), f.Name)
			}
		})
	}
}

func flagPattern(f *pflag.Flag) *regexp.Regexp {
	if f.Shorthand == "" {
		return regexp.MustCompile(` --` + f.Name + `\b`)
	}
	return regexp.MustCompile(` (--` + f.Name + `|-` + f.Shorthand + `)\b`)
}

// sharedFlag reports whether a flag is one of those by which every verb that
// reads a game is told how, and some verb's script uses it.
func sharedFlag(f *pflag.Flag, scripts string) bool {
	var shared cobra.Command
	new(gameFlags).register(&shared)
	new(gameFlags).registerLenient(&shared)
	return shared.Flags().Lookup(f.Name) != nil && flagPattern(f).MatchString(scripts)
}

func readScripts(t *testing.T) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	var all strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}
