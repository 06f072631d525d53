package library_test

import (
	"fmt"
	"strings"
	"testing"

	"ludex/internal/timedmatch"
	"ludex/internal/timedscript"
	"ludex/library"
	"ludex/timed"
)

// timedPlays are plays by script. Where chance decides, the results are for seed 1.
var timedPlays = []struct{ game, moves, want string }{
	{"pong", "", "100 0"},                              // nobody moves: the ball passes above the right player
	{"pong", "1.5:right:up", "100 0"},                  // too late
	{"pong", "1.499999999:right:up", "100 0"},          // sent back, guarded, and missed later
	{"pong", "1:right:up; 2:left:up", "0 100"},         // the left player has left the row
	{"pong", "1:right:up; 6:right:down", "100 0"},      // one row is not enough
	{"snake", "", "12"},                                // straight over an apple into the fence
	{"snake", "1.2:player:left", "24"},                 // to the second apple
	{"snake", "0.1:player:left; 0.2:player:left", "0"}, // one turn in a step
	{"snake", "0.1:player:left; 0.6:player:left; 1.1:player:left; 1.6:player:left", "12"}, // in a circle: the snake is short enough
	{"whackamole", "0.5:ann:hit(2)", "100 0"},
	{"whackamole", "1:ann:hit(2)", "100 0"},
	{"whackamole", "0.5:ann:hit(2); 0.5:ben:hit(2)", "50 50"},
	{"whackamole", "0.5:ann:hit(2); 0.6:ben:hit(2)", "100 0"},
	{"whackamole", "0.5:ann:hit(3); 0.7:ann:hit(2)", "50 50"}, // resting
	{"musicalchairs", "1.4:ann:sit; 1.6:ben:sit; 1.7:cat:sit", "0 100 60"},
	{"musicalchairs", "1.5:ann:sit; 1.6:ben:sit", "0 100 0"},
	{"musicalchairs", "1.6:ann:sit; 1.6:ben:sit", "100 100 0"},
	{"musicalchairs", "1.6:ann:sit; 1.8:ben:sit; 1.8:cat:sit", "100 0 0"},
	{"musicalchairs", "1.6:ann:sit; 1.8:ben:sit; 1.8:cat:sit; 2:cat:sit", "100 0 60"},
	{"musicalchairs", "1.6:ann:sit; 1.6:ben:sit; 1.6:cat:sit", "0 0 0"},
	{"dutchauction", "0.5:cleo:mine", "50 50 40"},
	{"dutchauction", "2:cleo:mine", "50 50 50"}, // at the old price
	{"dutchauction", "2.000000001:cleo:mine", "50 50 60"},
	{"dutchauction", "3.5:anna:mine; 3.5:cleo:mine", "50 50 50"},
	{"dutchauction", "7.9:anna:mine", "90 50 50"},
	{"dutchauction", "", "50 50 50"},
	{"tictactoe-race", "0:white:write(1,1); 1.1:white:write(2,2); 2.2:white:write(3,3)", "100 0"},
	{"tictactoe-race", "0:white:write(1,1); 0.5:white:write(2,2); 1.1:white:write(3,3)", "50 50"},
	{"tictactoe-race", "0:white:write(2,2); 0:black:write(2,2); 1.1:white:write(1,1); 2.2:white:write(3,3)", "50 50"},
	{"tictactoe-race", "0:white:write(1,1); 1.1:white:write(2,1); 2.2:white:write(3,1); 0:black:write(1,2); 1.1:black:write(2,2); 2.2:black:write(3,2)", "50 50"},
	{"breakthrough-race", "0:white:move(1,1,1,2); 1.1:white:move(1,2,1,3); 2.2:white:move(1,3,1,4); 3.3:white:move(1,4,2,5)", "100 0"},
	{"breakthrough-race", "0:white:move(1,1,1,2); 0.9:white:move(1,2,1,3)", "50 50"}, // resting
	{"breakthrough-race", "0:white:move(2,1,2,2); 1.1:white:move(2,2,2,3); 0:black:move(2,5,2,4); 1.1:black:move(2,4,2,3)", "50 50"},
	{"chess-race", "0:white:move(1,1,2,3); 2.1:white:move(2,3,1,5)", "100 0"},                                                 // a knight takes the king
	{"chess-race", "0:white:move(1,1,2,3); 1.9:white:move(2,3,1,5)", "50 50"},                                                 // resting
	{"chess-race", "0:white:move(1,1,2,3); 2:white:move(2,3,1,5)", "50 50"},                                                   // the rest ends after this instant
	{"chess-race", "0:white:move(1,1,2,3); 0.5:black:move(1,4,2,3)", "50 50"},                                                 // the knight is captured
	{"chess-race", "0:white:move(1,1,2,3); 0:black:move(4,5,3,3); 2.1:white:move(2,3,1,5); 2.1:black:move(3,3,4,1)", "50 50"}, // both kings at once
	{"chess-race", "0:white:move(1,1,2,3); 0:black:move(4,5,2,3)", "50 50"},                                                   // no move of a knight
	{"chess-race", "0:white:move(1,2,1,3); 0:black:move(2,4,1,3); 1:black:move(2,5,2,2); 1.1:white:move(3,1,3,3)", "50 50"},
	{"chess-race", "0:white:move(1,1,2,3); 2.1:white:move(2,3,1,5); 2.1:black:move(1,5,1,4)", "100 0"},                        // no room for the king
	{"chess-race", "0:black:move(1,4,1,3); 0:white:move(1,1,2,3); 2.1:white:move(2,3,1,5); 2.1:black:move(1,5,1,4)", "50 50"}, // the king gets away
	{"hotpotato", "", "0 100"},               // held for too long
	{"hotpotato", "1:left:throw", "100 0"},   // the other one holds it for too long
	{"hotpotato", "0.4:left:throw", "0 100"}, // fumbling
	{"hotpotato", "2:left:throw", "0 100"},   // too late
	{"hotpotato", "1.9:left:throw; 2.3:right:throw", "100 0"},
	{"hotpotato", "1.9:left:throw; 3.8:right:throw", "0 100"},
	{"hotpotato", "1.9:left:throw; 3.8:right:throw; 5.7:left:throw", "100 0"}, // the fuse ends first
	{"redlight", "0.1:ann:step; 0.5:ann:step; 0.9:ann:step", "30 0 0"},
	{"redlight", "0.1:ann:step; 0.5:ann:step; 0.9:ann:step; 1.5:ann:step", "0 0 0"},
	{"redlight", "1:ann:step", "10 0 0"},
	{"redlight", "1:ann:step; 2:ann:step", "0 0 0"},
	{"redlight", "0.1:ann:step; 0.5:ann:step; 0.9:ann:step; 2.1:ann:step; 2.1:cat:step; 2.5:ann:step", "100 0 10"},
}

func TestTimedPlays(t *testing.T) {
	for _, tt := range timedPlays {
		if got := playTimed(t, tt.game, tt.moves); got != tt.want {
			t.Errorf("%s, %s: goals %s, want %s", tt.game, tt.moves, got, tt.want)
		}
	}
}

// playTimed returns the goals of the players after a play.
func playTimed(t *testing.T, name, moves string) string {
	t.Helper()
	entry, _ := library.Lookup(name)
	p, _ := readGame(t, entry)
	g, err := timed.New(p)
	if err != nil {
		t.Fatal(err)
	}
	var script []timedmatch.Offer
	if moves != "" {
		if script, err = timedscript.ParseScript(g, moves); err != nil {
			t.Fatal(err)
		}
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

// TestTimedPlaysCoverGames makes sure that each game in real time is played by a script,
// here or in the tests of package timed.
func TestTimedPlaysCoverGames(t *testing.T) {
	played := map[string]bool{"chicken": true, "duel": true, "snap": true, "shooter": true,
		"resourcerace": true, "simonsays": true, "tictactoe-timed": true}
	for _, p := range timedPlays {
		played[p.game] = true
	}
	for _, g := range library.Games() {
		if strings.HasPrefix(g.Dialect, "rtgdl") && !played[g.Name] {
			t.Errorf("%s is not played", g.Name)
		}
	}
}
