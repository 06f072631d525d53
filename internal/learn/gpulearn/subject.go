//go:build !js && !small

package gpulearn

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"time"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/circuit"
	"ludex/internal/rbgengine/lanes"
	"ludex/internal/rbgengine/rbgplay"
)

// A subject is a game that is learned, and how the features of its networks are found in the states of its circuit.
type subject struct {
	circuit *circuit.Game
	bits    []int         // by feature: its bit, or -1
	lacks   []int         // the features without a bit
	movers  []lanes.Mover // who is to move, if no feature says it
}

// setupTime bounds the processor time for the circuit of a boardgame.
const setupTime = 60 * time.Second

// newSubject finds the circuit of a game.
func newSubject(ctx context.Context, g game.Game) (subject, error) {
	if c, ok := g.(*circuit.Game); ok {
		s := subject{circuit: c}
		for f := range c.Features() {
			s.bits = append(s.bits, f)
		}
		return s, nil
	}
	if b, ok := g.(interface{ Base() *rbgplay.Game }); ok {
		return newBoardgame(ctx, b.Base())
	}
	return subject{}, ErrCannot
}

// newBoardgame makes the circuit of a boardgame, in which a step is a move.
func newBoardgame(ctx context.Context, g *rbgplay.Game) (s subject, err error) {
	setup, cancel := budget.WithSetup(ctx, "setting up the circuit", setupTime)
	defer cancel()
	l, err := lanes.New(setup, g.Rules(), lanes.Options{Exact: true})
	if err != nil {
		return s, fmt.Errorf("%w: %w", ErrCannot, err)
	}
	s.circuit = l.Circuit()
	var ok bool
	if s.movers, ok = l.Movers(); !ok {
		return s, fmt.Errorf("%w: its circuit does not tell who is to move", ErrCannot)
	}
	at := make(map[string]int)
	for i, text := range l.StateFacts() {
		at[text] = i
	}
	for i := range g.Rules().Variables { // features of others are ranges of values
		if !g.ExactFeatures(i) {
			maps.DeleteFunc(at, func(text string, _ int) bool {
				return strings.HasPrefix(text, "(value "+g.Rules().Variables[i].Name+" ")
			})
		}
	}
	for f, text := range g.Features() {
		bit, ok := at[text]
		if !ok || !onBoard(text) {
			bit = -1
			s.lacks = append(s.lacks, f)
		}
		s.bits = append(s.bits, bit)
	}
	return s, nil
}

// onBoard reports whether a feature is what lies on a cell, or the value of a variable. Of the others, networks on a GPU use only who is to
// move.
func onBoard(text string) bool {
	return strings.HasPrefix(text, "(cell ") || strings.HasPrefix(text, "(value ")
}
