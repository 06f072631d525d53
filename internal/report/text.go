package report

import (
	"fmt"
	"io"
	"strings"
)

// WriteText writes a summary for a terminal.
func WriteText(w io.Writer, d *Data, m *Measures) error {
	t := &textWriter{about: &d.About}
	t.line("%s: %s, %s of %s against itself, %s", d.About.Name, plural(m.Random.Plays, "random play"), plural(m.Self.Plays+uint64(m.Repeated), "game"),
		d.Method.Player, d.Method.budget())
	if m.Repeated > 0 {
		t.line("different games: %d; those that repeat others do not count", m.Self.Plays)
	}
	if missing := d.Missing(); missing != "" {
		t.line("stopped early: %s", missing)
	}
	t.verdict(m)
	t.both("length", m.Self.Length, m.Random.Length, num, " "+d.About.unit())
	if unfinished(&m.Random) || unfinished(&m.Self) {
		t.both("completed", m.Self.Completion, m.Random.Completion, percent, "")
	}
	t.both("branching", m.Self.Branching, m.Random.Branching, num, " legal moves")
	t.results(m)
	t.course(m)
	for _, s := range m.Skill {
		t.row("skill", "%s against %s", s.Score.text(num), s.Rival)
	}
	t.rest(m)
	_, err := io.WriteString(w, t.String())
	return err
}

// A textWriter writes lines.
type textWriter struct {
	strings.Builder
	about *About
}

func (t *textWriter) line(format string, args ...any) { fmt.Fprintf(t, format+"\n", args...) }

func (t *textWriter) row(name, format string, args ...any) {
	t.line("  %-15s "+format, append([]any{name}, args...)...)
}

// both writes a measure of self-play and of random plays; missing ones are left out.
func (t *textWriter) both(name string, self, random Estimate, write func(float64) string, unit string) {
	var parts []string
	if self.N > 0 {
		parts = append(parts, self.text(write)+unit)
		unit = ""
	}
	if random.N > 0 {
		parts = append(parts, "at random "+random.text(write)+unit)
	}
	if parts != nil {
		t.row(name, "%s", strings.Join(parts, "; "))
	}
}

// unfinished reports whether some plays did not end.
func unfinished(m *PlayMeasures) bool { return m.Plays > 0 && m.Completion.Mean < 1 }

// results writes the measures of results.
func (t *textWriter) results(m *Measures) {
	if p := m.Puzzle; p != nil {
		t.row("best goal", "%d: %s of the games, %s of the random plays", p.Best, p.SelfBest.text(percent), p.RandomBest.text(percent))
		if p.Shortest > 0 {
			t.row("solution", "%d steps, the shortest found", p.Shortest)
		}
		return
	}
	for i, s := range t.about.Seats() {
		t.both("score of "+t.about.Roles[s], at(m.Self.Scores, i), at(m.Random.Scores, i), num, "")
	}
	t.both("draws", m.Self.Draws, m.Random.Draws, percent, "")
	if f := m.Self.First; f != nil {
		t.row("first move", "%s for the role that moves first", f.text(num))
	}
	if b := m.Self.Balance; b != nil {
		t.row("balance", "%s", b.text(num))
	}
}

// at returns an estimate of a list, or an empty one.
func at(list []Estimate, i int) Estimate {
	if i < len(list) {
		return list[i]
	}
	return Estimate{}
}

// course writes the measures of the course of plays.
func (t *textWriter) course(m *Measures) {
	c := m.Course
	if c == nil {
		return
	}
	if c.Decisive > 0 {
		t.row("drama", "%s; the winner was behind in %s of the positions", c.Drama.text(num), c.Behind.text(percent))
		t.row("decisiveness", "%s; %s steps after the decision", c.Decisiveness.text(num), c.After.text(num))
	}
	t.row("lead changes", "%s a game", c.LeadChanges.text(num))
	t.row("uncertainty", "%s, in the last quarter %s", c.Uncertainty.text(num), c.Late.text(num))
}

// rest writes the measures that only some games have.
func (t *textWriter) rest(m *Measures) {
	for _, i := range m.Information {
		t.row("information", "%s thinks %s states possible, at most %s; %s bits hidden", i.Role, num(i.Mean), whole(i.Most), num(i.Bits))
	}
	if m.Together > 0 {
		t.row("at once", "%s of the steps have several deciders", percent(m.Together))
	}
	if m.ChanceBits.Mean > 0 {
		t.row("chance", "%s bits a play", m.ChanceBits.text(num))
	}
	if m.Time != nil && m.SelfTime != nil {
		t.row("events", "%s a game, one in %s units; at random %s, one in %s", m.SelfTime.Updates.text(num), num(m.SelfTime.Gap),
			m.Time.Updates.text(num), num(m.Time.Gap))
	}
}
