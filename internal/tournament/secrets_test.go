package tournament_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"ludex/internal/store"
	"ludex/internal/tournament"
	"ludex/match"
	"ludex/player"
)

// records plays a tournament and returns the records of its matches, and what the
// players were told before them.
func records(t *testing.T, text string) (list []*match.Record, told []tournament.Invitation) {
	t.Helper()
	h := newHost(t, filepath.Join(t.TempDir(), "x.db"), text)
	working := h.Players.Maker
	h.Players.Maker = func(ctx context.Context, spec string, f *tournament.OpenedGame) (tournament.Maker, error) {
		inner, err := working(ctx, spec, f)
		return func(ctx context.Context, to tournament.Invitation) (match.Player, error) {
			told = append(told, to)
			return inner(ctx, to)
		}, err
	}
	if _, err := h.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	ids, err := h.Store.IDs(context.Background(), store.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		r, err := h.Store.Match(context.Background(), id)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list, told
}

const oneStep = `
name = "rockpaperscissors-cup"
kind = "round-robin"
games = ["rockpaperscissors"]
players = ["random", {name = "other", player = "random"}]
`

// TestScrambledMatches checks that players learn nothing about the game from the
// name of a match, and have never seen its words.
func TestScrambledMatches(t *testing.T) {
	words := map[string]bool{}
	for range 2 {
		list, told := records(t, oneStep+"scramble = true\nnodes = 1\n")
		for _, r := range list {
			if strings.Contains(r.ID, "rock") || !r.Scrambled || r.Details.ScrambleSeed == 0 {
				t.Errorf("match %s with the words %d", r.ID, r.Details.ScrambleSeed)
			}
		}
		for i, to := range told {
			if strings.Contains(to.Match, "rock") || to.Disguise == nil {
				t.Errorf("the players of %s are told %+v", to.Match, to)
			}
			if text := to.Disguise.Rules.Text(); i%2 == 0 && words[text] { // both of a match are told the same
				t.Error("two matches have the same words")
			} else {
				words[text] = true
			}
		}
	}
}

// TestFullClock checks that steps last as long as they may.
func TestFullClock(t *testing.T) {
	list, _ := records(t, oneStep+"matches = 1\nclocks = {start = 1, play = 0.01, full = true}\n")
	for _, r := range list {
		for i := 1; i < len(r.StateTimes); i++ {
			if took := r.StateTimes[i] - r.StateTimes[i-1]; took < player.Grace.Milliseconds() {
				t.Errorf("step %d took %d ms", i, took)
			}
		}
	}
	if len(list) != 1 {
		t.Errorf("%d records", len(list))
	}
}
