package tournament

import "math"

// knockout lets the winners of a round meet in the next one. Players are listed by
// strength: the first meets the last, and those listed first rest if there are too
// few. A tie goes to the player listed first.
func (c *Config) knockout(results Results) Schedule {
	sched := Schedule{Total: c.count()}
	slots := bracket(len(c.Players))
	for round := 1; len(slots) > 1; round++ {
		next := make([]int, 0, len(slots)/2)
		pairing := 0
		for i := 0; i < len(slots); i += 2 {
			pair := [2]int{min(slots[i], slots[i+1]), max(slots[i], slots[i+1])}
			if pair[1] == nobody {
				next = append(next, pair[0])
				sched.Pairings = append(sched.Pairings, Pairing{Round: round, Players: pair[:1], Points: []float64{0}, Done: true, Winner: pair[0]})
				continue
			}
			pairing++
			p := c.knockoutPairing(&sched, round, pairing, pair, results)
			sched.Pairings = append(sched.Pairings, p)
			next = append(next, p.Winner)
		}
		for _, p := range next {
			if p < 0 {
				return sched
			}
		}
		slots = next
	}
	sched.Final = true
	return sched
}

// nobody marks an empty slot of a bracket. It is greater than every player.
const nobody = math.MaxInt

// bracket returns the slots of a knockout, of which neighbours meet, so that the
// strongest players meet last.
func bracket(n int) []int {
	slots := []int{0}
	for len(slots) < n {
		size := 2 * len(slots)
		var next []int
		for _, p := range slots {
			next = append(next, p, size-1-p)
		}
		slots = next
	}
	for i, p := range slots {
		if p >= n {
			slots[i] = nobody
		}
	}
	return slots
}

// knockoutPairing adds the matches of a pair that will certainly be played. A pair stops
// playing as soon as the leader cannot be overtaken.
func (c *Config) knockoutPairing(sched *Schedule, round, pairing int, pair [2]int, results Results) Pairing {
	all := c.pairFixtures(round, pairing, pair)
	played := 0
	for played < len(all) {
		if _, ok := results[all[played].Key]; !ok {
			break
		}
		played++
		if m, _ := c.score(round, pair, all[:played], results); decided(m, len(all)-played) {
			break
		}
	}
	m, _ := c.score(round, pair, all[:played], results)
	if m.Done = decided(m, len(all)-played); m.Done {
		sched.Fixtures = append(sched.Fixtures, all[:played]...)
		m.Winner = pair[0]
		if m.Points[1] > m.Points[0] {
			m.Winner = pair[1]
		}
		return m
	}
	sure := played + int(float64(len(all)-played)-math.Abs(m.Points[0]-m.Points[1]))/2 + 1
	sched.Fixtures = append(sched.Fixtures, all[:min(sure, len(all))]...)
	return m
}

// decided reports whether a pair needs no more of the matches that are left.
func decided(m Pairing, left int) bool {
	return left == 0 || math.Abs(m.Points[0]-m.Points[1]) > float64(left)
}
