package strategy_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/players/basic"
	"ludex/internal/players/strategy"
	"ludex/internal/playertest"
	"ludex/internal/strategyfile"
	"ludex/player"
	"ludex/solve/equilibrium"
)

// solved returns a game with a book for it.
func solved(t *testing.T, name string) (game.Game, *strategyfile.Strategy) {
	t.Helper()
	g := playertest.Open(t, name)
	tree, err := equilibrium.FromGame(context.Background(), g, nil, equilibrium.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	res, err := equilibrium.Solve(context.Background(), tree.Tree, equilibrium.Options{Iterations: 100})
	if err != nil {
		t.Fatal(err)
	}
	b, err := tree.Strategy(res.Profile)
	if err != nil {
		t.Fatal(err)
	}
	return g, b
}

func TestPlayer(t *testing.T) {
	for _, name := range []string{"kuhnpoker", "rockpaperscissors", "minority", "montyhall"} {
		t.Run(name, func(t *testing.T) {
			g, b := solved(t, name)
			playertest.Run(t, g, func() player.Player { return strategy.New(b) })
		})
	}
}

// TestValue plays many matches of the equilibrium against itself.
func TestValue(t *testing.T) {
	g, b := solved(t, "kuhnpoker")
	const matches = 1000
	sum := 0
	for i := range matches {
		res, err := player.Play(context.Background(), player.Match{
			Game: g, Seed: uint64(i), Players: []player.Player{strategy.New(b), strategy.New(b), nil},
		})
		if err != nil || len(res.Faults) > 0 || res.Notes[0] != "" {
			t.Fatalf("the faults are %v, the notes %q, with the error %v", res.Faults, res.Notes, err)
		}
		sum += res.Goals[0]
	}
	// The standard deviation of a match is about 33 points.
	if mean := float64(sum) / matches; math.Abs(mean-(50-25./18)) > 4*33/math.Sqrt(matches) {
		t.Errorf("alice gets %g on average", mean)
	}
}

// TestUnknownViews leaves entries out of a book.
func TestUnknownViews(t *testing.T) {
	g, b := solved(t, "kuhnpoker")
	b.Roles[0].Entries = nil
	res, err := player.Play(context.Background(), player.Match{Game: g, Players: []player.Player{strategy.New(b), new(basic.Random), nil}})
	if err != nil || len(res.Faults) > 0 {
		t.Fatalf("the faults are %v, with the error %v", res.Faults, err)
	}
	if !strings.Contains(res.Notes[0], "had nothing to say") {
		t.Errorf("the note is %q", res.Notes[0])
	}
}

func TestRefuses(t *testing.T) {
	_, b := solved(t, "kuhnpoker")
	other := playertest.Open(t, "nim")
	if err := strategy.New(b).Start(context.Background(), player.Setup{Game: other}); !errors.Is(err, strategy.ErrOtherGame) {
		t.Errorf("in another game the error is %v", err)
	}
	p, err := player.Roster{strategy.Kind()}.New("strategy")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(context.Background(), player.Setup{Game: other}); !errors.Is(err, strategy.ErrNoFile) {
		t.Errorf("without a file the error is %v", err)
	}
	if _, err := p.Choose(context.Background(), []game.Move{0}); !errors.Is(err, strategy.ErrNoFile) {
		t.Errorf("without a file the error of a choice is %v", err)
	}
}

func TestKind(t *testing.T) {
	g, b := solved(t, "kuhnpoker")
	name := filepath.Join(t.TempDir(), "kuhn.json")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(b.Write(f), f.Close()); err != nil {
		t.Fatal(err)
	}
	for _, spec := range []string{"strategy:" + name, "strategy:file=" + name} {
		p, err := player.Roster{strategy.Kind()}.New(spec)
		if err != nil {
			t.Fatalf("%s: %v", spec, err)
		}
		if err := p.Start(context.Background(), player.Setup{Game: g}); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
	if _, err := (player.Roster{strategy.Kind()}).New("strategy:" + name + ".old"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without the file the error is %v", err)
	}
}
