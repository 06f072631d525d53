package timed_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"ludex/internal/timedmatch"
	"ludex/internal/timedscript"
	"ludex/timed"
)

// redRush is how red of the resource race comes to an army and attacks.
const redRush = "0:red:start(dig); 1.1:red:start(dig); 2.2:red:start(build); 5.3:red:start(dig); 6.4:red:start(train); 8:red:attack"

// blueArmy is the same for blue, without the attack.
var blueArmy = strings.ReplaceAll(strings.TrimSuffix(redRush, "; 8:red:attack"), "red", "blue")

// TestLibraryPlays plays games of the library by script. Where chance decides,
// the results are for seed 1.
func TestLibraryPlays(t *testing.T) {
	for _, tt := range []struct{ game, moves, want string }{
		{"duel", "0.9:east:shoot", "0 100"},                       // before the signal
		{"duel", "1.5:east:shoot", "0 100"},                       // at the very instant of the signal
		{"duel", "1.500000001:east:shoot", "100 0"},               // just after it
		{"duel", "2:east:shoot; 1.9:west:shoot", "0 100"},         // the first shot wins
		{"duel", "2:east:shoot; 2:west:shoot", "25 25"},           // both at one instant
		{"duel", "3.5:east:shoot", "50 50"},                       // the signal is just over
		{"snap", "0.5:ann:snap", "0 100"},                         // a wrong call
		{"snap", "8.5:ann:snap", "100 0"},                         // two equal cards
		{"snap", "8.5:ann:snap; 8.5:ben:snap", "50 50"},           // calls at one instant cancel each other
		{"shooter", "1:left:fire", "100 0"},                       // a hit
		{"shooter", "1:left:fire; 1.999999999:right:up", "50 50"}, // stepped aside
		{"shooter", "1:left:fire; 2:right:up", "100 0"},           // too late
		{"shooter", "9:left:fire", "100 0"},                       // the hit falls together with the end
		{"shooter", "9.000000001:left:fire", "50 50"},             // out of time
		{"resourcerace", redRush, "100 0"},
		{"resourcerace", redRush + ";" + blueArmy, "50 50"},
		{"resourcerace", "0:red:start(dig)", "75 25"},
		{"simonsays", "2:ann:press(green)", "0 0"}, // at the expiry is too late
		{"simonsays", "1.999999999:ann:press(green); 6:ben:press(green)", "20 20"},
		{"tictactoe-timed", "0.5:white:(mark 1 1); 1.5:black:(mark 2 1); 2.5:white:(mark 1 2); 3.5:black:(mark 2 2); 4.5:white:(mark 1 3)", "100 0"},
		{"tictactoe-timed", "0.5:white:(mark 1 1); 1.5:black:(mark 2 1); 2.5:white:(mark 1 2); 3.5:black:(mark 2 2); 5:white:(mark 1 3); 5.5:black:(mark 2 3)", "0 100"},
	} {
		if got := playScript(t, libraryGame(t, tt.game), tt.moves); got != tt.want {
			t.Errorf("%s, %s: goals %s, want %s", tt.game, tt.moves, got, tt.want)
		}
	}
}

// playScript returns the goals of the players after a play.
func playScript(t *testing.T, g *timed.Game, moves string) string {
	t.Helper()
	script, err := timedscript.ParseScript(g, moves)
	if err != nil {
		t.Fatal(err)
	}
	m, err := timedmatch.NewMatch(g, timed.MatchOptions{Seed: 1, MaxTime: 100 * timed.Unit})
	if err != nil {
		t.Fatal(err)
	}
	if err := timedmatch.Run(t.Context(), m, timedmatch.RunOptions{Script: script}); err != nil {
		t.Fatal(err)
	}
	var goals []string
	for _, values := range m.Ending().Goals {
		for _, v := range values {
			goals = append(goals, fmt.Sprint(v))
		}
	}
	return strings.Join(goals, " ")
}

// TestOneHolder makes sure that the encoding of states does not run into a fact
// of the description.
func TestOneHolder(t *testing.T) {
	g := libraryGame(t, "hotpotato")
	held := func(e *timed.Event) {
		n := 0
		for _, f := range e.Facts {
			if strings.HasPrefix(f.Fact, "(holds ") {
				n++
			}
		}
		if len(e.Facts) > 0 && n != 1 {
			t.Errorf("at %v the potato is held %d times: %v", e.Time, n, e.Facts)
		}
	}
	m, err := timedmatch.NewMatch(g, timed.MatchOptions{Seed: 1, Observe: held})
	if err != nil {
		t.Fatal(err)
	}
	policies := []timed.Policy{timedmatch.RandomPolicy(1, timed.PerUnit), timedmatch.RandomPolicy(2, timed.PerUnit)}
	if err := timedmatch.Run(t.Context(), m, timedmatch.RunOptions{Policies: policies}); err != nil {
		t.Fatal(err)
	}
}

// TestManyMatches plays the shooter again and again: equal seeds give equal
// results, whatever was played before.
func TestManyMatches(t *testing.T) {
	matches := 2000
	if os.Getenv("LUDEX_FULL") != "" {
		matches = 100_000
	}
	g := libraryGame(t, "shooter")
	if a, b := shooterSum(t, g, matches), shooterSum(t, libraryGame(t, "shooter"), matches); a != b {
		t.Errorf("the same %d matches came out as %s and %s", matches, a, b)
	}
}

// shooterSum returns the sums of events and goals of matches.
func shooterSum(t *testing.T, g *timed.Game, matches int) string {
	t.Helper()
	events, goals := 0, [2]int{}
	for seed := range uint64(matches) {
		m, err := timedmatch.NewMatch(g, timed.MatchOptions{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		policies := []timed.Policy{timedmatch.RandomPolicy(2*seed, timed.PerUnit), timedmatch.RandomPolicy(2*seed+1, timed.PerUnit)}
		if err := timedmatch.Run(t.Context(), m, timedmatch.RunOptions{Policies: policies}); err != nil {
			t.Fatal(err)
		}
		events += m.Events()
		for r := range goals {
			goals[r] += m.Ending().Goals[r][0]
		}
	}
	return fmt.Sprint(events, goals)
}
