package prove_test

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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

// The usual properties are decided for most games: of the library a few, and with
// LUDEX_FULL=1 all games of the library and all public ones, a minute of the processor for
// each property. The tables have times of the processor, too. LUDEX_SURVEY is a file with games, one in a line, to be surveyed instead,
// LUDEX_SURVEY_TIME the time for a property, LUDEX_SURVEY_ASK a list of properties, and
// LUDEX_SURVEY_RESULTS a file to which answers are added, and in which those of earlier runs
// are found: what is decided is not asked again, nor what the same program has tried for as long.
func TestSurvey(t *testing.T) {
	names, limit, asked := surveyed, 20*time.Second, prove.Usual
	if corpustest.Full() {
		names, limit = allGames(t), time.Minute
	}
	if list := os.Getenv("LUDEX_SURVEY"); list != "" {
		names = readLines(t, list)
	}
	if text := os.Getenv("LUDEX_SURVEY_ASK"); text != "" {
		asked = strings.Fields(text)
	}
	if text := os.Getenv("LUDEX_SURVEY_TIME"); text != "" {
		var err error
		if limit, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	v := &survey{t: t, limit: limit, asked: asked, results: openResults(t, os.Getenv("LUDEX_SURVEY_RESULTS"))}
	for _, name := range names {
		v.game(name)
	}
	v.summary()
}

// A survey asks for properties of games.
type survey struct {
	t       *testing.T
	limit   time.Duration
	asked   []string
	results *results
	all     []result // of this run and of earlier ones
}

// game asks for the properties of one game that are not decided yet, and logs the answers.
func (v *survey) game(name string) {
	file, err := library.Open(name, strings.NewReader(""))
	if err != nil {
		v.t.Errorf("%s: %v", name, err)
		return
	}
	r := rules.Read(file, rules.Options{Lenient: true})
	base := result{Game: name, Set: setOf(name), Rules: r.Fingerprint(), Limit: v.limit.Seconds()}
	start := time.Now()
	l, size := v.load(name, r, base)
	if l == nil {
		return
	}
	open := v.open(name, l, base)
	if len(open) == 0 {
		return
	}
	answers, err := prove.New(l, prove.Options{Time: v.limit, Seed: 1}).Decide(v.t.Context(), open)
	if err != nil {
		v.t.Errorf("%s: %v", name, err)
	}
	var line strings.Builder
	fmt.Fprintf(&line, "%s: %s", name, size)
	for _, a := range answers {
		x := base
		x.Property, x.Verdict, x.Method, x.Seconds = a.Property, a.Verdict, a.Method, a.Time.Seconds()
		if a.Bound != nil {
			x.Bound = a.Bound.String()
		}
		v.add(x)
		fmt.Fprintf(&line, "\n  %-20s %-8s %6.2f s  %s", a.Property, a.Verdict, a.Time.Seconds(), a.Method)
		if a.Bound != nil {
			fmt.Fprintf(&line, " (at most %d steps)", a.Bound)
		}
	}
	v.t.Logf("%s\n  in %v", line.String(), time.Since(start).Round(time.Millisecond))
}

// load returns a game and how large its transition system is. If it has none it is noted as such, and what
// its language says and plays show can be asked; for games in real time that is nothing.
func (v *survey) load(name string, r *rules.Rules, base result) (l *prove.Loaded, size string) {
	base.Property = notLoaded
	missing, known := v.results.known(base, notLoaded)
	if !known {
		l, err := prove.Load(v.t.Context(), r)
		if err == nil {
			return l, fmt.Sprintf("%d facts, %d gates", len(l.System.State), l.System.Graph.Len())
		}
		v.t.Logf("%s: %v", name, err)
		missing = base
		missing.Verdict, missing.Method = notLoaded, err.Error()
		v.results.add(v.t, missing)
	}
	v.all = append(v.all, missing)
	l, err := prove.LoadWithoutSystem(v.t.Context(), r, errors.New(missing.Method))
	if err != nil {
		return nil, ""
	}
	return l, "no transition system"
}

// open returns the questions that are not decided yet. A property that cannot be asked for, such as
// a constant sum where no random play ends, is left out.
func (v *survey) open(name string, l *prove.Loaded, base result) []prove.Question {
	var open []prove.Question
	for _, word := range v.asked {
		list, err := l.Questions(v.t.Context(), []string{word}, 1)
		if err != nil {
			v.t.Logf("%s: %v", name, err)
			continue
		}
		for _, q := range list {
			if known, ok := v.results.known(base, q.Name); ok {
				v.all = append(v.all, known)
			} else {
				open = append(open, q)
			}
		}
	}
	return open
}

// add notes an answer.
func (v *survey) add(x result) {
	v.all = append(v.all, x)
	v.results.add(v.t, x)
}

// setOf says where a game is from.
func setOf(name string) string {
	for _, language := range languages {
		if strings.HasPrefix(name, corpustest.Dir(language)) {
			return "public " + language
		}
	}
	return "library"
}

// A tally counts answers.
type tally struct {
	proved, refuted, open int
	early                 int // decided within a tenth of the time
	seconds               []float64
}

// part returns the time of which a part of the answers took no more.
func (n *tally) part(share float64) float64 {
	if len(n.seconds) == 0 {
		return 0
	}
	slices.Sort(n.seconds)
	return n.seconds[int(share*float64(len(n.seconds)-1))]
}

// total returns the time of all answers.
func (n *tally) total() time.Duration {
	sum := 0.0
	for _, s := range n.seconds {
		sum += s
	}
	return time.Duration(sum * float64(time.Second))
}

// summary logs how much was decided, and complains if that is little.
func (v *survey) summary() {
	totals := map[string]*tally{}
	loaded := map[string]int{}
	for _, x := range v.all {
		word, _, _ := strings.Cut(x.Property, " ")
		for _, set := range []string{x.Set, "all"} {
			if word == notLoaded || word == v.asked[0] {
				loaded[set+" "+word]++
			}
			key := set + " " + word
			if totals[key] == nil {
				totals[key] = new(tally)
			}
			totals[key].count(x, v.limit)
		}
	}
	for _, set := range []string{"library", "public gdl", "public gdl2", "public rbg", "all"} {
		v.t.Logf("%s: %d games, and %d without a transition system", set, loaded[set+" "+v.asked[0]], loaded[set+" "+notLoaded])
		for _, word := range v.asked {
			n := totals[set+" "+word]
			if n == nil {
				continue
			}
			decided := n.proved + n.refuted
			v.t.Logf("  %-12s %4d proved %4d refuted %4d open: %3d %% decided, %d of them in a tenth of the time",
				word, n.proved, n.refuted, n.open, 100*decided/(decided+n.open), n.early)
			v.t.Logf("  %-12s median %.2f s, 90th percentile %.2f s, together %v", "", n.part(0.5), n.part(0.9), n.total().Round(time.Second))
			if set == "all" && decided < 2*n.open {
				v.t.Errorf("%s: %d answers are open, and only %d decided", word, n.open, decided)
			}
		}
	}
}

// A part of the times is below each of these, and the total is their sum.
func TestTally(t *testing.T) {
	n := &tally{}
	if n.part(0.5) != 0 || n.total() != 0 {
		t.Error("there are times before an answer")
	}
	for i := range 101 {
		n.count(result{Verdict: prove.Proved, Seconds: float64(100 - i)}, 10*time.Second)
	}
	if n.part(0.5) != 50 || n.part(0.9) != 90 || n.total() != 5050*time.Second || n.early != 2 {
		t.Errorf("median %v, 90th percentile %v, together %v, early %d", n.part(0.5), n.part(0.9), n.total(), n.early)
	}
}

func (n *tally) count(x result, limit time.Duration) {
	n.seconds = append(n.seconds, x.Seconds)
	switch x.Verdict {
	case prove.Proved:
		n.proved++
	case prove.Refuted:
		n.refuted++
	default:
		n.open++
		return
	}
	if x.Seconds <= limit.Seconds()/10 {
		n.early++
	}
}

// languages are the folders with public games.
var languages = []string{"gdl2", "gdl", "rbg"}

// allGames returns the games of the library and the public ones.
func allGames(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, e := range library.Games() {
		names = append(names, e.Name)
	}
	for _, language := range languages {
		err := filepath.WalkDir(corpustest.Dir(language), func(path string, _ fs.DirEntry, err error) error {
			if strings.HasSuffix(path, ".kif") || strings.HasSuffix(path, ".rbg") {
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
