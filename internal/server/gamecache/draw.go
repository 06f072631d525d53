package gamecache

import (
	"bytes"
	"context"
	"fmt"

	"ludex/internal/board"
	"ludex/rules"
	"ludex/timed"
)

// Limits of pictures: their size in bytes, and the facts of a position.
const (
	MaxPicture = 4 << 20
	MaxFacts   = 50_000
)

// drawable refuses positions that nobody could look at.
func drawable(facts []string) error {
	if len(facts) > MaxFacts {
		return fmt.Errorf("the position has %d facts; pictures are drawn of at most %d", len(facts), MaxFacts)
	}
	return nil
}

// Board studies what positions of the game look like.
func (b *Book) Board(ctx context.Context) (*board.Board, error) {
	return b.board.Get(ctx, func(ctx context.Context) (*board.Board, error) {
		if err := b.Err(); err != nil {
			return nil, err
		}
		return board.Presented(ctx, b.Rules)
	})
}

// Initial returns the facts with which the game begins, for drawing.
func (b *Book) Initial(ctx context.Context) ([]string, error) {
	if b.Rules.IsTimed() {
		g, err := b.Timed(ctx)
		if err != nil {
			return nil, err
		}
		return TimedFacts(g.Initial()), nil
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	g, _, err := b.Rules.Open(ctx, rules.Opening{Engine: "reference"}) // for one state nothing is faster
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

// TimedFacts returns the facts of a state in real time with their lifetimes, for
// drawing.
func TimedFacts(s timed.State) []string {
	facts := []string{}
	for _, f := range s.Facts() {
		facts = append(facts, f.String())
	}
	return facts
}

// Thumbnail returns a small picture of the initial position.
func (b *Book) Thumbnail(ctx context.Context) ([]byte, error) {
	return b.first.Get(ctx, func(ctx context.Context) ([]byte, error) {
		facts, err := b.Initial(ctx)
		if err != nil {
			return nil, err
		}
		pictures, err := b.Board(ctx)
		if err != nil {
			return nil, err
		}
		var out bytes.Buffer
		if err := pictures.Thumbnail(&out, board.Position{Facts: facts}); err != nil {
			return nil, fmt.Errorf("drawing %s: %w", b.Title(), err)
		}
		return out.Bytes(), nil
	})
}

// Draw returns a picture of a position.
func (b *Book) Draw(ctx context.Context, p board.Position, opt board.Options) ([]byte, error) {
	if err := drawable(p.Facts); err != nil {
		return nil, err
	}
	pictures, err := b.Board(ctx)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := pictures.SVG(&out, p, opt); err != nil {
		return nil, fmt.Errorf("drawing %s: %w", b.Title(), err)
	}
	if out.Len() > MaxPicture {
		return nil, fmt.Errorf("a picture of more than %d bytes", MaxPicture)
	}
	return out.Bytes(), nil
}
