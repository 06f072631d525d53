package main

import (
	"errors"
	"math"
	"runtime/debug"

	"github.com/spf13/cobra"

	"ludex/internal/budget"
)

// maxMemory is the limit of --memory, in megabytes.
const maxMemory = 1 << 40

// registerMemory adds the flag --memory to all verbs: it gives the context of the verb
// a budget.
func registerMemory(root *cobra.Command) {
	var mb int64
	root.PersistentFlags().Int64Var(&mb, "memory", 0, "use this many `MB` of memory at most (default a quarter of the machine's)")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if cmd.Flags().Changed("memory") && (mb <= 0 || mb > maxMemory) {
			return errors.New("--memory must be a positive number of megabytes")
		}
		memory := budget.MB(mb)
		if debug.SetMemoryLimit(-1) == math.MaxInt64 { // GOMEMLIMIT is not set
			debug.SetMemoryLimit(memory.Total() / 10 * 9) // the garbage collector works harder near the budget
		}
		cmd.SetContext(budget.WithMemory(cmd.Context(), memory))
		return nil
	}
}
