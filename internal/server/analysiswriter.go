package server

import (
	"context"
	"strings"

	"ludex/game"
	"ludex/internal/movecells"
	"ludex/internal/review"
	"ludex/player"
)

// An analyseAnswer is the result of a search.
type analyseAnswer struct {
	Over   bool           `json:"over"`
	Roles  []string       `json:"roles"`
	Values []*float64     `json:"values"` // by role; null where unknown
	Exact  []bool         `json:"exact"`
	Moves  []analysedRole `json:"moves"`  // by role that has a choice
	Forced []lineStep     `json:"forced"` // steps without a choice, after which the moves are made
	Final  bool           `json:"final"`  // the search has ended
}

// An analysedRole has the moves of a role that has a choice. If the game hides
// information, everything is by what the role knows.
type analysedRole struct {
	Role   string      `json:"role"`
	Moves  []candidate `json:"moves"` // best first
	Values []*float64  `json:"values"`
	Line   []string    `json:"line"`
	Nodes  uint64      `json:"nodes"`
	Note   string      `json:"note,omitempty"`
}

type candidate struct {
	Move   string     `json:"move"`
	Text   string     `json:"text"` // canonical
	Name   string     `json:"name"` // as people write it
	Value  *float64   `json:"value"`
	Exact  bool       `json:"exact"`
	Visits uint64     `json:"visits"`
	Share  float64    `json:"share"`
	Line   []lineStep `json:"line"` // what is expected, this move included
}

// A lineStep is a step of an expected line.
type lineStep struct {
	Step string `json:"step"` // as requests write it
	Text string `json:"text"` // as people write it
}

// An analysisWriter writes what searches found in a position. Names of the steps of lines
// are kept, since lines change little from one result to the next.
type analysisWriter struct {
	place   *place
	machine game.Machine
	cells   *movecells.Finder
	lines   int // number of lines
	length  int // of a line
	names   map[string]lineStep
	joint   []game.Move // the first legal move of every role, where the moves are made
}

// Limits of the lines that are sent again and again.
const (
	usualLines  = 3
	mostLines   = 8
	lineLength  = 10
	listedMoves = 10
)

func newAnalysisWriter(ctx context.Context, p *place, length int) (*analysisWriter, error) {
	cells, err := p.entry.MoveCells(ctx)
	if err != nil {
		return nil, err
	}
	m := p.game.NewMachine()
	m.Bind(ctx)
	return &analysisWriter{place: p, machine: m, cells: cells, lines: usualLines, length: length, names: map[string]lineStep{}}, nil
}

// answer writes what was found.
func (w *analysisWriter) answer(found *review.Position, final bool) (analyseAnswer, error) {
	g := w.place.game
	a := analyseAnswer{Over: found.Over, Roles: g.Roles(), Exact: found.Exact, Values: values(found.Values), Moves: []analysedRole{}, Final: final}
	if a.Exact == nil {
		a.Exact = []bool{}
	}
	a.Forced = w.line(w.place.state(), found.Forced)
	if !found.Over && w.joint == nil {
		var err error
		if w.joint, err = firstJoint(g, w.machine, found.State); err != nil {
			return a, err
		}
	}
	for i := range found.Analyses {
		a.Moves = append(a.Moves, w.role(found, &found.Analyses[i]))
	}
	return a, w.machine.Err()
}

// role writes the moves of a role.
func (w *analysisWriter) role(found *review.Position, an *player.Analysis) analysedRole {
	g := w.place.game
	role := analysedRole{Role: g.Roles()[an.Role], Moves: []candidate{}, Values: values(an.Values), Line: []string{}, Nodes: an.Nodes, Note: an.Note}
	for i, m := range an.Moves[:min(len(an.Moves), mostMoves)] {
		text := g.MoveText(an.Role, m.Move)
		c := candidate{Move: w.place.entry.Rules.Show(text), Text: text, Value: number(m.Value), Exact: m.Exact, Visits: m.Visits, Share: m.Share, Line: []lineStep{}}
		if i < listedMoves {
			c.Name = w.moveName(found.State, an.Role, m.Move)
		} else {
			c.Name = c.Move
		}
		if i < w.lines {
			line := m.Line
			if i == 0 && line == nil {
				line = an.Line
			}
			c.Line = w.line(found.State, line)
		}
		role.Moves = append(role.Moves, c)
	}
	for _, s := range w.line(found.State, an.Line) {
		role.Line = append(role.Line, s.Text)
	}
	return role
}

// moveName names a move, and keeps the name.
func (w *analysisWriter) moveName(s game.State, r game.Role, m game.Move) string {
	key := w.place.game.Roles()[r] + " " + w.place.game.MoveText(r, m)
	name, ok := w.names[key]
	if !ok {
		name.Text = w.cells.MoveName(movecells.Position{Machine: w.machine, State: s, Role: r, Joint: w.joint}, m)
		w.names[key] = name
	}
	return name.Text
}

// line writes a line of joint moves.
func (w *analysisWriter) line(at game.State, joints [][]game.Move) []lineStep {
	steps := []lineStep{}
	r := w.place.replay()
	r.cells = w.cells
	var path strings.Builder
	for _, joint := range joints[:min(len(joints), w.length)] {
		if w.machine.Err() != nil || w.machine.Terminal(at) || len(joint) != len(w.place.game.Roles()) {
			break
		}
		step := w.place.step(joint)
		path.WriteString(";" + step)
		named, ok := w.names[path.String()]
		if !ok {
			named = lineStep{step, r.stepText(w.machine, at, joint)}
			w.names[path.String()] = named
		}
		steps = append(steps, named)
		at = w.machine.Next(at, joint, nil)
	}
	return steps
}

// values rounds values for JSON.
func values(list []float64) []*float64 {
	out := []*float64{}
	for _, v := range list {
		out = append(out, number(v))
	}
	return out
}

// step writes a joint move as the moves of a request are written.
func (p *place) step(joint []game.Move) string {
	texts := make([]string, len(joint))
	for r, m := range joint {
		if texts[r] = p.game.MoveText(game.Role(r), m); p.entry.Rules.IsRBG() && m != 0 {
			return texts[r] // the others wait
		}
	}
	return "(" + strings.Join(texts, " ") + ")"
}

// firstJoint returns the first legal move of every role.
func firstJoint(g game.Game, m game.Machine, s game.State) ([]game.Move, error) {
	legal := make([][]game.Move, len(g.Roles()))
	if err := game.LegalMoves(g, m, s, legal); err != nil {
		return nil, err
	}
	joint := make([]game.Move, len(legal))
	for r, list := range legal {
		joint[r] = list[0]
	}
	return joint, nil
}
