package whylegal

import (
	"fmt"
	"strings"

	"ludex/game"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/rbgref"
	"ludex/rbg"
	"ludex/rules"
)

// A boardgame is a game whose states are positions on a board.
type boardgame interface {
	game.Game
	Position(s game.State, p *rbgplay.Position)
	Actions(m game.Move) []rbgplay.Action
	ParseCells(text string) ([]int, error)
}

// Boardgame shows the path through the rules of a regular boardgame that makes a move
// legal in a state, or where the closest paths end.
func Boardgame(d *rules.Rules, g game.Game, s game.State, move string) (Answer, error) {
	played, ok := g.(boardgame)
	if !ok {
		return Answer{}, fmt.Errorf("the engine %s does not explain moves", g.Engine())
	}
	r, err := rbgref.NewReasoner(d.RBG)
	if err != nil {
		return Answer{}, err
	}
	w := &pathWriter{rules: d, game: played}
	p := new(rbgplay.Position)
	played.Position(s, p)
	mover := d.RBG.Mover(int(p.Switch))
	if mover == rbg.Keeper {
		return Answer{Text: "nobody can move: the play is over\n"}, nil
	}
	m, err := game.FindMove(g, g.NewMachine(), s, game.Role(mover), move)
	if err != nil {
		err := w.whyNot(r, p, mover, move)
		return Answer{Text: w.out.String()}, err
	}
	path, err := r.Trace(p, played.Actions(m))
	if err != nil {
		return Answer{}, err
	}
	fmt.Fprintf(&w.out, "%s is a legal move of %s, who\n", move, d.RBG.Players[mover].Name)
	w.steps(path, "  ")
	return Answer{Legal: true, Text: w.out.String()}, nil
}

// A pathWriter writes paths through the rules.
type pathWriter struct {
	rules *rules.Rules
	game  boardgame
	out   strings.Builder
}

// whyNot shows what prevents a move.
func (w *pathWriter) whyNot(r *rbgref.Reasoner, p *rbgplay.Position, mover int, text string) error {
	cells, err := w.game.ParseCells(strings.TrimSpace(strings.FieldsFunc(text+"=", func(c rune) bool { return c == '=' || c == '#' })[0]))
	if err != nil {
		return err
	}
	obstacles, err := r.Blocked(p, cells)
	if err != nil {
		return err
	}
	name := w.rules.RBG.Players[mover].Name
	if len(obstacles) == 0 {
		fmt.Fprintf(&w.out, "%s is not the whole name of a legal move of %s\n", text, name)
		return nil
	}
	fmt.Fprintf(&w.out, "%s is no legal move of %s\n", text, name)
	for i := range obstacles {
		o := &obstacles[i]
		fmt.Fprintf(&w.out, "\n%s\n", name)
		w.steps(o.Path, "  ")
		if o.Step.Passed {
			fmt.Fprintf(&w.out, "  but then %s, which is not wanted  %s\n", o.Step.Text(w.rules.RBG), w.place(o.Step.Expr))
			continue
		}
		fmt.Fprintf(&w.out, "  but then %s  %s\n", o.Step.Text(w.rules.RBG), w.place(o.Step.Expr))
		w.steps(o.Step.Because, "    because it ")
	}
	return nil
}

// steps writes one line per step, with its position in the rules.
func (w *pathWriter) steps(path []rbgref.Step, indent string) {
	for i := range path {
		s := &path[i]
		fmt.Fprintf(&w.out, "%s%s  %s\n", indent, s.Text(w.rules.RBG), w.place(s.Expr))
		w.steps(s.Because, strings.Repeat(" ", len(indent))+"  ")
	}
}

// place returns the position of an action in the text, and the macro call that contains
// it.
func (w *pathWriter) place(e *rbg.Expr) string {
	if !e.Span.IsValid() {
		return ""
	}
	line, column := w.rules.File.Position(e.Span.Start)
	text := fmt.Sprintf("(%d:%d", line, column)
	if e.In != nil {
		text += " in " + e.In.Macro
	}
	return text + ")"
}
