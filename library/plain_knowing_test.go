package library_test

import (
	"fmt"
	"slices"
)

// knowingModels are second programs for games in GDL-III. What is known is computed from
// what everybody knows to be possible, or is the answer of the literature itself.
var knowingModels = []jointTest{muddyModel, hatsModel, consecutiveModel, sumModel, russianModel, fireworksModel}

type muddyYard struct {
	round int
	muddy map[string]bool
	wrote map[string]string
}

var muddyNames = []string{"anna", "ben", "cara"}

// sure is the answer of the literature: the muddy children know it in the round that has
// their number, the others a round later.
func (s muddyYard) sure(child string) bool {
	if s.muddy[child] {
		return s.round >= len(s.muddy)
	}
	return s.round > len(s.muddy)
}

func (s muddyYard) face(child string) string {
	if s.muddy[child] {
		return "muddy"
	}
	return "clean"
}

var muddyModel = jointModel[muddyYard]{
	game: "muddychildren", plays: 60,
	legal: func(s muddyYard, role string) (list []string) {
		faces := []string{"muddy", "clean"}
		switch {
		case role == "random" && s.round == 0:
			for i := range 7 { // 7 would be all clean
				list = append(list, term("smear", faces[i>>2], faces[i>>1&1], faces[i&1]))
			}
			return list
		case role != "random" && s.round > 0 && s.wrote[role] == "":
			return []string{"wait", term("write", "muddy"), term("write", "clean")}
		}
		return []string{"wait"}
	},
	next: func(s muddyYard, does map[string]string) muddyYard {
		for i, child := range muddyNames {
			if s.round == 0 && words(does["random"])[i+1] == "muddy" {
				s.muddy = with(s.muddy, child, true)
			}
			if w := words(does[child]); len(w) == 2 {
				s.wrote = with(s.wrote, child, w[1])
			}
		}
		s.round++
		return s
	},
	sees: func(s muddyYard, does map[string]string, role string) (list []string) {
		for i, child := range muddyNames {
			if s.round == 0 && child != role {
				list = append(list, term("looks", child, words(does["random"])[i+1]))
			}
			if s.round > 0 && s.sure(child) {
				list = append(list, term("hand", child))
			}
		}
		if s.round == 3 {
			list = append(list, term("mirror", s.face(role)))
		}
		return list
	},
	over: func(s muddyYard) bool { return s.round == 4 },
	goal: func(s muddyYard, role string) int {
		if s.wrote[role] == s.face(role) {
			return 100
		}
		return 0
	},
}

type hatRow struct {
	step int
	hats []string // of Anton, Bert and Carl
	free map[string]bool
}

// sure is the answer of the literature: the man at the back knows his hat if he sees two
// white ones, the next one if that is so or if he sees a white one, and the first always.
func (s hatRow) sure(man string) bool {
	switch man {
	case "carl":
		return s.hats[0] == "white" && s.hats[1] == "white"
	case "bert":
		return s.hats[0] == "white"
	}
	return true
}

var hatSpeakers = []string{"", "carl", "bert", "anton"}

var hatsModel = jointModel[hatRow]{
	game: "hats", plays: 60,
	legal: func(s hatRow, role string) (list []string) {
		hats := []string{"red", "white"}
		switch {
		case s.step == 0 && role == "king":
			for i := range 7 { // 7 would be all white
				list = append(list, term("put", hats[i>>2], hats[i>>1&1], hats[i&1]))
			}
			return list
		case s.step == 0 || hatSpeakers[s.step] != role:
			return noop
		case s.sure(role):
			return []string{term("call", s.hats[3-s.step])}
		}
		return []string{"pass"}
	},
	next: func(s hatRow, does map[string]string) hatRow {
		if s.step == 0 {
			s.hats = words(does["king"])[1:]
		} else if man := hatSpeakers[s.step]; s.sure(man) {
			s.free = with(s.free, man, true)
		}
		s.step++
		return s
	},
	sees: func(s hatRow, does map[string]string, role string) []string {
		switch {
		case s.step > 0:
			man := hatSpeakers[s.step]
			return []string{term("says", man, does[man])}
		case role == "carl":
			return []string{term("both", words(does["king"])[1], words(does["king"])[2])}
		case role == "bert":
			return []string{term("ahead", words(does["king"])[1])}
		}
		return nil
	},
	over: func(s hatRow) bool { return s.step == 4 },
	goal: func(s hatRow, role string) int {
		if role == "king" {
			return []int{100, 100, 50, 0}[len(s.free)]
		}
		if s.free[role] {
			return 100
		}
		return 0
	},
}

// A talk is a dialogue of two about a pair that chance has chosen. What one of them is
// told of a pair is a number.
type talk struct {
	step       int
	pair       [2]int
	possible   [][2]int // what everybody considers possible
	over       bool
	right, had bool // right, and known
}

// talker returns who speaks.
func talker(s talk, speakers [2]string) string { return speakers[(s.step+1)%2] }

// alike returns the pairs that one considers possible who was told a number.
func alike(possible [][2]int, told func([2]int) int, pair [2]int) (list [][2]int) {
	for _, p := range possible {
		if told(p) == told(pair) {
			list = append(list, p)
		}
	}
	return list
}

// hear returns what is possible after somebody said something about a pair, if that is
// said of those pairs only for which something holds.
func hear(possible [][2]int, holds func([2]int) bool) (list [][2]int) {
	for _, p := range possible {
		if holds(p) {
			list = append(list, p)
		}
	}
	return list
}

func consecutivePairs() (list [][2]int) {
	for i := range 9 {
		list = append(list, [2]int{i, i + 1}, [2]int{i + 1, i})
	}
	return list
}

var consecutiveSpeakers = [2]string{"anne", "bill"}

// ownNumber returns the number of a player in a pair.
func ownNumber(role string) func([2]int) int {
	return func(p [2]int) int { return p[slices.Index(consecutiveSpeakers[:], role)] }
}

var consecutiveModel = jointModel[talk]{
	game: "consecutivenumbers", plays: 100, start: talk{possible: consecutivePairs()},
	legal: func(s talk, role string) (list []string) {
		switch {
		case s.step == 0 && role == "random":
			for _, p := range s.possible {
				list = append(list, term("deal", p[0], p[1]))
			}
			return list
		case s.step == 0 || role != talker(s, consecutiveSpeakers):
			return noop
		}
		for _, p := range alike(consecutivePairs(), ownNumber(role), s.pair) {
			list = append(list, term("name", p[0]+p[1]-ownNumber(role)(p)))
		}
		if len(alike(s.possible, ownNumber(role), s.pair)) > 1 {
			list = append(list, "unsure")
		}
		return list
	},
	next: func(s talk, does map[string]string) talk {
		before := s
		s.step++
		if before.step == 0 {
			s.pair = [2]int{digit(does["random"], 1), digit(does["random"], 2)}
			return s
		}
		role := talker(before, consecutiveSpeakers)
		told := ownNumber(role)
		if m := does[role]; m != "unsure" {
			s.over = true
			s.right = digit(m, 1) == s.pair[0]+s.pair[1]-told(s.pair)
			s.had = len(alike(s.possible, told, s.pair)) == 1
			return s
		}
		possible := s.possible
		s.possible = hear(possible, func(p [2]int) bool { return len(alike(possible, told, p)) > 1 })
		return s
	},
	sees: func(s talk, does map[string]string, role string) (list []string) {
		if s.step == 0 {
			return []string{term("own", digit(does["random"], 1+slices.Index(consecutiveSpeakers[:], role)))}
		}
		speaker := talker(s, consecutiveSpeakers)
		told := ownNumber(speaker)
		m := does[speaker]
		list = []string{term("says", m)}
		if m != "unsure" && digit(m, 1) == s.pair[0]+s.pair[1]-told(s.pair) {
			list = append(list, "right")
		}
		if len(alike(s.possible, told, s.pair)) == 1 {
			list = append(list, "known")
		}
		return list
	},
	over: func(s talk) bool { return s.over },
	goal: func(s talk, _ string) int {
		switch {
		case s.right && s.had:
			return 100
		case s.right:
			return 50
		}
		return 0
	},
}

// smallPairs are two different numbers from 2 on with a sum of at most 16.
func smallPairs() (list [][2]int) {
	for x := 2; x <= 16; x++ {
		for y := x + 1; x+y <= 16; y++ {
			list = append(list, [2]int{x, y})
		}
	}
	return list
}

var sumSpeakers = [2]string{"product", "sum"}

func toldOf(role string) func([2]int) int {
	if role == "sum" {
		return func(p [2]int) int { return p[0] + p[1] }
	}
	return func(p [2]int) int { return p[0] * p[1] }
}

// foreseen says whether Sum knows from the sum alone that Product does not know a pair.
func foreseen(pair [2]int) bool {
	for _, p := range alike(smallPairs(), toldOf("sum"), pair) {
		if len(alike(smallPairs(), toldOf("product"), p)) == 1 {
			return false
		}
	}
	return true
}

// saysOf returns what somebody who names no numbers says, or nothing if that is not possible.
func saysOf(s talk, role string, pair [2]int) string {
	switch {
	case s.step == 4:
		return ""
	case s.step == 2 && foreseen(pair):
		return "asExpected"
	case len(alike(s.possible, toldOf(role), pair)) > 1:
		return "unsure"
	}
	return ""
}

var sumModel = jointModel[talk]{
	game: "sumandproduct", plays: 100, start: talk{possible: smallPairs()},
	legal: func(s talk, role string) (list []string) {
		switch {
		case s.step == 0 && role == "random":
			for _, p := range s.possible {
				list = append(list, term("choose", p[0], p[1]))
			}
			return list
		case s.step == 0 || role != talker(s, sumSpeakers):
			return noop
		}
		for _, p := range alike(smallPairs(), toldOf(role), s.pair) {
			list = append(list, term("name", p[0], p[1]))
		}
		if says := saysOf(s, role, s.pair); says != "" {
			list = append(list, says)
		}
		return list
	},
	next: func(s talk, does map[string]string) talk {
		before := s
		s.step++
		if before.step == 0 {
			s.pair = [2]int{digit(does["random"], 1), digit(does["random"], 2)}
			return s
		}
		role := talker(before, sumSpeakers)
		m := does[role]
		if len(words(m)) == 3 {
			s.over = true
			s.right = m == term("name", s.pair[0], s.pair[1])
			return s
		}
		s.possible = hear(before.possible, func(p [2]int) bool { return saysOf(before, role, p) == m })
		return s
	},
	sees: func(s talk, does map[string]string, role string) []string {
		if s.step == 0 {
			return []string{fmt.Sprint(toldOf(role)([2]int{digit(does["random"], 1), digit(does["random"], 2)}))}
		}
		m := does[talker(s, sumSpeakers)]
		list := []string{term("says", m)}
		if m == term("name", s.pair[0], s.pair[1]) {
			list = append(list, "right")
		}
		return list
	},
	over: func(s talk) bool { return s.over },
	goal: func(s talk, _ string) int {
		if s.right {
			return 100
		}
		return 0
	},
}
