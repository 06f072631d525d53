package tournament

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/store"
	"ludex/player"
)

// config returns a configuration of n players and games with the given numbers of
// seats.
func config(kind Kind, n int, seats ...int) *Config {
	c := &Config{Version: Version, Name: "cup", Kind: kind, Rotate: true, Seed: 1}
	for i := range n {
		c.Players = append(c.Players, Player{Name: fmt.Sprintf("p%02d", i), Spec: "random"})
	}
	for i, n := range seats {
		g := Game{Name: fmt.Sprintf("game%d", i), Roles: []string{"chance"}}
		for k := range n {
			g.Roles, g.Seats = append(g.Roles, fmt.Sprintf("role%d", k)), append(g.Seats, k+1)
		}
		c.Games = append(c.Games, g)
	}
	switch kind {
	case RoundRobin, Gauntlet:
		c.Repeats = 1
	case Swiss:
		c.Rounds = enough(n)
	}
	if kind == Gauntlet {
		c.Challengers = []string{"p00"}
	}
	return c
}

// resultFor makes up a result with goals by seat.
func (c *Config) resultFor(f Fixture, goals ...int) store.Result {
	g := &c.Games[f.Game]
	res := store.Result{Tournament: c.Name, Key: f.Key, Game: g.Name, Over: true, Goals: make([]int, len(g.Roles)), Players: make([]string, len(g.Roles))}
	for seat, role := range g.Seats {
		res.Players[role], res.Goals[role] = c.Players[f.Players[seat]].Name, goals[seat]
	}
	res.Points = player.Share(g.Seats, res.Goals)
	return res
}

// finish plays all matches, round by round, with goals that a function returns,
// and checks what is true of every schedule on the way.
func (c *Config) finish(t rapid.TB, goals func(f Fixture) []int) (Schedule, Results) {
	results := Results{}
	for {
		s := c.Schedule(results)
		c.checkSchedule(t, s)
		added := 0
		for _, f := range s.Fixtures {
			if _, done := results[f.Key]; !done {
				results[f.Key] = c.resultFor(f, goals(f)...)
				added++
			}
		}
		if added == 0 {
			if !s.Final {
				t.Fatalf("there is nothing to play, and the schedule is not final: %+v", s)
			}
			return s, results
		}
	}
}

func (c *Config) checkSchedule(t rapid.TB, s Schedule) {
	keys, seeds := map[string]bool{}, map[uint64]bool{}
	for _, f := range s.Fixtures {
		if keys[f.Key] || seeds[c.SeedOf(f)] {
			t.Fatalf("the key %s or its seed is there twice", f.Key)
		}
		keys[f.Key], seeds[c.SeedOf(f)] = true, true
		distinct := slices.Compact(slices.Sorted(slices.Values(f.Players)))
		if len(distinct) != len(c.Games[f.Game].Seats) || distinct[0] < 0 || distinct[len(distinct)-1] >= len(c.Players) {
			t.Fatalf("%+v has the wrong players", f)
		}
	}
	if len(s.Fixtures) > s.Total || s.Final && c.Kind != Knockout && len(s.Fixtures) != s.Total || s.Total != c.count() {
		t.Fatalf("%d fixtures of %d, and %d were foreseen; final: %v", len(s.Fixtures), s.Total, c.count(), s.Final)
	}
}

func someGoals(t *rapid.T) func(Fixture) []int {
	return func(f Fixture) []int {
		goals := make([]int, len(f.Players))
		for i := range goals {
			goals[i] = rapid.SampledFrom([]int{0, 50, 100}).Draw(t, "goal")
		}
		return goals
	}
}

// TestRoundRobin checks that all players meet each other equally often, at both
// sides, and plays at most once at a time.
func TestRoundRobin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "players")
		c := config(RoundRobin, n, slices.Repeat([]int{2}, rapid.IntRange(1, 3).Draw(t, "games"))...)
		c.Repeats = rapid.IntRange(1, 3).Draw(t, "repeats")
		c.Matches = rapid.IntRange(0, 3).Draw(t, "matches")
		s, _ := c.finish(t, func(Fixture) []int { return []int{50, 50} })
		met, first := map[[3]int]int{}, map[[2]int]int{}
		busy := map[string]int{}
		for _, f := range s.Fixtures {
			a, b := f.Players[0], f.Players[1]
			met[[3]int{min(a, b), max(a, b), f.Game}]++
			first[[2]int{a, f.Game}]++
			first[[2]int{b, f.Game}]--
			for _, p := range f.Players {
				busy[fmt.Sprint(f.Round, p, f.Game)]++
			}
		}
		each := c.Repeats * c.pairMatches(0)
		for g := range c.Games {
			for a := range n {
				for b := range a {
					if met[[3]int{b, a, g}] != each {
						t.Fatalf("%d and %d meet %d times, want %d", a, b, met[[3]int{b, a, g}], each)
					}
				}
				if lead := first[[2]int{a, g}]; lead < -1 || lead > 1 || c.Matches == 0 && lead != 0 {
					t.Fatalf("%d sits first %d times more often than second", a, lead)
				}
			}
		}
		for key, k := range busy {
			if k > c.pairMatches(0) {
				t.Fatalf("round, player and game %s: %d matches", key, k)
			}
		}
	})
}

// TestGroups checks games of other than two: all groups, and every seat equally
// often.
func TestGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seats := rapid.SampledFrom([]int{1, 3, 4}).Draw(t, "seats")
		n := rapid.IntRange(seats, 6).Draw(t, "players")
		c := config(RoundRobin, n, seats, 2)
		if n < 2 {
			c.Games = c.Games[:1]
		}
		s, results := c.finish(t, someGoals(t))
		groups, sat := map[string]int{}, map[[2]int]int{}
		for _, f := range s.Fixtures {
			if f.Game == 0 {
				groups[fmt.Sprint(slices.Sorted(slices.Values(f.Players)))]++
				for seat, p := range f.Players {
					sat[[2]int{p, seat}]++
				}
			}
		}
		if len(groups) != choose(n, seats) {
			t.Fatalf("%d groups, want %d", len(groups), choose(n, seats))
		}
		for _, k := range sat {
			if k != choose(n-1, seats-1) {
				t.Fatalf("a seat was taken %d times, want %d", k, choose(n-1, seats-1))
			}
		}
		c.checkTable(t, s, results)
	})
}

// checkTable checks that points are neither lost nor invented.
func (c *Config) checkTable(t rapid.TB, s Schedule, results Results) {
	table := c.Table(s, results)
	want, got, byes := 0.0, 0.0, 0.0
	for _, f := range s.Fixtures {
		for _, p := range c.points(f, results[f.Key]) {
			want += p
		}
	}
	played, seats := 0, 0
	for _, row := range table.Rows {
		got += row.Points
		played += row.Played
		if row.Played != row.Wins+row.Draws+row.Losses {
			t.Fatalf("%+v does not add up", row)
		}
		if c.Kind == Swiss {
			byes += float64(row.Byes * c.pairing())
		}
	}
	for _, f := range s.Fixtures {
		seats += len(f.Players)
	}
	if math.Abs(got-want-byes) > 1e-6 || played != seats {
		t.Fatalf("%v points in %d seats, want %v in %d", got, played, want+byes, seats)
	}
	for i := range table.Rows {
		for j := range table.Rows {
			a, b := table.Cross[i][j], table.Cross[j][i]
			if a.Played != b.Played || math.Abs(a.Points+b.Points-float64(a.Played)) > 1e-6 {
				t.Fatalf("cross table: %+v and %+v", a, b)
			}
		}
	}
}

func TestGauntlet(t *testing.T) {
	c := config(Gauntlet, 5, 2, 3, 1)
	c.Challengers = []string{"p01", "p03"}
	s, results := c.finish(t, func(f Fixture) []int { return make([]int, len(f.Players)) })
	pairs := map[[2]int]int{}
	for _, f := range s.Fixtures {
		challengers := 0
		for _, p := range f.Players {
			if p == 1 || p == 3 {
				challengers++
			}
		}
		if challengers != 1 && f.Game != 2 {
			t.Errorf("%s has %d challengers", f.Key, challengers)
		}
		if f.Game == 0 {
			pairs[[2]int(f.Players)]++
		}
	}
	if len(pairs) != 12 || len(s.Fixtures) != 12+2*3*3+5 {
		t.Errorf("%d seatings of two, %d fixtures", len(pairs), len(s.Fixtures))
	}
	c.checkTable(t, s, results)
}

// TestSwiss checks that players do not meet again unless it cannot be avoided, that no
// player gets a second bye before all have had one, and that seats are fair.
func TestSwiss(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 10).Draw(t, "players")
		c := config(Swiss, n, slices.Repeat([]int{2}, rapid.IntRange(1, 2).Draw(t, "games"))...)
		c.Rounds = rapid.IntRange(1, n+2).Draw(t, "rounds")
		c.Matches = rapid.IntRange(0, 3).Draw(t, "matches")
		s, results := c.finish(t, someGoals(t))
		checkSwiss(t, n, s)
		lead := make([]int, n)
		for _, f := range s.Fixtures {
			lead[f.Players[0]]++
			lead[f.Players[1]]--
		}
		for p, l := range lead {
			if c.Matches == 0 && l != 0 || l > 4 || l < -4 {
				t.Fatalf("player %d sits first %d times more often than second", p, l)
			}
		}
		c.checkTable(t, s, results)
	})
}

func checkSwiss(t rapid.TB, n int, s Schedule) {
	met := map[[2]int]int{}
	rests := make([]int, n)
	rounds := map[int][]Pairing{}
	for _, m := range s.Pairings {
		rounds[m.Round] = append(rounds[m.Round], m)
	}
	for round := 1; len(rounds[round]) > 0; round++ {
		busy := map[int]bool{}
		again := 0
		for _, m := range rounds[round] {
			for _, p := range m.Players {
				if busy[p] {
					t.Fatalf("%d plays twice in round %d", p, round)
				}
				busy[p] = true
			}
			if len(m.Players) == 1 {
				if p := m.Players[0]; rests[p] > slices.Min(rests) {
					t.Fatalf("%d rests again in round %d, and others have not: %v", p, round, rests)
				}
				rests[m.Players[0]]++
				continue
			}
			again = max(again, met[pairOf(m)])
		}
		if len(busy) != n {
			t.Fatalf("only %d of %d play or rest in round %d", len(busy), n, round)
		}
		if again > 0 && pairable(n, restOf(rounds[round]), met, again-1) {
			t.Fatalf("in round %d players meet again who need not", round)
		}
		for _, m := range rounds[round] {
			if len(m.Players) == 2 {
				met[pairOf(m)]++
			}
		}
	}
}

func pairOf(m Pairing) [2]int {
	return [2]int{min(m.Players[0], m.Players[1]), max(m.Players[0], m.Players[1])}
}

func restOf(round []Pairing) int {
	for _, m := range round {
		if len(m.Players) == 1 {
			return m.Players[0]
		}
	}
	return -1
}

// pairable tries all ways to pair everybody who does not rest with somebody whom
// he has met a number of times at most.
func pairable(n, rest int, met map[[2]int]int, most int) bool {
	used := make([]bool, n)
	if rest >= 0 {
		used[rest] = true
	}
	var try func() bool
	try = func() bool {
		a := slices.Index(used, false)
		if a < 0 {
			return true
		}
		used[a] = true
		for b := a + 1; b < n; b++ {
			if used[b] || met[[2]int{a, b}] > most {
				continue
			}
			used[b] = true
			if try() {
				return true
			}
			used[b] = false
		}
		used[a] = false
		return false
	}
	return try()
}

// TestSwissOrder checks that the best meet the best.
func TestSwissOrder(t *testing.T) {
	c := config(Swiss, 8, 2)
	s, _ := c.finish(t, func(f Fixture) []int { // the player with the smaller number wins
		if f.Players[0] < f.Players[1] {
			return []int{100, 0}
		}
		return []int{0, 100}
	})
	var got [][]int
	for _, m := range s.Pairings {
		got = append(got, m.Players)
	}
	want := [][]int{{0, 4}, {1, 5}, {2, 6}, {3, 7}, {0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 1}, {2, 4}, {3, 5}, {6, 7}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the meetings are %v, want %v", got, want)
	}
}

// TestKnockout checks brackets with byes and early decisions.
func TestKnockout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 17).Draw(t, "players")
		c := config(Knockout, n, slices.Repeat([]int{2}, rapid.IntRange(1, 2).Draw(t, "games"))...)
		c.Matches = rapid.IntRange(0, 5).Draw(t, "matches")
		s, results := c.finish(t, someGoals(t))
		out := map[int]bool{}
		meetings := 0
		for _, m := range s.Pairings {
			for _, p := range m.Players {
				if out[p] {
					t.Fatalf("%d is out and plays", p)
				}
			}
			if len(m.Players) == 1 {
				if m.Round != 1 || m.Players[0] >= 2*ceilPower(n)-n {
					t.Fatalf("%d rests in round %d", m.Players[0], m.Round)
				}
				continue
			}
			meetings++
			loser := m.Players[0] + m.Players[1] - m.Winner
			out[loser] = true
			w, l := m.Points[slices.Index(m.Players, m.Winner)], m.Points[slices.Index(m.Players, loser)]
			if w < l || w == l && m.Winner > loser {
				t.Fatalf("%d got on: %+v", m.Winner, m)
			}
		}
		if meetings != n-1 || len(out) != n-1 {
			t.Fatalf("%d meetings, %d are out of %d", meetings, len(out), n)
		}
		table := c.Table(s, results)
		if out[table.Rows[0].Number] {
			t.Fatalf("%s won and is out", table.Rows[0].Name)
		}
		c.checkTable(t, s, results)
		// The last match of those who met was needed.
		for _, f := range s.Fixtures {
			if f.Number == 1 && f.Game == 0 {
				c.checkNeeded(t, s, results, f)
			}
		}
	})
}

// ceilPower returns half of the least power of two that is not below n.
func ceilPower(n int) int {
	p := 1
	for 2*p < n {
		p *= 2
	}
	return p
}

// checkNeeded checks that a pair did not play on after it was decided.
func (c *Config) checkNeeded(t rapid.TB, s Schedule, results Results, of Fixture) {
	all := c.pairFixtures(of.Round, of.Pairing, [2]int{min(of.Players[0], of.Players[1]), max(of.Players[0], of.Players[1])})
	lead := 0.0
	for i, f := range all {
		res, played := results[f.Key]
		if decided := math.Abs(lead) > float64(len(all)-i); played == decided {
			t.Fatalf("%s was played: %v, and it was decided: %v", f.Key, played, decided)
		}
		if played {
			points := c.points(f, res)
			if f.Players[0] != all[0].Players[0] {
				points[0], points[1] = points[1], points[0]
			}
			lead += points[0] - points[1]
		}
	}
}

func TestBracket(t *testing.T) {
	if got := fmt.Sprint(bracket(8)); got != "[0 7 3 4 1 6 2 5]" {
		t.Error(got)
	}
}

// TestNoRotation checks that players stay at the seats that the file gives them.
func TestNoRotation(t *testing.T) {
	for _, kind := range Kinds {
		c := config(kind, 5, 2)
		c.Rotate = false
		s, _ := c.finish(t, func(Fixture) []int { return []int{0, 100} })
		for _, f := range s.Fixtures {
			if f.Players[0] > f.Players[1] {
				t.Errorf("%s: %v", kind, f)
			}
		}
	}
}

func TestSound(t *testing.T) {
	tests := map[string]*Config{
		"for games of two":  config(Swiss, 4, 3),
		"is for games of":   config(Knockout, 4, 1),
		"needs 3 players":   config(RoundRobin, 2, 3),
		"besides a challen": config(Gauntlet, 2, 3),
		"more than 100000":  config(RoundRobin, 1000, 2),
		"are called":        config(RoundRobin, 3, 2, 2),
		"nobody can play":   config(RoundRobin, 3, 0),
	}
	tests["are called"].Games[1].Name = "game0"
	tests["besides a challen"] = config(Gauntlet, 3, 3)
	tests["besides a challen"].Challengers = []string{"p00", "p01"}
	for want, c := range tests {
		if err := c.validate(); err == nil || !contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
