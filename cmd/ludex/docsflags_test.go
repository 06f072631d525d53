package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestShownCommandsExist parses the commands that the manual shows without running them, in
// blocks marked sh: verbs, flags and the number of arguments must be right.
func TestShownCommandsExist(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	parsed := 0
	for _, name := range append(names, filepath.Join("..", "..", "README.md")) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		inside := false
		for line := range strings.Lines(string(text)) {
			line, _, _ = strings.Cut(strings.TrimSpace(line), " #")
			if strings.HasPrefix(line, "```") {
				inside = line == "```sh"
			}
			command, ok := strings.CutPrefix(line, "ludex ")
			if !inside || !ok {
				continue
			}
			if words, plain := splitWords(command); plain {
				parsed++
				if err := parseCommand(words); err != nil {
					t.Errorf("%s: %s: %v", filepath.Base(name), line, err)
				}
			}
		}
	}
	if parsed < 30 {
		t.Errorf("only %d commands were found", parsed)
	}
}

// parseCommand checks the verb, the flags and the arguments of a command.
func parseCommand(words []string) error {
	verb, rest, err := newRoot().Find(words)
	if err != nil {
		return err
	}
	if err := verb.ParseFlags(rest); err != nil {
		return err
	}
	return verb.ValidateArgs(verb.Flags().Args())
}
