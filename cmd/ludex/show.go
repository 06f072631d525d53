package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"ludex/game"
	gdldraw "ludex/gdl/draw"
	"ludex/rbg/draw"
	"ludex/rbg/play"
)

func newShow() *cobra.Command {
	var flags playFlags
	var svg string
	cmd := &cobra.Command{
		Use:   "show <game>",
		Short: "Draw the board of a game",
		Long: `Show draws the position of a game, at the beginning or after --moves.

The board of a regular boardgame is drawn as its rules declare it: a rectangle, a
hexagon, a cuboid layer by layer, any other graph as it can best be laid out. In
other languages the rules speak of facts, and a board is drawn where facts have
the structure of one, whatever their names are; other facts are listed. What the
last move changed is highlighted. With --svg it writes a picture.

Steps of --moves in a game in real time are "time:role:move".`,
		Example: `  ludex show chess
  ludex show chess --moves 'e2e4; e7e5'
  ludex show connectfour --svg connectfour.svg`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := flags.load(cmd, args[0])
			if err != nil {
				return err
			}
			if d.isTimed() {
				return showTimed(cmd, d, &flags, svg)
			}
			t, err := flags.lay(cmd, d)
			if err != nil {
				return err
			}
			if svg != "" {
				return writePicture(cmd, svg, func(out io.Writer) error { return t.drawSVG(out, t.start, t.arrived()) })
			}
			return t.draw(cmd.OutOrStdout(), t.start, t.arrived())
		},
	}
	flags.register(cmd)
	flags.registerStart(cmd)
	cmd.Flags().StringVar(&svg, "svg", "", "write a picture to `FILE`, or - for standard output")
	return cmd
}

// An arrival is how a state was reached: the state before and the joint move
// that was made in it. The zero value says that nothing happened before.
type arrival struct {
	before game.State
	joint  []game.Move
}

// arrived returns how the start was reached.
func (t *table) arrived() arrival {
	n := len(t.joints)
	if n == 0 {
		return arrival{}
	}
	return arrival{t.before[n-1], t.joints[n-1]}
}

// draw shows a state and what the move which led to it has changed, in colour on
// a terminal.
func (t *table) draw(out io.Writer, s game.State, from arrival) error {
	return t.drawText(out, s, from, isTerminal(out))
}

// drawText shows a state and what the move which led to it has changed.
func (t *table) drawText(out io.Writer, s game.State, from arrival, color bool) error {
	over := t.machine.Terminal(s)
	if t.isRBG {
		opt := draw.Options{Last: t.changed(from, s), Color: color, Over: over}
		return draw.Text(out, t.rbg, t.position(s), opt)
	}
	opt := gdldraw.Options{Before: t.factsBefore(from), Color: color, Over: over}
	return t.gdlBoard().Text(out, t.game.Facts(s), opt)
}

// drawSVG writes a picture of a state and of what the move which led to it has
// changed.
func (t *table) drawSVG(out io.Writer, s game.State, from arrival) error {
	over := t.machine.Terminal(s)
	if t.isRBG {
		return draw.SVG(out, t.rbg, t.position(s), draw.Options{Last: t.changed(from, s), Over: over})
	}
	return t.gdlBoard().SVG(out, t.game.Facts(s), gdldraw.Options{Before: t.factsBefore(from), Over: over})
}

// gdlBoard returns the board of a game of the GDL family.
func (t *table) gdlBoard() *gdldraw.Board {
	if t.board == nil {
		t.board = gdldraw.New(t.gdl)
	}
	return t.board
}

// factsBefore returns what was true before the last move, or nil.
func (t *table) factsBefore(from arrival) []string {
	if from.before == nil {
		return nil
	}
	return t.game.Facts(from.before)
}

// A boardgame is a game whose states are positions on a board.
type boardgame interface {
	game.Game
	Position(s game.State, p *play.Position)
	Actions(m game.Move) []play.Action
}

// position returns a state of a regular boardgame as its board sees it.
func (t *table) position(s game.State) *play.Position {
	p := new(play.Position)
	t.game.(boardgame).Position(s, p)
	return p
}

// changed returns the cells of a regular boardgame that a joint move has changed.
func (t *table) changed(from arrival, after game.State) []int {
	if from.before == nil {
		return nil
	}
	var actions []play.Action
	for _, m := range from.joint { // all but one do nothing
		actions = append(actions, t.game.(boardgame).Actions(m)...)
	}
	return draw.Changed(t.position(from.before), t.position(after), actions)
}

// writePicture writes a picture to a file, or to standard output if its name is
// "-".
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
