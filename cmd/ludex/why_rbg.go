package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/rbgref"
	"ludex/rbg"
)

// whyRBG shows the path through the rules that makes a move legal, or where the closest
// paths end.
func whyRBG(cmd *cobra.Command, t *openGame, text string) error {
	r, err := rbgref.NewReasoner(t.RBG)
	if err != nil {
		return err
	}
	w := &moveExplainer{openGame: t, out: cmd.OutOrStdout()}
	p := t.position(t.start)
	mover := t.RBG.Mover(int(p.Switch))
	if mover == rbg.Keeper {
		fmt.Fprintf(w.out, "nobody can move: the play is over\n")
		return answerNo
	}
	m, err := game.FindMove(t.game, t.machine, t.start, game.Role(mover), text)
	if err != nil {
		return w.whyNot(r, p, mover, text)
	}
	path, err := r.Trace(p, t.game.(boardgame).Actions(m))
	if err != nil {
		return err
	}
	fmt.Fprintf(w.out, "%s is a legal move of %s, who\n", text, t.RBG.Players[mover].Name)
	w.steps(path, "  ")
	return nil
}

// A moveExplainer writes paths through the rules.
type moveExplainer struct {
	*openGame
	out io.Writer
}

// whyNot shows what prevents a move.
func (w *moveExplainer) whyNot(r *rbgref.Reasoner, p *rbgplay.Position, mover int, text string) error {
	cells, err := w.game.(interface {
		ParseCells(string) ([]int, error)
	}).ParseCells(strings.TrimSpace(strings.FieldsFunc(text+"=", func(c rune) bool { return c == '=' || c == '#' })[0]))
	if err != nil {
		return err
	}
	obstacles, err := r.Blocked(p, cells)
	if err != nil {
		return err
	}
	name := w.RBG.Players[mover].Name
	if len(obstacles) == 0 {
		fmt.Fprintf(w.out, "%s is not the whole name of a legal move of %s\n", text, name)
		return answerNo
	}
	fmt.Fprintf(w.out, "%s is no legal move of %s\n", text, name)
	for i := range obstacles {
		o := &obstacles[i]
		fmt.Fprintf(w.out, "\n%s\n", name)
		w.steps(o.Path, "  ")
		if o.Step.Passed {
			fmt.Fprintf(w.out, "  but then %s, which is not wanted  %s\n", o.Step.Text(w.RBG), w.place(o.Step.Expr))
			continue
		}
		fmt.Fprintf(w.out, "  but then %s  %s\n", o.Step.Text(w.RBG), w.place(o.Step.Expr))
		w.steps(o.Step.Because, "    because it ")
	}
	return answerNo
}

// steps writes one line per step, with its position in the rules.
func (w *moveExplainer) steps(path []rbgref.Step, indent string) {
	for i := range path {
		s := &path[i]
		fmt.Fprintf(w.out, "%s%s  %s\n", indent, s.Text(w.RBG), w.place(s.Expr))
		w.steps(s.Because, strings.Repeat(" ", len(indent))+"  ")
	}
}

// place returns the position of an action in the text, and the macro call that contains
// it.
func (w *moveExplainer) place(e *rbg.Expr) string {
	if !e.Span.IsValid() {
		return ""
	}
	line, column := w.File.Position(e.Span.Start)
	text := fmt.Sprintf("(%d:%d", line, column)
	if e.In != nil {
		text += " in " + e.In.Macro
	}
	return text + ")"
}

// A boardgame is a game whose states are positions on a board.
type boardgame interface {
	game.Game
	Position(s game.State, p *rbgplay.Position)
	Actions(m game.Move) []rbgplay.Action
}

// position returns the position of a state of a regular boardgame.
func (t *openGame) position(s game.State) *rbgplay.Position {
	p := new(rbgplay.Position)
	t.game.(boardgame).Position(s, p)
	return p
}
