package library_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

// A table is a position of a game with chance, hidden information or moves at the
// same time, whose rules are written once more in plain Go.
type table interface {
	// legal returns the legal moves of all roles; a role that is left out has only
	// the move noop.
	legal() map[string][]string
	// play returns the next position, and what each role perceives.
	play(joint map[string]string) (table, map[string][]string)
	// goals returns the goal values of all roles but random, and whether the play
	// is over.
	goals() (map[string]int, bool)
}

// tables are the games with a second program that is a table.
var tables = []struct {
	game   string
	start  table
	hidden bool
	plays  int // so many plays are compared by default
}{
	{"backgammon", newGammon(), true, 3},
	{"darkchess", darkTable{darkStart}, true, 5},
	{"diplomacy", newPowers(), false, 60},
	{"ludo", newLudo([]int{1, 11, 21, 31}, "red", "green", "yellow", "blue"), true, 5},
	{"ludo-two", newLudo([]int{1, 21}, "red", "yellow"), true, 5},
	{"pachisi", cowrieRace{}, true, 20},
	{"twixt", linkBoard{}, false, 10},
	{"goofspiel-three", newGoofspiel("ann", "ben", "cleo"), true, 100},
	{"tron-four", newTron("red 2 2", "blue 7 7", "green 2 7", "yellow 7 2"), false, 100},
	{"fugitive", fugitive{at: [3]int{1, 7, 10}}, true, 100},
	{"crazyeights", newEights(), true, 60},
	{"holdem", holdem{stakes: [2]int{1, 1}}, true, 60},
	{"yahtzee", threeDice{again: [3]bool{true, true, true}}, true, 20},
	{"clue", mystery{}, true, 60},
	{"game2048", tiles{map[square]int{{2, 2}: 2}, true}, true, 5},
	{"stratego", battle{}, true, 40},
	{"gin", newRummy(), true, 60},
	{"cribbage", newCrib(), true, 40},
	{"klondike", newPatience(), true, 40},
	{"loveletter", newCourt(), true, 60},
	{"mastermind", codeRow{pegs: 4, colours: codeColours, most: 5}, true, 1},
	{"mastermind-small", codeRow{pegs: 3, colours: codeColours[:3], most: 4}, true, 60},
	{"threeknow", coinTalk{}, true, 60},
	{"breakthrough-5x5", pawnRace{pawnRaceStart, 0}, false, 60},
	{"connectfour-5x4", discDrop{}, false, 60},
	{"minority", minority{}, false, 60},
	{"prisonersdilemma", dilemma{}, false, 60},
	{"dotsandboxes", boxBoard{}, false, 60},
	{"knightstour", knightPath{square{1, 1}, map[square]bool{{1, 1}: true}}, false, 60},
	{"kriegspiel-tictactoe", hiddenMarks{mover: "x"}, true, 60},
	{"kriegspiel-chess", blindStart, true, 15},
	{"bankerandthief", bankRobbery{}, true, 60},
	{"battleships", seaBattle{}, true, 60},
	{"colouredtrails", newTrailWalk(), true, 60},
	{"colouredtrails-private", newSecretTrail(), true, 60},
}

// TestTables plays random plays of games and of their second programs, and compares
// legal moves, percepts, the end and goal values in all states.
func TestTables(t *testing.T) {
	if testing.Short() {
		t.Skip("the models run on one goroutine, so the race detector would find nothing")
	}
	for _, tt := range tables {
		m := jointModel[table]{
			game: tt.game, start: tt.start, plays: tt.plays,
			legal: func(s table, role string) []string {
				if moves := s.legal()[role]; len(moves) > 0 {
					return moves
				}
				return []string{"noop"}
			},
			next: func(s table, does map[string]string) table {
				next, _ := s.play(does)
				return next
			},
			over: func(s table) bool {
				_, over := s.goals()
				return over
			},
			goal: func(s table, role string) int {
				goals, _ := s.goals()
				return goals[role]
			},
		}
		if tt.hidden {
			m.sees = func(s table, does map[string]string, role string) []string {
				_, percepts := s.play(does)
				return percepts[role]
			}
		}
		t.Run(tt.game, m.run)
	}
}

// scan reads the numbers of a move with a format.
func scan(text, format string, numbers ...any) bool {
	n, err := fmt.Sscanf(text, format, numbers...)
	return err == nil && n == len(numbers)
}

// ranking gives 100 to the one with most points, or 50 to each of several.
func ranking(points map[string]int) map[string]int {
	best := slices.Max(slices.Collect(maps.Values(points)))
	var first []string
	goals := map[string]int{}
	for name, n := range points {
		goals[name] = 0
		if n == best {
			first = append(first, name)
		}
	}
	for _, name := range first {
		goals[name] = map[bool]int{true: 100, false: 50}[len(first) == 1]
	}
	return goals
}

// everybody makes a percept list that is the same for all.
func everybody(names []string, percepts ...string) map[string][]string {
	list := map[string][]string{}
	for _, name := range names {
		list[name] = percepts
	}
	return list
}

// without returns a list without one of its elements.
func without(list []int, n int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(m int) bool { return m == n })
}
