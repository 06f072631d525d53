package lanes_test

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/game/gametest"
	"ludex/rbg/engine/enginetest"
	"ludex/rbg/engine/lanes"
	"ludex/rbg/engine/reference"
	"ludex/rbg/rbgtest"
)

// quick are public games whose circuits are made in a moment.
var quick = []string{"ticTacToe", "breakthrough_6x6", "connect4", "hex_5x5", "reversi_6x6", "pentago_split", "englishDraughts_split"}

// unbounded are public games that have no circuit: their moves are too many, or
// the keeper goes on for too long.
var unbounded = map[string]bool{"amazons": true, "arimaa": true, "arimaa_fixedPosition": true, "breakthru": true,
	"chineseCheckers6": true, "connect6": true, "go": true, "go_nopass": true, "internationalDraughts": true,
	"theMillGame": true, "theMillGame_nsplit": true}

// large are public games whose circuits take long to make.
var large = map[string]bool{"chess": true, "chess_200": true, "doubleChess": true}

// games returns the public games to compare: some, or with LUDEX_FULL all that
// have circuits.
func games(t *testing.T) []string {
	if !enginetest.Full() {
		return quick
	}
	var list []string
	for _, name := range enginetest.Games(t) {
		if !unbounded[name] && !large[name] {
			list = append(list, name)
		}
	}
	return list
}

// made keeps the games that tests have made.
var made = map[string]*lanes.Game{}

func read(t testing.TB, name string) *lanes.Game {
	t.Helper()
	if g := made[name]; g != nil {
		return g
	}
	g, err := lanes.New(context.Background(), enginetest.Read(t, name), lanes.Options{Time: -1})
	if err != nil {
		t.Fatal(err)
	}
	made[name] = g
	return g
}

func parse(t testing.TB, text string) *lanes.Game {
	t.Helper()
	g, err := lanes.New(context.Background(), enginetest.Parse(t, text), lanes.Options{Time: -1})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestRandomGames holds the engine against the reference on random games that it
// does not refuse: moves and positions are the same.
func TestRandomGames(t *testing.T) {
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		g := rbgtest.Game(t)
		got, err := lanes.New(context.Background(), g, lanes.Options{MaxNodes: 4_000})
		var refused *lanes.RefusedError
		if errors.As(err, &refused) {
			return
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, g.File.Text())
		}
		accepted++
		want, err := reference.New(g)
		if err != nil {
			t.Fatal(err)
		}
		plays := game.Comparison{Plies: 12, MaxSteps: 6, Seed: rapid.Uint64().Draw(t, "seed")}
		_, err = plays.Run(context.Background(), want, got)
		var diff *game.Difference
		if errors.As(err, &diff) {
			t.Fatalf("%v\n%s", diff, g.File.Text())
		}
	})
	if accepted == 0 {
		t.Error("all games were refused")
	}
}

// TestCompareCorpus holds the engine against the reference, state by state, on
// public games.
func TestCompareCorpus(t *testing.T) {
	for _, name := range games(t) {
		t.Run(name, func(t *testing.T) {
			want, err := reference.New(enginetest.Read(t, name))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := (game.Comparison{Plies: 150, Seed: 7}).Run(context.Background(), want, read(t, name)); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestPerft compares counts of public games with those that an independent
// reasoner found.
func TestPerft(t *testing.T) {
	most := uint64(2_000)
	if enginetest.Full() {
		most = 300_000
	}
	_, counts := enginetest.Counts(t)
	for _, name := range games(t) {
		t.Run(name, func(t *testing.T) {
			g := read(t, name)
			for _, row := range counts[name] {
				if row.Leaves > most {
					break
				}
				got, err := enginetest.Perft(context.Background(), g, row.Depth)
				if err != nil || got.Leaves != row.Leaves || got.States != row.States {
					t.Errorf("depth %d: %d leaves and %d states, the table says %d and %d; error: %v",
						row.Depth, got.Leaves, got.States, row.Leaves, row.States, err)
				}
			}
		})
	}
}

func TestConforms(t *testing.T) {
	for _, name := range []string{"breakthrough_6x6", "englishDraughts_split", "hex_5x5"} {
		t.Run(name, func(t *testing.T) { gametest.Run(t, read(t, name), 10) })
	}
}
