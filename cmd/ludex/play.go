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
	"ludex/gdl"
	"ludex/gdl/engine"
	"ludex/gdl/format"
	"ludex/gdl/moves"
	"ludex/source"
)

// playFlags are the flags of every verb that computes with a game.
type playFlags struct {
	gameFlags
	engine string
	limit  time.Duration
	moves  string
	state  string
}

func (p *playFlags) register(cmd *cobra.Command) {
	p.gameFlags.register(cmd)
	cmd.Flags().StringVar(&p.engine, "engine", "auto", "compute with `reference|circuit|auto`")
	cmd.Flags().DurationVar(&p.limit, "setup-time", 0, "give up preparing the circuit after this `time` (default 20s)")
}

// registerStart adds the flags that choose where to start.
func (p *playFlags) registerStart(cmd *cobra.Command) {
	cmd.Flags().StringVar(&p.moves, "moves", "", "start after these `steps`: a file, -, or text with ; between steps")
	cmd.Flags().StringVar(&p.state, "state", "", "start from the facts in this `FILE`")
}

// A table is a game laid out for a verb: the program, an engine for it, and
// where to start.
type table struct {
	prog   *gdl.Program
	opened *engine.Opened
	game   game.Game
	// machine belongs to the verb's own goroutine.
	machine game.Machine
	start   game.State    // after the moves, if any
	before  []game.State  // the states before start, the first one first
	joints  [][]game.Move // the moves that lead to start
	texts   map[string]string
}

// open reads a game, prepares an engine for it and plays the given moves.
func (p *playFlags) open(cmd *cobra.Command, arg string) (*table, error) {
	prog, err := p.load(cmd, arg)
	if err != nil {
		return nil, err
	}
	return p.lay(cmd, prog)
}

// lay prepares an engine for a program.
func (p *playFlags) lay(cmd *cobra.Command, prog *gdl.Program) (*table, error) {
	stop := progress(cmd, "preparing "+prog.File.Name())
	opened, err := engine.Open(cmd.Context(), prog, engine.Options{
		Engine: p.engine, Time: p.limit, ForceHidden: p.dialect == gdl.GDLII.String(),
	})
	stop()
	if err != nil {
		return nil, err
	}
	if opened.Note != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), "ludex:", opened.Note)
	}
	t := &table{prog: prog, opened: opened, game: opened.Game, machine: opened.Game.NewMachine(), texts: map[string]string{}}
	return t, p.goToStart(cmd, t)
}

func (p *playFlags) goToStart(cmd *cobra.Command, t *table) error {
	t.start = t.machine.Initial(nil)
	if p.state != "" {
		text, err := os.ReadFile(p.state)
		if err != nil {
			return fmt.Errorf("--state: %w", err)
		}
		if t.start, err = moves.State(t.game, source.NewFile(p.state, text)); err != nil {
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
	steps, err := moves.Parse(text)
	if err != nil {
		return fmt.Errorf("--moves: %w", err)
	}
	states, joints, err := moves.Play(t.game, t.machine, t.start, steps)
	if err != nil {
		return fmt.Errorf("--moves: %w", err)
	}
	t.before, t.start, t.joints = states[:len(states)-1], states[len(states)-1], joints
	return nil
}

// movesText returns what --moves names: standard input, a file, or itself.
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

// show writes a canonical text in the syntax of the game's description.
func (t *table) show(text string) string {
	if t.prog.Syntax == gdl.Prefix {
		return text
	}
	if shown, ok := t.texts[text]; ok {
		return shown
	}
	shown := text
	if terms, err := moves.Terms(text, gdl.Prefix); err == nil && len(terms) == 1 {
		shown = format.Term(&terms[0], gdl.Infix)
	}
	t.texts[text] = shown
	return shown
}

// role finds a role by its name.
func (t *table) role(name string) (game.Role, error) {
	for r, n := range t.game.Roles() {
		if n == name {
			return game.Role(r), nil
		}
	}
	return 0, fmt.Errorf("there is no role %q: the roles are %s", name, strings.Join(t.game.Roles(), ", "))
}

// stopped reports whether an error only says that the user stopped the verb.
func stopped(err error) bool {
	return errors.Is(err, context.Canceled)
}
