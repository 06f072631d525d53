package prove_test

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ludex/internal/corpustest"
	"ludex/internal/prove"
	"ludex/library"
	"ludex/rules"
)

// surveyed are the games of a short survey.
var surveyed = []string{"tictactoe", "connectfour-5x4", "breakthrough-5x5", "jugs", "dotsandboxes"}

// A tally counts answers.
type tally struct{ proved, refuted, open int }

// The usual properties are decided for most games: of the library a few, and with
// LUDEX_FULL=1 all games of the library and all public ones, a minute of the processor for
// each property. LUDEX_SURVEY is a file with games, one in a line, to be surveyed instead, and
// LUDEX_SURVEY_TIME the time for a property.
func TestSurvey(t *testing.T) {
	names, limit := surveyed, 20*time.Second
	if corpustest.Full() {
		names, limit = allGames(t), time.Minute
	}
	if list := os.Getenv("LUDEX_SURVEY"); list != "" {
		names = readLines(t, list)
	}
	if text := os.Getenv("LUDEX_SURVEY_TIME"); text != "" {
		var err error
		if limit, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	totals := map[string]*tally{}
	for _, name := range names {
		survey(t, name, limit, totals)
	}
	for _, word := range prove.Usual {
		if n := totals[word]; n != nil {
			t.Logf("%-10s %4d proved %4d refuted %4d open", word, n.proved, n.refuted, n.open)
			if decided := n.proved + n.refuted; decided < 2*n.open {
				t.Errorf("%s: %d answers are open, and only %d decided", word, n.open, decided)
			}
		}
	}
}

// survey asks for the usual properties of one game and logs the answers.
func survey(t *testing.T, name string, limit time.Duration, totals map[string]*tally) {
	t.Helper()
	file, err := library.Open(name, strings.NewReader(""))
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	start := time.Now()
	l, err := prove.Load(t.Context(), rules.Read(file, rules.Options{Lenient: true}))
	if err != nil {
		t.Logf("%s: %v", name, err)
		return
	}
	list, err := l.Questions(t.Context(), prove.Usual, 1)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	var line strings.Builder
	fmt.Fprintf(&line, "%s: %d facts, %d gates", name, len(l.System.State), l.System.Graph.Len())
	answers, err := prove.New(l, prove.Options{Time: limit, Seed: 1}).Decide(t.Context(), list)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	for _, a := range answers {
		word, _, _ := strings.Cut(a.Property, " ")
		if totals[word] == nil {
			totals[word] = new(tally)
		}
		count(totals[word], a.Verdict)
		fmt.Fprintf(&line, "\n  %-20s %-8s %s", a.Property, a.Verdict, a.Method)
		if a.Bound != nil {
			fmt.Fprintf(&line, " (at most %d steps)", a.Bound)
		}
	}
	t.Logf("%s\n  in %v", line.String(), time.Since(start).Round(time.Millisecond))
}

func count(n *tally, v prove.Verdict) {
	switch v {
	case prove.Proved:
		n.proved++
	case prove.Refuted:
		n.refuted++
	default:
		n.open++
	}
}

// allGames returns the games of the library and the public ones, but those in real time.
func allGames(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, e := range library.Games() {
		names = append(names, e.Name)
	}
	for _, language := range []string{"gdl", "gdl2"} {
		err := filepath.WalkDir(corpustest.Dir(language), func(path string, _ fs.DirEntry, err error) error {
			if strings.HasSuffix(path, ".kif") {
				names = append(names, path)
			}
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	return names
}

func readLines(t *testing.T, name string) []string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var lines []string
	for s := bufio.NewScanner(f); s.Scan(); {
		if line := strings.TrimSpace(s.Text()); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
