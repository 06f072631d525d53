package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// verbGroups lists the verbs by what one wants to do.
var verbGroups = []struct {
	id, title string
	verbs     []string
}{
	{"play", "Play:", []string{"play", "serve", "page", "site", "print", "puzzle", "levels"}},
	{"write", "Write a game:", []string{"check", "explain", "fmt", "convert", "show", "info", "why", "eval", "lsp", "scramble", "unscramble"}},
	{"study", "Study a game:", []string{"simulate", "analyse", "report", "vary", "evolve", "solve", "prove", "perft", "knows", "views", "belief", "train"}},
	{"host", "Matches and tournaments:", []string{"match", "tournament", "ratings", "results", "replay", "export", "import", "player", "worker"}},
	{"engine", "Engines:", []string{"bench", "verify", "ground", "compile", "env"}},
	{"model", "Language models:", []string{"mcp", "examine"}},
}

// firstSteps is what "ludex" alone prints: five things to do.
const firstSteps = `Ludex plays any game whose rules are written in GDL, GDL-II, rtGDL or Regular
Boardgames. Five things to do:

  ludex play breakthrough        play in the terminal
  ludex serve --open             play in the browser, and write games there
  ludex check mygame.gdl         find what is wrong with a game
  ludex match nim mcts random    let programs play each other
  ludex info                     list the games of the library

"ludex help" lists all verbs. The manual with its tutorials is in the browser,
under Docs.
`

// groupVerbs sorts the verbs into groups, and makes the program without a verb print the
// first steps.
func groupVerbs(root *cobra.Command) {
	group := map[string]string{}
	for _, g := range verbGroups {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, verb := range g.verbs {
			group[verb] = g.id
		}
	}
	for _, verb := range root.Commands() {
		verb.GroupID = group[verb.Name()]
	}
	root.SuggestionsMinimumDistance = 2 // letters
	root.Args = cobra.ArbitraryArgs
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return unknownVerb(root, args[0])
		}
		_, err := fmt.Fprint(cmd.OutOrStdout(), firstSteps)
		return err
	}
}

// unknownVerb returns an error with the verbs that may be meant.
func unknownVerb(root *cobra.Command, name string) error {
	hint := `"ludex help" lists the verbs`
	if near := root.SuggestionsFor(name); len(near) > 0 {
		hint = fmt.Sprintf("did you mean %q?", near[0])
	}
	return fmt.Errorf("there is no verb %q: %s", name, hint)
}
