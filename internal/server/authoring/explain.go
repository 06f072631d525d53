package authoring

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/board"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlmoves"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/rbgref"
	"ludex/rbg"
	"ludex/source"
)

// A Question asks what can be done in a position, or which rules make something hold there.
type Question struct {
	// About is what is to be explained: an atom such as (legal white noop) or (next (cell 1 1
	// x)), which is about the last step, and in a regular boardgame a move. Role and Move ask
	// why a move is legal, in any language. Without any of them the position is described.
	About string `json:"about"`
	Role  string `json:"role"`
	Move  string `json:"move"` // canonical
}

// about returns what is to be explained, or "".
func (q Question) about(p *Position) (string, error) {
	switch {
	case q.Move == "":
		return q.About, nil
	case !slices.Contains(p.Game.Roles(), q.Role):
		return "", fmt.Errorf("there is no role %q", q.Role)
	case p.Entry.Rules.IsRBG():
		return q.Move, nil
	}
	return "(legal " + q.Role + " " + q.Move + ")", nil
}

// An Explanation is a position, or an explanation.
type Explanation struct {
	SVG   string  `json:"svg"`
	Over  bool    `json:"over"`
	Roles []Role  `json:"roles"`
	Facts []Fact  `json:"facts"` // that have become true, and then the others
	About string  `json:"about"` // what is explained
	Holds bool    `json:"holds"`
	Lines []Line  `json:"lines"` // why, or why not
	Last  []Moved `json:"last"`  // the last step, by role
}

// A Role is a role with its moves and goals in a position.
type Role struct {
	Role   string `json:"role"`
	Chance bool   `json:"chance,omitempty"` // it moves by chance and has no goals
	Moves  []Move `json:"moves"`
	Goals  []int  `json:"goals"`
}

// A Move is a legal move.
type Move struct {
	Text  string `json:"text"`
	Name  string `json:"name"`
	About string `json:"about"` // asks why it is legal
}

// A Moved role is what a role did in a step.
type Moved struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

// A Fact holds in the position.
type Fact struct {
	Text  string `json:"text"`
	New   bool   `json:"new"`
	About string `json:"about,omitempty"` // asks why it has become true
}

// A Line is a line of an explanation, with its place in the rules in UTF-16 code
// units.
type Line struct {
	Text  string `json:"text"`
	Depth int    `json:"depth"`
	Line  int    `json:"line,omitempty"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// Limits of an explanation.
const (
	maxExplained = 400 // lines
	maxListed    = 300 // moves of a role, facts
	maxNested    = 12
)

// Explain describes a position, or explains something of it.
func Explain(ctx context.Context, p *Position, q Question) (*Explanation, error) {
	m := p.Game.NewMachine()
	m.Bind(ctx)
	x := &explainer{Position: p, machine: m, places: newUnits(p.Entry.Rules.Text())}
	a := &Explanation{Roles: []Role{}, Facts: []Fact{}, Lines: []Line{}, Last: []Moved{}}
	about, err := q.about(p)
	switch a.About = about; {
	case err != nil:
	case about == "":
		err = x.position(ctx, a)
	case p.Entry.Rules.IsRBG():
		a.Lines, a.Holds, err = x.path(ctx, about)
	default:
		a.Lines, a.Holds, err = x.derivation(ctx, about)
	}
	return a, err
}

// An explainer explains a position.
type explainer struct {
	*Position
	machine game.Machine
	places  *units
}

// position describes the position itself.
func (x *explainer) position(ctx context.Context, a *Explanation) error {
	n := len(x.States) - 1
	s := x.States[n]
	pos := board.Position{Facts: x.Game.Facts(s), Over: x.machine.Terminal(s)}
	if n > 0 {
		pos.Before = x.Game.Facts(x.States[n-1])
		for r, m := range x.Joints[n-1] {
			pos.Last = append(pos.Last, x.Game.MoveText(game.Role(r), m))
			a.Last = append(a.Last, Moved{x.Game.Roles()[r], x.show(pos.Last[r])})
		}
	}
	a.Over = pos.Over
	svg, err := x.Entry.Draw(ctx, pos, board.Options{})
	if err != nil {
		return err
	}
	a.SVG = string(svg)
	x.facts(pos, a)
	return x.roles(s, a)
}

// facts lists the facts of a position, those that have become true first.
func (x *explainer) facts(pos board.Position, a *Explanation) {
	for _, f := range pos.Facts {
		is := Fact{Text: x.show(f), New: pos.Before != nil && !slices.Contains(pos.Before, f)}
		if pos.Before != nil && x.Entry.Rules.GDL != nil {
			is.About = "(next " + f + ")"
		}
		a.Facts = append(a.Facts, is)
	}
	slices.SortStableFunc(a.Facts, func(f, g Fact) int {
		switch {
		case f.New == g.New:
			return 0
		case f.New:
			return -1
		}
		return 1
	})
	a.Facts = a.Facts[:min(len(a.Facts), maxListed)]
}

// roles lists what the roles can do, and their goals.
func (x *explainer) roles(s game.State, a *Explanation) error {
	for r, name := range x.Game.Roles() {
		role := Role{Role: name, Chance: game.Role(r) == x.Game.Random(), Moves: []Move{}, Goals: []int{}}
		if !role.Chance {
			role.Goals = append(role.Goals, x.machine.Goals(s, game.Role(r), nil)...)
		}
		var legal []game.Move
		if !a.Over {
			legal = x.machine.Legal(s, game.Role(r), nil)
		}
		for _, m := range legal[:min(len(legal), maxListed)] {
			text := x.Game.MoveText(game.Role(r), m)
			about := text
			if x.Entry.Rules.GDL != nil {
				about = "(legal " + name + " " + text + ")"
			}
			role.Moves = append(role.Moves, Move{Text: text, Name: x.show(text), About: about})
		}
		a.Roles = append(a.Roles, role)
	}
	return x.machine.Err()
}

// show writes a text in the syntax of the rules.
func (x *explainer) show(text string) string { return x.Entry.Rules.Show(text) }

// derivation explains why an atom holds in the position, or why not. Atoms about a step are
// about the last one.
func (x *explainer) derivation(ctx context.Context, about string) ([]Line, bool, error) {
	terms, err := gdlmoves.Terms(about, gdl.Prefix)
	if err != nil {
		return nil, false, err
	}
	if len(terms) != 1 {
		return nil, false, fmt.Errorf("%q is not one atom", about)
	}
	n := len(x.States) - 1
	state, joint := x.States[n], []game.Move(nil)
	if name := terms[0].Name; name == gdl.Next || name == gdl.Sees || name == gdl.Does {
		if n == 0 {
			return nil, false, errors.New("no step has been made yet")
		}
		state, joint = x.States[n-1], x.Joints[n-1]
	}
	reference, ok := x.Game.(gdlref.Explainer)
	if !ok {
		return nil, false, errors.New("these rules cannot be explained")
	}
	why := reference.Why(ctx, state, joint, terms[0])
	if why.Err != nil {
		return nil, false, why.Err
	}
	out := &explanationWriter{explainer: x, shown: map[*gdlref.Proof]bool{}}
	for _, p := range why.Proofs {
		out.proof(p, 0)
	}
	for i := range why.Failures {
		out.failure(&why.Failures[i])
	}
	if why.Note != "" {
		out.add(why.Note, 0, source.Span{})
	}
	return out.lines, why.Holds(), nil
}

// An explanationWriter writes an explanation as lines.
type explanationWriter struct {
	*explainer
	lines []Line
	shown map[*gdlref.Proof]bool // parts are shared
}

// add adds a line with a place in the rules.
func (w *explanationWriter) add(text string, depth int, at source.Span) {
	if len(w.lines) >= maxExplained {
		return
	}
	l := Line{Text: text, Depth: depth}
	if at.IsValid() {
		l.Line, _ = w.Entry.Rules.File.Position(at.Start)
		l.Start, l.End = w.places.of(at)
	}
	w.lines = append(w.lines, l)
}

func (w *explanationWriter) term(t *gdl.Term) string {
	return gdlformat.Term(t, w.Entry.Rules.GDL.Syntax)
}

// proof writes a derivation: what holds, by which rule, and under it the conditions.
func (w *explanationWriter) proof(p *gdlref.Proof, depth int) {
	text := w.term(&p.Atom)
	if p.Negated {
		text = "not " + text
	}
	at := source.Span{}
	switch {
	case p.Clause != nil:
		at = p.Clause.Span
	case p.Reason != "":
		text += ": " + p.Reason
	}
	if w.shown[p] && len(p.Parts) > 0 {
		w.add(text+", as above", depth, at)
		return
	}
	w.shown[p] = true
	w.add(text, depth, at)
	if depth >= maxNested || len(w.lines) >= maxExplained {
		return
	}
	for _, part := range p.Parts {
		w.proof(part, depth+1)
	}
}

// failure writes how far a rule gets.
func (w *explanationWriter) failure(f *gdlref.Failure) {
	text := "this rule holds for others only"
	if f.Condition != nil {
		text = "this rule fails at " + gdlformat.Formula(f.Condition, w.Entry.Rules.GDL.Syntax)
	}
	w.add(text, 0, f.Clause.Span)
	for _, v := range f.Values {
		w.add(fmt.Sprintf("%s is %s", v.Variable, w.term(&v.Term)), 1, source.Span{})
	}
}

// path explains a move of a regular boardgame: the actions that it consists of, or where they
// come to an end.
func (x *explainer) path(ctx context.Context, move string) ([]Line, bool, error) {
	r, err := rbgref.NewReasoner(x.Entry.Rules.RBG)
	if err != nil {
		return nil, false, err
	}
	r.Bind(ctx)
	boardgame, ok := x.Game.(interface {
		Position(s game.State, p *rbgplay.Position)
		Actions(m game.Move) []rbgplay.Action
		ParseCells(text string) ([]int, error)
	})
	if !ok {
		return nil, false, errors.New("these rules cannot be explained")
	}
	p := new(rbgplay.Position)
	boardgame.Position(x.State(), p)
	mover := x.Entry.Rules.RBG.Mover(int(p.Switch))
	if mover == rbg.Keeper {
		return nil, false, errors.New("nobody can move: the play is over")
	}
	out := &explanationWriter{explainer: x}
	name := x.Entry.Rules.RBG.Players[mover].Name
	m, err := game.FindMove(x.Game, x.machine, x.State(), game.Role(mover), strings.TrimSpace(move))
	if err == nil {
		steps, err := r.Trace(p, boardgame.Actions(m))
		out.add(name, 0, source.Span{})
		out.steps(steps, 1)
		return out.lines, true, err
	}
	written, _, _ := strings.Cut(strings.ReplaceAll(move, "#", "="), "=")
	cells, err := boardgame.ParseCells(strings.TrimSpace(written))
	if err != nil {
		return nil, false, err
	}
	obstacles, err := r.Blocked(p, cells)
	out.add(fmt.Sprintf("%s is no legal move of %s", move, name), 0, source.Span{})
	for i := range obstacles {
		out.obstacle(name, &obstacles[i])
	}
	return out.lines, false, err
}

// obstacle writes how far a move gets, and why not further.
func (w *explanationWriter) obstacle(name string, o *rbgref.Obstacle) {
	w.add(name, 0, source.Span{})
	w.steps(o.Path, 1)
	text := "but then " + o.Step.Text(w.Entry.Rules.RBG)
	if o.Step.Passed {
		text += ", which is not wanted"
	}
	w.add(text, 1, o.Step.Expr.Span)
	w.steps(o.Step.Because, 2)
}

// steps writes the actions of a path.
func (w *explanationWriter) steps(path []rbgref.Step, depth int) {
	if depth > maxNested {
		return
	}
	for i := range path {
		text := path[i].Text(w.Entry.Rules.RBG)
		if in := path[i].Expr.In; in != nil {
			text += " (" + in.Macro + ")"
		}
		w.add(text, depth, path[i].Expr.Span)
		w.steps(path[i].Because, depth+1)
	}
}
