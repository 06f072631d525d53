package main

import (
	"strings"

	"github.com/spf13/cobra"

	"ludex/internal/roster"
	"ludex/library"
)

// completeWords makes shells complete games of the library, players, engines and codes.
// Names of files are completed as well.
func completeWords(root *cobra.Command) {
	for _, verb := range root.Commands() {
		if verb.ValidArgsFunction == nil && strings.Contains(verb.Use, "<game>") {
			verb.ValidArgsFunction = completeGame
		}
		if verb.Flags().Lookup("engine") != nil {
			_ = verb.RegisterFlagCompletionFunc("engine", completeEngine) // fails only if done twice
		}
	}
	for _, verb := range root.Commands() {
		switch verb.Name() {
		case "match":
			verb.ValidArgsFunction = completeMatch
		case "explain":
			verb.ValidArgsFunction = completeCode
		}
	}
}

func gameNames() (names []string) {
	for _, g := range library.Games() {
		names = append(names, g.Name)
	}
	return names
}

func completeGame(_ *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return beginning(gameNames(), prefix), cobra.ShellCompDirectiveDefault
}

func completeMatch(cmd *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completeGame(cmd, args, prefix)
	}
	return beginning(roster.All().Names(), prefix), cobra.ShellCompDirectiveDefault
}

func completeEngine(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	return beginning([]string{"auto", "reference", "circuit", "sets", "compiled", "lanes"}, prefix), cobra.ShellCompDirectiveNoFileComp
}

func completeCode(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	var list []string
	for _, c := range codes() {
		if strings.HasPrefix(c.ID, strings.ToUpper(prefix)) {
			list = append(list, cobra.CompletionWithDesc(c.ID, c.Title))
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// beginning returns the words with a prefix.
func beginning(words []string, prefix string) (list []string) {
	for _, w := range words {
		if strings.HasPrefix(w, prefix) {
			list = append(list, w)
		}
	}
	return list
}
