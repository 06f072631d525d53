package server

import (
	"bytes"
	"net/http"

	"ludex/internal/board"
	"ludex/internal/server/gamecache"
)

// A boardRequest asks for an image of a position.
type boardRequest struct {
	gamecache.Ref
	Moves string `json:"moves"` // steps separated by semicolons
}

type boardAnswer struct {
	SVG   string        `json:"svg"`
	Grid  bool          `json:"grid"`
	Over  bool          `json:"over"`
	Facts []board.Group `json:"facts"`
}

func (api gameAPI) postBoard(w http.ResponseWriter, r *http.Request) error {
	var req boardRequest
	if err := decode(w, r, api.server.cfg.Limits.Large, &req); err != nil {
		return err
	}
	e, err := playable(api.server.games, req.Ref)
	if err != nil {
		return err
	}
	ctx := r.Context()
	pos := board.Position{}
	if req.Moves == "" {
		if pos.Facts, err = e.Initial(ctx); err != nil {
			return unprocessable(err)
		}
	} else if pos, err = after(ctx, e, req.Moves); err != nil {
		return err
	}
	svg, err := e.Draw(ctx, pos, board.Options{})
	if err != nil {
		return unprocessable(err)
	}
	pictures, err := e.Board(ctx)
	if err != nil {
		return unprocessable(err)
	}
	facts := pictures.Facts(pos)
	if facts == nil {
		facts = []board.Group{}
	}
	return reply(w, http.StatusOK, boardAnswer{SVG: string(bytes.TrimSpace(svg)), Grid: pictures.HasGrid(), Over: pos.Over, Facts: facts})
}
