package review_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/gdlmoves"
	"ludex/internal/players/auto"
	"ludex/internal/players/basic"
	"ludex/internal/playertest"
	"ludex/internal/review"
	"ludex/player"
	"ludex/player/mcts"
)

func search() player.Player { return mcts.NewPlayer(mcts.Defaults()) }

func reviewer(t *testing.T, g game.Game, opt review.Options) *review.Reviewer {
	t.Helper()
	v, err := review.New(g, opt)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// replay returns the states and joint moves of a play.
func replay(t *testing.T, g game.Game, text string) ([]game.State, [][]game.Move) {
	t.Helper()
	steps, err := gdlmoves.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	states, joints, err := gdlmoves.Play(g, m, m.Initial(nil), steps)
	if err != nil {
		t.Fatal(err)
	}
	return states, joints
}

func TestAt(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	v := reviewer(t, g, review.Options{New: search, Nodes: 2000, Seed: 1})
	p, err := v.At(t.Context(), playertest.Replay(t, g, "(mark 1 1); (mark 2 2); (mark 3 3)"))
	if err != nil {
		t.Fatal(err)
	}
	if p.Over || len(p.Forced) > 0 || p.Values[0] != 50 || p.Values[1] != 50 || !p.Exact[1] {
		t.Errorf("%+v", p)
	}
	a := p.Of(1)
	if a == nil || p.Of(0) != nil || len(a.Moves) != 6 || len(a.Line) == 0 {
		t.Fatalf("%+v", p.Analyses)
	}
}

// TestForced checks that steps without a choice are followed to the end.
func TestForced(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	v := reviewer(t, g, review.Options{New: search, Nodes: 100})
	s := playertest.Replay(t, g, "(mark 1 1); (mark 2 2); (mark 3 3); (mark 1 2); (mark 3 2); (mark 3 1); (mark 1 3); (mark 2 3)")
	p, err := v.At(t.Context(), s)
	if err != nil || !p.Over || len(p.Forced) != 1 || p.Values[0] != 50 || !p.Exact[0] || len(p.Analyses) != 0 {
		t.Errorf("%v: %+v", err, p)
	}
}

func TestPlay(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	states, joints := replay(t, g, "(mark 1 1); (mark 2 2); (mark 3 3); (mark 1 3); (mark 3 1); (mark 2 1); (mark 3 2)")
	v := reviewer(t, g, review.Options{New: search, Nodes: 3000, Seed: 1})
	told := 0
	r, err := v.Play(t.Context(), states, joints, func(i int) { told++ })
	if err != nil || len(r.Steps) != 7 || told != 8 {
		t.Fatalf("%v after %d positions: %+v", err, told, r)
	}
	for i, step := range r.Steps {
		want := review.Good
		if i == 3 {
			want = review.Blunder
		}
		if len(step.Choices) != 1 || step.Choices[0].Grade != want {
			t.Errorf("step %d: %+v", i+1, step.Choices)
		}
	}
	if c := r.Steps[3].Choices[0]; c.Loss != 50 || !c.Sure || c.Before != 50 || c.After != 0 || c.Best == c.Move {
		t.Errorf("the blunder is %+v", c)
	}
	if !r.Final.Over || r.Final.Values[0] != 100 {
		t.Errorf("the end is %+v", r.Final)
	}
	var svg bytes.Buffer
	line := func(_ game.State, joint []game.Move) string { return game.JointText(g, joint) }
	if err := v.Chart(r, "a < b", nil, line).WriteSVG(&svg); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"a &lt; b", "white", "black", "7. ", "100 proved", "a blunder that gives 50 away"} {
		if !strings.Contains(svg.String(), want) {
			t.Errorf("the picture lacks %q", want)
		}
	}
	if c := v.Chart(r, "", []game.Role{1}, line); len(c.Series) != 1 || len(c.Series[0].Points) != 8 {
		t.Errorf("%+v", c.Series)
	}
}

// TestCancel checks that a review that is stopped has what there is, and can be
// drawn.
func TestCancel(t *testing.T) {
	g := playertest.Open(t, "connectfour")
	states, joints := replay(t, g, "(drop 4); (drop 4); (drop 3)")
	v := reviewer(t, g, review.Options{New: search, Nodes: 100})
	for stop := range 4 {
		ctx, cancel := context.WithCancel(t.Context())
		r, err := v.Play(ctx, states, joints, func(i int) {
			if i == stop {
				cancel()
			}
		})
		cancel()
		if !errors.Is(err, context.Canceled) || len(r.Steps) != stop {
			t.Errorf("stopped at %d: %v, %d steps", stop, err, len(r.Steps))
		}
		for _, s := range v.Chart(r, "", nil, func(game.State, []game.Move) string { return "" }).Series {
			if len(s.Points) != stop {
				t.Errorf("stopped at %d: %d points", stop, len(s.Points))
			}
		}
	}
}

func TestTogether(t *testing.T) {
	g := playertest.Open(t, "rockpaperscissors")
	v := reviewer(t, g, review.Options{New: func() player.Player { return new(auto.Player) }, Time: 50 * time.Millisecond})
	states, joints := replay(t, g, "throw(rock) throw(paper)")
	r, err := v.Play(t.Context(), states, joints, nil)
	if err != nil || len(r.Steps[0].Choices) != 2 || len(r.Steps[0].Before.Analyses) != 2 {
		t.Fatalf("%v: %+v", err, r)
	}
	for _, c := range r.Steps[0].Choices {
		if c.Grade != review.Good {
			t.Errorf("%+v", c)
		}
	}
}

func TestRefused(t *testing.T) {
	if _, err := review.New(playertest.Open(t, "montyhall"), review.Options{New: search}); !errors.Is(err, review.ErrHidden) {
		t.Errorf("the error is %v", err)
	}
	if _, err := review.New(playertest.Open(t, "nim"), review.Options{New: func() player.Player { return new(basic.Random) }}); !errors.Is(err, review.ErrNoAnalysis) {
		t.Errorf("the error is %v", err)
	}
}

func TestValue(t *testing.T) {
	for want, got := range map[string]string{
		"unknown": review.Value(math.NaN(), false), "50.0": review.Value(50, false), "50 proved": review.Value(50, true), "33.3 proved": review.Value(100./3, true),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
