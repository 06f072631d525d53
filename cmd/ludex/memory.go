package main

import (
	"errors"
	"math"
	"runtime/debug"

	"github.com/spf13/cobra"

	"ludex/internal/budget"
)

// maxMemory is more megabytes than any machine has.
const maxMemory = 1 << 40

// registerMemory adds the flag --memory, which means the same for every verb: it
// gives the verb's context a budget.
func registerMemory(root *cobra.Command) {
	var mb int64
	root.PersistentFlags().Int64Var(&mb, "memory", 0, "use this many `MB` of memory at most (default a quarter of the machine's)")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if cmd.Flags().Changed("memory") && (mb <= 0 || mb > maxMemory) {
			return errors.New("--memory must be a positive number of megabytes")
		}
		memory := budget.MB(mb)
		if debug.SetMemoryLimit(-1) == math.MaxInt64 { // GOMEMLIMIT says nothing
			debug.SetMemoryLimit(memory.Total() / 10 * 9) // near the budget, the collector works harder
		}
		cmd.SetContext(budget.WithMemory(cmd.Context(), memory))
		return nil
	}
}
