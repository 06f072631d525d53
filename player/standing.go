package player

import "ludex/internal/intervals"

// Standings adds up the matches of the named entrants, in the order of the matches,
// so that the sums do not depend on which of them ended first. A match that was not
// played is nil.
func Standings(names []string, played []*SeriesMatch) []Standing {
	rows := make([]Standing, len(names))
	for i, name := range names {
		rows[i] = Standing{Name: name, Faults: map[FaultKind]int{}}
		var points, goals intervals.Sample
		for _, p := range played {
			if p == nil {
				continue
			}
			if rows[i].add(p, i); p.Result.Over {
				points.Add(p.Points[i])
				goals.Add(float64(p.Result.Goals[p.role(i)]))
			}
		}
		rows[i].Score, rows[i].Interval = points.Mean(), intervals.Wilson(points.Mean(), points.Count())
		rows[i].Goal, rows[i].GoalInterval = goals.Mean(), goalInterval(&goals)
	}
	return rows
}

// goalInterval returns the interval of a mean goal value, by the normal approximation. Where
// all values are the same, which says little about others, it is by Wilson.
func goalInterval(goals *intervals.Sample) intervals.Interval {
	if goals.Deviation() > 0 {
		return goals.Normal().Within(0, 100)
	}
	i := intervals.Wilson(goals.Mean()/100, goals.Count())
	return intervals.Interval{Low: 100 * i.Low, High: 100 * i.High}
}

// role returns the role that an entrant played.
func (p *SeriesMatch) role(entrant int) int {
	for r, i := range p.Seats {
		if i == entrant {
			return r
		}
	}
	return -1 // every entrant has a seat
}

// add counts a match of an entrant. A win is worth all points, and a draw some of
// them.
func (s *Standing) add(p *SeriesMatch, entrant int) {
	s.Games++
	switch {
	case !p.Result.Over:
		s.CutOff++
	case p.Points[entrant] == 1:
		s.Wins++
	case p.Points[entrant] == 0:
		s.Losses++
	default:
		s.Draws++
	}
	role := p.role(entrant)
	s.Thinking.add(p.Result.Thinking[role])
	for _, f := range p.Result.Faults {
		if int(f.Role) == role {
			s.Faults[f.Kind]++
		}
	}
}

func (t *ThinkingTime) add(o ThinkingTime) {
	t.Moves += o.Moves
	t.Total += o.Total
	t.Longest = max(t.Longest, o.Longest)
}
