package library_test

import (
	"maps"
	"slices"
	"strings"
)

// powers has the owners of provinces.
type powers struct {
	owner map[string]string
	round int
}

var (
	powerNames = []string{"red", "green", "blue"}
	powerRoads = strings.Fields("arden-ashby birch-brook cliff-cove arden-marsh birch-marsh brook-moor cliff-moor cove-mead " +
		"ashby-mead marsh-moor moor-mead mead-marsh arden-birch brook-cliff cove-ashby")
	provinces = strings.Fields("arden ashby birch brook cliff cove marsh moor mead")
)

func newPowers() powers {
	return powers{map[string]string{"arden": "red", "ashby": "red", "birch": "green", "brook": "green", "cliff": "blue", "cove": "blue"}, 1}
}

// force returns how many provinces of a power are next to one.
func (p powers) force(power, province string) (n int) {
	for _, road := range powerRoads {
		a, b, _ := strings.Cut(road, "-")
		if b == province && p.owner[a] == power || a == province && p.owner[b] == power {
			n++
		}
	}
	return n
}

func (p powers) owned(power string) (n int) {
	for _, owner := range p.owner {
		if owner == power {
			n++
		}
	}
	return n
}

func (p powers) legal() map[string][]string {
	list := map[string][]string{}
	for _, power := range powerNames {
		list[power] = []string{"hold"}
		for _, province := range provinces {
			if p.owner[province] == power || p.force(power, province) == 0 {
				continue
			}
			list[power] = append(list[power], term("attack", province))
			for _, other := range powerNames {
				if other != power && p.owned(other) > 0 {
					list[power] = append(list[power], term("support", other, province))
				}
			}
		}
	}
	return list
}

func (p powers) play(joint map[string]string) (table, map[string][]string) {
	next := powers{maps.Clone(p.owner), p.round + 1}
	for _, province := range provinces {
		strength := map[string]int{} // of those who attack or own it
		owner := p.owner[province]
		if owner != "" {
			strength[owner] = 1
			if joint[owner] == "hold" {
				strength[owner] += p.force(owner, province)
			}
		}
		for _, power := range powerNames {
			if joint[power] == term("attack", province) {
				strength[power] = p.force(power, province)
			}
		}
		for _, helper := range powerNames {
			for power := range strength {
				if joint[helper] == term("support", power, province) {
					strength[power] += p.force(helper, province)
				}
			}
		}
		best := slices.Max(append(slices.Collect(maps.Values(strength)), 0))
		var first []string
		for power, n := range strength {
			if n == best {
				first = append(first, power)
			}
		}
		if len(first) == 1 {
			next.owner[province] = first[0]
		}
	}
	return next, nil
}

func (p powers) goals() (map[string]int, bool) {
	goals, great := map[string]int{}, []string{}
	for _, power := range powerNames {
		goals[power] = 10 * p.owned(power)
		if p.owned(power) >= 5 {
			great = append(great, power)
		}
	}
	if len(great) == 1 {
		return map[string]int{great[0]: 100}, true
	}
	return goals, len(great) > 0 || p.round == 9
}

// A linkBoard is TwixT: pegs by their holes, and links by their ends.
type linkBoard struct {
	pegs  map[square]int
	links map[[2]square]int
	mover int
}

var linkPlayers = []string{"red", "blue"}

// holeOf reports whether a player may use a hole.
func holeOf(player int, s square) bool {
	if player == 1 {
		s.x, s.y = s.y, s.x
	}
	return s.x > 1 && s.x < 12
}

func (b linkBoard) legal() map[string][]string {
	list := cellMoves("put", grid2(12, 12), func(s square) bool {
		_, filled := b.pegs[s]
		return holeOf(b.mover, s) && !filled
	})
	return map[string][]string{linkPlayers[b.mover]: list}
}

// side tells on which side of the line through a link a hole is: its sign counts.
func side(link [2]square, s square) int {
	a, b := link[0], link[1]
	return (b.x-a.x)*(s.y-a.y) - (b.y-a.y)*(s.x-a.x)
}

func linksCross(a, b [2]square) bool {
	return side(a, b[0])*side(a, b[1]) < 0 && side(b, a[0])*side(b, a[1]) < 0
}

func (b linkBoard) play(joint map[string]string) (table, map[string][]string) {
	s := cellOf(joint[linkPlayers[b.mover]])
	next := linkBoard{with(b.pegs, s, b.mover), maps.Clone(b.links), 1 - b.mover}
	if next.links == nil {
		next.links = map[[2]square]int{}
	}
	for _, l := range knightLeaps {
		other := s.plus(square{l[0], l[1]})
		if player, filled := b.pegs[other]; !filled || player != b.mover {
			continue
		}
		link, free := [2]square{s, other}, true
		for old, player := range b.links {
			free = free && (player == b.mover || !linksCross(link, old))
		}
		if free {
			next.links[link] = b.mover
		}
	}
	return next, nil
}

// connected reports whether a player has connected the two sides.
func (b linkBoard) connected(player int) bool {
	along := func(s square) int {
		if player == 0 {
			return s.y
		}
		return s.x
	}
	reached := map[square]bool{}
	for s, p := range b.pegs {
		reached[s] = p == player && along(s) == 1
	}
	for grown := true; grown; {
		grown = false
		for link, p := range b.links {
			if p == player && reached[link[0]] != reached[link[1]] {
				reached[link[0]], reached[link[1]], grown = true, true, true
			}
		}
	}
	for s, ok := range reached {
		if ok && along(s) == 12 {
			return true
		}
	}
	return false
}

func (b linkBoard) goals() (map[string]int, bool) {
	if b.connected(1 - b.mover) {
		return map[string]int{linkPlayers[1-b.mover]: 100}, true
	}
	return map[string]int{"red": 50, "blue": 50}, len(b.legal()[linkPlayers[b.mover]]) == 0
}
