package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/gdlmoves"
	"ludex/internal/printable"
	"ludex/internal/spelling"
	"ludex/internal/tiers"
	"ludex/internal/timedgrid"
	"ludex/rules"
	"ludex/source"
	"ludex/timed"
)

// playFlags are the flags of verbs that compute with a game.
type playFlags struct {
	gameFlags
	opening rules.Opening
	moves   string
	state   string
	grid    *string // of verbs that study games in real time; nil for others
	// tellsGrid says that the answer of the verb has the grid.
	tellsGrid bool
}

func (p *playFlags) register(cmd *cobra.Command) {
	p.gameFlags.register(cmd)
	p.registerLenient(cmd)
	cmd.Flags().StringVar(&p.opening.Engine, "engine", "auto", "compute with `reference|circuit|sets|compiled|lanes|gpu|auto`")
	cmd.Flags().DurationVar(&p.opening.Time, "setup-time", 0, setupTimeHelp)
}

// registerStart adds the flags that choose the start.
func (p *playFlags) registerStart(cmd *cobra.Command) {
	cmd.Flags().StringVar(&p.moves, "moves", "", "start after these `steps`: a file, -, or text with ; between steps")
	cmd.Flags().StringVar(&p.state, "state", "", "start from the facts in this `FILE`")
}

// setupTimeHelp is the help of the flag --setup-time.
const setupTimeHelp = "give up preparing a fast engine after this CPU `time` (default 30s)"

// maxStepsHelp is the help of the flag --max-steps, whose default depends on the
// language.
const maxStepsHelp = "cut plays off after this many `steps` (default 1000, regular boardgames 10000)"

// An openGame is a game opened for a verb: its rules, an engine, and where to start.
type openGame struct {
	*rules.Rules
	game game.Game
	// machine belongs to the goroutine of the verb.
	machine game.Machine
	start   game.State    // after the moves, if any
	before  []game.State  // the states before start, in order
	joints  [][]game.Move // the moves that lead to start
	texts   map[string]string
	board   *board.Board // nil before the first drawing

	// grid is the game if it is one in real time, and times are those of its states.
	grid  *timedgrid.Game
	times []timed.Time
}

// load reads a game that can be played.
func (p *playFlags) load(cmd *cobra.Command, arg string) (*rules.Rules, error) {
	return p.loadPlayable(cmd, arg)
}

// open reads a game, opens an engine for it and plays the given moves.
func (p *playFlags) open(cmd *cobra.Command, arg string) (*openGame, error) {
	d, err := p.load(cmd, arg)
	if err != nil {
		return nil, err
	}
	if d.IsTimed() && p.grid != nil {
		return p.openGrid(cmd, d)
	}
	if d.IsTimed() {
		return nil, refuseTimed(cmd.Name(), d.Name())
	}
	return p.openRules(cmd, d)
}

// openRules opens an engine for rules and plays the given moves.
func (p *playFlags) openRules(cmd *cobra.Command, d *rules.Rules) (*openGame, error) {
	stop := progress(cmd, "preparing "+d.File.Name())
	g, note, err := d.Open(cmd.Context(), p.opening)
	stop()
	if err != nil {
		return nil, err
	}
	if note != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), "ludex:", note)
	}
	t := newOpenGame(cmd, d, g)
	return t, p.goToStart(cmd, t)
}

// openToPlay opens an engine for players that think as long as a clock allows, or for a
// number of nodes. With a clock the play may begin before the fastest engine is ready.
func (p *playFlags) openToPlay(cmd *cobra.Command, d *rules.Rules, clock time.Duration, nodes int) (*openGame, error) {
	early := *p
	early.opening.Early = clock > 0 && nodes == 0
	return early.openRules(cmd, d)
}

// showNotes writes notes about the engines of a game to standard error until it is
// stopped. On a screen only the first one is shown, before the screen is.
func showNotes(cmd *cobra.Command, g game.Game, screen bool) (stop func()) {
	show := func(note string) { fmt.Fprintln(cmd.ErrOrStderr(), "ludex:", printable.Line(note)) }
	if !screen {
		return tiers.Notes(cmd.Context(), g, show)
	}
	if note := tiers.Note(g); note != "" {
		show(note)
	}
	return func() {}
}

// newOpenGame returns a game with a machine. The machine stops with the verb, and the
// verb fails if its machine has failed.
func newOpenGame(cmd *cobra.Command, d *rules.Rules, g game.Game) *openGame {
	t := &openGame{Rules: d, game: g, machine: g.NewMachine(), texts: map[string]string{}}
	t.machine.Bind(cmd.Context())
	cmd.PostRunE = func(*cobra.Command, []string) error { return t.machine.Err() }
	return t
}

func (p *playFlags) goToStart(cmd *cobra.Command, t *openGame) error {
	t.start = t.machine.Initial(nil)
	if err := t.machine.Err(); err != nil {
		return err
	}
	if p.state != "" {
		text, err := os.ReadFile(p.state)
		if err != nil {
			return fmt.Errorf("--state: %w", err)
		}
		if t.start, err = gdlmoves.State(t.game, source.NewFile(p.state, text)); err != nil {
			return fmt.Errorf("--state: %w", err)
		}
	}
	if p.moves == "" {
		return nil
	}
	text, err := movesText(p.moves, cmd.InOrStdin())
	if err != nil {
		return err
	}
	states, joints, err := t.replay(text)
	if err != nil {
		return fmt.Errorf("--moves: %w", err)
	}
	t.before, t.start, t.joints = states[:len(states)-1], states[len(states)-1], joints
	return nil
}

// replay plays the steps of a text from the start.
func (t *openGame) replay(text string) ([]game.State, [][]game.Move, error) {
	return t.Replay(t.game, t.machine, t.start, text)
}

// movesText returns the text that --moves gives: standard input, a file, or itself.
func movesText(arg string, stdin io.Reader) (string, error) {
	if arg == "-" {
		text, err := io.ReadAll(io.LimitReader(stdin, source.MaxSize))
		return string(text), err
	}
	if !strings.ContainsAny(arg, "(;\n") {
		if text, err := os.ReadFile(arg); err == nil {
			return string(text), nil
		}
	}
	return arg, nil
}

// show writes a canonical text in the syntax of the game's text.
func (t *openGame) show(text string) string {
	shown, ok := t.texts[text]
	if !ok {
		shown = t.Show(text)
		t.texts[text] = shown
	}
	return shown
}

// role returns the role with a name.
func (t *openGame) role(name string) (game.Role, error) {
	for r, n := range t.game.Roles() {
		if n == name {
			return game.Role(r), nil
		}
	}
	return 0, noRole(name, t.game.Roles())
}

// noRole is the error for a role that a game does not have.
func noRole(name string, roles []string) error {
	if near := spelling.Nearest(name, roles); near != "" {
		return fmt.Errorf("there is no role %q, did you mean %s? The roles are %s", name, near, strings.Join(roles, ", "))
	}
	return fmt.Errorf("there is no role %q: the roles are %s", name, strings.Join(roles, ", "))
}

// stopped reports whether an error is only that the user stopped the verb.
func stopped(err error) bool {
	return errors.Is(err, context.Canceled)
}
