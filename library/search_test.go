package library

import "testing"

// best returns the names of the games that fit a search best, by appeal.
func best(search string) string {
	var name string
	rank, appeal := 0, 0
	for _, g := range Games() {
		r := Rank(search, g.Names()...)
		if r > rank || r == rank && r > 0 && g.Appeal > appeal {
			name, rank, appeal = g.Name, r, g.Appeal
		}
	}
	return name
}

func TestRankForgives(t *testing.T) {
	for search, want := range map[string]string{
		"chess":                "chess",
		"ches":                 "chess",
		"chss":                 "chess",
		"checkers":             "draughts",
		"chekers":              "draughts",
		"Othello":              "reversi",
		"otello":               "reversi",
		"noughts and crosses":  "tictactoe",
		"crosses noughts":      "tictactoe",
		"nougths crosses":      "tictactoe",
		"tic tac toe":          "tictactoe",
		"toe tic tac":          "tictactoe",
		"connect 4":            "connectfour",
		"four in a row":        "connectfour",
		"conect four":          "connectfour",
		"5x5 breakthrough":     "breakthrough-5x5",
		"breaktrough":          "breakthrough",
		"go":                   "go",
		"weiqi":                "go",
		"liars dice":           "liarsdice",
		"nine mens morris":     "morris",
		"mill":                 "morris",
		"battleship":           "battleships",
		"hanio":                "hanoi",
		"sliding":              "eightpuzzle",
		"poker":                "holdem",
		"tik tak to":           "tictactoe",
		"no such game":         "",
		"xyzzy":                "",
		"parcheesi with knobs": "",
	} {
		if got := best(search); got != want {
			t.Errorf("%q finds %q, want %q", search, got, want)
		}
	}
	if Rank("", "chess") == 0 {
		t.Error("an empty search does not fit everything")
	}
}
