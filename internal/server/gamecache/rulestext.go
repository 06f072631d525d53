package gamecache

import (
	"bytes"
	"context"

	"ludex/internal/board"
	"ludex/internal/rulestext"
)

// RulesText returns the rules of the game in words: those of the library, what its author
// wrote, or a description that is generated from the rules.
func (e *Entry) RulesText(ctx context.Context) (*rulestext.Text, error) {
	return e.text.Get(ctx, func(ctx context.Context) (*rulestext.Text, error) {
		if err := e.Err(); err != nil {
			return nil, err
		}
		if e.made.Words != "" {
			return &rulestext.Text{Title: e.Title(), Sections: []rulestext.Section{{Heading: "Rules", Text: e.made.Words}}, Examples: []rulestext.Example{}}, nil
		}
		played, err := e.Rules.Playable(ctx)
		if err != nil {
			return nil, err
		}
		return rulestext.Of(ctx, played)
	})
}

// MaxExamples is how many examples of the rules in words have a picture.
const MaxExamples = 8

// Example returns an SVG image of an example of the rules in words, by its number from 1, or
// nil if there is no such example.
func (e *Entry) Example(ctx context.Context, number int) ([]byte, error) {
	if number < 1 || number > MaxExamples {
		return nil, nil
	}
	return e.examples[number-1].Get(ctx, func(ctx context.Context) ([]byte, error) {
		text, err := e.RulesText(ctx)
		if err != nil || len(text.Examples) < number {
			return nil, err
		}
		played, err := text.Examples[number-1].Play(ctx, e.Rules)
		if err != nil {
			return nil, err
		}
		b, err := e.Board(ctx)
		if err != nil {
			return nil, err
		}
		var out bytes.Buffer
		if err := played.Draw(&out, b, board.Options{NoCaptions: b.HasGrid()}); err != nil {
			return nil, err
		}
		return out.Bytes(), nil
	})
}
