package authoring

import (
	"bytes"
	"context"

	"ludex/internal/board"
	"ludex/internal/server/gamecache"
)

// A Picture shows a position.
type Picture struct {
	SVG   string        `json:"svg"`
	Grid  bool          `json:"grid"`
	Over  bool          `json:"over"`
	Facts []board.Group `json:"facts"` // that the picture does not show
}

// Draw draws a position.
func Draw(ctx context.Context, e *gamecache.Entry, pos board.Position) (Picture, error) {
	svg, err := e.Draw(ctx, pos, board.Options{})
	if err != nil {
		return Picture{}, err
	}
	pictures, err := e.Board(ctx)
	if err != nil {
		return Picture{}, err
	}
	facts := pictures.Facts(pos)
	if facts == nil {
		facts = []board.Group{}
	}
	return Picture{SVG: string(bytes.TrimSpace(svg)), Grid: pictures.HasGrid(), Over: pos.Over, Facts: facts}, nil
}

// DrawInitial draws the initial position.
func DrawInitial(ctx context.Context, e *gamecache.Entry) (Picture, error) {
	facts, err := e.Initial(ctx)
	if err != nil {
		return Picture{}, err
	}
	return Draw(ctx, e, board.Position{Facts: facts})
}
