package library_test

import (
	"path"
	"testing"

	"ludex/gdl"
	"ludex/gdl/gdlcheck"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/library"
	"ludex/source"
)

func readGame(t *testing.T, g library.Game) (*gdl.Program, *source.List) {
	t.Helper()
	p, list := gdlparse.File(source.NewFile(g.File, g.Rules()), gdlparse.Options{})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return p, list
}

// TestGamesAreValid checks every game as strictly as possible. The only
// exception is Coloured Trails, whose published rules nest functions.
func TestGamesAreValid(t *testing.T) {
	for _, g := range library.GDLGames() {
		t.Run(g.Name, func(t *testing.T) {
			p, list := readGame(t, g)
			gdlcheck.Run(p, gdlcheck.Options{Strict: true}, list)
			for _, d := range list.Items {
				nested := g.Name == "colouredtrails" && d.Code.ID == "GDL096"
				if d.Severity <= source.Warning && !nested {
					t.Error(d)
				}
			}
		})
	}
}

func TestGamesAreCanonical(t *testing.T) {
	for _, g := range library.GDLGames() {
		p, _ := readGame(t, g)
		if text := g.Rules(); string(gdlformat.Program(p, p.Syntax)) != string(text) {
			t.Errorf("%s: \"ludex fmt\" would change it", g.File)
		}
	}
}

// TestGamesAreWhatTheySay compares the rules with what game.toml says.
func TestGamesAreWhatTheySay(t *testing.T) {
	for _, g := range library.GDLGames() {
		p, _ := readGame(t, g)
		if p.Dialect.String() != g.Dialect {
			t.Errorf("%s is in %v, not in %s", g.Name, p.Dialect, g.Dialect)
		}
		if want := map[string]gdl.Syntax{".kif": gdl.Prefix, ".gdl": gdl.Infix}[path.Ext(g.File)]; p.Syntax != want {
			t.Errorf("%s is in %v syntax", g.File, p.Syntax)
		}
		players := 0
		for i := range p.Clauses {
			if h := &p.Clauses[i].Head; h.Name == gdl.Role && h.Args[0].Name != gdl.Random {
				players++
			}
		}
		if players != g.Players {
			t.Errorf("%s has %d players, not %d", g.Name, players, g.Players)
		}
	}
}

// TestGamesThatMustBeThere makes sure that the required games exist.
func TestGamesThatMustBeThere(t *testing.T) {
	for _, name := range []string{
		"tictactoe", "tictactoe-lesson", "connectfour", "connectfour-5x4", "breakthrough", "nim", "maze", "eightpuzzle",
		"hanoi", "rockpaperscissors", "cardgame", "montyhall", "chicken", "colouredtrails",
		"cardgame-printed", "kuhnpoker", "leducpoker", "kriegspiel-tictactoe", "kriegspiel-chess", "mastermind",
		"mastermind-small", "battleships", "liarsdice", "numberguessing", "bankerandthief", "colouredtrails-private",
		"threeknow", "unfaircoin",
		"hotpotato", "duel", "snap", "shooter", "resourcerace", "simonsays", "tictactoe-timed",
	} {
		if _, ok := library.Lookup(name); !ok {
			t.Errorf("there is no game %s", name)
		}
	}
}
