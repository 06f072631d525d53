package library_test

import (
	"fmt"
	"maps"
	"strings"
)

// goofspiel holds the cards of each player, the prizes to come and the one to bid for.
type goofspiel struct {
	names  []string
	hands  map[string][]int
	left   []int
	prize  int
	points map[string]int
}

func newGoofspiel(names ...string) goofspiel {
	g := goofspiel{names, map[string][]int{}, []int{1, 2, 3, 4, 5}, 0, map[string]int{}}
	for _, name := range names {
		g.hands[name], g.points[name] = []int{1, 2, 3, 4, 5}, 0
	}
	return g
}

func (g goofspiel) legal() map[string][]string {
	list := map[string][]string{}
	if g.prize == 0 {
		for _, c := range g.left {
			list["random"] = append(list["random"], fmt.Sprintf("(turn %d)", c))
		}
		return list
	}
	for name, hand := range g.hands {
		for _, c := range hand {
			list[name] = append(list[name], fmt.Sprintf("(bid %d)", c))
		}
	}
	return list
}

func (g goofspiel) play(joint map[string]string) (table, map[string][]string) {
	var prize int
	if scan(joint["random"], "(turn %d)", &prize) {
		g.prize, g.left = prize, without(g.left, prize)
		return g, everybody(g.names, fmt.Sprintf("(prize %d)", prize))
	}
	hands, points := map[string][]int{}, maps.Clone(g.points)
	best, winner := 0, ""
	var percepts []string
	for _, name := range g.names {
		var bid int
		scan(joint[name], "(bid %d)", &bid)
		percepts = append(percepts, fmt.Sprintf("(bids %s %d)", name, bid))
		hands[name] = without(g.hands[name], bid)
		if bid > best {
			best, winner = bid, name
		} else if bid == best {
			winner = ""
		}
	}
	if winner != "" {
		points[winner] += g.prize
	}
	return goofspiel{g.names, hands, g.left, 0, points}, everybody(g.names, percepts...)
}

func (g goofspiel) goals() (map[string]int, bool) {
	return ranking(g.points), g.prize == 0 && len(g.left) == 0
}

// tron holds the riders that are left, and the cells that are free.
type tron struct {
	names []string
	at    map[string]square
	free  field
	last  map[string]square // the riders of one step ago
}

func newTron(riders ...string) tron {
	t := tron{nil, map[string]square{}, newField(9, 9), nil}
	for i := range 9 { // row and column 0 are outside
		t.free = t.free.with('#', square{0, i}, square{i, 0})
	}
	for _, r := range riders {
		var s square
		name, rest, _ := strings.Cut(r, " ")
		scan(rest, "%d %d", &s.x, &s.y)
		t.names, t.at[name], t.free = append(t.names, name), s, t.free.with('#', s)
	}
	return t
}

var tronWays = map[string]square{"north": {0, 1}, "south": {0, -1}, "east": {1, 0}, "west": {-1, 0}}

func (t tron) legal() map[string][]string {
	list := map[string][]string{}
	for name, s := range t.at {
		for way, d := range tronWays {
			if t.free.at(s.plus(d)) == '.' {
				list[name] = append(list[name], "(go "+way+")")
			}
		}
	}
	return list
}

func (t tron) play(joint map[string]string) (table, map[string][]string) {
	next := tron{t.names, map[string]square{}, t.free, t.at}
	count := map[square]int{}
	for name, s := range t.at {
		if way, ok := strings.CutPrefix(joint[name], "(go "); ok {
			next.at[name] = s.plus(tronWays[strings.TrimSuffix(way, ")")])
			count[next.at[name]]++
		}
	}
	maps.DeleteFunc(next.at, func(_ string, s square) bool { return count[s] > 1 })
	for _, s := range next.at {
		next.free = next.free.with('#', s)
	}
	return next, nil
}

func (t tron) goals() (map[string]int, bool) {
	goals := map[string]int{}
	for name := range t.last {
		if _, riding := t.at[name]; riding {
			goals[name] = 100
		} else if len(t.at) == 0 {
			goals[name] = 50
		}
	}
	return goals, len(t.at) < 2
}
