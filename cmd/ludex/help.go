package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// newHelp is the verb help. Unlike cobra's, it fails for an unknown verb.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:     "help [verb]",
		Short:   "Explain a verb",
		Long:    `Help explains a verb with its flags, or without one lists them all.`,
		Example: `  ludex help check`,
		RunE: func(cmd *cobra.Command, args []string) error {
			verb, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownVerb(cmd.Root(), strings.Join(args, " "))
			}
			verb.InitDefaultHelpFlag()
			return verb.Help()
		},
	}
}
