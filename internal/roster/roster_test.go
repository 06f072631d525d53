package roster_test

import (
	"fmt"
	"testing"

	"ludex/game"
	"ludex/internal/corpustest"
	"ludex/internal/gametest"
	"ludex/internal/players/nested"
	"ludex/internal/playertest"
	"ludex/internal/roster"
)

// TestPlayers lets every player play games of every kind, and with LUDEX_FULL=1 a longer boardgame.
func TestPlayers(t *testing.T) {
	games := []string{
		"tictactoe", "tictactoe-rbg", // turns
		"rockpaperscissors", "minority", // at the same time
		"eightpuzzle",            // a puzzle
		"montyhall", "kuhnpoker", // hidden, with chance
	}
	if corpustest.Full() {
		games = append(games, "connectfour-rbg")
	}
	for _, name := range games {
		g := playertest.Open(t, name)
		for _, k := range roster.All() {
			if k.Name == "nested" && !nested.Supports(g) || k.Main != "" { // which needs a file
				continue
			}
			t.Run(fmt.Sprintf("%s/%s", name, k.Name), func(t *testing.T) {
				build, err := roster.All().Maker(k.Name)
				if err != nil {
					t.Fatal(err)
				}
				playertest.Run(t, g, build)
			})
		}
	}
}

// dice is a game in which chance and a player move at the same time, and then the
// player alone.
func dice() *gametest.Explicit {
	end := func(goal int) gametest.ExplicitState {
		return gametest.ExplicitState{Terminal: true, Goals: [][]int{{goal}, {0}}}
	}
	return &gametest.Explicit{
		RoleNames: []string{"p", "random"}, RandomRole: 1,
		States: []gametest.ExplicitState{
			{Moves: [][]string{{"high", "low"}, {"1", "2", "3"}}, Next: map[string]int{
				"high 1": 1, "high 2": 2, "high 3": 2, "low 1": 2, "low 2": 1, "low 3": 1}},
			{Moves: [][]string{{"give up", "go on"}, {"wait"}}, Next: map[string]int{"give up wait": 3, "go on wait": 4}},
			{Moves: [][]string{{"give up", "go on"}, {"wait"}}, Next: map[string]int{"give up wait": 3, "go on wait": 5}},
			end(0), end(20), end(100),
		},
	}
}

func TestChance(t *testing.T) {
	g := dice()
	for _, name := range []string{"auto", "mcts", "uct", "greedy", "random", "legal"} {
		t.Run(name, func(t *testing.T) {
			build, err := roster.All().Maker(name)
			if err != nil {
				t.Fatal(err)
			}
			playertest.Run(t, game.Game(g), build)
		})
	}
}

func TestOptionsAreDocumented(t *testing.T) {
	for _, k := range roster.All() {
		if k.Doc == "" {
			t.Errorf("%s has no documentation", k.Name)
		}
		for _, o := range k.Options() {
			if o.Doc == "" {
				t.Errorf("option %s of %s has no documentation", o.Name, k.Name)
			}
		}
	}
}

func TestNew(t *testing.T) {
	for _, spec := range []string{"auto", "mcts:threads=2,reuse=false,policy=mast", "greedy:playouts=4", "random"} {
		if _, err := roster.New(spec); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
	for _, spec := range []string{"", "nobody", "random:x=1", "mcts:threads", "mcts:threads=many", "mcts:policy=good", "mcts:net=missing", "bestfirst:share=2", "mcts:"} {
		if _, err := roster.New(spec); (err == nil) != (spec == "mcts:") {
			t.Errorf("%s: the error is %v", spec, err)
		}
	}
}
