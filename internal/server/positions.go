package server

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/board"
	"ludex/internal/review"
	"ludex/internal/roster"
	"ludex/internal/server/authoring"
	"ludex/internal/server/gamecache"
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
		{http.MethodPost, "/analyse/live", api.postLive, lasting},
		{http.MethodPost, "/position", api.postPosition, heavy},
		{http.MethodPost, "/explain", api.postExplain, heavy},
		{http.MethodPost, "/known", api.postKnown, heavy},
		{http.MethodPost, "/knowledge", api.postKnowledge, heavy},
	}
}

// A placeRequest identifies a position: one of a game or after a step of a match, and
// after some moves from there.
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
			return nil, unprocessable(authoring.ErrTimed)
		}
		if req.Step < 0 || req.Step >= len(p.states) {
			return nil, problem(http.StatusUnprocessableEntity, "the match has the steps 0 to %d", len(p.states)-1)
		}
		return (&place{p.entry, p.game, slices.Clip(p.states[:req.Step+1]), slices.Clip(p.joints[:req.Step])}).goOn(ctx, req.Moves)
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
		return nil, unprocessable(authoring.ErrTimed)
	}
	g, _, err := e.Game(ctx)
	if err != nil {
		return nil, unprocessable(err)
	}
	m := g.NewMachine()
	m.Bind(ctx)
	p := &place{entry: e, game: g, states: []game.State{m.Initial(nil)}}
	if err := m.Err(); err != nil {
		return nil, unprocessable(err)
	}
	return p.goOn(ctx, moves)
}

// goOn returns the position after further moves.
func (p *place) goOn(ctx context.Context, moves string) (*place, error) {
	next := authoring.Position{Entry: p.entry, Game: p.game, States: p.states, Joints: p.joints}
	if err := next.GoOn(ctx, moves); err != nil {
		return nil, unprocessable(err)
	}
	p.states, p.joints = next.States, next.Joints
	return p, nil
}

// state returns the state of the position.
func (p *place) state() game.State { return p.states[len(p.states)-1] }

// replay returns the play that leads to the position, for what is computed of replays.
func (p *place) replay() *replay {
	return &replay{entry: p.entry, game: p.game, states: p.states, joints: p.joints, turn: make(chan struct{}, 1)}
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
	found, err := reviewer.At(ctx, p.state())
	if err != nil && found == nil {
		return unprocessable(err)
	}
	out, err := newAnalysisWriter(ctx, p, mostMoves)
	if err != nil {
		return unprocessable(err)
	}
	a, err := out.answer(found, true)
	if err != nil {
		return unprocessable(err)
	}
	return reply(w, http.StatusOK, a)
}

// newReviewer returns the reviewer that evaluates positions.
func newReviewer(g game.Game, nodes int) (*review.Reviewer, error) {
	maker, err := roster.Analyst(g)
	if err != nil {
		return nil, err
	}
	reviewer, err := review.New(g, review.Options{New: maker, Nodes: nodes, Seed: 1})
	if errors.Is(err, review.ErrHidden) || errors.Is(err, review.ErrNoAnalysis) {
		return nil, unprocessable(err)
	}
	return reviewer, err
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
