package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/board"
	"ludex/rules"
)

func newShow() *cobra.Command {
	var flags playFlags
	var look boardFlags
	var svg string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show <game>",
		Short: "Draw the board of a game",
		Long: `Show draws the position of a game, at the beginning or after --moves.

The board of a regular boardgame is drawn as its rules declare it: a rectangle, a
hexagon, a cuboid layer by layer, any other graph as it can best be laid out. In
other languages the rules speak of facts, and a board is drawn where facts have
the structure of one, whatever their names are; other facts are listed. What the
last move changed is highlighted. With --svg it writes a picture.

Games of the library have files that choose shapes and colours for pictures;
--plain draws without them, and --presentation takes one of your own.

Steps of --moves in a game in real time are "time:role:move".`,
		Example: `  ludex show chess
  ludex show chess --moves 'e2e4; e7e5'
  ludex show connectfour --svg connectfour.svg
  ludex show mygame.kif --presentation mygame.toml --svg mygame.svg`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := flags.load(cmd, args[0])
			if err != nil {
				return err
			}
			if d.IsTimed() {
				return showTimed(cmd, d, &flags, &look, svg, asJSON)
			}
			t, err := flags.openRules(cmd, d)
			if err != nil {
				return err
			}
			if t.board, err = look.open(cmd.Context(), d); err != nil {
				return err
			}
			if asJSON {
				return t.writeState(cmd.OutOrStdout(), len(t.joints)+1, t.start, nil)
			}
			if svg != "" {
				return writePicture(cmd, svg, func(out io.Writer) error { return t.drawSVG(out, t.start, t.lastTransition()) })
			}
			return t.draw(cmd.OutOrStdout(), t.start, t.lastTransition())
		},
	}
	flags.register(cmd)
	flags.registerStart(cmd)
	look.register(cmd)
	cmd.Flags().StringVar(&svg, "svg", "", "write a picture to `FILE`, or - for standard output")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the facts, legal moves and goals as a JSON object")
	cmd.MarkFlagsMutuallyExclusive("json", "svg")
	return cmd
}

// writeState writes a state as JSON, as "simulate --json" does, and the moves that are made
// in it, if there are any.
func (t *openGame) writeState(out io.Writer, number int, s game.State, joint []game.Move) error {
	r := stateReport{Step: number, Legal: map[string][]string{}, Terminal: t.machine.Terminal(s)}
	for _, fact := range t.game.Facts(s) {
		r.State = append(r.State, t.show(fact))
	}
	if joint != nil {
		r.Moves = map[string]string{}
	}
	if r.Terminal {
		r.Goals = map[string][]int{}
	}
	for role, name := range t.game.Roles() {
		for _, m := range t.machine.Legal(s, game.Role(role), nil) {
			r.Legal[name] = append(r.Legal[name], t.show(t.game.MoveText(game.Role(role), m)))
		}
		if joint != nil {
			r.Moves[name] = t.show(t.game.MoveText(game.Role(role), joint[role]))
		}
		if r.Terminal && game.Role(role) != t.game.Random() {
			r.Goals[name] = t.machine.Goals(s, game.Role(role), []int{})
		}
	}
	if err := t.machine.Err(); err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(r)
}

// boardFlags choose the look of boards.
type boardFlags struct {
	plain bool
	file  string
}

func (f *boardFlags) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.plain, "plain", false, "draw without the presentation that the library has for a game")
	cmd.Flags().StringVar(&f.file, "presentation", "", "take shapes and colours from a presentation `FILE`")
	cmd.MarkFlagsMutuallyExclusive("plain", "presentation")
}

// open returns the board of a game.
func (f *boardFlags) open(ctx context.Context, d *rules.Rules) (*board.Board, error) {
	switch {
	case f.plain:
		return board.New(ctx, d, nil)
	case f.file == "":
		return board.Presented(ctx, d)
	}
	text, err := os.ReadFile(f.file)
	if err != nil {
		return nil, fmt.Errorf("--presentation: %w", err)
	}
	pres, err := board.ReadPresentation(f.file, text)
	if err != nil {
		return nil, err
	}
	return board.New(ctx, d, pres)
}

// A transition is how a state was reached: the previous state and the joint move. The
// zero value is the beginning.
type transition struct {
	before game.State
	joint  []game.Move
}

// lastTransition returns how the start was reached.
func (t *openGame) lastTransition() transition {
	n := len(t.joints)
	if n == 0 {
		return transition{}
	}
	return transition{t.before[n-1], t.joints[n-1]}
}

// draw draws a state and the changes by the last move, in colour on a terminal.
func (t *openGame) draw(out io.Writer, s game.State, from transition) error {
	return t.drawText(out, s, from, isTerminal(out))
}

// drawText draws a state and the changes by the last move as text.
func (t *openGame) drawText(out io.Writer, s game.State, from transition, color bool) error {
	b, p, err := t.drawnState(s, from)
	if err != nil {
		return err
	}
	return b.Text(out, p, color)
}

// drawSVG writes an image of a state and the changes by the last move.
func (t *openGame) drawSVG(out io.Writer, s game.State, from transition) error {
	b, p, err := t.drawnState(s, from)
	if err != nil {
		return err
	}
	return b.SVG(out, p, board.Options{})
}

// drawn returns the board of the game.
func (t *openGame) drawn() (*board.Board, error) {
	if t.board != nil {
		return t.board, nil
	}
	var err error
	t.board, err = board.Presented(context.Background(), t.Rules) // it has limits of its own
	return t.board, err
}

// drawnState returns the board and the position to draw on it for a state.
func (t *openGame) drawnState(s game.State, from transition) (*board.Board, board.Position, error) {
	b, err := t.drawn()
	if err != nil {
		return nil, board.Position{}, err
	}
	p, err := t.pictured(s, from)
	return b, p, err
}

// pictured returns the position to draw for a state.
func (t *openGame) pictured(s game.State, from transition) (board.Position, error) {
	p := board.Position{Facts: t.game.Facts(s), Over: t.machine.Terminal(s)}
	if err := t.machine.Err(); err != nil || from.before == nil {
		return p, err
	}
	p.Before = t.game.Facts(from.before)
	for role, m := range from.joint {
		p.Last = append(p.Last, t.game.MoveText(game.Role(role), m))
	}
	return p, nil
}

// writePicture writes an image to a file, or to standard output if its name is "-".
func writePicture(cmd *cobra.Command, name string, draw func(io.Writer) error) error {
	if name == "-" {
		return draw(cmd.OutOrStdout())
	}
	f, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("--svg: %w", err)
	}
	return errors.Join(draw(f), f.Close())
}
