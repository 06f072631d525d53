package puzzle

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const small = `title = "small"
want = 1

[[puzzle]]
name = "block"
game = "tictactoe"
moves = "(mark 1 1); (mark 2 2); (mark 1 2)"
role = "black"
best = ["(mark 1 3)"]
claim = "saves"
goal = 50
steps = 2
why = "a row of three"
`

func TestRead(t *testing.T) {
	s, err := Read("small.toml", small)
	if err != nil {
		t.Fatal(err)
	}
	if s.Title != "small" || len(s.Puzzles) != 1 || s.Puzzles[0].Steps != 2 || s.Wanted() != 1 {
		t.Errorf("%+v", s)
	}
	file := filepath.Join(t.TempDir(), "small.toml")
	if err := os.WriteFile(file, []byte(small), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file); err != nil {
		t.Error(err)
	}
	if _, err := Open(file + "x"); err == nil {
		t.Error("a file that is not there can be read")
	}
}

func TestReadErrors(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"syntax", `want = 1`, `want = `, "s.toml:2: "},
		{"type", `want = 1`, `want = "one"`, "s.toml:2: "},
		{"unknown key", "why =", "reason =", `s.toml:13: there is no key "puzzle.reason"`},
		{"unknown table", `why = "a row of three"`, "why = \"x\"\n[other]\na = 1", `there is no key "other"`},
		{"no name", `name = "block"`, "", "s.toml:4: puzzle number 1: name is missing"},
		{"no game", `game = "tictactoe"`, "", "s.toml:4: puzzle block: game is missing"},
		{"no best", `["(mark 1 3)"]`, "[]", "s.toml:4: puzzle block: best is missing"},
		{"claim", `"saves"`, `"surely"`, `the claim is "surely": use wins, saves or solved`},
		{"solved", `"saves"`, `"solved"`, "neither goal nor steps"},
		{"goal", "goal = 50", "goal = 0", "the goal is 0"},
		{"steps", "steps = 2", "steps = -1", "steps is -1"},
		{"want", "want = 1", "want = 2", "want is 2, and there are 1 puzzles"},
		{"nodes", "want = 1", "nodes = -1", "nodes cannot be negative"},
		{"none", small[strings.Index(small, "[[puzzle]]"):], "", "there is no [[puzzle]]"},
		{"twice", small, small + small[strings.Index(small, "[[puzzle]]"):], "s.toml:14: puzzle block: there is another one"},
	}
	for _, test := range tests {
		text := strings.Replace(small, test.old, test.new, 1)
		if _, err := Read("s.toml", text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: the error is %v, want %q", test.name, err, test.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(small)
	f.Add("[[puzzle]]\nname=\"\"\"\n[[puzzle]]\n\"\"\"")
	f.Add("title = 'x")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Read("fuzz.toml", text)
		if err == nil && (len(s.Puzzles) == 0 || s.Wanted() > len(s.Puzzles)) {
			t.Errorf("%q is read as %+v", text, s)
		}
	})
}

func TestOnly(t *testing.T) {
	s := &Suite{Want: 3, Puzzles: []Puzzle{{Game: "a"}, {Game: "a"}, {Game: "b"}, {Game: "b"}, {Game: "b"}}}
	for name, want := range map[string][2]int{"a": {2, 1}, "b": {3, 1}, "c": {0, 0}} {
		if only := s.Only(name); len(only.Puzzles) != want[0] || only.Want != want[1] {
			t.Errorf("%s: %d puzzles, %d wanted", name, len(only.Puzzles), only.Want)
		}
	}
	s.Want = 0
	if only := s.Only("b"); only.Wanted() != 3 {
		t.Errorf("%d wanted", only.Wanted())
	}
}
