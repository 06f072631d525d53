package library_test

import (
	"maps"
	"slices"
)

// A bankRobbery is banker and thief: who chose what, one after the other.
type bankRobbery struct {
	own    string
	notes  int // in the left bank
	robbed string
	stage  int
}

func (b bankRobbery) legal() map[string][]string {
	switch b.stage {
	case 0:
		return map[string][]string{"random": {"(choose left)", "(choose right)"}}
	case 1:
		var list []string
		for n := range 11 {
			list = append(list, term("deposit", n, 10-n))
		}
		return map[string][]string{"banker": list}
	}
	return map[string][]string{"thief": {"(rob left)", "(rob right)"}}
}

func (b bankRobbery) play(joint map[string]string) (table, map[string][]string) {
	b.stage++
	switch b.stage {
	case 1:
		b.own = words(joint["random"])[1]
		return b, map[string][]string{"banker": {term("own", b.own)}}
	case 2:
		b.notes = digit(joint["banker"], 1)
		return b, map[string][]string{"thief": {term("notes", b.notes, 10-b.notes)}}
	}
	b.robbed = words(joint["thief"])[1]
	return b, map[string][]string{"banker": {term("robbed", b.robbed)}, "thief": {term("own", b.own)}}
}

func (b bankRobbery) goals() (map[string]int, bool) {
	value := 10 * b.notes
	if b.own == "right" {
		value = 100 - value
	}
	goals := map[string]int{"banker": value, "thief": 0}
	if b.own == b.robbed {
		goals = map[string]int{"banker": 0, "thief": value}
	}
	return goals, b.stage == 3
}

// A seaBattle is battleships: the ships of both, by cells, and where shots fell.
type seaBattle struct {
	stage int // 0 and 1: hiding ships, 2: firing
	ships map[string]map[square]string
	shots map[string]map[square]bool // at the fleet of the one who is named
}

var (
	seaNames  = []string{"anna", "ben"}
	shipNames = []string{"cruiser", "destroyer"}
)

// shipCells returns the cells of a ship, or none if it leaves the sea.
func shipCells(kind string, from square, way string) []square {
	step := square{1, 0}
	if way == "down" {
		step = square{0, 1}
	}
	var cells []square
	for range map[string]int{"cruiser": 3, "destroyer": 2}[kind] {
		if from.x > 4 || from.y > 4 {
			return nil
		}
		cells, from = append(cells, from), from.plus(step)
	}
	return cells
}

func (b seaBattle) legal() map[string][]string {
	list := map[string][]string{}
	for _, name := range seaNames {
		for _, c := range grid2(4, 4) {
			if b.stage == 2 {
				if !b.shots[otherOf(name, "anna", "ben")][c] {
					list[name] = append(list[name], term("fire", c.x, c.y))
				}
				continue
			}
			for _, way := range []string{"across", "down"} {
				cells := shipCells(shipNames[b.stage], c, way)
				if len(cells) > 0 && !slices.ContainsFunc(cells, func(s square) bool { return b.ships[name][s] != "" }) {
					list[name] = append(list[name], term("place", shipNames[b.stage], c.x, c.y, way))
				}
			}
		}
	}
	return list
}

func (b seaBattle) play(joint map[string]string) (table, map[string][]string) {
	sees := map[string][]string{}
	if b.stage < 2 {
		for _, name := range seaNames {
			w := words(joint[name])
			for _, c := range shipCells(w[1], square{digit(joint[name], 2), digit(joint[name], 3)}, w[4]) {
				b.ships = with(b.ships, name, with(b.ships[name], c, w[1]))
			}
		}
		b.stage++
		return b, sees
	}
	for _, name := range seaNames {
		other := otherOf(name, "anna", "ben")
		c := square{digit(joint[name], 1), digit(joint[name], 2)}
		b.shots = with(b.shots, other, with(b.shots[other], c, true))
		sees[other] = append(sees[other], term("shot", c.x, c.y))
		ship := b.ships[other][c]
		if ship == "" {
			sees[name] = append(sees[name], "miss")
			continue
		}
		sees[name] = append(sees[name], "hit")
		if b.floating(other, ship) == 0 {
			sees[name] = append(sees[name], term("sunk", ship))
		}
	}
	return b, sees
}

// floating counts the cells of a ship, or of all if it has no name, that were not hit.
func (b seaBattle) floating(name, ship string) int {
	n := 0
	for c, s := range b.ships[name] {
		if (ship == "" || s == ship) && !b.shots[name][c] {
			n++
		}
	}
	return n
}

func (b seaBattle) goals() (map[string]int, bool) {
	anna, ben := min(b.floating("anna", ""), 1), min(b.floating("ben", ""), 1)
	return map[string]int{"anna": versus(anna, ben), "ben": versus(ben, anna)}, b.stage == 2 && anna*ben == 0
}

// A trailWalk is Coloured Trails: chips with numbers, which belong to somebody.
type trailWalk struct {
	step   int
	target map[string]int
	at     map[string]square
	owner  map[string]string // of a chip
	offer  []string          // who, to whom, which chip for which
}

func newTrailWalk() trailWalk {
	return trailWalk{at: map[string]square{"anna": {1, 1}, "ben": {3, 1}}, owner: map[string]string{
		"red1": "anna", "red2": "anna", "blue1": "anna", "blue2": "anna",
		"red3": "ben", "red4": "ben", "green1": "ben", "green2": "ben",
	}}
}

// trailColours are the colours of diagonals, which repeat.
var trailColours = []string{"red", "blue", "green"}

func colourAt(c square) string { return trailColours[(c.x+c.y-1)%3] }

// proposer returns who may make an offer now, or nobody.
func (w trailWalk) proposer() string { return map[int]string{1: "anna", 3: "ben"}[w.step] }

func (w trailWalk) legal() map[string][]string {
	list := map[string][]string{}
	if w.step == 0 {
		for x := 1; x <= 3; x++ {
			for z := 1; z <= 3; z++ {
				if x != z {
					list["random"] = append(list["random"], term("assign", x, z))
				}
			}
		}
	}
	if p := w.proposer(); p != "" {
		other := otherOf(p, "anna", "ben")
		list[p] = []string{"pass"}
		for c, mine := range w.owner {
			for d, theirs := range w.owner {
				if mine == p && theirs == other {
					list[p] = append(list[p], term("propose", other, term("exchangeChips", c, d)))
				}
			}
		}
	}
	if w.offer != nil {
		list[w.offer[1]] = []string{"accept", "reject"}
	}
	if w.step < 5 {
		return list
	}
	for _, name := range seaNames {
		list[name] = []string{"stay"}
		for _, d := range straightWays {
			to := w.at[name].plus(d)
			if to.x < 1 || to.y < 1 || to.x > 3 || to.y > 3 {
				continue
			}
			for c, holder := range w.owner {
				if holder == name && c[:len(c)-1] == colourAt(to) {
					list[name] = append(list[name], term("walk", to.x, to.y, c))
				}
			}
		}
	}
	return list
}

func (w trailWalk) play(joint map[string]string) (table, map[string][]string) {
	sees := map[string][]string{}
	w.owner, w.at = maps.Clone(w.owner), maps.Clone(w.at)
	if w.step == 0 {
		w.target = map[string]int{"anna": digit(joint["random"], 1), "ben": digit(joint["random"], 2)}
		for name, x := range w.target {
			sees[name] = []string{term("yourTarget", x)}
		}
	}
	offer := w.offer
	w.offer = nil
	if offer != nil {
		answer := joint[offer[1]]
		sees[offer[0]] = []string{term("answer", offer[1], answer)}
		if answer == "accept" {
			w.owner[offer[2]], w.owner[offer[3]] = offer[1], offer[0]
		}
	}
	for _, name := range seaNames {
		other := otherOf(name, "anna", "ben")
		text := words(joint[name])
		switch text[0] {
		case "propose":
			w.offer = []string{name, other, text[3], text[4]}
			sees[other] = []string{term("proposal", name, other, text[3], text[4])}
		case "walk":
			delete(w.owner, text[3])
			w.at[name] = square{digit(joint[name], 1), digit(joint[name], 2)}
			sees[other] = append(sees[other], term("walks", name, text[1], text[2], text[3]))
		}
	}
	w.step++
	return w, sees
}

func (w trailWalk) goals() (map[string]int, bool) {
	goals := map[string]int{}
	for _, name := range seaNames {
		chips := 0
		for _, holder := range w.owner {
			if holder == name {
				chips++
			}
		}
		goals[name] = 10 * chips
		if w.at[name] == (square{w.target[name], 3}) {
			goals[name] = 60 + 20*chips
		}
	}
	return goals, w.step == 9
}

// A secretTrail is Coloured Trails for three, whose chips of a colour are alike.
type secretTrail struct {
	step   int
	target map[string]string
	at     map[string]int
	chips  map[string]int // by holder and colour, with a blank between
	offer  []string       // who, to whom, which colour for which
}

var (
	trailNames = []string{"anna", "ben", "cara"}
	// trails are the colours of the two cells of each trail.
	trails = map[string][]string{"hill": {"red", "blue"}, "lake": {"blue", "green"}, "wood": {"green", "red"}}
)

func newSecretTrail() secretTrail {
	return secretTrail{at: map[string]int{}, chips: map[string]int{"anna red": 2, "ben blue": 2, "cara green": 2}}
}

// ahead returns the colour of a player's next cell, or nothing at the end of the trail.
func (w secretTrail) ahead(name string) string {
	if w.at[name] == 2 {
		return ""
	}
	return trails[w.target[name]][w.at[name]]
}

func (w secretTrail) legal() map[string][]string {
	list := map[string][]string{}
	switch {
	case w.step == 0:
		for t := range trails {
			for u := range trails {
				for v := range trails {
					if t != u && t != v && u != v {
						list["random"] = append(list["random"], term("assign", t, u, v))
					}
				}
			}
		}
	case w.step >= 7:
		for _, name := range trailNames {
			list[name] = []string{"stay"}
			if c := w.ahead(name); c != "" && w.chips[name+" "+c] > 0 {
				list[name] = append(list[name], "walk")
			}
		}
	case w.step%2 == 1:
		p := trailNames[w.step/2]
		list[p] = []string{"pass"}
		for _, other := range trailNames {
			for _, c := range trailColours {
				for _, d := range trailColours {
					if other != p && c != d && w.chips[p+" "+c] > 0 {
						list[p] = append(list[p], term("propose", other, c, d))
					}
				}
			}
		}
	case w.offer != nil:
		to := w.offer[1]
		list[to] = []string{"reject"}
		if w.chips[to+" "+w.offer[3]] > 0 {
			list[to] = append(list[to], "accept")
		}
	}
	return list
}

func (w secretTrail) play(joint map[string]string) (table, map[string][]string) {
	sees := map[string][]string{}
	w.chips, w.at = maps.Clone(w.chips), maps.Clone(w.at)
	offer := w.offer
	w.offer = nil
	if offer != nil {
		from, to, c, d := offer[0], offer[1], offer[2], offer[3]
		sees[from] = []string{term("answer", joint[to])}
		if joint[to] == "accept" {
			w.chips[from+" "+c]--
			w.chips[to+" "+c]++
			w.chips[from+" "+d]++
			w.chips[to+" "+d]--
		}
	}
	if w.step == 0 {
		w.target = map[string]string{}
	}
	for i, name := range trailNames {
		text := words(joint[name])
		switch {
		case w.step == 0:
			w.target[name] = words(joint["random"])[1+i]
			sees[name] = []string{term("yourTarget", w.target[name])}
		case text[0] == "propose":
			w.offer = []string{name, text[1], text[2], text[3]}
			sees[text[1]] = []string{term("proposal", name, text[2], text[3])}
		case text[0] == "walk":
			c := w.ahead(name)
			for _, other := range trailNames {
				if other != name {
					sees[other] = append(sees[other], term("paid", name, c))
				}
			}
			w.chips[name+" "+c]--
			w.at[name]++
		}
	}
	w.step++
	return w, sees
}

func (w secretTrail) goals() (map[string]int, bool) {
	goals := map[string]int{}
	for _, name := range trailNames {
		goals[name] = 50 * w.at[name]
	}
	return goals, w.step == 9
}
