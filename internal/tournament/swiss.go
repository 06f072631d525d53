package tournament

import (
	"cmp"
	"slices"
)

// swiss pairs players with equal scores in each round. A round is known when the
// previous one is over.
func (c *Config) swiss(results Results) Schedule {
	s := newPairer(len(c.Players))
	sched := Schedule{Total: c.count()}
	for round := 1; round <= c.Rounds; round++ {
		pairs, rest := s.pair()
		over := true
		for i, pair := range pairs {
			first := s.first(pair, round+i)
			list := c.pairFixtures(round, i+1, [2]int{first, pair[0] + pair[1] - first})
			played, done := c.score(round, pair, list, results)
			sched.Fixtures = append(sched.Fixtures, list...)
			sched.Pairings = append(sched.Pairings, played)
			over = over && done
			s.note(list, played)
		}
		if rest >= 0 {
			whole := float64(c.pairing())
			sched.Pairings = append(sched.Pairings, Pairing{Round: round, Players: []int{rest}, Points: []float64{whole}, Done: true, Winner: -1})
			s.points[rest] += whole
			s.rests[rest]++
		}
		if !over {
			return sched
		}
	}
	sched.Final = true
	return sched
}

// pairFixtures returns the matches of a pair: the games take turns, and so does the first
// seat.
func (c *Config) pairFixtures(round, pairing int, pair [2]int) []Fixture {
	var list []Fixture
	for m := range c.pairMatches(0) {
		for g := range c.Games {
			list = append(list, c.fixture(round, pairing, g, m, c.inOrder(pair), m+g))
		}
	}
	return list
}

// inOrder returns a pair in the order of seats: unchanged if players rotate, and
// in the order of the configuration otherwise.
func (c *Config) inOrder(pair [2]int) []int {
	if !c.Rotate && pair[0] > pair[1] {
		return []int{pair[1], pair[0]}
	}
	return pair[:]
}

// score adds the matches of a pair up and reports whether all are played.
func (c *Config) score(round int, pair [2]int, list []Fixture, results Results) (Pairing, bool) {
	m := Pairing{Round: round, Players: pair[:], Points: make([]float64, 2), Done: true, Winner: -1}
	for _, f := range list {
		res, ok := results[f.Key]
		if !ok {
			m.Done = false
			continue
		}
		for seat, points := range c.points(f, res) {
			m.Points[slices.Index(m.Players, f.Players[seat])] += points
		}
	}
	return m, m.Done
}

// A pairer pairs the players of a Swiss tournament round by round.
type pairer struct {
	points []float64
	rests  []int   // how often a player rested
	met    [][]int // how often two have met
	lead   []int   // how much more often a player sat first than second
	last   []int   // the last seat
}

func newPairer(n int) *pairer {
	s := &pairer{points: make([]float64, n), rests: make([]int, n), lead: make([]int, n), last: make([]int, n)}
	for range n {
		s.met = append(s.met, make([]int, n))
	}
	return s
}

// note records the matches of a pair.
func (s *pairer) note(list []Fixture, m Pairing) {
	for i, p := range m.Players {
		s.points[p] += m.Points[i]
	}
	s.met[m.Players[0]][m.Players[1]]++
	s.met[m.Players[1]][m.Players[0]]++
	for _, f := range list {
		for seat, p := range f.Players {
			s.lead[p] += 1 - 2*seat
			s.last[p] = seat
		}
	}
}

// order returns the players with the best first; equal players stay in the order of
// the configuration.
func (s *pairer) order() []int {
	list := make([]int, len(s.points))
	for i := range list {
		list[i] = i
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(s.points[b], s.points[a]) })
	return list
}

// pair returns the pairs of a round and the player that rests, or -1. No player
// rests twice before all have rested once. No pair meets again unless all players
// cannot be paired otherwise. Within that, each player, the best first, gets the
// most suitable opponent left.
func (s *pairer) pair() (pairs [][2]int, rest int) {
	left := s.order()
	var m *matching
	m, rest = s.feasible(left)
	left = slices.DeleteFunc(left, func(p int) bool { return p == rest })
	for len(left) > 0 {
		a := left[0]
		for _, b := range s.opponents(left) {
			if m.settle(a, b) {
				pairs = append(pairs, [2]int{a, b})
				left = slices.DeleteFunc(left, func(p int) bool { return p == a || p == b })
				break
			}
		}
	}
	return pairs, rest
}

// feasible pairs all players somehow, with as few repeated pairings as possible,
// and decides which one rests.
func (s *pairer) feasible(order []int) (m *matching, rest int) {
	candidates := []int{-1}
	if len(order)%2 == 1 {
		candidates = candidates[:0]
		fewest := slices.Min(s.rests)
		for _, p := range slices.Backward(order) {
			if s.rests[p] == fewest {
				candidates = append(candidates, p)
			}
		}
	}
	for again := 0; ; again++ {
		for _, rest := range candidates {
			m := newMatching(len(order), func(a, b int) bool { return s.met[a][b] <= again })
			if rest >= 0 {
				m.live[rest] = false
			}
			if m.perfect() {
				return m, rest
			}
		}
	}
}

// opponents lists the possible opponents of the first player left, the best choice
// first: of those with equal points the one in the middle, so that the upper half
// meets the lower half, then those nearest to it, and then all with fewer points.
func (s *pairer) opponents(left []int) []int {
	group := 1
	for group < len(left) && s.points[left[group]] == s.points[left[0]] {
		group++
	}
	half := group / 2
	list := slices.Clone(left[max(half, 1):group])
	for i := half - 1; i >= 1; i-- {
		list = append(list, left[i])
	}
	return append(list, left[group:]...)
}

// first returns which player of a pair has the first seat: the one that had it less
// often, or did not have it last.
func (s *pairer) first(pair [2]int, number int) int {
	a, b := pair[0], pair[1]
	switch {
	case s.lead[a] < s.lead[b]:
		return a
	case s.lead[a] > s.lead[b]:
		return b
	case s.last[a] > s.last[b]:
		return a
	case s.last[a] < s.last[b]:
		return b
	}
	return pair[number%2]
}
