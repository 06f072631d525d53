package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/timedmatch"
	"ludex/internal/timedscript"
	"ludex/rules"
	"ludex/timed"
)

// timedFlags are the flags of verbs that play real-time games.
type timedFlags struct {
	execution string
	unit      time.Duration
	wall      bool
	rate      string
	maxTime   string
	maxEvents int
	log       string
	turnClock string
	notices   string
}

func (f *timedFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.execution, "execution", "immediate", "in real time: let moves take effect by `immediate|interval:50ms|stop-clock`")
	cmd.Flags().DurationVar(&f.unit, "unit", time.Second, "in real time: the `time` of one unit of game time")
	cmd.Flags().BoolVar(&f.wall, "wall", false, "in real time: play by the wall clock instead of virtual time")
	cmd.Flags().StringVar(&f.rate, "rate", "", "in real time: roles move at random this `number` of times per unit (default 1, with --moves 0)")
	cmd.Flags().StringVar(&f.maxTime, "max-time", "1000", "in real time: end the play at this `time`, in units")
	cmd.Flags().StringVar(&f.turnClock, "turn-clock", "", "in real time: give roles that have not moved when this `FACT` expires a random move, as a fault")
	cmd.Flags().StringVar(&f.notices, "notices", "all", "in real time: tell roles of `all|actions`: all updates, or those in which somebody moves, if nothing is hidden")
	cmd.Flags().IntVar(&f.maxEvents, "max-events", 1_000_000, "in real time: end the play after this many `updates`")
}

// options returns the options of a match.
func (f *timedFlags) options(seed uint64) (timed.MatchOptions, error) {
	opt := timed.MatchOptions{Seed: seed, Unit: f.unit, MaxEvents: f.maxEvents, TurnClock: f.turnClock}
	var err error
	if opt.Execution, err = timed.ParseExecution(f.execution); err != nil {
		return opt, fmt.Errorf("--execution: %w", err)
	}
	if opt.MaxTime, err = timed.ParseTime(f.maxTime); err != nil {
		return opt, fmt.Errorf("--max-time: %w", err)
	}
	switch f.notices {
	case "", "all": // verbs without the flag leave it empty
	case "actions":
		opt.ActionsOnly = true
	default:
		return opt, fmt.Errorf("--notices: use all or actions, not %q", f.notices)
	}
	return opt, nil
}

// clock returns the clock that the flags choose.
func (f *timedFlags) clock() timed.Clock {
	if f.wall {
		return timedmatch.NewWallClock(f.unit)
	}
	return timedmatch.NewVirtualClock()
}

// policies returns a random policy for each role except chance and the given one.
func (f *timedFlags) policies(g *timed.Game, seed uint64, scripted bool, but game.Role) ([]timed.Policy, error) {
	rate := timed.PerUnit
	if scripted {
		rate = 0
	}
	if f.rate != "" {
		var err error
		if rate, err = timedscript.ParseRate(f.rate); err != nil {
			return nil, fmt.Errorf("--rate: %w", err)
		}
	}
	list := make([]timed.Policy, len(g.Roles()))
	for r := range list {
		if game.Role(r) != g.Random() && game.Role(r) != but {
			list[r] = timedmatch.RandomPolicy(seed+uint64(r), rate)
		}
	}
	return list, nil
}

// openTimed opens a real-time game.
func (p *playFlags) openTimed(cmd *cobra.Command, d *rules.Rules) (*timed.Game, error) {
	if p.state != "" {
		return nil, errors.New("--state: a play in real time begins with its initial state")
	}
	g, err := d.OpenTimed(cmd.Context(), p.opening)
	if err == nil && g.Note() != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "ludex: %s\n", g.Note())
	}
	return g, err
}

// simulateTimed plays a real-time game and prints its events.
func simulateTimed(cmd *cobra.Command, d *rules.Rules, f *simulateFlags) error {
	g, err := f.openTimed(cmd, d)
	if err != nil {
		return err
	}
	opt, err := f.timed.options(f.seed)
	if err != nil {
		return err
	}
	run := timedmatch.RunOptions{Clock: f.timed.clock()}
	if f.moves != "" {
		text, err := movesText(f.moves, cmd.InOrStdin())
		if err != nil {
			return err
		}
		if run.Script, err = timedscript.ParseScript(g, text); err != nil {
			return fmt.Errorf("--moves: %w", err)
		}
	}
	if run.Policies, err = f.timed.policies(g, f.seed, f.moves != "", game.NoRole); err != nil {
		return err
	}
	show := &timeline{cmd: cmd, game: g, syntax: d.GDL.Syntax, asJSON: f.asJSON}
	if err := show.watch(&opt, f.as); err != nil {
		return err
	}
	var refused error
	if f.moves != "" {
		opt.Observe = firstRefused(opt.Observe, &refused)
	}
	closeLog, err := record(g, &opt, f.timed.log)
	if err != nil {
		return err
	}
	m, err := timedmatch.NewMatch(g, opt)
	if err == nil {
		err = timedmatch.Run(cmd.Context(), m, run)
	}
	return errors.Join(err, closeLog(), ending(cmd, m, err), tooLate(m, run.Script), refused)
}

// firstRefused notes the first move of a script that was refused, as an error. Then it calls
// another observer, if there is one.
func firstRefused(then func(*timed.Event), refused *error) func(*timed.Event) {
	return func(e *timed.Event) {
		if e.Kind == timed.Refused && *refused == nil {
			*refused = fmt.Errorf("--moves: %v:%s:%s is refused: %s", e.Time, e.Role, e.Move, e.Reason)
		}
		if then != nil {
			then(e)
		}
	}
}

// tooLate refuses moves of a script that come after the end of the play.
func tooLate(m *timedmatch.Match, script []timedmatch.Offer) error {
	if m == nil || m.Ending() == nil || m.Ending().Reason != timed.Terminal {
		return nil
	}
	for _, o := range script {
		if o.At > m.Ending().Time {
			return fmt.Errorf("--moves: %v:%s:%s comes after the end of the play at %v", o.At, m.Game().Roles()[o.Role], o.Move, m.Ending().Time)
		}
	}
	return nil
}

// ending gives a play that was cut off its exit code.
func ending(cmd *cobra.Command, m *timedmatch.Match, err error) error {
	if err != nil || cmd.Context().Err() != nil || m.Ending().Reason == timed.Terminal {
		return nil
	}
	reason := string(m.Ending().Reason)
	if m.Ending().Reason == timed.TimeUp && m.Ending().Time == timed.MaxTime {
		reason += fmt.Sprintf(": a play reaches at most %v units", timed.MaxTime)
	}
	return &exitError{exitUndecided, fmt.Errorf("the play did not come to its end: %s", reason)}
}

// record adds a recorder to a match if a file is given, and returns the function that
// closes it.
func record(g *timed.Game, opt *timed.MatchOptions, name string) (func() error, error) {
	if name == "" {
		return func() error { return nil }, nil
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("--log: %w", err)
	}
	r := timedmatch.NewRecorder(file, timedmatch.NewHeader(g, *opt))
	watch := opt.Observe
	opt.Observe = func(e *timed.Event) {
		r.Observe(e)
		if watch != nil {
			watch(e)
		}
	}
	return func() error { return errors.Join(r.Err(), file.Close()) }, nil
}

// A timeline prints events, or the notices of one role.
type timeline struct {
	cmd     *cobra.Command
	game    *timed.Game
	syntax  gdl.Syntax
	asJSON  bool
	rounded bool // times are for people at the game
}

// watch connects the timeline to a match.
func (t *timeline) watch(opt *timed.MatchOptions, as string) error {
	if as != "" {
		role, err := t.game.Role(as)
		if err != nil {
			return fmt.Errorf("--as: %w", err)
		}
		opt.Notify = func(n timed.Notice) {
			if n.To == role {
				t.notice(n)
			}
		}
		return nil
	}
	lines := timedscript.Timeline{Syntax: t.syntax, Roles: t.game.Roles(), States: true}
	opt.Observe = func(e *timed.Event) {
		if t.asJSON {
			t.encode(e)
			return
		}
		fmt.Fprint(t.cmd.OutOrStdout(), lines.Text(e))
	}
	return nil
}

// encode writes JSON; errors of the output are noticed at the end.
func (t *timeline) encode(v any) {
	if err := json.NewEncoder(t.cmd.OutOrStdout()).Encode(v); err != nil {
		t.cmd.PrintErrln("ludex:", err)
	}
}

// notice prints a notice to a role.
func (t *timeline) notice(n timed.Notice) {
	if t.asJSON {
		t.encode(t.event(n))
		return
	}
	var parts []string
	for _, m := range n.Moves {
		parts = append(parts, t.game.Roles()[m.Role]+" does "+m.Text)
	}
	if n.Moved && n.Moves == nil { // of a role that gets percepts only
		parts = append(parts, t.game.Roles()[n.To]+" does "+n.Own)
	}
	for _, fact := range n.Expired {
		parts = append(parts, fact+" expires")
	}
	for _, p := range n.Percepts {
		parts = append(parts, "sees "+p)
	}
	switch {
	case n.Kind == timed.Refused:
		parts = append(parts, "refused: "+n.Reason)
	case n.Kind == timed.End:
		parts = append(parts, fmt.Sprintf("the end: %s", n.Ending))
		for r, name := range t.game.Roles() {
			if r < len(n.Goals) && game.Role(r) != t.game.Random() {
				parts = append(parts, fmt.Sprintf("%s %s", name, goalText(n.Goals[r], true)))
			}
		}
	case len(parts) == 0:
		parts = append(parts, "something expires")
	}
	at := n.Time.String()
	if t.rounded {
		at = n.Time.Thousandths()
	}
	fmt.Fprintf(t.cmd.OutOrStdout(), "%s  %s\n", at, strings.Join(parts, ", "))
}

// event returns a notice in the form of events, so that its JSON has the same keys.
func (t *timeline) event(n timed.Notice) *timed.Event {
	roles := t.game.Roles()
	e := &timed.Event{Number: n.Number, Time: n.Time, Kind: n.Kind, Expired: n.Expired, Reason: n.Reason, Ending: n.Ending, Goals: n.Goals}
	for _, m := range n.Moves {
		e.Moves = append(e.Moves, timed.MadeMove{Role: roles[m.Role], Move: m.Text, At: n.Time})
	}
	if n.Moved && n.Moves == nil {
		e.Moves = []timed.MadeMove{{Role: roles[n.To], Move: n.Own, At: n.Received}}
	}
	if t.game.Hidden() && (n.Kind == timed.Joint || n.Kind == timed.Chance) {
		e.Percepts = []timed.Percepts{{Role: roles[n.To], Sees: n.Percepts, Moved: n.Moved}}
	}
	if n.Kind == timed.Refused {
		e.Role, e.At = roles[n.To], n.Received
	}
	return e
}
