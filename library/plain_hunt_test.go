package library_test

import (
	"fmt"
	"slices"
	"strings"
)

var huntModels = []jointTest{bullsModel, wumpusModel, heartsModel, cityModel, tronModel}

type bullsTable struct {
	secret string
	tries  int
	found  bool
}

// triples are three different digits from 1 to 6.
var triples = func() (list []string) {
	for i := range 216 {
		if a, b, c := i/36+1, i/6%6+1, i%6+1; a != b && a != c && b != c {
			list = append(list, fmt.Sprint(a, b, c))
		}
	}
	return list
}()

func triplesOf(name string) (list []string) {
	for _, t := range triples {
		list = append(list, "("+name+" "+t+")")
	}
	return list
}

func argumentsOf(move string) string { return strings.Join(words(move)[1:], " ") }

var bullsModel = jointModel[bullsTable]{
	game: "bullsandcows", plays: 60,
	legal: func(s bullsTable, role string) []string {
		switch {
		case s.secret == "" && role == "random":
			return triplesOf("hide")
		case s.secret != "" && role == "breaker":
			return triplesOf("guess")
		}
		return noop
	},
	next: func(s bullsTable, does map[string]string) bullsTable {
		if s.secret == "" {
			s.secret = argumentsOf(does["random"])
			return s
		}
		s.tries++
		s.found = argumentsOf(does["breaker"]) == s.secret
		return s
	},
	sees: func(s bullsTable, does map[string]string, _ string) []string {
		if s.secret == "" {
			return nil
		}
		bulls, cows := 0, 0
		guess := argumentsOf(does["breaker"])
		for i := 0; i < 5; i += 2 {
			if guess[i] == s.secret[i] {
				bulls++
			} else if strings.IndexByte(s.secret, guess[i]) >= 0 {
				cows++
			}
		}
		return []string{term("bulls", bulls), term("cows", cows)}
	},
	over: func(s bullsTable) bool { return s.found || s.tries == 6 },
	goal: func(s bullsTable, _ string) int {
		if s.found {
			return 100
		}
		return 0
	},
}

// A cave has the wumpus, two pits and the gold, in this order.
type cave struct {
	things     []square
	at         square
	shot, dead bool
	steps      int
}

var compass = map[string]square{"east": {1, 0}, "west": {-1, 0}, "north": {0, 1}, "south": {0, -1}}

func inside(c square, size int) bool { return c.x >= 1 && c.y >= 1 && c.x <= size && c.y <= size }

func (s cave) hit(does string) bool {
	w := words(does)
	if w[0] != "shoot" {
		return false
	}
	for c := s.at.plus(compass[w[1]]); inside(c, 4); c = c.plus(compass[w[1]]) {
		if c == s.things[0] {
			return true
		}
	}
	return false
}

var wumpusModel = jointModel[cave]{
	game: "wumpus", plays: 100, start: cave{at: square{1, 1}},
	legal: func(s cave, role string) (list []string) {
		hiding := len(s.things) < 4
		switch {
		case hiding && role == "random":
			return cellMoves("hide", grid2(4, 4), func(c square) bool { return c != square{1, 1} && !slices.Contains(s.things, c) })
		case hiding || role == "random":
			return noop
		}
		for name, d := range compass {
			if inside(s.at.plus(d), 4) {
				list = append(list, term("go", name))
			}
			if !s.shot {
				list = append(list, term("shoot", name))
			}
		}
		return list
	},
	next: func(s cave, does map[string]string) cave {
		if len(s.things) < 4 {
			s.things = append(slices.Clip(s.things), cellOf(does["random"]))
			return s
		}
		w := words(does["hunter"])
		s.steps++
		if w[0] == "go" {
			s.at = s.at.plus(compass[w[1]])
			return s
		}
		s.dead, s.shot = s.hit(does["hunter"]), true
		return s
	},
	sees: func(s cave, does map[string]string, _ string) (list []string) {
		if len(s.things) < 3 {
			return nil
		}
		at := s.at
		if w := words(does["hunter"]); w[0] == "go" {
			at = at.plus(compass[w[1]])
		}
		if len(s.things) == 4 && s.hit(does["hunter"]) {
			list = append(list, "scream")
		}
		switch slices.Index(s.things, at) {
		case 0:
			if !s.dead {
				list = append(list, "bite")
			}
		case 1, 2:
			list = append(list, "fall")
		case 3:
			list = append(list, "shine")
		}
		near := func(c square) bool { return abs(c.x-at.x)+abs(c.y-at.y) == 1 }
		if near(s.things[0]) {
			list = append(list, "stench")
		}
		if near(s.things[1]) || near(s.things[2]) {
			list = append(list, "breeze")
		}
		return list
	},
	over: func(s cave) bool {
		return len(s.things) == 4 && (slices.Contains(s.things[1:], s.at) || s.at == s.things[0] && !s.dead || s.steps == 20)
	},
	goal: func(s cave, _ string) int {
		switch {
		case s.at == s.things[3]:
			return 100
		case slices.Contains(s.things[1:3], s.at) || s.at == s.things[0] && !s.dead:
			return 0
		}
		return 25
	},
}

// A heartsTable has the cards in the order in which they are dealt, and whose each is:
// 3 if it was played.
type heartsTable struct {
	cards []string
	owner []int
	trick []int // indices of cards, from the leader on
	mover int
	taken [3]int
}

func (s heartsTable) suit(i int) string { return words(s.cards[i])[0] }

var heartsModel = jointModel[heartsTable]{
	game: "hearts-three", plays: 60,
	legal: func(s heartsTable, role string) (list []string) {
		if len(s.cards) < 12 {
			if role != "random" {
				return noop
			}
			for _, suit := range []string{"clubs", "hearts", "spades"} {
				for rank := 1; rank <= 4; rank++ {
					if card := fmt.Sprint(suit, " ", rank); !slices.Contains(s.cards, card) {
						list = append(list, "(deal "+card+")")
					}
				}
			}
			return list
		}
		if role == "random" || role != threePlayers[s.mover] {
			return noop
		}
		var any []string
		for i, card := range s.cards {
			if s.owner[i] != s.mover {
				continue
			}
			any = append(any, "(play "+card+")")
			if len(s.trick) > 0 && s.suit(i) == s.suit(s.trick[0]) {
				list = append(list, "(play "+card+")")
			}
		}
		if len(list) == 0 {
			return any
		}
		return list
	},
	next: func(s heartsTable, does map[string]string) heartsTable {
		if len(s.cards) < 12 {
			s.owner = append(slices.Clip(s.owner), len(s.cards)%3)
			s.cards = append(slices.Clip(s.cards), argumentsOf(does["random"]))
			return s
		}
		i := slices.Index(s.cards, argumentsOf(does[threePlayers[s.mover]]))
		s.owner = slices.Clone(s.owner)
		s.owner[i] = 3
		s.trick = append(slices.Clip(s.trick), i)
		if len(s.trick) < 3 {
			s.mover = (s.mover + 1) % 3
			return s
		}
		leader := (s.mover + 1) % 3
		best, hearts := 0, 0
		for k, card := range s.trick {
			if s.suit(card) == "hearts" {
				hearts++
			}
			if s.suit(card) == s.suit(s.trick[best]) && s.cards[card] > s.cards[s.trick[best]] {
				best = k
			}
		}
		s.mover, s.trick = (leader+best)%3, nil
		s.taken[s.mover] += hearts
		return s
	},
	sees: func(s heartsTable, does map[string]string, role string) []string {
		if len(s.cards) < 12 {
			if threePlayers[len(s.cards)%3] != role {
				return nil
			}
			return []string{"(gets " + argumentsOf(does["random"]) + ")"}
		}
		mover := threePlayers[s.mover]
		return []string{"(plays " + mover + " " + argumentsOf(does[mover]) + ")"}
	},
	over: func(s heartsTable) bool {
		return len(s.cards) == 12 && !slices.ContainsFunc(s.owner, func(o int) bool { return o < 3 })
	},
	goal: func(s heartsTable, role string) int { return 100 - 25*s.taken[slices.Index(threePlayers, role)] },
}

// A city has the stations of the thief and of two detectives.
type city struct {
	at     [3]int
	round  int
	police bool
}

// stations are the names of the stations, from 1 on.
var stations = strings.Fields("nowhere market park museum castle square bridge theatre library tower harbour")

func stationOf(move string) int { return slices.Index(stations, words(move)[1]) }

var cityRoles = []string{"thief", "anna", "ben"}

var streets = func() map[int][]int {
	m := map[int][]int{}
	for _, s := range [][2]int{{1, 2}, {1, 3}, {2, 4}, {2, 5}, {3, 5}, {3, 6}, {4, 7}, {5, 7}, {5, 8}, {6, 8},
		{7, 9}, {8, 9}, {8, 10}, {9, 10}, {4, 9}, {6, 10}} {
		m[s[0]], m[s[1]] = append(m[s[0]], s[1]), append(m[s[1]], s[0])
	}
	return m
}()

var cityModel = jointModel[city]{
	game: "scotlandyard", plays: 60, start: city{at: [3]int{10, 1, 2}, round: 1},
	legal: func(s city, role string) (list []string) {
		i := slices.Index(cityRoles, role)
		if s.police == (i == 0) {
			return noop
		}
		for _, to := range append([]int{s.at[i]}, streets[s.at[i]]...) {
			list = append(list, term("go", stations[to]))
		}
		return list
	},
	next: func(s city, does map[string]string) city {
		for i, role := range cityRoles {
			if s.police == (i > 0) {
				s.at[i] = stationOf(does[role])
			}
		}
		if s.police {
			s.round++
		}
		s.police = !s.police
		return s
	},
	sees: func(s city, does map[string]string, role string) (list []string) {
		for i := 1; i < 3; i++ {
			at := [2]int{s.at[0], s.at[i]}
			if s.police {
				at[1] = stationOf(does[cityRoles[i]])
				list = append(list, term("goes", cityRoles[i], stations[at[1]]))
			} else {
				at[0] = stationOf(does["thief"])
			}
			if arrest := term("arrest", stations[at[0]]); at[0] == at[1] && !slices.Contains(list, arrest) {
				list = append(list, arrest)
			}
		}
		if s.police {
			return list
		}
		if s.round%3 == 0 {
			list = append(list, term("spotted", stations[stationOf(does["thief"])]))
		}
		if role != "thief" {
			list = append(list, "moved")
		}
		return list
	},
	over: func(s city) bool { return s.at[0] == s.at[1] || s.at[0] == s.at[2] || s.round == 9 },
	goal: func(s city, role string) int {
		if caught := s.at[0] == s.at[1] || s.at[0] == s.at[2]; caught == (role == "thief") {
			return 0
		}
		return 100
	},
}

type arena struct {
	riders map[string]square
	walls  map[square]bool
	fell   []string
}

var tronModel = jointModel[arena]{
	game: "tron", plays: 60,
	start: arena{riders: map[string]square{"red": {2, 2}, "green": {6, 2}, "blue": {4, 6}}},
	legal: func(s arena, role string) (list []string) {
		if _, ok := s.riders[role]; !ok {
			return noop
		}
		return []string{"(go east)", "(go west)", "(go north)", "(go south)"}
	},
	next: func(s arena, does map[string]string) arena {
		after := arena{riders: map[string]square{}, walls: s.walls}
		coming := map[square]int{}
		for p, c := range s.riders {
			after.walls = with(after.walls, c, true)
			coming[c.plus(compass[words(does[p])[1]])]++
		}
		for p, c := range s.riders {
			if to := c.plus(compass[words(does[p])[1]]); inside(to, 7) && !after.walls[to] && coming[to] == 1 {
				after.riders[p] = to
			} else {
				after.fell = append(after.fell, p)
			}
		}
		return after
	},
	over: func(s arena) bool { return len(s.riders) < 2 },
	goal: func(s arena, role string) int {
		_, rides := s.riders[role]
		switch {
		case rides:
			return 100
		case len(s.riders) == 0 && slices.Contains(s.fell, role):
			return 100 / len(s.fell)
		}
		return 0
	},
}
