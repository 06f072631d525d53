package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"ludex/internal/budget"
	"ludex/internal/gdlengine/ground"
	"ludex/internal/prove"
	"ludex/internal/prove/claim"
	"ludex/internal/prove/correspondence"
	provetransition "ludex/internal/prove/transition"
	"ludex/internal/rbgengine/lanes"
	"ludex/internal/spelling"
	"ludex/internal/wholefile"
	"ludex/rules"
)

// proveFlags are the flags of the verb prove.
type proveFlags struct {
	game                      gameFlags
	always, never, eventually []string
	time                      time.Duration
	seed                      uint64
	save, check, aiger, equal string
	names                     string // the file of a correspondence
	symmetries, asJSON        bool
}

func newProve() *cobra.Command {
	var f proveFlags
	cmd := &cobra.Command{
		Use:   "prove <game> [property]...",
		Short: "Prove what holds in every play, without looking at all states",
		Long: `Prove decides properties of games that may be too large to look through:

  playable       every role has a move in every state that is not terminal
  goals          every role has exactly one goal value at every end
  ends           no play goes on for ever
  winnable       some play ends with 100, for each role
  turns          at most one role has a choice at a time
  constant-sum   the goals have the same sum at every end
  monotone       goals are defined in every state and never fall

It asks for the first four unless told otherwise. --always and --never ask about a
formula over facts, moves, legal, goal and terminal in every state, --eventually
whether every play comes to a state where it holds. An answer is proved (by what),
refuted (by a play) or open (what was tried). Invariants are guessed from random
plays and proved by induction with a SAT solver; a checker that shares no code with
the solver confirms every derivation, and the interpreter replays every play.

--equal asks whether another game is the same: played side by side with the same
moves, both always allow the same moves, end together and give the same goals. The
other game may be in another language, and its roles and moves may have other names:
then plays of both show which correspond. --correspondence reads that from a file
instead, as --json writes it.

--symmetries looks for symmetries: ways in which moves correspond to others such that
the game is the same. Each of them is proved like --equal.

--save writes the proofs to a file, and --check checks such a file without
searching; with a game, or with two and --equal, it also checks that the file is
about them. --aiger writes a circuit for model checkers, with an output for each
property that steps can violate and for each ranking that was proved. The answer
is no (exit code 1) if something is refuted, and undecided (3) if something is open.`,
		Example: `  ludex prove tictactoe
  ludex prove connectfour ends constant-sum
  ludex prove nim --never 'control(first) & control(second)'
  ludex prove tictactoe --equal tictactoe-rbg
  ludex prove tictactoe --symmetries
  ludex prove tictactoe --save tictactoe.proof
  ludex prove --check tictactoe.proof tictactoe`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case f.time <= 0:
				return errors.New("--time must be positive")
			case f.check != "":
				return f.runCheck(cmd, args)
			case len(args) == 0:
				return errors.New("prove needs a game")
			}
			return f.run(cmd, args[0], args[1:])
		},
	}
	f.game.register(cmd)
	f.game.registerLenient(cmd)
	flags := cmd.Flags()
	flags.StringArrayVar(&f.always, "always", nil, "ask whether this `FORMULA` holds in every state")
	flags.StringArrayVar(&f.never, "never", nil, "ask whether this `FORMULA` holds in no state")
	flags.StringArrayVar(&f.eventually, "eventually", nil, "ask whether every play comes to a state where this `FORMULA` holds")
	flags.DurationVar(&f.time, "time", time.Minute, "give up on a property after this CPU `time`")
	flags.Uint64Var(&f.seed, "seed", 1, "the seed of the random plays")
	flags.StringVar(&f.save, "save", "", "write the proofs to this `FILE`")
	flags.StringVar(&f.check, "check", "", "check the proofs in this `FILE`")
	flags.StringVar(&f.aiger, "aiger", "", "write the game and its properties to this `FILE`, for model checkers")
	flags.StringVar(&f.equal, "equal", "", "ask whether this other `GAME` is the same")
	flags.StringVar(&f.names, "correspondence", "", "read from this `FILE` which roles and moves of the games correspond, as JSON")
	flags.BoolVar(&f.symmetries, "symmetries", false, "look for symmetries of the game, and prove them")
	flags.BoolVar(&f.asJSON, "json", false, "write JSON")
	return cmd
}

// asked returns the game and what is asked about it; with --equal the two games side by side.
func (f *proveFlags) asked(cmd *cobra.Command, l *prove.Loaded, words []string) (*prove.Loaded, []prove.Question, error) {
	if f.equal == "" {
		if f.names != "" {
			return nil, nil, errors.New("--correspondence is for --equal")
		}
		list, err := f.questions(cmd.Context(), l, words)
		return l, list, err
	}
	if len(words)+len(f.always)+len(f.never)+len(f.eventually) > 0 {
		return nil, nil, errors.New("--equal asks one question: leave the rest out")
	}
	other, err := f.load(cmd, f.equal)
	if err != nil {
		return nil, nil, err
	}
	given, err := f.readNames()
	if err != nil {
		return nil, nil, err
	}
	both, err := prove.Compare(cmd.Context(), l, other, given, f.seed)
	var percepts *prove.PerceptsError
	if err != nil && (given == nil || errors.As(err, &percepts)) {
		err = notProvable(err)
	}
	return both, []prove.Question{prove.SameQuestion}, err
}

// load makes the transition system of a game.
func (f *proveFlags) load(cmd *cobra.Command, name string) (*prove.Loaded, error) {
	r, err := f.game.loadPlayable(cmd, name)
	if err != nil {
		return nil, err
	}
	l, err := f.loadRules(cmd.Context(), r)
	if err != nil {
		return nil, notProvable(err)
	}
	return l, nil
}

// loadRules makes the transition system of rules, with what roles perceive if games are compared.
func (f *proveFlags) loadRules(ctx context.Context, r *rules.Rules) (*prove.Loaded, error) {
	if f.equal != "" {
		return prove.LoadToCompare(ctx, r)
	}
	return prove.Load(ctx, r)
}

// loadAny is loadRules also for a game without a transition system, unless what is asked needs one.
func (f *proveFlags) loadAny(ctx context.Context, r *rules.Rules) (*prove.Loaded, error) {
	l, err := f.loadRules(ctx, r)
	if err == nil || ctx.Err() != nil {
		return l, err
	}
	err = notProvable(err)
	var open *exitError
	if f.symmetries || f.equal != "" || f.aiger != "" || !errors.As(err, &open) {
		return nil, err
	}
	return prove.LoadWithoutSystem(ctx, r, open.err)
}

// notProvable makes an error that leaves a question open one with its exit code.
func notProvable(err error) error {
	var refused *lanes.RefusedError
	var limit *provetransition.LimitError
	var dialect *ground.DialectError
	if errors.As(err, &refused) || errors.As(err, &limit) || errors.As(err, &dialect) || errors.Is(err, correspondence.ErrNone) {
		return &exitError{exitUndecided, err}
	}
	var percepts *prove.PerceptsError
	if errors.As(err, &percepts) {
		return &exitError{exitUndecided, err}
	}
	var late *budget.TimeError
	if errors.As(err, &late) {
		return &exitError{exitUndecided, fmt.Errorf("%s takes more than %v of the processor", late.Doing, late.Limit)}
	}
	return undecided(err)
}

// readNames reads the correspondence that is given, or returns nil.
func (f *proveFlags) readNames() (*correspondence.Names, error) {
	if f.names == "" {
		return nil, nil
	}
	data, err := os.ReadFile(f.names)
	if err != nil {
		return nil, err
	}
	var names correspondence.Names
	if err := json.Unmarshal(data, &names); err != nil {
		return nil, fmt.Errorf("%s has to be a JSON object with \"roles\" and \"moves\", as prove --equal --json writes it under \"correspondence\"", f.names)
	}
	return &names, nil
}

// questions returns what is asked.
func (f *proveFlags) questions(ctx context.Context, l *prove.Loaded, words []string) ([]prove.Question, error) {
	if len(words)+len(f.always)+len(f.never)+len(f.eventually) == 0 {
		words = prove.Usual
	}
	list, err := l.Questions(ctx, words, f.seed)
	if err != nil {
		return nil, err
	}
	for _, group := range []struct {
		word  string
		texts []string
	}{{"always", f.always}, {"never", f.never}, {"eventually", f.eventually}} {
		for _, text := range group.texts {
			q, err := l.Formula(group.word, text)
			if err != nil {
				return nil, err
			}
			list = append(list, q)
		}
	}
	return list, nil
}

func (f *proveFlags) run(cmd *cobra.Command, arg string, words []string) error {
	r, err := f.game.loadPlayable(cmd, arg)
	if err != nil {
		return err
	}
	if r.IsTimed() {
		return refuseTimed("prove", r.Name())
	}
	var doing atomic.Value // a string
	doing.Store("reading " + r.Name())
	stop := progressOf(cmd, func() string { return doing.Load().(string) })
	defer stop()
	l, err := f.loadAny(cmd.Context(), r)
	if err != nil {
		return err
	}
	if f.symmetries {
		doing.Store("looking for symmetries of " + r.Name())
		return f.runSymmetries(cmd, r, l, words, stop)
	}
	l, list, err := f.asked(cmd, l, words)
	if err != nil {
		return err
	}
	begun := 0
	opt := prove.Options{Time: f.time, Seed: f.seed, Progress: func(what string) {
		begun++
		doing.Store(fmt.Sprintf("proving %s, property %d of %d, %v of the processor for each", what, begun, len(list), f.time))
	}}
	p := prove.New(l, opt)
	answers, err := p.Decide(cmd.Context(), list)
	stop()
	if err != nil && !stopped(err) && len(answers) == 0 {
		return err
	}
	if showErr := f.show(cmd.OutOrStdout(), r, answers, l.Names); showErr != nil {
		return showErr
	}
	if err != nil { // it was stopped: what was proved before is kept
		return cmp.Or(f.write(cmd.ErrOrStderr(), p.File(), answers), err)
	}
	return cmp.Or(f.write(cmd.ErrOrStderr(), p.File(), answers), proveExit(answers))
}

// write writes the files that are asked for, and says what they leave out. A file in which there
// would be nothing is not written; that is an error unless the exit code says that an answer is
// missing anyway.
func (f *proveFlags) write(out io.Writer, file *claim.File, answers []prove.Answer) error {
	if f.save != "" {
		for _, a := range answers {
			if why := leftOut(&a); why != "" {
				fmt.Fprintf(out, "ludex: %s has no proof of %s: %s\n", f.save, a.Property, why)
			}
		}
		err := errNothingProved
		if !file.Empty() {
			err = wholefile.Write(f.save, 0o644, file.Write)
		}
		if err := f.unlessMissing(out, f.save, err, answers); err != nil {
			return err
		}
	}
	if f.aiger == "" {
		return nil
	}
	err := wholefile.Write(f.aiger, 0o644, file.WriteAIGER)
	if errors.Is(err, claim.ErrNoOutput) {
		return f.unlessMissing(out, f.aiger, err, answers)
	}
	for _, property := range file.WithoutOutput() {
		fmt.Fprintf(out, "ludex: %s has no output for %s, since no ranking was proved: it is no property of single steps\n", f.aiger, property)
	}
	return err
}

// errNothingProved says why a file with proofs is not written.
var errNothingProved = errors.New("there is no proof to write")

// leftOut returns why an answer has no proof in a file, or "" if it has one.
func leftOut(a *prove.Answer) string {
	switch {
	case a.Verdict == prove.Open:
		return "it is open"
	case a.Play != nil && a.Verdict == prove.Proved:
		return "a play shows it"
	case a.Play != nil:
		return "a play refutes it"
	}
	return ""
}

// unlessMissing returns the error that a file was not written, or only says so if the exit code of
// the answers is not that of success.
func (f *proveFlags) unlessMissing(out io.Writer, name string, err error, answers []prove.Answer) error {
	if err == nil {
		return nil
	}
	err = fmt.Errorf("%s was not written: %w", name, err)
	if proveExit(answers) == nil {
		return err
	}
	fmt.Fprintf(out, "ludex: %v\n", err)
	return nil
}

// proveExit returns the exit code of answers.
func proveExit(answers []prove.Answer) error {
	code := exitFine
	for _, a := range answers {
		switch a.Verdict {
		case prove.Refuted:
			return answerNo
		case prove.Open:
			code = exitUndecided
		}
	}
	if code != exitFine {
		return &exitError{code: code}
	}
	return nil
}

// proveAnswer is an answer as JSON.
type proveAnswer struct {
	Property string   `json:"property"`
	Verdict  string   `json:"verdict"`
	Method   string   `json:"method"`
	Bound    string   `json:"bound,omitempty"`   // of the length of plays
	Moves    []string `json:"moves,omitempty"`   // joint moves of the play that shows it
	Loop     []string `json:"loop,omitempty"`    // joint moves that lead back to the state before
	Initial  bool     `json:"initial,omitempty"` // the initial state shows it
	Seconds  float64  `json:"seconds"`
}

func newProveAnswer(r *rules.Rules, a *prove.Answer) proveAnswer {
	out := proveAnswer{Property: a.Property, Verdict: string(a.Verdict), Method: a.Method, Seconds: a.Time.Seconds()}
	if a.Bound != nil {
		out.Bound = a.Bound.String()
	}
	if a.Play == nil {
		return out
	}
	for i, joint := range a.Play.Moves {
		var texts []string
		for _, text := range joint {
			texts = append(texts, r.Show(text))
		}
		step := "(" + strings.Join(texts, " ") + ")"
		if a.Play.Loop >= 0 && i >= a.Play.Loop {
			out.Loop = append(out.Loop, step)
		} else {
			out.Moves = append(out.Moves, step)
		}
	}
	out.Initial = len(a.Play.Moves) == 0
	return out
}

func (f *proveFlags) show(out io.Writer, r *rules.Rules, answers []prove.Answer, names *correspondence.Names) error {
	list := []proveAnswer{}
	for i := range answers {
		list = append(list, newProveAnswer(r, &answers[i]))
	}
	if f.asJSON {
		object := map[string]any{"game": r.Name(), "answers": list}
		if names != nil {
			object["correspondence"] = names
		}
		return json.NewEncoder(out).Encode(object)
	}
	for _, a := range list {
		fmt.Fprintf(out, "%-24s %-8s %s", a.Property, a.Verdict, a.Method)
		if a.Bound != "" {
			fmt.Fprintf(out, "; at most %s", spelling.CountText(a.Bound, "step"))
		}
		fmt.Fprintln(out)
		if a.Initial {
			fmt.Fprintln(out, "  in the initial state")
		}
		if len(a.Moves) > 0 {
			fmt.Fprintf(out, "  play %s\n", strings.Join(a.Moves, " ; "))
		}
		if len(a.Loop) > 0 {
			fmt.Fprintf(out, "  loop %s\n", strings.Join(a.Loop, " ; "))
		}
	}
	if names != nil {
		showNames(out, names)
	}
	return nil
}

// shownMoves is how many moves of a role are shown with what they correspond to.
const shownMoves = 3

// showNames shows which roles and some of the moves that correspond.
func showNames(out io.Writer, names *correspondence.Names) {
	for _, role := range slices.Sorted(maps.Keys(names.Roles)) {
		fmt.Fprintf(out, "  %s is %s", role, names.Roles[role])
		moves := slices.Sorted(maps.Keys(names.Moves[role]))
		for i, move := range moves {
			if i == shownMoves {
				fmt.Fprintf(out, ", and %d moves more (--json lists them)", len(moves)-i)
				break
			}
			fmt.Fprintf(out, ", %s is %s", move, names.Moves[role][move])
		}
		fmt.Fprintln(out)
	}
}

// runCheck checks the proofs in a file.
func (f *proveFlags) runCheck(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return errors.New("--check takes one game at most")
	}
	for _, name := range []string{"always", "never", "eventually", "save", "aiger", "correspondence", "symmetries"} {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--check checks what the file claims: leave --%s out", name)
		}
	}
	if f.equal != "" && len(args) == 0 {
		return errors.New("--equal is about two games, and --check has none: name the first one, too")
	}
	file, err := os.Open(f.check)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	wrong := func(err error) error { return &exitError{exitNo, fmt.Errorf("%s: %w", f.check, err)} }
	contents, err := claim.Describe(file, info.Size())
	if err != nil {
		return wrong(err)
	}
	about, err := f.checkedAbout(cmd, args, contents)
	if err != nil {
		return err
	}
	stop := progress(cmd, "checking "+f.check)
	defer stop()
	found, err := claim.Check(cmd.Context(), file, info.Size(), about)
	stop()
	if err != nil {
		return wrong(err)
	}
	if err := f.showChecked(cmd.OutOrStdout(), found, len(args) > 0); err != nil {
		return err
	}
	if len(found.Claims)+len(found.Board) == 0 {
		return &exitError{exitUndecided, fmt.Errorf("%s: nothing is claimed in it, so it proves nothing", f.check)}
	}
	return nil
}

// checkedAbout returns what a file should be about: a game with its transition system, if the file has one, or two that
// correspond as the file says. It is empty if no game is named.
func (f *proveFlags) checkedAbout(cmd *cobra.Command, args []string, contents *claim.Contents) (about claim.Subject, err error) {
	if len(args) == 0 {
		return about, nil
	}
	r, err := f.game.loadPlayable(cmd, args[0])
	if err != nil {
		return about, err
	}
	about.Board = r.RBG
	if f.equal != "" && contents.Board {
		return about, &exitError{exitNo, fmt.Errorf("%s: the file is about one game, not about two", f.check)}
	}
	if !contents.System && f.equal == "" {
		if contents.Board && about.Board == nil {
			err = &exitError{exitNo, fmt.Errorf("%s: the file is about a regular boardgame, and %s is none", f.check, r.Name())}
		}
		return about, err
	}
	l, err := f.loadRules(cmd.Context(), r)
	if err != nil {
		return about, notProvable(err)
	}
	about.System = l.System
	if f.equal == "" {
		return about, nil
	}
	other, err := f.load(cmd, f.equal)
	if err != nil {
		return about, err
	}
	both, err := prove.CompareAs(l, other, contents.Names)
	if err != nil {
		return about, &exitError{exitNo, fmt.Errorf("%s: %w", f.check, err)}
	}
	about.System = both.System
	return about, nil
}

func (f *proveFlags) showChecked(out io.Writer, found *claim.Checked, compared bool) error {
	claims := []string{}
	for _, c := range found.Claims {
		text := c.Property.String()
		if c.Property.Kind == claim.Ends {
			text += " within " + spelling.CountText(c.Ranking.Bound(found.System).String(), "step")
		}
		claims = append(claims, text)
	}
	for _, p := range found.Board {
		by := "the language"
		if p.Ranked() {
			by = "the rules"
		}
		claims = append(claims, p.String()+" by "+by)
	}
	if f.asJSON {
		object := map[string]any{"game": found.Game, "compared": compared, "proved": claims}
		if found.Names != nil {
			object["correspondence"] = found.Names
		}
		return json.NewEncoder(out).Encode(object)
	}
	for _, text := range claims {
		fmt.Fprintf(out, "proved: %s\n", text)
	}
	if found.Names != nil && compared && len(claims) > 0 {
		showNames(out, found.Names)
	}
	what := checkedWhat(found)
	if what == "" {
		return nil
	}
	if !compared {
		_, err := fmt.Fprintf(out, "the proofs are about %s in the file, said to be %s; name the game to check that\n", what, found.Game)
		return err
	}
	match := "is that"
	if found.Board != nil {
		match = "are those"
	}
	whose := "the game"
	if found.System != nil && found.System.Product {
		whose = "the two games side by side"
	}
	_, err := fmt.Fprintf(out, "%s %s of %s\n", what, match, whose)
	return err
}

// checkedWhat says what the proofs in a file are about, or "" if there are none.
func checkedWhat(found *claim.Checked) string {
	switch {
	case found.System != nil && found.Board != nil:
		return "the transition system and the rules"
	case found.System != nil:
		return "the transition system"
	case found.Board != nil:
		return "the rules"
	}
	return ""
}
