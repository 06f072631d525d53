package report

import (
	"fmt"
	"strings"
)

// sections returns the sections of the page that apply to the game.
func sections(d *Data, m *Measures) []section {
	var list []section
	for _, s := range []section{
		lengthSection(d, m), choiceSection(d, m), resultSection(d, m), courseSection(d, m), skillSection(d, m), trendSection(d, m), openingSection(d), moveSection(d), boardSection(d), unusedSection(d), hiddenSection(d, m), timeSection(d, m),
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
	if m.Depth != nil {
		for _, r := range m.Depth.Rungs {
			weak := "random"
			if r.Weak > 0 {
				weak = plural(r.Weak, "node")
			}
			s.Table.Rows = append(s.Table.Rows, []string{fmt.Sprintf("rung: %s against %s", plural(r.Strong, "node"), weak), r.Score.text(num), whole(r.Score.N), "", r.Elo.text(elo) + " Elo"})
		}
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

// definitions returns the definitions of the measures on the page.
func definitions(d *Data, m *Measures) []Fact {
	facts := []Fact{
		{"interval", "what stands in brackets holds the true mean with 95 % confidence: Wilson's interval for scores and parts, that of the normal distribution for other means."},
		{"length", "steps of plays that came to their end. In a step every role makes a move, those without a choice the only one they have."},
		{"completed", "plays that came to their end, and were not cut off."},
		{"rank", fmt.Sprintf("the part of the games of the library with a smaller value; of equal values half counts. Each of these games was measured with %d games of %d nodes a move, so that values of games with few plays lie far apart by chance, and skill is larger with more nodes. For the rank of depth only the levels up to %[2]d nodes count.", libraryGames, libraryNodes)},
	}
	if d.About.Timed {
		facts[1].Text = "time from the start to the end, of plays that came to one. Time passes only when something happens; an event is an instant at which moves are made or lifetimes run out."
	} else {
		facts = append(facts, Fact{"choices", "the number of legal moves of a role that has more than one; chance does not count."},
			Fact{"tree of plays", "the mean of the logarithm of the product of all numbers of legal moves along a play."})
	}
	if len(d.About.Seats()) > 1 {
		facts = append(facts,
			Fact{"score", "1 for the role with the highest goal; several with the highest share it, so that a draw of two is ½ each."},
			Fact{"balance", "1 less the difference between the highest and the lowest score of the roles."},
			Fact{"first move", "the score of the role that is the first one to have a choice, if it has it alone."},
			Fact{"draws", "plays in which no role alone has the highest goal."})
	}
	if m.Course != nil {
		facts = append(facts, courseDefinitions()...)
	}
	if len(m.Skill) > 0 {
		facts = append(facts, Fact{"room for skill", "the score of the player against somebody who plays at random, and against itself with a tenth of the budget. Where thinking longer does not help, there is nothing to be good at."})
	}
	if m.Depth != nil {
		facts = append(facts, Fact{"depth", fmt.Sprintf("players with growing budgets play against the next weaker one, with a fourth of the nodes, and the weakest against random play. Their differences in Elo add up; a level is %.0f Elo, at which the stronger scores two of three. It grows with the budget.", EvenOdds)})
	}
	if m.Trend != nil {
		facts = append(facts, trendDefinition())
	}
	if d.Replay != nil {
		facts = append(facts, Fact{"openings", fmt.Sprintf("the moves of the first decision; each is worth the mean goal of %d random plays after it.", openingPlayouts)},
			Fact{"dominant move", fmt.Sprintf("one that is made in at least %.0f %% of the different positions in which it is legal, and twice as often as at random, if these are at least %d and games came to them at least %d times. Positions with more than %d legal moves do not count.", 100*dominates, leastPositions, leastUses, maxUseMoves)})
	}
	if d.Views != nil {
		facts = append(facts, Fact{"information set", "the different states in which a role may be, given its own moves and all that it has perceived since the start; bits not known are the entropy of the state if the others' moves and those of chance are equally likely."})
	}
	if m.ChanceBits.Mean > 0 {
		facts = append(facts, Fact{"chance", "the logarithm to base 2 of its number of moves, added up along a play."})
	}
	return facts
}

// courseDefinitions returns the definitions of the measures of the course.
func courseDefinitions() []Fact {
	return []Fact{
		{"standing", "the goal, between 0 and 100, that the player expects for each role before each step; at the end, the goal itself. The lead is the difference between the highest and the second."},
		{"drama", "over the positions in which the later winner was behind, the mean of the square root of how far, as a part of 100; 0 if it never was. After Browne."},
		{"decisiveness", fmt.Sprintf("the part of a game until it was decided: from where on the winner stayed at least %d points ahead. What comes after is the playing out of a game that is over.", DecisionMargin)},
		{"lead changes", fmt.Sprintf("how often another role is ahead by at least %d points than the last one that was.", LeadMargin)},
		{"uncertainty", "1 less the lead as a part of 100: 1 if the best two stand equal, 0 if one of them has won."},
	}
}
