package server

import (
	"context"
	"net/http"

	"ludex/game"
	"ludex/internal/server/authoring"
	"ludex/internal/server/gamecache"
	"ludex/rules"
)

// A checkRequest asks for the problems of a text.
type checkRequest struct {
	Name   string `json:"name"`
	Text   string `json:"text"`
	Strict bool   `json:"strict"`
	Hints  bool   `json:"hints"`
}

func (api gameAPI) postCheck(w http.ResponseWriter, r *http.Request) error {
	var req checkRequest
	if err := decode(w, r, api.server.cfg.Limits.Large, &req); err != nil {
		return err
	}
	if len(req.Text) > gamecache.MaxText {
		return gamecache.ErrTooLong
	}
	e := api.server.games.Text(req.Name, req.Text)
	return reply(w, http.StatusOK, authoring.Check(r.Context(), e, rules.CheckOptions{Strict: req.Strict, Hints: req.Hints}))
}

// An explainRequest asks what can be done in a position, or which rules make something hold
// there.
type explainRequest struct {
	placeRequest
	authoring.Question
}

func (api positionAPI) postExplain(w http.ResponseWriter, r *http.Request) error {
	var req explainRequest
	if err := decode(w, r, api.server.cfg.Limits.Large, &req); err != nil {
		return err
	}
	p, err := api.interpreted(r.Context(), req.placeRequest)
	if err != nil {
		return err
	}
	a, err := authoring.Explain(r.Context(), p, req.Question)
	if err != nil {
		return unprocessable(err)
	}
	return reply(w, http.StatusOK, a)
}

// interpreted returns the position that a request identifies, on the interpreter. Of a match
// it has the last step only.
func (api positionAPI) interpreted(ctx context.Context, req placeRequest) (*authoring.Position, error) {
	if req.Match == "" {
		e, err := playable(api.server.games, req.Ref)
		if err != nil {
			return nil, err
		}
		p, err := authoring.Interpreted(ctx, e, req.Moves)
		if err != nil {
			return nil, unprocessable(err)
		}
		return p, nil
	}
	found, err := api.find(ctx, req)
	if err != nil {
		return nil, err
	}
	p, m, err := authoring.OnInterpreter(ctx, found.entry)
	if err == nil {
		err = copyLast(p, m, found)
	}
	if err != nil {
		return nil, unprocessable(err)
	}
	return p, nil
}

// copyLast copies the last step of a play on another engine.
func copyLast(p *authoring.Position, m game.Machine, from *place) error {
	for _, s := range from.states[max(0, len(from.states)-2):] {
		state, err := p.Game.ParseState(from.game.Facts(s))
		if err != nil {
			return err
		}
		p.States = append(p.States, state)
	}
	if len(p.States) < 2 {
		return nil
	}
	var joint []game.Move
	for r, move := range from.joints[len(from.joints)-1] {
		found, err := game.FindMove(p.Game, m, p.States[0], game.Role(r), from.game.MoveText(game.Role(r), move))
		if err != nil {
			return err
		}
		joint = append(joint, found)
	}
	p.Joints = [][]game.Move{joint}
	return nil
}
