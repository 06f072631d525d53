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

// An explainRequest asks what can be done in a position, or which rules make something hold
// there.
type explainRequest struct {
	placeRequest
	// About is what is to be explained: an atom such as (legal white noop) or (next (cell 1 1
	// x)), which is about the last step, and in a regular boardgame a move. Role and Move ask
	// why a move is legal, in any language. Without any of them the position is described.
	About string `json:"about"`
	Role  string `json:"role"`
	Move  string `json:"move"` // canonical
}

// about returns what is to be explained, or "".
func (req *explainRequest) about(p *place) (string, error) {
	switch {
	case req.Move == "":
		return req.About, nil
	case !slices.Contains(p.game.Roles(), req.Role):
		return "", fmt.Errorf("there is no role %q", req.Role)
	case p.entry.Rules.IsRBG():
		return req.Move, nil
	}
	return "(legal " + req.Role + " " + req.Move + ")", nil
}

// An explainAnswer is a position, or an explanation.
type explainAnswer struct {
	SVG   string         `json:"svg"`
	Over  bool           `json:"over"`
	Roles []explainRole  `json:"roles"`
	Facts []explainFact  `json:"facts"` // that have become true, and then the others
	About string         `json:"about"` // what is explained
	Holds bool           `json:"holds"`
	Lines []explainLine  `json:"lines"` // why, or why not
	Last  []explainMoved `json:"last"`  // the last step, by role
}

// An explainRole is a role with its moves and goals in a position.
type explainRole struct {
	Role   string        `json:"role"`
	Chance bool          `json:"chance,omitempty"` // it moves by chance and has no goals
	Moves  []explainMove `json:"moves"`
	Goals  []int         `json:"goals"`
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

func (api positionAPI) postExplain(w http.ResponseWriter, r *http.Request) error {
	var req explainRequest
	if err := decode(w, r, api.server.cfg.Limits.Large, &req); err != nil {
		return err
	}
	p, err := api.interpreted(r.Context(), req.placeRequest)
	if err != nil {
		return err
	}
	a, err := explain(r.Context(), p, req)
	if err != nil {
		return unprocessable(err)
	}
	return reply(w, http.StatusOK, a)
}

// interpreted returns the position that a request identifies, on the interpreter, which is what
// defines the meaning of rules. Of a match it has the last step only.
func (api positionAPI) interpreted(ctx context.Context, req placeRequest) (*place, error) {
	if req.Match == "" {
		e, err := playable(api.server.games, req.Ref)
		if err != nil {
			return nil, err
		}
		if e.Rules.IsTimed() {
			return nil, problem(http.StatusUnprocessableEntity, "this is not possible for games in real time")
		}
		p, m, err := onInterpreter(ctx, e)
		if err != nil {
			return nil, unprocessable(err)
		}
		p.states = []game.State{m.Initial(nil)}
		if err := m.Err(); err != nil {
			return nil, unprocessable(err)
		}
		return p.goOn(ctx, req.Moves)
	}
	found, err := api.find(ctx, req)
	if err != nil {
		return nil, err
	}
	p, m, err := onInterpreter(ctx, found.entry)
	if err == nil {
		err = p.copyLast(m, found)
	}
	if err != nil {
		return nil, unprocessable(err)
	}
	return p, nil
}

// onInterpreter opens the interpreter of a game.
func onInterpreter(ctx context.Context, e *gamecache.Entry) (*place, game.Machine, error) {
	g, _, err := e.Rules.Open(ctx, rules.Opening{Engine: "reference"})
	if err != nil {
		return nil, nil, err
	}
	m := g.NewMachine()
	m.Bind(ctx)
	return &place{entry: e, game: g}, m, nil
}

// copyLast copies the last step of a play on another engine.
func (p *place) copyLast(m game.Machine, from *place) error {
	for _, s := range from.states[max(0, len(from.states)-2):] {
		state, err := p.game.ParseState(from.game.Facts(s))
		if err != nil {
			return err
		}
		p.states = append(p.states, state)
	}
	if len(p.states) < 2 {
		return nil
	}
	var joint []game.Move
	for r, move := range from.joints[len(from.joints)-1] {
		found, err := game.FindMove(p.game, m, p.states[0], game.Role(r), from.game.MoveText(game.Role(r), move))
		if err != nil {
			return err
		}
		joint = append(joint, found)
	}
	p.joints = [][]game.Move{joint}
	return nil
}

// explain describes a position, or explains something of it.
func explain(ctx context.Context, p *place, req explainRequest) (*explainAnswer, error) {
	m := p.game.NewMachine()
	m.Bind(ctx)
	x := &explainer{place: p, machine: m, places: newUnits(p.entry.Rules.Text())}
	a := &explainAnswer{Roles: []explainRole{}, Facts: []explainFact{}, Lines: []explainLine{}, Last: []explainMoved{}}
	about, err := req.about(p)
	switch a.About = about; {
	case err != nil:
	case about == "":
		err = x.position(ctx, a)
	case p.entry.Rules.IsRBG():
		a.Lines, a.Holds, err = x.path(ctx, about)
	default:
		a.Lines, a.Holds, err = x.derivation(ctx, about)
	}
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
		role := explainRole{Role: name, Chance: game.Role(r) == x.game.Random(), Moves: []explainMove{}, Goals: []int{}}
		if !role.Chance {
			role.Goals = append(role.Goals, x.machine.Goals(s, game.Role(r), nil)...)
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

// path explains a move of a regular boardgame: the actions that it consists of, or where they
// come to an end.
func (x *explainer) path(ctx context.Context, move string) ([]explainLine, bool, error) {
	r, err := rbgref.NewReasoner(x.entry.Rules.RBG)
	if err != nil {
		return nil, false, err
	}
	r.Bind(ctx)
	boardgame, ok := x.game.(interface {
		Position(s game.State, p *rbgplay.Position)
		Actions(m game.Move) []rbgplay.Action
		ParseCells(text string) ([]int, error)
	})
	if !ok {
		return nil, false, errors.New("these rules cannot be explained")
	}
	p := new(rbgplay.Position)
	boardgame.Position(x.state(), p)
	mover := x.entry.Rules.RBG.Mover(int(p.Switch))
	if mover == rbg.Keeper {
		return nil, false, errors.New("nobody can move: the play is over")
	}
	out := &explanationWriter{explainer: x}
	name := x.entry.Rules.RBG.Players[mover].Name
	m, err := game.FindMove(x.game, x.machine, x.state(), game.Role(mover), strings.TrimSpace(move))
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
	text := "but then " + o.Step.Text(w.entry.Rules.RBG)
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
		text := path[i].Text(w.entry.Rules.RBG)
		if in := path[i].Expr.In; in != nil {
			text += " (" + in.Macro + ")"
		}
		w.add(text, depth, path[i].Expr.Span)
		w.steps(path[i].Because, depth+1)
	}
}
