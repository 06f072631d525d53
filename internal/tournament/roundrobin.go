package tournament

import "slices"

// roundRobin lets all players meet each other in each game. Games for two are in
// rounds, in each of which every player plays once; games for another number are
// played by all groups of that size.
func (c *Config) roundRobin() Schedule {
	var list []Fixture
	rounds := circle(len(c.Players))
	per := max(len(rounds), 1)
	for repeat := range c.Repeats {
		for r, pairs := range rounds {
			for p, pair := range pairs {
				list = c.meet(list, repeat, repeat*per+r+1, p+1, pair[:])
			}
		}
		for g := range c.Games {
			if n := len(c.Games[g].Seats); n != 2 {
				for i, group := range subsets(len(c.Players), n, nil) {
					list = c.play(list, g, repeat, repeat*per+1, i+1, group, i)
				}
			}
		}
	}
	return Schedule{Fixtures: list, Total: len(list), Final: true}
}

// meet adds the matches of two players in all games for two. The first seat
// alternates, so that each player has it in half of the matches, give or take one.
func (c *Config) meet(list []Fixture, repeat, round, pairing int, pair []int) []Fixture {
	for g := range c.Games {
		if len(c.Games[g].Seats) == 2 {
			list = c.play(list, g, repeat, round, pairing, pair, pair[1]-pair[0]+1)
		}
	}
	return list
}

// play adds the matches of a group in one game.
func (c *Config) play(list []Fixture, g, repeat, round, pairing int, group []int, turn int) []Fixture {
	n := c.pairMatches(g)
	for m := range n {
		list = append(list, c.fixture(round, pairing, g, m, group, turn+repeat*n+m+g))
	}
	return list
}

// circle returns the rounds in which n players meet, by the circle method: one
// stays in place, and the others rotate. The smaller number of a pair is first.
func circle(n int) [][][2]int {
	if n < 2 {
		return nil
	}
	even := n + n%2 // with an odd number, the opponent of the last one rests
	rounds := make([][][2]int, even-1)
	for r := range rounds {
		for k := range even / 2 {
			a, b := (r+k)%(even-1), (r+even-1-k)%(even-1)
			if k == 0 {
				b = even - 1
			}
			if a > b {
				a, b = b, a
			}
			if b < n {
				rounds[r] = append(rounds[r], [2]int{a, b})
			}
		}
	}
	return rounds
}

// subsets returns the subsets of k of the numbers below n that a function accepts,
// in lexicographic order; nil accepts all. There are not too many of them, see
// [Config.validate].
func subsets(n, k int, want func([]int) bool) [][]int {
	var all [][]int
	set := make([]int, k)
	for i := range set {
		set[i] = i
	}
	for k <= n {
		if want == nil || want(set) {
			all = append(all, slices.Clone(set))
		}
		i := k - 1
		for i >= 0 && set[i] == n-k+i {
			i--
		}
		if i < 0 {
			break
		}
		set[i]++
		for j := i + 1; j < k; j++ {
			set[j] = set[j-1] + 1
		}
	}
	return all
}

// gauntlet lets every challenger meet every other player.
func (c *Config) gauntlet() Schedule {
	challenges := make([]bool, len(c.Players))
	for _, name := range c.Challengers {
		if i := c.index(name); i >= 0 {
			challenges[i] = true
		}
	}
	one := func(group []int) bool {
		n := 0
		for _, p := range group {
			if challenges[p] {
				n++
			}
		}
		return n == 1 || len(group) == 1
	}
	var list []Fixture
	for repeat := range c.Repeats {
		for g := range c.Games {
			for i, group := range subsets(len(c.Players), len(c.Games[g].Seats), one) {
				turn := i
				if len(group) == 2 {
					turn = group[1] - group[0] + 1
				}
				list = c.play(list, g, repeat, repeat+1, i+1, group, turn)
			}
		}
	}
	return Schedule{Fixtures: list, Total: len(list), Final: true}
}
