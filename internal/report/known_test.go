package report_test

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ludex/internal/parameters"
	"ludex/internal/report"
	"ludex/internal/roster"
	"ludex/library"
	"ludex/match"
	"ludex/rules"
)

// A knownFact is something that is known of a game. A report on it has a number of games and
// a budget of nodes for a move, so that it is the same on every machine.
type knownFact struct {
	game, claim, text string
	games, nodes      int
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
		games, err := strconv.Atoi(row[1])
		nodes, err2 := strconv.Atoi(row[2])
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		list = append(list, knownFact{row[0], row[3], row[4], games, nodes})
	}
	return list
}

// knownPlayouts is the number of random plays of a report on a known game.
const knownPlayouts = 100

// reportOn makes the report of a fact, as the command does.
func reportOn(t *testing.T, k knownFact) (*report.Data, *report.Measures) {
	t.Helper()
	ctx := t.Context()
	rs := knownRules(t, k.game)
	list, err := match.NewRoster(ctx, rs, roster.All(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	opt := report.Options{Playouts: knownPlayouts, Games: k.games, Nodes: k.nodes, Seed: 1, Threads: 2}
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
	if err != nil {
		t.Fatal(err)
	}
	return d, report.Measure(d)
}

// knownRules returns the rules of a known game, which is one of the library or has a file here,
// perhaps with other parameters: hex@line19=2,line20=3.
func knownRules(t *testing.T, name string) *rules.Rules {
	t.Helper()
	base, settings, changed := strings.Cut(name, "@")
	file, text := base+".rbg", ""
	if entry, ok := library.Lookup(base); ok {
		file, text = entry.File, string(entry.Rules())
	} else {
		own, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		text = string(own)
	}
	rs, err := rules.Parse(file, text)
	if err != nil || !changed {
		return parsed(t, rs, err)
	}
	values := map[string]int{}
	for _, setting := range strings.Split(settings, ",") {
		of, value, _ := strings.Cut(setting, "=")
		if values[of], err = strconv.Atoi(value); err != nil {
			t.Fatal(err)
		}
	}
	list, err := parameters.Find(text, rs.IsRBG())
	if err != nil {
		t.Fatal(err)
	}
	if text, err = parameters.Set(text, list, values); err != nil {
		t.Fatal(err)
	}
	rs, err = rules.Parse(file, text)
	return parsed(t, rs, err)
}

// parsed returns rules that could be read.
func parsed(t *testing.T, rs *rules.Rules, err error) *rules.Rules {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// The answers to a fact.
const (
	agrees    = "agrees"
	disagrees = "disagrees"
	open      = "open" // the interval holds both answers, or stronger players come nearer to the known one
)

// fewestGames is the number of games that can show that a game is balanced.
const fewestGames = 24

// judge compares a report with a fact, and returns the figure, too.
func (k knownFact) judge(t *testing.T, d *report.Data, m *report.Measures) (figure, answer string) {
	t.Helper()
	if steps, ok := strings.CutPrefix(k.claim, "steps "); ok {
		text, _ := solution(m)
		return text, either(strings.HasSuffix(text, " after "+steps+" steps"))
	}
	if text, ok := solution(m); ok && strings.Contains("first second draw", k.claim) {
		want := map[string]string{"first": "first, wins", "second": "second, wins", "draw": "nobody wins"}[k.claim]
		return text, either(strings.Contains(text, want))
	}
	switch k.claim {
	case "first", "second":
		seat := k.seat(d, m)
		return scoreText(m, seat), approach(above(m.Self.Scores[seat], 0.5), trend(m).Scores[seat], +1)
	case "balanced":
		figure, answer = scoreText(m, 0), above(m.Self.Scores[0], 0.5)
		switch {
		case answer == agrees: // the first one is ahead
			return figure, approach(disagrees, trend(m).Scores[0], -1)
		case answer == disagrees:
			return figure, approach(disagrees, trend(m).Scores[0], +1)
		case m.Self.Plays < fewestGames:
			return figure, open
		}
		return figure, agrees
	case "draw": // for players who are not perfect
		return drawText(m), approach(above(m.Self.Draws, 0.5), trend(m).Draws, +1)
	case "decisive":
		return drawText(m), either(m.Self.Draws.Mean == 0)
	case "luck":
		for _, s := range m.Verdict {
			if s.Measure == "skill" {
				return "skill " + report.ValueText(s.Value, s.Unit), either(strings.HasPrefix(s.Text, "No strategy") || strings.HasPrefix(s.Text, "Mostly luck"))
			}
		}
	}
	t.Fatalf("%s: no answer to %q", k.game, k.claim)
	return "", ""
}

// seat returns the seat, of two, that should be ahead.
func (k knownFact) seat(d *report.Data, m *report.Measures) int {
	seats := d.About.Seats()
	first := slices.IndexFunc(seats, func(seat int) bool { return d.About.Roles[seat] == m.Self.FirstRole })
	if k.claim == "second" {
		return 1 - first
	}
	return first
}

// either answers a question without an interval.
func either(yes bool) string {
	if yes {
		return agrees
	}
	return disagrees
}

// trend returns the trend of a report, or an empty one.
func trend(m *report.Measures) *report.TrendMeasure {
	if m.Trend == nil {
		return &report.TrendMeasure{Scores: make([]report.Estimate, len(m.Self.Scores))}
	}
	return m.Trend
}

// approach leaves a question open if the answer is wrong and stronger players come nearer to the
// right one: the interval of the slope is on the given side of zero.
func approach(answer string, slope report.Estimate, side float64) string {
	if i := slope.Interval; answer == disagrees && i != nil && side*i[0] > 0 && side*i[1] > 0 {
		return open
	}
	return answer
}

// scoreText writes the score of a seat, and those of weaker players.
func scoreText(m *report.Measures, seat int) string {
	return "scores " + report.ValueText(m.Self.Scores[seat], "") + weaker(m, func(s report.Strength) report.Estimate { return s.Scores[seat] }, "")
}

// drawText writes the part of drawn games, and those of weaker players.
func drawText(m *report.Measures) string {
	const unit = "of the games"
	return report.ValueText(m.Self.Draws, unit) + " drawn" + weaker(m, func(s report.Strength) report.Estimate { return s.Draws }, unit)
}

// weaker writes a value of all weaker players, if it varies.
func weaker(m *report.Measures, of func(report.Strength) report.Estimate, unit string) string {
	var parts []string
	varies := false
	for _, s := range trend(m).Strengths {
		e := of(s)
		varies = varies || e.Mean != of(trend(m).Strengths[0]).Mean
		e.Interval = nil
		parts = append(parts, fmt.Sprintf("%s with %d", report.ValueText(e, unit), s.Nodes))
	}
	if !varies {
		return ""
	}
	return "; " + strings.Join(parts[:len(parts)-1], ", ") + " nodes"
}

// repeated says how many games are different, if some are not.
func repeated(m *report.Measures) string {
	if m.Repeated == 0 {
		return ""
	}
	return fmt.Sprintf(", %d different", m.Self.Plays)
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
// moment have to agree; with LUDEX_FULL=1 all are made, and LUDEX_UPDATE=1 writes those that were made
// into the list of the manual.
func TestKnownGames(t *testing.T) {
	sure := map[string]bool{"tictactoe": true, "hexapawn": true, "reversi-4x4": true, "jugs": true}
	full := os.Getenv("LUDEX_FULL") != ""
	if testing.Short() {
		t.Skip("plays many games")
	}
	all := readKnown(t)
	for i, k := range all {
		if i > 0 && all[i-1].game == k.game {
			continue
		}
		t.Run(k.game, func(t *testing.T) {
			if !full && !sure[k.game] {
				t.Skip("takes long: LUDEX_FULL=1 runs it")
			}
			d, m := reportOn(t, k)
			var rows []string
			for _, k := range all {
				if k.game != all[i].game {
					continue
				}
				figure, answer := k.judge(t, d, m)
				rows = append(rows, fmt.Sprintf("| `%s` | %s | %s | %d of %d nodes%s | %s |\n", k.game, k.text, figure, k.games, k.nodes, repeated(m), answer))
				if t.Log(rows[len(rows)-1]); sure[k.game] && answer != agrees || answer == disagrees {
					t.Errorf("%s: %s, but the report says %s", k.game, k.text, figure)
				}
			}
			if full && *update {
				writeKnown(t, all, k.game, rows)
			}
		})
	}
}

// writeKnown puts the rows of a game into the list of the manual, which has the order of the facts.
func writeKnown(t *testing.T, all []knownFact, game string, rows []string) {
	t.Helper()
	const file, begin, end = "../../docs/known-games.md", "| --- | --- | --- | --- | --- |\n", "\n<!-- end of the list -->\n"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), begin)
	old, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the list", file)
	}
	var table strings.Builder
	for i, k := range all {
		switch {
		case i > 0 && all[i-1].game == k.game:
		case k.game == game:
			table.WriteString(strings.Join(rows, ""))
		default:
			for line := range strings.Lines(old) {
				if strings.HasPrefix(line, "| `"+k.game+"` |") {
					table.WriteString(line)
				}
			}
		}
	}
	if err := os.WriteFile(file, []byte(head+begin+table.String()+end+tail), 0o644); err != nil {
		t.Fatal(err)
	}
}
