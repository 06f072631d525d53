package report_test

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"ludex/internal/report"
	"ludex/internal/roster"
	"ludex/library"
	"ludex/match"
	"ludex/rules"
)

// A knownFact is something that is known of a game. A report on it has a budget of nodes.
type knownFact struct {
	game, claim, text string
	nodes             int
}

// readKnown reads what is known.
func readKnown(t *testing.T) (list []knownFact) {
	t.Helper()
	f, err := os.Open("testdata/known.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma = '\t'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		nodes, err := strconv.Atoi(row[1])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, knownFact{row[0], row[2], row[3], nodes})
	}
	return list
}

// knownTime is the time for a report on a known game, most of which need less.
const knownTime = time.Minute

// reportOn makes a report on a game of the library, as the command does.
func reportOn(t *testing.T, name string, nodes int) *report.Measures {
	t.Helper()
	file, text := knownRules(t, name)
	ctx, cancel := context.WithTimeout(t.Context(), knownTime)
	defer cancel()
	rs, err := rules.Parse(file, text)
	if err != nil {
		t.Fatal(err)
	}
	list, err := match.NewRoster(ctx, rs, roster.All(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	opt := report.Options{Playouts: 100, Games: 40, Nodes: nodes, Seed: 1, Threads: 2}
	if err := opt.SetPlayer(list, "auto"); err != nil {
		t.Fatal(err)
	}
	g, _, err := rs.Open(ctx, rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	s := report.NewSubject(ctx, rs, g)
	d, err := report.Collect(ctx, s, opt, report.Shard{Of: 1})
	if err == nil {
		err = report.Follow(ctx, rs, s, d)
	}
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	m := report.Measure(d)
	if m.Self.Plays == 0 {
		t.Fatalf("no game of %s was played in %v", name, knownTime)
	}
	return m
}

// knownRules returns the rules of a known game, which is one of the library or has a file here.
func knownRules(t *testing.T, name string) (file, text string) {
	t.Helper()
	if entry, ok := library.Lookup(name); ok {
		return entry.File, string(entry.Rules())
	}
	own, err := os.ReadFile("testdata/" + name + ".rbg")
	if err != nil {
		t.Fatal(err)
	}
	return name + ".rbg", string(own)
}

// The answers to a fact.
const (
	agrees    = "agrees"
	disagrees = "disagrees"
	open      = "open" // the interval holds both answers
)

// fewestGames is the number of games that can show that a game is balanced.
const fewestGames = 24

// judge compares a report with a fact, and returns the figure, too.
func (k knownFact) judge(t *testing.T, m *report.Measures) (figure, answer string) {
	t.Helper()
	seat := func(i int) (string, string) {
		e := m.Self.Scores[i]
		return "scores " + report.ValueText(e, ""), above(e, 0.5)
	}
	if text, ok := solution(m); ok && strings.Contains("first second draw", k.claim) {
		want := map[string]string{"first": "first, wins", "second": "second, wins", "draw": "nobody wins"}[k.claim]
		if strings.Contains(text, want) {
			return text, agrees
		}
		return text, disagrees
	}
	draws := m.Self.Draws
	drawn := report.ValueText(draws, "of the games")
	switch k.claim {
	case "first":
		return seat(0)
	case "second":
		return seat(1)
	case "balanced":
		figure, answer = seat(0)
		switch {
		case answer != open:
			return figure, disagrees
		case m.Self.Plays < fewestGames:
			return figure, open
		}
		return figure, agrees
	case "draw": // for players who are not perfect
		return drawn + " drawn", above(draws, 0.5)
	case "decisive":
		if draws.Mean == 0 {
			return drawn + " drawn", agrees
		}
		return drawn + " drawn", disagrees
	case "luck":
		for _, s := range m.Verdict {
			if s.Measure == "skill" {
				answer = disagrees
				if strings.HasPrefix(s.Text, "No strategy") || strings.HasPrefix(s.Text, "Mostly luck") {
					answer = agrees
				}
				return "skill " + report.ValueText(s.Value, s.Unit), answer
			}
		}
	}
	t.Fatalf("%s: no answer to %q", k.game, k.claim)
	return "", ""
}

// solution returns what the verdict says about best play, if it does.
func solution(m *report.Measures) (string, bool) {
	for _, s := range m.Verdict {
		if s.Measure == "solved" {
			return strings.TrimSuffix(s.Text, "."), true
		}
	}
	return "", false
}

// above says whether an estimate is above a value.
func above(e report.Estimate, x float64) string {
	switch i := e.Interval; {
	case i == nil || i[0] <= x && x <= i[1]:
		return open
	case i[0] > x:
		return agrees
	}
	return disagrees
}

// TestKnownGames compares reports with what is known of games. In every run those that take a
// moment have to agree; with LUDEX_FULL=1 all are made, and LUDEX_UPDATE=1 writes the list into
// the file of the manual.
func TestKnownGames(t *testing.T) {
	sure := map[string]bool{"tictactoe": true, "hexapawn": true, "reversi-4x4": true}
	full := os.Getenv("LUDEX_FULL") != ""
	if testing.Short() {
		t.Skip("plays many games")
	}
	var out strings.Builder
	out.WriteString("| game | what is known | what the report says | games | |\n| --- | --- | --- | --- | --- |\n")
	facts := map[string][]knownFact{}
	var names []string
	for _, k := range readKnown(t) {
		if facts[k.game] == nil {
			names = append(names, k.game)
		}
		facts[k.game] = append(facts[k.game], k)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			if !full && !sure[name] {
				t.Skip("takes long: LUDEX_FULL=1 runs it")
			}
			m := reportOn(t, name, facts[name][0].nodes)
			for _, k := range facts[name] {
				figure, answer := k.judge(t, m)
				row := fmt.Sprintf("| `%s` | %s | %s | %d of %d nodes | %s |\n", k.game, k.text, figure, m.Self.Plays, k.nodes, answer)
				t.Log(row)
				out.WriteString(row)
				if sure[name] && answer != agrees {
					t.Errorf("%s: %s, but the report says %s", name, k.text, figure)
				}
			}
		})
	}
	if full && *update {
		writeKnown(t, out.String())
	}
}

// writeKnown puts the list into the manual, between two marks.
func writeKnown(t *testing.T, table string) {
	t.Helper()
	const file, begin, end = "../../docs/known-games.md", "<!-- begin of the list -->\n", "<!-- end of the list -->\n"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), begin)
	_, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the list", file)
	}
	if err := os.WriteFile(file, []byte(head+begin+"\n"+table+"\n"+end+tail), 0o644); err != nil {
		t.Fatal(err)
	}
}
