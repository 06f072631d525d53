package timedmatch

import (
	"time"

	"ludex/timed"
)

// A play whose time is limited takes about playTime with people, and a unit is neither
// shorter nor longer than people like. Without a limit it is usualUnit.
const (
	playTime  = 20 * time.Second
	leastUnit = time.Second
	usualUnit = 2 * time.Second
	mostUnit  = 5 * time.Second
)

// UnitForPeople returns the real time of one unit of game time for people who play a game.
// Programs are faster.
func UnitForPeople(g *timed.Game) time.Duration {
	longest := timed.Time(0)
	for _, f := range g.Initial().Facts() {
		if f.Lifetime != timed.Forever {
			longest = max(longest, f.Lifetime)
		}
	}
	if longest == 0 {
		return usualUnit
	}
	unit := time.Duration(float64(playTime) / longest.Duration(time.Second).Seconds())
	return min(max(unit, leastUnit), mostUnit).Round(500 * time.Millisecond)
}
