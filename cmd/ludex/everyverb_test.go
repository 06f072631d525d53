package main

import (
	"io"
	"slices"
	"strings"
	"testing"
)

// withoutJSON are the verbs that have no --json, since they print no results: texts of games,
// files, conversations, or lines of JSON anyway.
var withoutJSON = []string{
	"compile", "completion", "convert", "env", "export", "fmt", "help", "lsp", "mcp", "page", "play", "player", "print", "scramble",
	"serve", "site", "unscramble", "worker",
}

// TestEveryVerbHasJSON makes sure that programs can read the results of every verb that has
// some.
func TestEveryVerbHasJSON(t *testing.T) {
	for _, cmd := range newRoot().Commands() {
		if has, without := cmd.Flags().Lookup("json") != nil, slices.Contains(withoutJSON, cmd.Name()); has == without {
			t.Errorf("%s: --json is there: %v, listed as a verb without: %v", cmd.Name(), has, without)
		}
	}
}

// otherArguments are what verbs need besides a game.
var otherArguments = map[string][]string{
	"compile": {"-o", "nowhere"}, "convert": {"--to", "infix"}, "knows": {"p"}, "match": {"random"}, "why": {"p"},
}

// TestEveryVerbSuggestsGames makes sure that a misspelt game gets a suggestion everywhere.
func TestEveryVerbSuggestsGames(t *testing.T) {
	for _, cmd := range newRoot().Commands() {
		if !strings.Contains(cmd.Use, "<game>") || cmd.Name() == "unscramble" { // which reads the map first
			continue
		}
		root := newRoot()
		root.SetArgs(slices.Concat([]string{cmd.Name(), "nimm"}, otherArguments[cmd.Name()]))
		root.SetOut(io.Discard)
		root.SetErr(io.Discard)
		root.SetIn(strings.NewReader(""))
		err := root.ExecuteContext(t.Context())
		if err == nil || !strings.Contains(err.Error(), "did you mean nim?") {
			t.Errorf("%s: %v", cmd.Name(), err)
		}
	}
}
