package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ludex/internal/spelling"
)

// shells are the shells that verbs, games, players, engines and codes are completed in.
var shells = map[string]func(root *cobra.Command, out io.Writer) error{
	"bash":       func(root *cobra.Command, out io.Writer) error { return root.GenBashCompletionV2(out, true) },
	"fish":       func(root *cobra.Command, out io.Writer) error { return root.GenFishCompletion(out, true) },
	"powershell": (*cobra.Command).GenPowerShellCompletionWithDesc,
	"zsh":        (*cobra.Command).GenZshCompletion,
}

// newCompletion is the verb completion. Unlike cobra's, it fails for an unknown shell.
func newCompletion() *cobra.Command {
	names := slices.Sorted(maps.Keys(shells))
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Write the script by which a shell completes what is typed",
		Long: `Completion writes a script for bash, fish, powershell or zsh. With it, the shell completes
verbs, flags, games of the library, roles, players, engines and diagnostic codes.`,
		Example: `  source <(ludex completion bash)
  ludex completion zsh > "${fpath[1]}/_ludex"
  ludex completion fish > ~/.config/fish/completions/ludex.fish
  ludex completion powershell | Out-String | Invoke-Expression`,
		Args:      cobra.ExactArgs(1),
		ValidArgs: names,
		RunE: func(cmd *cobra.Command, args []string) error {
			write, ok := shells[args[0]]
			if !ok {
				hint := "use " + strings.Join(names, ", ")
				if near := spelling.Nearest(args[0], names); near != "" {
					hint = fmt.Sprintf("did you mean %s?", near)
				}
				return fmt.Errorf("there is no completion for the shell %q: %s", args[0], hint)
			}
			return write(cmd.Root(), cmd.OutOrStdout())
		},
	}
}
