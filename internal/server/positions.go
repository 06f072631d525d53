package server

import (
	"context"
	"errors"
	"math"
	"net/http"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/board"
	"ludex/internal/movecells"
	"ludex/internal/review"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/knowledge"
	"ludex/knowledge/formula"
	"ludex/knowledge/relations"
	"ludex/source"
)

// A positionAPI answers what a position is worth, and what roles know in it.
type positionAPI struct{ server *Server }

func (api positionAPI) routes() []route {
	return []route{
		{http.MethodPost, "/analyse", api.postAnalyse, heavy},
		{http.MethodPost, "/knowledge", api.postKnowledge, heavy},
	}
}

// A placeRequest identifies a position: one of a match, or one of a game after some
// moves.
type placeRequest struct {
	gamecache.Ref
	Moves string `json:"moves"`
	Match string `json:"match"`
	Step  int    `json:"step"`
}

// A place is a position of a turn-based game, with the states and moves that lead to
// it.
type place struct {
	entry  *gamecache.Entry
	game   game.Game
	states []game.State
	joints [][]game.Move
}

// find returns the position that a request identifies.
func (api positionAPI) find(ctx context.Context, req placeRequest) (*place, error) {
	if req.Match != "" {
		p, err := api.server.replays.open(ctx, req.Match)
		if err != nil {
			return nil, err
		}
		if p.game == nil {
			return nil, problem(http.StatusUnprocessableEntity, "this is not possible for games in real time")
		}
		if req.Step < 0 || req.Step >= len(p.states) {
			return nil, problem(http.StatusUnprocessableEntity, "the match has the steps 0 to %d", len(p.states)-1)
		}
		return &place{p.entry, p.game, p.states[:req.Step+1], p.joints[:req.Step]}, nil
	}
	e, err := playable(api.server.games, req.Ref)
	if err != nil {
		return nil, err
	}
	return follow(ctx, e, req.Moves)
}

// follow plays moves that a client wrote.
func follow(ctx context.Context, e *gamecache.Entry, moves string) (*place, error) {
	if e.Rules.IsTimed() {
		return nil, problem(http.StatusUnprocessableEntity, "this is not possible for games in real time")
	}
	g, _, err := e.Game(ctx)
	if err != nil {
		return nil, unprocessable(err)
	}
	m := g.NewMachine()
	m.Bind(ctx)
	p := &place{entry: e, game: g, states: []game.State{m.Initial(nil)}}
	if moves != "" {
		if p.states, p.joints, err = e.Rules.Replay(g, m, p.states[0], moves); err != nil {
			return nil, unprocessable(err)
		}
	}
	if err := m.Err(); err != nil {
		return nil, unprocessable(err)
	}
	return p, nil
}

// after returns the position after moves that a client wrote, for drawing.
func after(ctx context.Context, e *gamecache.Entry, moves string) (board.Position, error) {
	p, err := follow(ctx, e, moves)
	if err != nil {
		return board.Position{}, err
	}
	n := len(p.states) - 1
	m := p.game.NewMachine()
	m.Bind(ctx)
	pos := board.Position{Facts: p.game.Facts(p.states[n]), Over: m.Terminal(p.states[n])}
	if err := m.Err(); err != nil {
		return pos, unprocessable(err)
	}
	if n > 0 {
		pos.Before = p.game.Facts(p.states[n-1])
		for r, m := range p.joints[n-1] {
			pos.Last = append(pos.Last, p.game.MoveText(game.Role(r), m))
		}
	}
	return pos, nil
}

// Limits of an analysis.
const (
	usualNodes = 5000
	mostNodes  = 100_000
	mostMoves  = 20 // in a response
)

// An analyseRequest asks for the value of a position.
type analyseRequest struct {
	placeRequest
	Nodes int `json:"nodes"`
}

// An analyseAnswer is the result of a search.
type analyseAnswer struct {
	Over   bool           `json:"over"`
	Roles  []string       `json:"roles"`
	Values []*float64     `json:"values"` // by role; null where unknown
	Exact  []bool         `json:"exact"`
	Moves  []analysedRole `json:"moves"` // by role that has a choice
}

type analysedRole struct {
	Role  string      `json:"role"`
	Moves []candidate `json:"moves"` // best first
	Line  []string    `json:"line"`
	Nodes uint64      `json:"nodes"`
}

type candidate struct {
	Move   string   `json:"move"`
	Name   string   `json:"name"` // as people write it
	Value  *float64 `json:"value"`
	Exact  bool     `json:"exact"`
	Visits uint64   `json:"visits"`
	Share  float64  `json:"share"`
}

// number rounds a value for JSON, which has no NaN and no infinities.
func number(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	v = math.Round(v*100) / 100
	return &v
}

func (api positionAPI) postAnalyse(w http.ResponseWriter, r *http.Request) error {
	var req analyseRequest
	if err := decode(w, r, api.server.cfg.Limits.Large, &req); err != nil {
		return err
	}
	if req.Nodes < 0 || req.Nodes > mostNodes {
		return problem(http.StatusUnprocessableEntity, "the number of nodes must be between 0 and %d", mostNodes)
	}
	if req.Nodes == 0 {
		req.Nodes = usualNodes
	}
	ctx := r.Context()
	p, err := api.find(ctx, req.placeRequest)
	if err != nil {
		return err
	}
	reviewer, err := newReviewer(p.game, req.Nodes)
	if err != nil {
		return err
	}
	found, err := reviewer.At(ctx, p.states[len(p.states)-1])
	if err != nil && found == nil {
		return unprocessable(err)
	}
	a, err := p.analysis(ctx, found)
	if err != nil {
		return unprocessable(err)
	}
	return reply(w, http.StatusOK, a)
}

// newReviewer returns the reviewer that evaluates positions.
func newReviewer(g game.Game, nodes int) (*review.Reviewer, error) {
	maker, err := humanplay.PlayerNamed("auto")
	if err != nil {
		return nil, err
	}
	reviewer, err := review.New(g, review.Options{New: maker, Nodes: nodes, Seed: 1})
	if errors.Is(err, review.ErrHidden) || errors.Is(err, review.ErrNoAnalysis) {
		return nil, unprocessable(err)
	}
	return reviewer, err
}

func (p *place) analysis(ctx context.Context, found *review.Position) (analyseAnswer, error) {
	machine := p.game.NewMachine()
	machine.Bind(ctx)
	cells, err := p.entry.MoveCells(ctx)
	if err != nil {
		return analyseAnswer{}, err
	}
	joint, err := p.firstJoint(machine, found)
	if err != nil {
		return analyseAnswer{}, err
	}
	a := analyseAnswer{Over: found.Over, Roles: p.game.Roles(), Exact: found.Exact, Values: []*float64{}, Moves: []analysedRole{}}
	for _, v := range found.Values {
		a.Values = append(a.Values, number(v))
	}
	for _, an := range found.Analyses {
		role := analysedRole{Role: p.game.Roles()[an.Role], Moves: []candidate{}, Line: []string{}, Nodes: an.Nodes}
		for _, m := range an.Moves[:min(len(an.Moves), mostMoves)] {
			text := p.entry.Rules.Show(p.game.MoveText(an.Role, m.Move))
			name := cells.MoveName(movecells.Position{Machine: machine, State: found.State, Role: an.Role, Joint: joint}, m.Move)
			role.Moves = append(role.Moves, candidate{text, name, number(m.Value), m.Exact, m.Visits, m.Share})
		}
		at := found.State
		for _, joint := range an.Line[:min(len(an.Line), mostMoves)] {
			step := (&replay{entry: p.entry, game: p.game, cells: cells}).stepText(machine, at, joint)
			role.Line = append(role.Line, step)
			at = machine.Next(at, joint, nil)
		}
		a.Moves = append(a.Moves, role)
	}
	return a, machine.Err()
}

// firstJoint returns the first legal move of every role, unless the play is over.
func (p *place) firstJoint(m game.Machine, found *review.Position) ([]game.Move, error) {
	if found.Over {
		return nil, nil
	}
	legal := make([][]game.Move, len(p.game.Roles()))
	if err := game.LegalMoves(p.game, m, found.State, legal); err != nil {
		return nil, err
	}
	joint := make([]game.Move, len(legal))
	for r, list := range legal {
		joint[r] = list[0]
	}
	return joint, nil
}

// A knowledgeRequest asks whether an epistemic formula holds in a position.
type knowledgeRequest struct {
	placeRequest
	Formula string `json:"formula"`
}

// A formulaAnswer is the truth value of a formula.
type formulaAnswer struct {
	Answer  string   `json:"answer"` // yes, no or undecided
	Formula string   `json:"formula"`
	Text    string   `json:"text"` // the answer with its evidence
	Unseen  []string `json:"unseen,omitempty"`
}

func (api positionAPI) postKnowledge(w http.ResponseWriter, r *http.Request) error {
	var req knowledgeRequest
	if err := decode(w, r, api.server.cfg.Limits.Large, &req); err != nil {
		return err
	}
	ctx := r.Context()
	p, err := api.find(ctx, req.placeRequest)
	if err != nil {
		return err
	}
	q, err := p.query(req.Formula)
	if err != nil {
		return err
	}
	model, err := knowledge.New(p.game, knowledgeLimits)
	if err != nil {
		return unprocessable(err)
	}
	a, err := q.At(ctx, model, knowledge.Development{Joints: p.joints})
	if err != nil && ctx.Err() == nil { // on a timeout, the answer is "undecided"
		return unprocessable(err)
	}
	return reply(w, http.StatusOK, formulaAnswer{string(a.Verdict), a.Formula, a.String(), a.Unseen})
}

// maxFormula is the length limit of formulas, in bytes.
const maxFormula = 4 << 10

// query parses a formula about a game.
func (p *place) query(text string) (*formula.Query, error) {
	if len(text) > maxFormula {
		return nil, problem(http.StatusUnprocessableEntity, "a formula has at most %d bytes", maxFormula)
	}
	f, list := formula.Read(source.NewFile("formula", []byte(text)))
	if !list.HasErrors() {
		opt := formula.Options{}
		if g := p.entry.Rules.GDL; g != nil {
			opt = formula.Options{Relations: relations.Of(g), FoldCase: g.Syntax == gdl.Prefix && !g.CaseSensitive}
		}
		if q := formula.Bind(f, p.game, opt, list); q != nil {
			return q, nil
		}
	}
	return nil, unprocessable(list.Err())
}
