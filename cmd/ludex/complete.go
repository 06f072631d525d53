package main

import (
	"strings"

	"github.com/spf13/cobra"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/roster"
	"ludex/library"
	"ludex/rules"
)

// completeWords makes shells complete games of the library, players, engines and codes.
// Names of files are completed as well.
func completeWords(root *cobra.Command) {
	for _, verb := range root.Commands() {
		if verb.ValidArgsFunction == nil && strings.Contains(verb.Use, "<game>") {
			verb.ValidArgsFunction = completeGame
		}
		for flag, complete := range flagWords {
			if f := verb.Flags().Lookup(flag); f != nil && f.Value.Type() != "int" {
				_ = verb.RegisterFlagCompletionFunc(flag, complete) // fails only if done twice
			}
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

// flagWords completes the values of flags, by their names.
var flagWords = map[string]cobra.CompletionFunc{
	"engine":  completeEngine,
	"player":  completePlayer,
	"exploit": completePlayer,
	"against": completeAgainst,
	"as":      completeRole,
	"role":    completeRole,
	"only":    completeGameFlag,
	"find":    completeGameFlag,
	"dialect": words("gdl", "gdl-ii", "gdl-iii", "rtgdl", "rtgdl-ii"),
	"syntax":  words("prefix", "infix", "rbg"),
	"to":      words("prefix", "infix", "gdl-ii", "rtgdl", "low-level"),
}

// words completes one of some words.
func words(list ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
		return beginning(list, prefix), cobra.ShellCompDirectiveNoFileComp
	}
}

func completePlayer(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	return beginning(roster.All().Names(), prefix), cobra.ShellCompDirectiveDefault
}

// completeAgainst completes a player, or a role, =, and a player.
func completeAgainst(cmd *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
	if role, player, named := strings.Cut(prefix, "="); named {
		var list []string
		for _, name := range beginning(append(roster.All().Names(), human), player) {
			list = append(list, role+"="+name)
		}
		return list, cobra.ShellCompDirectiveDefault
	}
	return beginning(append(roster.All().Names(), human), prefix), cobra.ShellCompDirectiveDefault
}

// completeRole completes a role of the game that is the first argument.
func completeRole(cmd *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 || args[0] == "-" {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	file, err := library.Open(args[0], strings.NewReader(""))
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return beginning(declaredRoles(rules.Read(file, rules.Options{})), prefix), cobra.ShellCompDirectiveNoFileComp
}

// declaredRoles returns the roles that rules declare, without opening an engine.
func declaredRoles(r *rules.Rules) (names []string) {
	switch {
	case r.IsRBG() && r.RBG != nil:
		for _, p := range r.RBG.Players {
			names = append(names, p.Name)
		}
	case r.GDL != nil:
		for i := range r.GDL.Clauses {
			if h := &r.GDL.Clauses[i].Head; h.Name == gdl.Role && len(h.Args) == 1 {
				names = append(names, gdlformat.Term(&h.Args[0], r.GDL.Syntax))
			}
		}
	}
	return names
}

func completeGameFlag(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	return beginning(library.Names(), prefix), cobra.ShellCompDirectiveDefault
}

func completeGame(_ *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return beginning(library.Names(), prefix), cobra.ShellCompDirectiveDefault
}

func completeMatch(cmd *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completeGame(cmd, args, prefix)
	}
	return completeAgainst(cmd, args, prefix)
}

func completeEngine(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	return beginning([]string{"auto", "reference", "circuit", "sets", "compiled", "lanes", "gpu"}, prefix), cobra.ShellCompDirectiveNoFileComp
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
