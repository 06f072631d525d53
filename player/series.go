package player

import (
	"ludex/game"
	"ludex/internal/intervals"
)

// A SeriesMatch is a match of a series.
type SeriesMatch struct {
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
	CutOff              int                // matches that were cut off; they count for nothing else
	Score               float64            // mean points of the matches that ended, see [points]
	Interval            intervals.Interval // of the score, by Wilson
	Goal                float64            // mean goal value of the matches that ended
	GoalInterval        intervals.Interval // of the goal value, see goalInterval
	Faults              map[FaultKind]int
	Thinking            ThinkingTime
}

// Seats returns the roles that are not moved by chance.
func Seats(g game.Game) []int {
	var seats []int
	for r := range g.Roles() {
		if game.Role(r) != g.Random() {
			seats = append(seats, r)
		}
	}
	return seats
}

// points returns what the goals of a match are worth to each role: the role with
// the highest goal gets 1, and several with the same goal share it, so that a draw
// of two is one half each. The only role of a puzzle gets its goal divided by 100.
// Chance gets nothing.
func points(g game.Game, goals []int) []float64 { return Share(Seats(g), goals) }

// Share is Points for the given roles, which are all except chance.
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

// DeriveSeed derives a seed for one of several uses of a seed, given by numbers,
// the most general one first. Seeds of different uses are independent.
func DeriveSeed(seed uint64, uses ...uint64) uint64 {
	seed = game.NewRand(seed).Uint64()
	for _, use := range uses {
		seed = game.NewRand(seed + use).Uint64()
	}
	return seed
}

// useMatch is the use of a match's seed for moves of chance and for moves in place
// of missing ones. The uses below it are the seeds of the roles, counted from 0.
const useMatch = 1 << 32
