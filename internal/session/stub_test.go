package session_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/players/basic"
	"ludex/internal/playertest"
	"ludex/internal/session"
	"ludex/match"
	"ludex/player"
)

// A follower makes the first legal move, and checks that it is told every step: its own
// state has the same legal moves.
type follower struct {
	t       testing.TB
	tracker *player.Tracker
	role    game.Role
	running bool
}

func (f *follower) Start(_ context.Context, s player.Setup) error {
	if f.running {
		f.t.Error("started twice")
	}
	f.tracker, f.role, f.running = player.NewTracker(s), s.Role, true
	return nil
}

func (f *follower) Choose(_ context.Context, legal []game.Move) (game.Move, error) {
	want := f.tracker.Machine.Legal(f.tracker.State, f.role, nil)
	if !slices.Equal(legal, want) {
		f.t.Errorf("%d moves are legal, and %d as far as the player was told", len(legal), len(want))
	}
	return legal[0], nil
}

func (f *follower) Observe(_ context.Context, e player.Event) error { return f.tracker.Observe(e) }

func (f *follower) Stop() {
	if !f.running {
		f.t.Error("stopped without a start")
	}
	f.running = false
}

// A slow player thinks until it is stopped or told to answer.
type slow struct {
	basic.Legal
	answer chan struct{}
}

func (s slow) Note() string { return "slow on purpose" }

func (s slow) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	select {
	case <-s.answer:
		return legal[0], nil
	case <-ctx.Done():
		return legal[0], ctx.Err()
	}
}

// A broken player does not do what it is asked for.
type broken struct {
	basic.Legal
	start, choose error
}

func (b broken) Start(context.Context, player.Setup) error { return b.start }

func (b broken) Choose(context.Context, []game.Move) (game.Move, error) { return 1 << 20, b.choose }

// An analyst has an opinion, which does not need thinking.
type analyst struct {
	basic.Legal
	setup player.Setup
	told  int
}

func (a *analyst) Start(_ context.Context, s player.Setup) error {
	a.setup = s
	return nil
}

func (a *analyst) Observe(context.Context, player.Event) error {
	a.told++
	return nil
}

func (a *analyst) Analysis() player.Analysis {
	m := a.setup.Game.NewMachine()
	state := a.setup.From
	if state == nil {
		state = m.Initial(nil)
	}
	an := player.Analysis{Role: a.setup.Role}
	var joint []game.Move
	for r := range a.setup.Game.Roles() {
		joint = append(joint, m.Legal(state, game.Role(r), nil)[0])
		an.Values, an.Exact = append(an.Values, float64(60+a.told)), append(an.Exact, r == 0)
	}
	an.Moves = []player.Candidate{{Move: joint[a.setup.Role], Visits: 7, Value: 60, Share: 1}}
	an.Line = [][]game.Move{joint}
	return an
}

// options returns the options of a game of the library against players that make the
// first legal move.
func options(g game.Game) session.Options {
	names := make([]string, len(g.Roles()))
	for i := range names {
		names[i] = "legal"
	}
	return session.Options{
		Config: match.Config{Game: g, Seed: 1}, Names: names,
		Opponent: func(game.Role) player.Player { return basic.Legal{} },
		Adviser:  func() player.Player { return new(analyst) },
	}
}

func begin(t testing.TB, opt session.Options) *session.Seat {
	t.Helper()
	s, err := session.Sit(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	wait(t, s)
	return s
}

func open(t testing.TB, name string) session.Options { return options(playertest.Open(t, name)) }

func wait(t testing.TB, s *session.Seat) {
	t.Helper()
	if err := s.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// play makes moves by their texts, each at the person's turn.
func play(t testing.TB, s *session.Seat, moves ...string) {
	t.Helper()
	for _, text := range moves {
		in, err := s.Read(text)
		if err != nil || in.Command != session.DoMove {
			t.Fatalf("%q: %v, %v", text, in.Command, err)
		}
		if err := s.Choose(in.Move); err != nil {
			t.Fatal(err)
		}
		wait(t, s)
	}
}

func history(s *session.Seat) []string {
	var all []string
	for i := range s.Steps() {
		all = append(all, s.Text().Step(i))
	}
	return all
}

// steps is a game whose first states have no choice.
func steps(n int) *gametest.Explicit {
	g := &gametest.Explicit{RoleNames: []string{"x", "y"}, RandomRole: game.NoRole}
	for i := range n {
		g.States = append(g.States, gametest.ExplicitState{Moves: [][]string{{"go"}, {"go"}}, Next: map[string]int{"go go": i + 1}})
	}
	g.States = append(g.States,
		gametest.ExplicitState{Moves: [][]string{{"go", "stay"}, {"go"}}, Next: map[string]int{"go go": n + 1, "stay go": n + 2}},
		gametest.ExplicitState{Terminal: true, Goals: [][]int{{100}, {0}}},
		gametest.ExplicitState{Moves: [][]string{{"go"}, {}}})
	return g
}

var errBroken = errors.New("broken")
