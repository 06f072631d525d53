package report

import (
	"fmt"
	"strings"
)

// sections returns the sections of the page that apply to the game.
func sections(d *Data, m *Measures) []section {
	var list []section
	for _, s := range []section{
		lengthSection(d, m), choiceSection(d, m), resultSection(d, m), courseSection(d, m), skillSection(d, m), hiddenSection(d, m), timeSection(d, m),
	} {
		if len(s.Figures) > 0 || s.Table != nil || len(s.Text) > 0 {
			list = append(list, s)
		}
	}
	return list
}

// say adds a paragraph.
func (s *section) say(format string, args ...any) {
	s.Text = append(s.Text, fmt.Sprintf(format, args...))
}

func lengthSection(d *Data, m *Measures) section {
	s := section{ID: "length", Title: "Length"}
	random, self, parts := d.Random.Lengths, Histogram(nil), 1.0
	for _, p := range d.Self {
		if p.Over {
			self.add(p.Steps)
		}
	}
	if d.About.Timed {
		parts = 1000
		if random = nil; d.Timed != nil {
			random = d.Timed.Durations
		}
		if d.SelfTimed != nil {
			self = d.SelfTimed.Durations
		}
	}
	if self != nil {
		s.Figures = append(s.Figures, lengthChart("Games of the player", d.About.unit(), self, parts))
	}
	if random != nil {
		s.Figures = append(s.Figures, lengthChart("Random plays", d.About.unit(), random, parts))
	}
	s.Table = &table{Head: []string{"", "plays", "completed", "mean length", "median", "shortest", "longest"}}
	for _, row := range []struct {
		name string
		m    *PlayMeasures
	}{{"the player", &m.Self}, {"at random", &m.Random}} {
		if row.m.Plays > 0 {
			s.Table.Rows = append(s.Table.Rows, []string{row.name, whole(row.m.Plays), row.m.Completion.text(percent), row.m.Length.text(num),
				num(row.m.Median), num(row.m.Shortest), num(row.m.Long)})
		}
	}
	if n := d.Random.Cut; n > 0 {
		s.say("%s did not come to an end within %s.", plural(n, "random play"), plural(d.Method.MaxSteps, "step"))
	}
	if n := d.Random.Stuck; n > 0 {
		s.say("In %s a role had no legal move though the play was not over: the rules are at fault.", plural(n, "random play"))
	}
	if n := d.Random.BadGoals; n > 0 {
		s.say("At the end of %s a role had no goal value, or several: the rules are at fault.", plural(n, "random play"))
	}
	return s
}

func choiceSection(d *Data, m *Measures) section {
	s := section{ID: "choices", Title: "Choices"}
	if d.About.Timed || d.Random.Playouts == 0 {
		return s
	}
	s.Figures = append(s.Figures, branchingChart(&d.Random))
	if m.Together > 0 {
		s.Figures = append(s.Figures, decidersChart(&d.Random, len(d.About.Seats())))
		s.say("In %s of the steps several roles choose at the same time.", percent(m.Together))
	}
	s.say("The tree of plays, as seen from within one, has about 10 to the power of %s leaves.", m.Tree.text(num))
	if m.ChanceBits.Mean > 0 {
		s.say("Chance has a choice in %s of the steps, and decides %s bits of a play.", percent(m.Chance), m.ChanceBits.text(num))
	}
	s.Table = &table{Head: []string{"legal moves of a role with a choice, at random", "mean", "fewest", "most"}}
	for _, b := range m.Branching {
		if b.Times > 0 {
			s.Table.Rows = append(s.Table.Rows, []string{b.Role, num(b.Mean), whole(b.Min), whole(b.Max)})
		}
	}
	return s
}

// shownOutcomes is the number of outcomes listed.
const shownOutcomes = 12

func resultSection(d *Data, m *Measures) section {
	s := section{ID: "results", Title: "Results"}
	switch {
	case m.Self.Scores == nil && m.Random.Scores == nil:
		return s
	case m.Puzzle != nil:
		s.Figures = append(s.Figures, goalChart(m))
		if m.Puzzle.Shortest > 0 {
			s.say("The best goal that anybody got is %d; the shortest play of the player that got it has %s.", m.Puzzle.Best, plural(m.Puzzle.Shortest, "step"))
		}
	default:
		s.Figures = append(s.Figures, scoreChart(&d.About, m))
		if m.Self.First != nil {
			s.say("%s.", capital(firstReading(m)))
		}
	}
	var names []string
	for _, seat := range d.About.Seats() {
		names = append(names, d.About.Roles[seat])
	}
	s.Table = &table{Head: []string{"goals of " + strings.Join(names, ", "), "the player", "at random"}}
	all := map[string]uint64{}
	mergeCounts(&all, m.Self.outcomes)
	mergeCounts(&all, m.Random.outcomes)
	for i, text := range sortedNames(all) {
		if i == shownOutcomes {
			s.Table.Rows = append(s.Table.Rows, []string{fmt.Sprintf("and %d more", len(all)-i), "", ""})
			break
		}
		s.Table.Rows = append(s.Table.Rows, []string{strings.ReplaceAll(text, " ", " : "), frequency(&m.Self, text), frequency(&m.Random, text)})
	}
	return s
}

// frequency writes how often an outcome occurred.
func frequency(m *PlayMeasures, text string) string {
	if m.Plays == 0 {
		return ""
	}
	return fmt.Sprintf("%s (%s)", percent(float64(m.outcomes[text])/float64(m.Plays)), whole(m.outcomes[text]))
}

func capital(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

func courseSection(d *Data, m *Measures) section {
	s := section{ID: "course", Title: "The course of games"}
	c := m.Course
	switch {
	case c != nil:
		s.Figures = append(s.Figures, progressChart(c), gamesChart(&d.About, c), changesChart(c))
		if c.Decisive > 0 {
			s.Figures = append(s.Figures, decisionChart(c))
		}
		s.courseTable(c)
	case d.About.Timed || len(d.About.Seats()) < 2 || len(d.Self) == 0:
	case d.About.Hidden:
		s.say("Nobody sees the whole position, and what it is worth to a role depends on what the role knows. So drama, decisiveness and lead changes are not measured.")
	default:
		s.say("The player does not tell what it thinks about positions, so drama, decisiveness and lead changes are not measured.")
	}
	return s
}

func (s *section) courseTable(c *CourseMeasures) {
	s.Table = &table{Head: []string{"measure", "mean", "games"}}
	row := func(name string, e Estimate, write func(float64) string) {
		if e.N > 0 {
			s.Table.Rows = append(s.Table.Rows, []string{name, e.text(write), whole(e.N)})
		}
	}
	row("drama", c.Drama, num)
	row("positions in which the later winner was behind", c.Behind, percent)
	row("furthest that it was behind, in points", c.Deepest, num)
	row("decisiveness", c.Decisiveness, num)
	row("steps after the decision", c.After, num)
	row("lead changes", c.LeadChanges, num)
	row("uncertainty", c.Uncertainty, num)
	row("uncertainty in the last quarter", c.Late, num)
}

func skillSection(d *Data, m *Measures) section {
	s := section{ID: "skill", Title: "Room for skill"}
	if len(m.Skill) == 0 {
		return s
	}
	s.Figures = append(s.Figures, skillChart(m))
	s.Table = &table{Head: []string{d.Method.Player + " against", "score", "games", "cut off", ""}}
	for _, k := range m.Skill {
		s.Table.Rows = append(s.Table.Rows, []string{k.Rival, k.Score.text(num), whole(k.Score.N), whole(k.CutOff), skillReading(k)})
	}
	return s
}

func hiddenSection(d *Data, m *Measures) section {
	s := section{ID: "information", Title: "Hidden information"}
	if d.Views == nil {
		return s
	}
	states := func(v *RoleViews) []Summary { return v.States }
	bits := func(v *RoleViews) []Summary { return v.Bits }
	s.Figures = append(s.Figures, viewChart(&d.About, d.Views, "Information sets in random plays", "states", states, 1))
	if d.SelfViews != nil {
		s.Figures = append(s.Figures, viewChart(&d.About, d.SelfViews, "Information sets in games of the player", "states", states, 1))
	}
	s.Figures = append(s.Figures, viewChart(&d.About, d.Views, "What is not known, in random plays", "bits", bits, 1000))
	s.Table = &table{Head: []string{"role", "states that it thinks possible", "most", "bits not known", "steps with too many to count"}}
	for _, i := range m.Information {
		s.Table.Rows = append(s.Table.Rows, []string{i.Role, num(i.Mean), whole(i.Most), num(i.Bits), percent(i.TooMany)})
	}
	return s
}

func timeSection(d *Data, m *Measures) section {
	s := section{ID: "time", Title: "Time"}
	if m.Time == nil && m.SelfTime == nil {
		return s
	}
	if d.SelfTimed != nil && d.SelfTimed.Gaps.N() > 0 {
		s.Figures = append(s.Figures, gapChart("Time between events, games of the player", d.SelfTimed))
	}
	if d.Timed != nil && d.Timed.Gaps.N() > 0 {
		s.Figures = append(s.Figures, gapChart("Time between events, random plays", d.Timed))
	}
	s.Figures = append(s.Figures, moveChart(&d.About, m))
	s.Table = &table{Head: []string{"", "events of a play", "mean time between events", "endings"}}
	for _, row := range []struct {
		name string
		t    *TimeMeasures
	}{{"the player", m.SelfTime}, {"at random", m.Time}} {
		if row.t == nil {
			continue
		}
		var ends []string
		for _, name := range sortedNames(row.t.Endings) {
			ends = append(ends, fmt.Sprintf("%s %s", name, whole(row.t.Endings[name])))
		}
		s.Table.Rows = append(s.Table.Rows, []string{row.name, row.t.Updates.text(num), num(row.t.Gap), strings.Join(ends, ", ")})
	}
	return s
}
