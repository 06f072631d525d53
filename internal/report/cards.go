package report

import "fmt"

// A card shows one measure.
type card struct {
	Name, Value, Unit string
	Interval          string
	Reading           string
	// Meter shows the interval on a scale from 0 to 1, in per cent; it is nil for
	// measures without such a scale.
	Meter *meter
}

type meter struct{ From, Width, At float64 }

// add adds a card for an estimate; one without plays is left out.
func (s *cardList) add(name, unit string, e Estimate, write func(float64) string, reading string, args ...any) {
	if e.N == 0 {
		return
	}
	c := card{Name: name, Value: write(e.Mean), Unit: unit, Interval: e.between(write), Reading: fmt.Sprintf(reading, args...)}
	if s.scaled {
		c.Meter = &meter{At: 100 * e.Mean}
		if e.Interval != nil {
			c.Meter.From, c.Meter.Width = 100*e.Interval[0], 100*(e.Interval[1]-e.Interval[0])
		}
	}
	s.cards = append(s.cards, c)
}

// A cardList collects cards. Those on a scale have a meter.
type cardList struct {
	cards  []card
	scaled bool
}

// cards returns the most important measures.
func cards(d *Data, m *Measures) []card {
	s := new(cardList)
	s.add("Length", d.About.unit(), m.Self.Length, num, "from %s to %s; at random %s", num(m.Self.Shortest), num(m.Self.Long), num(m.Random.Length.Mean))
	if !d.About.Timed {
		s.add("Choices", "legal moves", m.Self.Branching, num, "at random %s, from %d to %d", num(m.Random.Branching.Mean), m.Random.widest.Min, m.Random.widest.Max)
	}
	s.scaled = true
	if m.Puzzle != nil {
		s.add("Best goal", "of the games", m.Puzzle.SelfBest, percent, "got %d; %s of the random plays did", m.Puzzle.Best, percent(m.Puzzle.RandomBest.Mean))
		return s.cards
	}
	s.results(m)
	s.course(m.Course)
	for i, k := range m.Skill[:min(1, len(m.Skill))] {
		s.add("Room for skill", "score", k.Score, num, "against random; %s", skillReading(m.Skill[i]))
	}
	return s.cards
}

// results adds the measures of results.
func (s *cardList) results(m *Measures) {
	if f := m.Self.First; f != nil {
		s.add("First move", "score", *f, num, "%s", firstReading(m))
	}
	if b := m.Self.Balance; b != nil {
		s.add("Balance", "of 1", *b, num, "1 is equal scores; at random %s", num(balanceAtRandom(m)))
	}
	s.add("Draws", "of the games", m.Self.Draws, percent, "at random %s", percent(m.Random.Draws.Mean))
	if m.Self.Completion.Mean < 1 {
		s.add("Completed", "of the games", m.Self.Completion, percent, "at random %s", percent(m.Random.Completion.Mean))
	}
}

func balanceAtRandom(m *Measures) float64 {
	if m.Random.Balance == nil {
		return 0
	}
	return m.Random.Balance.Mean
}

// course adds the measures of the course of plays.
func (s *cardList) course(c *CourseMeasures) {
	if c == nil {
		return
	}
	s.add("Drama", "of 1", c.Drama, num, "the winner was behind in %s of the positions", percent(c.Behind.Mean))
	s.add("Decisiveness", "of 1", c.Decisiveness, num, "%s steps are left when a game is decided", num(c.After.Mean))
	s.add("Late uncertainty", "of 1", c.Late, num, "in the last quarter; %s over all", num(c.Uncertainty.Mean))
	s.scaled = false
	s.add("Lead changes", "a game", c.LeadChanges, num, "at %s of the steps", percent(c.ChangeRate.Mean))
	s.scaled = true
}

// firstReading interprets the score of the first role.
func firstReading(m *Measures) string {
	f, even := m.Self.First, 1/float64(max(len(m.Self.Scores), 1))
	who := "the role that moves first"
	if m.Self.FirstRole != "" {
		who = m.Self.FirstRole + ", who moves first,"
	}
	switch {
	case f.holds(even):
		return fmt.Sprintf("no advantage for %s can be told from %s", who, plural(f.N, "game"))
	case f.Mean > even:
		return who + " has the advantage"
	}
	return who + " is at a disadvantage"
}

// skillReading interprets a score against an opponent.
func skillReading(s SkillMeasure) string {
	switch {
	case s.Score.holds(s.Even):
		return "thinking makes no difference that could be told"
	case s.Score.Mean < s.Even:
		return "thinking seems to do harm"
	case s.Score.Mean >= 0.95:
		return "thinking nearly always wins"
	}
	return "thinking pays"
}
