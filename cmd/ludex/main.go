// Ludex checks, explains, rewrites, plays, hosts and solves any discrete game
// whose rules are written in GDL, GDL-II, rtGDL or Regular Boardgames.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"ludex/internal/budget"
	"ludex/internal/filecache"
	"ludex/internal/printable"
	"ludex/internal/timedgrid"
	"ludex/rules"
	"ludex/source"
)

// Exit codes of all verbs.
const (
	exitFine      = 0
	exitNo        = 1 // the answer is no
	exitUsage     = 2 // bad usage or unreadable input
	exitUndecided = 3 // undecided within the limit
	exitStopped   = 130
)

// An exitError ends the program with a code. A nil err prints nothing, because the verb
// has reported the problem.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// answerNo ends a verb whose answer is no and was printed already.
var answerNo = &exitError{code: exitNo}

func main() { os.Exit(run()) }

// finishTime is how long the end of a verb waits for what is saved for the next one.
const finishTime = 10 * time.Second

// run is main without the exit, for tests.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C kills the process
	err := newRoot().ExecuteContext(ctx)
	if ctx.Err() != nil {
		return exitStopped
	}
	saving, cancel := context.WithTimeout(ctx, finishTime)
	defer cancel()
	filecache.FinishSaving(saving)
	var exit *exitError
	var refused *rules.RefusedError
	var positions *timedgrid.LimitError
	switch {
	case err == nil:
		return exitFine
	case errors.As(err, &exit):
		if exit.err != nil {
			printError(exit.err)
		}
		return exit.code
	case errors.As(err, &refused):
		showRefused(os.Stderr, refused)
		return exitUsage
	case errors.As(err, &positions):
		printError(err)
		return exitUndecided
	}
	printError(missingFlags(err))
	return exitUsage
}

// showRefused shows the errors because of which rules are not played.
func showRefused(out io.Writer, refused *rules.RefusedError) {
	list := &source.List{File: refused.Problems.File}
	for _, d := range refused.Problems.Items {
		if d.Severity == source.Error {
			list.Items = append(list.Items, d)
		}
	}
	if err := render(out, list); err != nil {
		return
	}
	hint := ""
	if refused.Clear {
		hint = "; --lenient plays it, since it is clear what is meant"
	}
	fmt.Fprintf(out, "ludex: %s has %s and is not played%s\n", list.File.Name(), source.Summary(list), hint)
}

// printError writes an error. Parts of it may come from a player or a file.
func printError(err error) { fmt.Fprintln(os.Stderr, "ludex:", printable.Lines(plainText(err))) }

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "ludex",
		Short: "The general game playing system",
		Long: `Ludex takes the rules of any discrete game, in GDL, GDL-II, rtGDL or Regular
Boardgames, checks them, explains what is wrong, rewrites them and plays them.

A <game> is a file, "-" for standard input, the name of a game in the library
("ludex info" lists them), or a folder of the public GGP repository.`,
		Example: `  ludex check tictactoe
  ludex convert --to infix tictactoe
  ludex explain GDL020`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetHelpCommand(newHelp())
	registerMemory(root)
	texts := []*cobra.Command{
		newCheck(), newFmt(), newConvert(), newScramble(), newUnscramble(), newInfo(), newCompile(), newGround(), newWhy(), newEval(), newShow(),
	}
	stopWithContext(texts...)
	root.AddCommand(texts...)
	root.AddCommand(
		newExplain(), newLSP(), newMCP(), newExamine(), newSimulate(), newPlay(), newMatch(), newReplay(), newPlayer(), newSolve(), newProve(), newPerft(), newBench(), newVerify(),
		newAnalyse(), newTrain(), newLevels(), newPuzzle(), newReport(), newVary(), newEvolve(), newPage(), newPrint(), newSite(), newTournament(), newRatings(), newResults(), newExport(), newImport(), newKnows(), newViews(), newBelief(), newWorker(), newServe(), newEnv(), newCompletion(), newVersion(),
	)
	root.Version = versionText()
	root.SetVersionTemplate("ludex {{.Version}}\n")
	groupVerbs(root)
	completeWords(root)
	plainUsage(root)
	return root
}

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

// patience is the time limit for a verb to stop.
const patience = 700 * time.Millisecond

// stopWithContext makes verbs return soon after their context has ended, even if parts of it
// ignore the context: reading and checking huge texts takes a few seconds. What still
// runs ends with the process.
func stopWithContext(verbs ...*cobra.Command) {
	for _, v := range verbs {
		run := v.RunE
		v.RunE = func(cmd *cobra.Command, args []string) error {
			done := make(chan error, 1)
			go func() { done <- run(cmd, args) }()
			select {
			case err := <-done:
				return err
			case <-cmd.Context().Done():
			}
			select {
			case err := <-done:
				return err
			case <-time.After(patience):
				return cmd.Context().Err()
			}
		}
	}
}
