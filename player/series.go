package player

import "ludex/game"

// A Played is a match of a series.
type Played struct {
	Number int   // counted from 0
	Seats  []int // by role: the entrant, or -1 for chance
	Result Result
	Points []float64 // by entrant, if the play is over
}

// A Standing is how an entrant did in a series.
type Standing struct {
	Name                string
	Games               int
	Wins, Draws, Losses int
	CutOff              int      // matches that did not come to their end; they count for nothing else
	Score               float64  // mean points of the others, see [Points]
	Interval            Interval // of the score, by Wilson
	Goal                float64  // mean goal value of the others
	GoalInterval        Interval // of the goal value, as if it were normal
	Faults              map[FaultKind]int
	Thought             Thought
}

// seatsOf returns the roles that are not moved by chance.
func seatsOf(g game.Game) []int {
	var seats []int
	for r := range g.Roles() {
		if game.Role(r) != g.Random() {
			seats = append(seats, r)
		}
	}
	return seats
}

// Points returns what the goals of a match are worth to each role: who has the
// highest goal gets 1, and several of them share it, so that a draw of two is one
// half each. Alone, a role gets its goal as a part of 100. Chance gets nothing.
func Points(g game.Game, goals []int) []float64 { return Share(seatsOf(g), goals) }

// Share is Points for the roles with the given numbers, which are those that are
// not moved by chance.
func Share(seats, goals []int) []float64 {
	points := make([]float64, len(goals))
	if len(seats) == 1 {
		points[seats[0]] = float64(goals[seats[0]]) / 100
		return points
	}
	best, winners := 0, 0
	for _, r := range seats {
		if goals[r] > best || winners == 0 {
			best, winners = goals[r], 0
		}
		if goals[r] == best {
			winners++
		}
	}
	for _, r := range seats {
		if goals[r] == best {
			points[r] = 1 / float64(winners)
		}
	}
	return points
}
