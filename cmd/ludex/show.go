package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/rbg/draw"
	"ludex/rbg/play"
)

func newShow() *cobra.Command {
	var flags playFlags
	var svg string
	cmd := &cobra.Command{
		Use:   "show <game>",
		Short: "Draw the board of a regular boardgame",
		Long: `Show draws the board of a regular boardgame, at the beginning or after --moves, as its
rules declare it: a rectangle, a hexagon, a cuboid layer by layer, any other
graph as it can best be laid out. With --svg it writes a picture.`,
		Example: `  ludex show chess
  ludex show chess --moves 'e2e4; e7e5'
  ludex show hex --svg hex.svg`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := flags.open(cmd, args[0])
			if err != nil {
				return err
			}
			if !t.isRBG {
				return fmt.Errorf("%s has no board: only regular boardgames declare one", t.file.Name())
			}
			if svg != "" {
				return t.writeSVG(cmd, svg)
			}
			return t.draw(cmd.OutOrStdout(), t.start, t.lastChanged())
		},
	}
	flags.register(cmd)
	flags.registerStart(cmd)
	cmd.Flags().StringVar(&svg, "svg", "", "write a picture to `FILE`, or - for standard output")
	return cmd
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

// draw shows a state of a regular boardgame and the cells that the move which led
// to it has changed.
func (t *table) draw(out io.Writer, s game.State, changed []int) error {
	opt := draw.Options{Last: changed, Color: isTerminal(out), Over: t.machine.Terminal(s)}
	return draw.Text(out, t.rbg, t.position(s), opt)
}

// lastChanged returns the cells that the last of the given moves has changed.
func (t *table) lastChanged() []int {
	n := len(t.joints)
	if n == 0 {
		return nil
	}
	return t.changed(t.before[n-1], t.joints[n-1], t.start)
}

// changed returns the cells that a joint move has changed.
func (t *table) changed(before game.State, joint []game.Move, after game.State) []int {
	var actions []play.Action
	for _, m := range joint { // all but one do nothing
		actions = append(actions, t.game.(boardgame).Actions(m)...)
	}
	return draw.Changed(t.position(before), t.position(after), actions)
}

func (t *table) writeSVG(cmd *cobra.Command, name string) error {
	opt := draw.Options{Last: t.lastChanged(), Over: t.machine.Terminal(t.start)}
	if name == "-" {
		return draw.SVG(cmd.OutOrStdout(), t.rbg, t.position(t.start), opt)
	}
	f, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("--svg: %w", err)
	}
	return errors.Join(draw.SVG(f, t.rbg, t.position(t.start), opt), f.Close())
}
