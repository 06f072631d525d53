package gamecache

import (
	"bytes"
	"context"
	"fmt"

	"ludex/internal/board"
	"ludex/internal/movecells"
	"ludex/rules"
)

// Limits of drawings: the size of the image in bytes, and the facts of a position.
const (
	MaxPicture = 4 << 20
	MaxFacts   = 50_000
)

// drawable refuses positions with too many facts.
func drawable(facts []string) error {
	if len(facts) > MaxFacts {
		return fmt.Errorf("the position has %d facts; pictures are drawn of at most %d", len(facts), MaxFacts)
	}
	return nil
}

// Board returns how positions of the game are drawn.
func (e *Entry) Board(ctx context.Context) (*board.Board, error) {
	return e.board.Get(ctx, func(ctx context.Context) (*board.Board, error) {
		if err := e.Err(); err != nil {
			return nil, err
		}
		if e.made.Board == "" {
			return board.Presented(ctx, e.Rules)
		}
		pres, err := board.ReadPresentation("board.toml", []byte(e.made.Board))
		if err != nil {
			return nil, err
		}
		return board.New(ctx, e.Rules, pres)
	})
}

// MoveCells returns what finds the cells and names of moves of a turn-based game.
func (e *Entry) MoveCells(ctx context.Context) (*movecells.Finder, error) {
	return e.cells.Get(ctx, func(ctx context.Context) (*movecells.Finder, error) {
		g, _, err := e.earlyGame(ctx)
		if err != nil {
			return nil, err
		}
		b, err := e.Board(ctx)
		if err != nil {
			return nil, err
		}
		return movecells.New(ctx, b, g)
	})
}

// Initial returns the facts of the initial position, for drawing.
func (e *Entry) Initial(ctx context.Context) ([]string, error) {
	if e.Rules.IsTimed() {
		g, err := e.Timed(ctx)
		if err != nil {
			return nil, err
		}
		return board.TimedFacts(g.Initial()), nil
	}
	if err := e.Err(); err != nil {
		return nil, err
	}
	g, _, err := e.Rules.Open(ctx, rules.Opening{Engine: "reference"}) // the fastest for a single state
	if err != nil {
		return nil, err
	}
	m := g.NewMachine()
	m.Bind(ctx)
	initial := m.Initial(nil)
	if err := m.Err(); err != nil {
		return nil, err
	}
	facts := g.Facts(initial)
	return facts, drawable(facts)
}

// Thumbnail returns a small SVG image of the initial position.
func (e *Entry) Thumbnail(ctx context.Context) ([]byte, error) {
	return e.thumbnail.Get(ctx, func(ctx context.Context) ([]byte, error) {
		facts, err := e.Initial(ctx)
		if err != nil {
			return nil, err
		}
		pictures, err := e.Board(ctx)
		if err != nil {
			return nil, err
		}
		var out bytes.Buffer
		if err := pictures.Thumbnail(&out, board.Position{Facts: facts}); err != nil {
			return nil, fmt.Errorf("drawing %s: %w", e.Title(), err)
		}
		return out.Bytes(), nil
	})
}

// DrawnThumbnail returns the thumbnail if it was drawn before.
func (e *Entry) DrawnThumbnail() ([]byte, bool) { return e.thumbnail.Made() }

// Draw returns an SVG image of a position.
func (e *Entry) Draw(ctx context.Context, p board.Position, opt board.Options) ([]byte, error) {
	if err := drawable(p.Facts); err != nil {
		return nil, err
	}
	pictures, err := e.Board(ctx)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := pictures.SVG(&out, p, opt); err != nil {
		return nil, fmt.Errorf("drawing %s: %w", e.Title(), err)
	}
	if out.Len() > MaxPicture {
		return nil, fmt.Errorf("a picture of more than %d bytes", MaxPicture)
	}
	return out.Bytes(), nil
}

// Text returns a position as lines of text.
func (e *Entry) Text(ctx context.Context, p board.Position) ([]byte, error) {
	if err := drawable(p.Facts); err != nil {
		return nil, err
	}
	pictures, err := e.Board(ctx)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := pictures.Text(&out, p, false); err != nil {
		return nil, fmt.Errorf("drawing %s: %w", e.Title(), err)
	}
	return out.Bytes(), nil
}
