package library_test

import (
	"maps"
	"slices"
	"testing"
)

// morrisMills are the lines of the board, the points of each in their order.
var morrisMills = [][3]string{
	{"a7", "d7", "g7"}, {"b6", "d6", "f6"}, {"c5", "d5", "e5"}, {"a4", "b4", "c4"},
	{"e4", "f4", "g4"}, {"c3", "d3", "e3"}, {"b2", "d2", "f2"}, {"a1", "d1", "g1"},
	{"a7", "a4", "a1"}, {"b6", "b4", "b2"}, {"c5", "c4", "c3"}, {"d7", "d6", "d5"},
	{"d3", "d2", "d1"}, {"e5", "e4", "e3"}, {"f6", "f4", "f2"}, {"g7", "g4", "g1"},
}

// plainMorris is nine men's morris. It knows nothing but the lines: two points
// are neighbours if they are beside each other on one.
type plainMorris struct {
	men    map[string]int // by point: the player, 0 or 1
	placed int
	quiet  int
	mover  int
}

var morrisPoints = func() []string {
	set := map[string]bool{}
	for _, line := range morrisMills {
		for _, p := range line {
			set[p] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}()

func morrisNeighbours(a, b string) bool {
	for _, line := range morrisMills {
		for i := range 2 {
			if line[i] == a && line[i+1] == b || line[i] == b && line[i+1] == a {
				return true
			}
		}
	}
	return false
}

func (g plainMorris) holds(p string, player int) bool {
	man, ok := g.men[p]
	return ok && man == player
}

func (g plainMorris) inMill(p string, player int) bool {
	return slices.ContainsFunc(morrisMills, func(line [3]string) bool {
		return slices.Contains(line[:], p) && g.holds(line[0], player) && g.holds(line[1], player) && g.holds(line[2], player)
	})
}

// points returns the points of a player's men.
func (g plainMorris) points(player int) []string {
	var list []string
	for _, p := range morrisPoints {
		if g.holds(p, player) {
			list = append(list, p)
		}
	}
	return list
}

func (g plainMorris) moves() map[string]func() plainGame {
	list := map[string]func() plainGame{}
	men := g.points(g.mover)
	switch {
	case g.placed < 18:
		g.placed++
		for _, to := range g.free() {
			g.arrive(list, "", to)
		}
	case g.quiet < 100 && len(men) >= 3:
		g.quiet++
		for _, from := range men {
			for _, to := range g.free() {
				if len(men) == 3 || morrisNeighbours(from, to) {
					g.arrive(list, from, to)
				}
			}
		}
	}
	return list
}

func (g plainMorris) free() []string {
	var list []string
	for _, p := range morrisPoints {
		if _, taken := g.men[p]; !taken {
			list = append(list, p)
		}
	}
	return list
}

// arrive lists the moves that end with a man on a point.
func (g plainMorris) arrive(list map[string]func() plainGame, from, to string) {
	g.men = maps.Clone(g.men)
	g.men[to] = g.mover
	text := to
	if from != "" {
		delete(g.men, from)
		text = from + "-" + to
	}
	if !g.inMill(to, g.mover) {
		list[text] = func() plainGame { return g.after("") }
		return
	}
	for _, p := range g.removable(1 - g.mover) {
		list[text+"-"+p] = func() plainGame { return g.after(p) }
	}
}

// removable returns the points of a player whose men may be removed.
func (g plainMorris) removable(player int) []string {
	all := g.points(player)
	open := slices.DeleteFunc(slices.Clone(all), func(p string) bool { return g.inMill(p, player) })
	if len(open) > 0 {
		return open
	}
	return all
}

// after ends a turn in which a man may have been taken.
func (g plainMorris) after(taken string) plainGame {
	if taken != "" {
		g.men = maps.Clone(g.men)
		delete(g.men, taken)
		g.quiet = 0
	}
	g.mover = 1 - g.mover
	return g
}

func (g plainMorris) scores() []int {
	if g.quiet == 100 {
		return result(draw)
	}
	return result(1 - g.mover)
}

func TestMorris(t *testing.T) {
	lockstep(t, openGame(t, "morris"), plainMorris{men: map[string]int{}}, few(30))
}
