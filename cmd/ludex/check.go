package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"ludex/gdl"
	"ludex/internal/deepcheck"
	"ludex/internal/gdlwellformed"
	"ludex/rules"
	"ludex/source"
)

// checkFlags are the flags of check.
type checkFlags struct {
	game        gameFlags
	opt         rules.CheckOptions
	deep        deepFlags
	asJSON, fix bool
}

func newCheck() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check <game>...",
		Short: "Find everything that is wrong with a game description",
		Long: `Check reports every problem of a description, each with its place and a code that
"ludex explain" explains. The answer is no (exit code 1) if there is an error.
With --deep the game is played as well: whether it always ends, can always be
played on and can be won is decided exactly where all states can be looked at, and
proved where that can be done without (see "ludex prove"). Of games in real time all plays
are looked at, whatever the instants of moves, where that can be done.
On a terminal, a line after the report reminds you of that.

With --fix the changes that diagnostics propose (= fix: …) are made in the file, and
what is left is reported. Of standard input the changed text goes to standard output
and the report to standard error. A diagnostic that proposes several is left to you.`,
		Example: `  ludex check tictactoe
  ludex check --deep tictactoe
  ludex check --fix mygame.kif
  ludex check --strict --hints mygame.kif`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			failed := false
			for _, arg := range args {
				ok, err := f.run(cmd, arg)
				if err != nil {
					return err
				}
				failed = failed || !ok
			}
			if failed {
				return answerNo
			}
			return nil
		},
	}
	f.game.register(cmd)
	f.game.registerLenient(cmd)
	f.deep.register(cmd)
	cmd.Flags().BoolVar(&f.opt.Strict, "strict", false, "report constructs that only some systems accept as errors")
	cmd.Flags().BoolVar(&f.opt.Hints, "hints", false, "report matters of style too")
	cmd.Flags().BoolVar(&f.fix, "fix", false, "make the changes that diagnostics propose")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write one JSON object per game")
	return cmd
}

// run checks one game and reports whether it has no errors.
func (f *checkFlags) run(cmd *cobra.Command, arg string) (ok bool, err error) {
	if f.fix {
		if err := f.game.writable("--fix"); err != nil {
			return false, err
		}
	}
	d, err := f.game.read(cmd, arg)
	if err != nil {
		return false, err
	}
	out := cmd.OutOrStdout()
	var fixed []*source.Diagnostic
	if f.fix {
		if d, fixed, err = fix(cmd, arg, d, f.opt); err != nil {
			return false, err
		}
		if arg == "-" {
			out = cmd.ErrOrStderr()
		}
	}
	list := d.Check(cmd.Context(), f.opt)
	report, deepErr := newCheckReport(cmd, d, list, &f.game, &f.deep)
	report.Fixed = fixed
	if err := showCheck(out, d, list, report, f.asJSON); err != nil {
		return false, err
	}
	if !f.deep.on && !f.asJSON && !list.HasErrors() && isTerminal(out) {
		fmt.Fprintf(out, "The game was not played. \"ludex check --deep %s\" also checks that every play ends, that\nall roles always have a move, and that all can win.\n", arg)
	}
	if deepErr != nil && !stopped(deepErr) {
		return false, fmt.Errorf("%s could not be played through: %w", d.File.Name(), deepErr)
	}
	return !list.HasErrors(), nil
}

type checkReport struct {
	File        string               `json:"file"`
	Syntax      string               `json:"syntax"`
	Dialect     string               `json:"dialect"`
	OK          bool                 `json:"ok"`
	Fixed       []*source.Diagnostic `json:"fixed,omitempty"` // by --fix
	Diagnostics []*source.Diagnostic `json:"diagnostics"`
	deepcheck.Report
	// Stopped says why --deep ended before everything was decided.
	Stopped string `json:"stopped,omitempty"`
}

// languageTitle returns the language and syntax of rules, for people.
func languageTitle(d *rules.Rules) string {
	if d.IsRBG() {
		return "Regular Boardgames"
	}
	return fmt.Sprintf("%s, %s", d.GDL.Dialect.Title(), d.GDL.Syntax)
}

// newCheckReport runs the deep checks if they are asked for and the text has no errors.
// If they end with an error, the report has what was found before.
func newCheckReport(cmd *cobra.Command, d *rules.Rules, list *source.List, game *gameFlags, opt *deepFlags) (r *checkReport, err error) {
	r = &checkReport{File: d.File.Name(), Syntax: syntaxRBG, Dialect: syntaxRBG}
	if !d.IsRBG() {
		r.Syntax, r.Dialect = d.GDL.Syntax.String(), d.GDL.Dialect.String()
	}
	if opt.on && !list.HasErrors() {
		opt.ForceHidden = game.dialect == gdl.GDLII.String() || game.dialect == gdl.GDLIII.String()
		var at atomic.Pointer[string]
		opt.Limits.Progress = func(what string, done, most int) {
			text := fmt.Sprintf(", %d of at most %d %s", done, most, what)
			at.Store(&text)
		}
		stop := progressOf(cmd, func() string {
			if text := at.Load(); text != nil {
				return "playing " + r.File + *text
			}
			return "playing " + r.File
		})
		var found *deepcheck.Report
		found, err = deepcheck.Run(cmd.Context(), d, opt.Options, list)
		stop()
		r.Report = *found
		if err != nil {
			r.Stopped = err.Error()
		}
		if stopped(err) {
			r.Stopped = "stopped"
		}
	}
	r.OK, r.Diagnostics = !list.HasErrors(), list.Items
	if r.Diagnostics == nil {
		r.Diagnostics = []*source.Diagnostic{}
	}
	return r, err
}

func showCheck(out io.Writer, d *rules.Rules, list *source.List, report *checkReport, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(report)
	}
	writeFixed(out, report.Fixed)
	if err := render(out, list); err != nil {
		return err
	}
	writeDeep(out, report)
	_, err := fmt.Fprintf(out, "%s: %s (%s)\n", d.File.Name(), source.Summary(list), languageTitle(d))
	return err
}

// deepFlags are the flags of check --deep.
type deepFlags struct {
	gdlwellformed.Options
	on bool
}

func (d *deepFlags) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&d.on, "deep", false, "play the game to find out whether it ends, can be played on and be won")
	cmd.Flags().IntVar(&d.Limits.States, "max-states", 200_000, "with --deep: decide exactly up to this many `states`")
	cmd.Flags().IntVar(&d.Playouts, "playouts", 1000, "with --deep: run this many `playouts` where there are more states")
	cmd.Flags().IntVar(&d.Developments, "max-developments", 1_000_000, "with --deep: look at this many `developments` of a game with hidden information")
	cmd.Flags().Uint64Var(&d.Seed, "seed", 1, "with --deep: the seed of the playouts")
	cmd.Flags().DurationVar(&d.ProofTime, "proof-time", 10*time.Second, "with --deep: try to prove each property that playing does not decide for this CPU `time`; 0 does not try")
}

// writeDeep shows what the deep checks found.
func writeDeep(out io.Writer, r *checkReport) {
	if r.Requirements != nil {
		fmt.Fprintln(out, r.Requirements.Extent())
		writeDeepAnswers(out, r.Answers())
	} else if r.Stopped != "" && r.Timed == nil {
		fmt.Fprintf(out, "nothing that --deep asks for is decided: %s\n", r.Stopped)
	}
	writeDeepAnswers(out, r.KnowledgeAnswers())
	if f := r.Distinguishable; f != nil {
		for _, c := range f.Counterexamples {
			for part := range strings.Lines(c.String()) {
				fmt.Fprintf(out, "    %s\n", strings.TrimRight(part, "\n"))
			}
		}
	}
	if text := r.TimedText(); text != "" {
		fmt.Fprintf(out, "played in real time %s", text)
		if r.Stopped != "" {
			fmt.Fprintf(out, ", then no further: %s", r.Stopped)
		}
		fmt.Fprintln(out)
	}
}

func writeDeepAnswers(out io.Writer, list []deepcheck.Answer) {
	for _, a := range list {
		fmt.Fprintf(out, "  %-32s %s\n", a.Question, a.Text)
	}
}

// fix applies the proposed fixes to the file of a game or, for standard input, writes
// the result to standard output. It returns the new rules, and the diagnostics that
// were fixed.
func fix(cmd *cobra.Command, arg string, d *rules.Rules, opt rules.CheckOptions) (*rules.Rules, []*source.Diagnostic, error) {
	if err := fixable(arg, d.File); err != nil {
		return nil, nil, err
	}
	file, made := source.FixAll(d.File, func(f *source.File) *source.List {
		return rules.Read(f, d.Options()).Check(cmd.Context(), opt)
	})
	switch {
	case arg == "-":
		if _, err := io.WriteString(cmd.OutOrStdout(), file.Text()); err != nil {
			return nil, nil, err
		}
	case len(made) > 0:
		if err := replaceFile(file.Name(), []byte(file.Text())); err != nil {
			return nil, nil, err
		}
	}
	return rules.Read(file, d.Options()), made, nil
}

// fixable returns an error if the argument does not name a file that can be changed.
func fixable(arg string, file *source.File) error {
	if arg == "-" {
		return nil
	}
	if _, err := os.Stat(arg); err != nil {
		return fmt.Errorf("--fix changes files, and %q is a game of the library; write it to a file with \"ludex fmt %s\" first", arg, arg)
	}
	if info, err := os.Stat(file.Name()); err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("--fix changes files, and %q is none", file.Name())
	}
	return nil
}

// writeFixed lists the fixes that were applied.
func writeFixed(out io.Writer, made []*source.Diagnostic) {
	for _, d := range made {
		fmt.Fprintf(out, "fixed %s: %s [%s]\n", d.Place(), d.Fixes[0].Message, d.Code.ID)
	}
}
