package benchtable

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludex/library"
)

// write writes the rules of a game of the library to a file, whose folder it makes.
func write(t *testing.T, game string, path ...string) string {
	t.Helper()
	g, ok := library.Lookup(game)
	if !ok {
		t.Fatalf("the library has no %s", game)
	}
	file := filepath.Join(path...)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, g.Rules(), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func gather(t *testing.T, q Query) map[string]*Subject {
	t.Helper()
	list, err := FindSubjects(q)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*Subject{}
	for _, s := range list {
		all[s.Title] = s
	}
	return all
}

// described returns the names of a subject's descriptions: the boardgame, the game
// in GDL, and the boardgame whose tree is counted.
func described(s *Subject) string {
	var all []string
	for _, f := range s.found {
		name := "–"
		if f.rules != nil {
			name = f.rules.Name()
		}
		all = append(all, name)
	}
	return strings.Join(all, " ")
}

func expect(t *testing.T, all map[string]*Subject, title, want string) {
	t.Helper()
	s := all[title]
	if s == nil {
		t.Fatalf("there is no row %s", title)
	}
	if got := described(s); got != want {
		t.Errorf("%s has %s, not %s", title, got, want)
	}
}

func TestLibraryAlone(t *testing.T) {
	all := gather(t, Query{})
	if len(all) != 12 {
		t.Errorf("there are %d rows", len(all))
	}
	expect(t, all, "Breakthrough", "breakthrough-rbg breakthrough –")
	expect(t, all, "Chess", "chess – –")
	expect(t, all, "English checkers", "draughts – –")
	expect(t, all, "Go", "go-19x19 – –")
	expect(t, all, "Hex (9x9)", "hex-9x9 – –")
	expect(t, all, "Arimaa", "arimaa – arimaa-fixed")
	for title, s := range all {
		if s.found[slotRBG].rules == nil {
			t.Errorf("%s has no description", title)
		}
	}
}

// TestRosterIsRight makes sure that games of the library that are said to be those
// of the paper exist, in the right language.
func TestRosterIsRight(t *testing.T) {
	for _, e := range paper {
		for _, l := range []Language{RBG, GDL} {
			name := e.of(l).library
			if name == "" {
				continue
			}
			if g, ok := library.Lookup(name); !ok || g.IsRBG() != (l == RBG) {
				t.Errorf("%s: the library has no %s in %s", e.title, name, l)
			}
		}
	}
}

func TestFolders(t *testing.T) {
	dir := t.TempDir()
	write(t, "tictactoe-rbg", dir, "go.rbg")
	write(t, "tictactoe-rbg", dir, "arimaa.rbg")
	write(t, "tictactoe-rbg", dir, "arimaa_fixedPosition.rbg")
	write(t, "tictactoe-rbg", dir, "chess.rbg")
	write(t, "tictactoe-rbg", dir, "gomoku.rbg")
	write(t, "tictactoe", dir, "chess", "chess.kif")
	write(t, "tictactoe", dir, "chess_200", "chess_200.kif")
	write(t, "tictactoe", dir, "chess_200", "v1", "newer.kif")
	write(t, "tictactoe", dir, "hex.kif")
	if err := os.WriteFile(filepath.Join(dir, "broken.rbg"), []byte("#players ="), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "reversi"), 0o755); err != nil {
		t.Fatal(err)
	}
	all := gather(t, Query{Args: []string{dir}})
	if len(all) != 12 {
		t.Errorf("there are %d rows", len(all))
	}
	expect(t, all, "Go", "go – –")
	expect(t, all, "Arimaa", "arimaa – arimaa_fixedPosition")
	expect(t, all, "Chess", "chess newer –")
	expect(t, all, "Hex (9x9)", "hex-9x9 hex –")
	expect(t, all, "Reversi", "reversi – –") // the library's version
	if s := all["Chess"]; s.found[slotRBG].rank == libraryRank {
		t.Error("the library was taken where a file was given")
	}
	all = gather(t, Query{Args: []string{dir}, Games: []string{"Gomoku", "hex 9×9"}})
	if len(all) != 2 {
		t.Errorf("there are %d rows", len(all))
	}
	expect(t, all, "gomoku", "gomoku – –")
	expect(t, all, "Hex (9x9)", "hex-9x9 hex –")
	all = gather(t, Query{Args: []string{filepath.Join(dir, "chess_200")}, Games: []string{"chess"}})
	expect(t, all, "Chess", "chess newer –")
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	mine, other := write(t, "tictactoe-rbg", dir, "mine.rbg"), write(t, "tictactoe", dir, "Mine.kif")
	all := gather(t, Query{Args: []string{mine, other, "go", "hex", "connectfour", "-"}, Stdin: strings.NewReader(rulesOf(t, "nim"))})
	expect(t, all, "mine", "mine Mine –")
	expect(t, all, "go", "go – –") // ours, which is smaller than the paper's
	expect(t, all, "hex", "hex – –")
	expect(t, all, "Connect four", "– connectfour –")
	expect(t, all, "<stdin>", "– <stdin> –")
	if all["mine"].Paper || !all["Connect four"].Paper {
		t.Error("the paper's games are others")
	}
	if len(all) != 5 {
		t.Errorf("there are %d rows, not those of the arguments only", len(all))
	}
}

func rulesOf(t *testing.T, game string) string {
	t.Helper()
	g, ok := library.Lookup(game)
	if !ok {
		t.Fatalf("the library has no %s", game)
	}
	return string(g.Rules())
}

func TestGatherErrors(t *testing.T) {
	dir := t.TempDir()
	broken := filepath.Join(dir, "chess.rbg")
	if err := os.WriteFile(broken, []byte("#players = a(1)"), 0o644); err != nil {
		t.Fatal(err)
	}
	for want, q := range map[string]Query{
		"no such file":      {Args: []string{"no-such-game"}},
		"has errors":        {Args: []string{broken}},
		"chess.rbg has err": {Args: []string{dir}},
		`is called "halma"`: {Games: []string{"chess", "halma"}},
		"not in real time":  {Args: []string{"tictactoe-timed"}},
	} {
		_, err := FindSubjects(q)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: the error is %v, not %q", q, err, want)
		}
	}
}
