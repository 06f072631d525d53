package gdlwellformed

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ludex/gdl/gdlcheck"
	"ludex/internal/gdlparse"
	"ludex/library"
	"ludex/source"
)

// codes runs the checks and returns the codes of what they find.
func codes(t *testing.T, file *source.File, opt Options) []string {
	t.Helper()
	prog, list := gdlparse.File(file, gdlparse.Options{})
	gdlcheck.Run(prog, gdlcheck.Options{}, list)
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	before := len(list.Items)
	if _, err := Check(context.Background(), prog, opt, list); err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, d := range list.Items {
		if slices.Contains(Codes, d.Code) {
			found = append(found, d.Code.ID)
		}
	}
	if len(found) != len(list.Items)-before {
		t.Error("the checks report codes that they do not list")
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// TestPrinted finds the slips of the printed listings that only play shows,
// one after the other as the ones before are repaired.
func TestPrinted(t *testing.T) {
	tests := []struct {
		file    string
		repairs []string // old and new texts in turn
		want    []string
	}{
		// As printed, the lesson's game is over before it begins.
		{"tictactoe.gdl", nil, []string{"GDL123", "GDL126"}},
		// With the end repaired, a role is left without a legal move, so there is no play.
		{"tictactoe.gdl", []string{"terminal :- line(P)", "terminal :- line(x) terminal :- line(o)"}, []string{"GDL121"}},
		// With the roles repaired too, marks vanish: nobody ever has a line,
		// and the digit 0 that stands for the mark o is not declared.
		{"tictactoe.gdl", []string{"terminal :- line(P)", "terminal :- line(x) terminal :- line(o)",
			"legal(x,", "legal(white,", "legal(o,", "legal(black,"}, []string{"GDL123", "GDL125"}},
		// Figure 1 gives an all-in role without the ace two goal values.
		{"cardgame.gdl", nil, []string{"GDL122"}},
	}
	for _, test := range tests {
		text, err := os.ReadFile(filepath.Join("..", "..", "gdl", "gdlcheck", "testdata", "printed", test.file))
		if err != nil {
			t.Fatal(err)
		}
		repaired := strings.NewReplacer(test.repairs...).Replace(string(text))
		if got := codes(t, source.NewFile(test.file, []byte(repaired)), Options{}); !slices.Equal(got, test.want) {
			t.Errorf("%s with %q: found %v, want %v", test.file, test.repairs, got, test.want)
		}
	}
}

// TestLibrary plays the games of our own that are small enough to be exhausted.
func TestLibrary(t *testing.T) {
	for _, name := range []string{"tictactoe", "tictactoe-lesson", "nim", "maze", "hanoi", "rockpaperscissors", "cardgame", "kuhnpoker", "montyhall", "minority", "highlow"} {
		file, err := library.Open(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := codes(t, file, Options{}); len(got) > 0 {
			t.Errorf("%s: found %v", name, got)
		}
	}
}
