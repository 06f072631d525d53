package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
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
	"ludex/internal/server/gamecache"
	"ludex/rbg"
	"ludex/rules"
	"ludex/source"
)

// An explainRequest asks about a position of a game that somebody writes: what can be done
// there, and which rules make something hold.
type explainRequest struct {
	gamecache.Ref
	Moves string `json:"moves"` // steps separated by semicolons
	// About is what is to be explained, or empty: an atom such as (legal white noop) or (next
	// (cell 1 1 x)), which is about the last step, and in a regular boardgame a legal move.
	About string `json:"about"`
}

// An explainAnswer is a position, and an explanation.
type explainAnswer struct {
	SVG   string         `json:"svg"`
	Over  bool           `json:"over"`
	Roles []explainRole  `json:"roles"`
	Facts []explainFact  `json:"facts"` // that have become true, and then the others
	Holds bool           `json:"holds"` // what was asked about
	Lines []explainLine  `json:"lines"` // why, or why not
	Last  []explainMoved `json:"last"`  // the last step, by role
}

// An explainRole is a role with its moves and goals in a position.
type explainRole struct {
	Role  string        `json:"role"`
	Moves []explainMove `json:"moves"`
	Goals []int         `json:"goals"`
}

type explainMove struct {
	Text  string `json:"text"`
	Name  string `json:"name"`
	About string `json:"about"` // asks why it is legal
}

type explainMoved struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

type explainFact struct {
	Text  string `json:"text"`
	New   bool   `json:"new"`
	About string `json:"about,omitempty"` // asks why it has become true
}

// An explainLine is a line of an explanation, with its place in the rules in UTF-16 code
// units.
type explainLine struct {
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

func (api workshopAPI) postExplain(w http.ResponseWriter, r *http.Request) error {
	var req explainRequest
	if err := decode(w, r, api.server.cfg.Limits.Large, &req); err != nil {
		return err
	}
	e, err := playable(api.server.games, req.Ref)
	if err != nil {
		return err
	}
	if e.Rules.IsTimed() {
		return problem(http.StatusUnprocessableEntity, "games in real time cannot be stepped through")
	}
	a, err := explain(r.Context(), e, req)
	if err != nil {
		return unprocessable(err)
	}
	return reply(w, http.StatusOK, a)
}

// explain answers with the interpreter, which is what defines the meaning of rules.
func explain(ctx context.Context, e *gamecache.Entry, req explainRequest) (*explainAnswer, error) {
	g, _, err := e.Rules.Open(ctx, rules.Opening{Engine: "reference"})
	if err != nil {
		return nil, err
	}
	m := g.NewMachine()
	m.Bind(ctx)
	p := &place{entry: e, game: g, states: []game.State{m.Initial(nil)}}
	if req.Moves != "" {
		if p.states, p.joints, err = e.Rules.Replay(g, m, p.states[0], req.Moves); err != nil {
			return nil, err
		}
	}
	if err := m.Err(); err != nil {
		return nil, err
	}
	x := &explainer{place: p, machine: m, places: newUnits(e.Rules.Text())}
	a := &explainAnswer{Roles: []explainRole{}, Facts: []explainFact{}, Lines: []explainLine{}, Last: []explainMoved{}}
	if err := x.position(ctx, a); err != nil {
		return nil, err
	}
	if req.About == "" {
		return a, nil
	}
	if e.Rules.RBG != nil {
		a.Lines, err = x.path(ctx, req.About)
		a.Holds = err == nil
		return a, err
	}
	a.Lines, a.Holds, err = x.derivation(ctx, req.About)
	return a, err
}

// An explainer explains a position.
type explainer struct {
	*place
	machine game.Machine
	places  *units
}

// position describes the position itself.
func (x *explainer) position(ctx context.Context, a *explainAnswer) error {
	n := len(x.states) - 1
	s := x.states[n]
	pos := board.Position{Facts: x.game.Facts(s), Over: x.machine.Terminal(s)}
	if n > 0 {
		pos.Before = x.game.Facts(x.states[n-1])
		for r, m := range x.joints[n-1] {
			pos.Last = append(pos.Last, x.game.MoveText(game.Role(r), m))
			a.Last = append(a.Last, explainMoved{x.game.Roles()[r], x.show(pos.Last[r])})
		}
	}
	a.Over = pos.Over
	svg, err := x.entry.Draw(ctx, pos, board.Options{})
	if err != nil {
		return err
	}
	a.SVG = string(svg)
	x.facts(pos, a)
	return x.roles(s, a)
}

// facts lists the facts of a position, those that have become true first.
func (x *explainer) facts(pos board.Position, a *explainAnswer) {
	for _, f := range pos.Facts {
		is := explainFact{Text: x.show(f), New: pos.Before != nil && !slices.Contains(pos.Before, f)}
		if pos.Before != nil && x.entry.Rules.GDL != nil {
			is.About = "(next " + f + ")"
		}
		a.Facts = append(a.Facts, is)
	}
	slices.SortStableFunc(a.Facts, func(f, g explainFact) int {
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
func (x *explainer) roles(s game.State, a *explainAnswer) error {
	for r, name := range x.game.Roles() {
		role := explainRole{Role: name, Moves: []explainMove{}, Goals: x.machine.Goals(s, game.Role(r), nil)}
		if role.Goals == nil {
			role.Goals = []int{}
		}
		var legal []game.Move
		if !a.Over {
			legal = x.machine.Legal(s, game.Role(r), nil)
		}
		for _, m := range legal[:min(len(legal), maxListed)] {
			text := x.game.MoveText(game.Role(r), m)
			about := text
			if x.entry.Rules.GDL != nil {
				about = "(legal " + name + " " + text + ")"
			}
			role.Moves = append(role.Moves, explainMove{Text: text, Name: x.show(text), About: about})
		}
		a.Roles = append(a.Roles, role)
	}
	return x.machine.Err()
}

// show writes a text in the syntax of the rules.
func (x *explainer) show(text string) string { return x.entry.Rules.Show(text) }

// derivation explains why an atom holds in the position, or why not. Atoms about a step are
// about the last one.
func (x *explainer) derivation(ctx context.Context, about string) ([]explainLine, bool, error) {
	terms, err := gdlmoves.Terms(about, gdl.Prefix)
	if err != nil {
		return nil, false, err
	}
	if len(terms) != 1 {
		return nil, false, fmt.Errorf("%q is not one atom", about)
	}
	n := len(x.states) - 1
	state, joint := x.states[n], []game.Move(nil)
	if name := terms[0].Name; name == gdl.Next || name == gdl.Sees || name == gdl.Does {
		if n == 0 {
			return nil, false, errors.New("no step has been made yet")
		}
		state, joint = x.states[n-1], x.joints[n-1]
	}
	reference, ok := x.game.(gdlref.Explainer)
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
	lines []explainLine
	shown map[*gdlref.Proof]bool // parts are shared
}

// add adds a line with a place in the rules.
func (w *explanationWriter) add(text string, depth int, at source.Span) {
	if len(w.lines) >= maxExplained {
		return
	}
	l := explainLine{Text: text, Depth: depth}
	if at.IsValid() {
		l.Line, _ = w.entry.Rules.File.Position(at.Start)
		l.Start, l.End = w.places.of(at)
	}
	w.lines = append(w.lines, l)
}

func (w *explanationWriter) term(t *gdl.Term) string {
	return gdlformat.Term(t, w.entry.Rules.GDL.Syntax)
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
		text = "this rule fails at " + gdlformat.Formula(f.Condition, w.entry.Rules.GDL.Syntax)
	}
	w.add(text, 0, f.Clause.Span)
	for _, v := range f.Values {
		w.add(fmt.Sprintf("%s is %s", v.Variable, w.term(&v.Term)), 1, source.Span{})
	}
}

// path explains a legal move of a regular boardgame: the actions that it consists of.
func (x *explainer) path(ctx context.Context, move string) ([]explainLine, error) {
	r, err := rbgref.NewReasoner(x.entry.Rules.RBG)
	if err != nil {
		return nil, err
	}
	r.Bind(ctx)
	boardgame, ok := x.game.(interface {
		Position(s game.State, p *rbgplay.Position)
		Actions(m game.Move) []rbgplay.Action
	})
	if !ok {
		return nil, errors.New("these rules cannot be explained")
	}
	s := x.states[len(x.states)-1]
	p := new(rbgplay.Position)
	boardgame.Position(s, p)
	mover := x.entry.Rules.RBG.Mover(int(p.Switch))
	if mover == rbg.Keeper {
		return nil, errors.New("nobody can move: the play is over")
	}
	m, err := game.FindMove(x.game, x.machine, s, game.Role(mover), strings.TrimSpace(move))
	if err != nil {
		return nil, err
	}
	steps, err := r.Trace(p, boardgame.Actions(m))
	if err != nil {
		return nil, err
	}
	out := &explanationWriter{explainer: x}
	out.add(x.entry.Rules.RBG.Players[mover].Name, 0, source.Span{})
	out.steps(steps, 1)
	return out.lines, nil
}

// steps writes the actions of a path.
func (w *explanationWriter) steps(path []rbgref.Step, depth int) {
	if depth > maxNested {
		return
	}
	for i := range path {
		text := path[i].Text(w.entry.Rules.RBG)
		if in := path[i].Expr.In; in != nil {
			text += " (" + in.Macro + ")"
		}
		w.add(text, depth, path[i].Expr.Span)
		w.steps(path[i].Because, depth+1)
	}
}
