package library_test

import (
	"fmt"
	"slices"
)

// A firework is a card: its colour, 0 for red and 1 for blue, and its rank from 1 to 3.
type firework struct{ colour, rank int }

func (c firework) words() []any { return []any{[]string{"red", "blue"}[c.colour], c.rank} }

// is says whether a hint names the card.
func (c firework) is(hint string) bool {
	return fmt.Sprint(c.words()[0]) == hint || fmt.Sprint(c.rank) == hint
}

var fireworkCards = []firework{{0, 1}, {0, 2}, {0, 3}, {1, 1}, {1, 2}, {1, 3}}

type fireworkHand [3]firework

type fireworkTable struct {
	dealt    []firework
	turn     int             // from 1 on
	possible [2]handSet      // what one considers possible of one's own cards
	played   [2]map[int]bool // by slot
	top      [2]int
}

// A handSet is a set of orders of three cards.
type handSet []fireworkHand

// orders returns all orders of three cards.
func orders(cards []firework) (list handSet) {
	for _, p := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		list = append(list, fireworkHand{cards[p[0]], cards[p[1]], cards[p[2]]})
	}
	return list
}

func (h handSet) where(holds func(fireworkHand) bool) (list handSet) {
	for _, hand := range h {
		if holds(hand) {
			list = append(list, hand)
		}
	}
	return list
}

func (s fireworkTable) mover() int                  { return (s.turn + 1) % 2 }
func (s fireworkTable) card(who, slot int) firework { return s.dealt[3*who+slot] }

func (s fireworkTable) next(c firework) bool { return s.top[c.colour]+1 == c.rank }

// knows says whether one knows that a card fits.
func (s fireworkTable) knows(who, slot int) bool {
	return !s.played[who][slot] && len(s.possible[who].where(func(h fireworkHand) bool { return !s.next(h[slot]) })) == 0
}

// moves returns the moves of who is to move.
func (s fireworkTable) moves() (list []string) {
	me := s.mover()
	other := 1 - me
	for slot, name := range slotNames {
		if s.knows(me, slot) {
			list = append(list, term("play", name))
		}
	}
	for _, hint := range []string{"red", "blue", "1", "2", "3"} {
		if len(s.shown(other, hint)) > 0 {
			list = append(list, term("show", hint))
		}
	}
	if len(s.played[other]) == 3 {
		list = append(list, "pass")
	}
	return list
}

var slotNames = []string{"a", "b", "c"}

// shown returns the slots of the cards that a hint names.
func (s fireworkTable) shown(who int, hint string) (slots []int) {
	for slot := range 3 {
		if !s.played[who][slot] && s.card(who, slot).is(hint) {
			slots = append(slots, slot)
		}
	}
	return slots
}

// after returns the table after a move.
func (s fireworkTable) after(move string) fireworkTable {
	me := s.mover()
	other := 1 - me
	s.turn++
	switch w := words(move); w[0] {
	case "play":
		slot := slices.Index(slotNames, w[1])
		card := s.card(me, slot)
		s.top[card.colour]++
		s.played[me] = with(s.played[me], slot, true)
		s.possible[me] = s.possible[me].where(func(h fireworkHand) bool { return h[slot] == card })
	case "show":
		slots := s.shown(other, w[1])
		s.possible[other] = s.possible[other].where(func(h fireworkHand) bool {
			for slot, c := range h {
				if !s.played[other][slot] && c.is(w[1]) != slices.Contains(slots, slot) {
					return false
				}
			}
			return true
		})
	}
	return s
}

// lay deals a card.
func (s fireworkTable) lay(c firework) fireworkTable {
	s.dealt = append(slices.Clone(s.dealt), c)
	if len(s.dealt) == 6 {
		s.turn = 1
		s.possible = [2]handSet{orders(s.dealt[:3]), orders(s.dealt[3:])}
	}
	return s
}

func (s fireworkTable) points() int { return s.top[0] + s.top[1] }

// most returns how many cards can be played in some turns by those who see all cards.
func (s fireworkTable) most(turns int, known map[string]int) int {
	if s.points() == 6 || s.turn > turns {
		return s.points()
	}
	key := fmt.Sprint(s)
	if n, ok := known[key]; ok {
		return n
	}
	best := 0
	for _, m := range s.moves() {
		best = max(best, s.after(m).most(turns, known))
	}
	known[key] = best
	return best
}

var fireworkPlayers = []string{"anna", "ben"}

var fireworksModel = jointModel[fireworkTable]{
	game: "fireworks", plays: 40,
	legal: func(s fireworkTable, role string) (list []string) {
		switch {
		case s.turn == 0 && role == "random":
			for _, c := range fireworkCards {
				if !slices.Contains(s.dealt, c) {
					list = append(list, term(append([]any{"give"}, c.words()...)...))
				}
			}
			return list
		case s.turn > 0 && role == fireworkPlayers[s.mover()]:
			return s.moves()
		}
		return noop
	},
	next: func(s fireworkTable, does map[string]string) fireworkTable {
		if s.turn > 0 {
			return s.after(does[fireworkPlayers[s.mover()]])
		}
		w := words(does["random"])
		return s.lay(firework{slices.Index([]string{"red", "blue"}, w[1]), digit(does["random"], 2)})
	},
	sees: func(s fireworkTable, does map[string]string, role string) []string {
		if s.turn == 0 {
			n := len(s.dealt)
			if fireworkPlayers[n/3] == role {
				return nil
			}
			return []string{term("has", fireworkPlayers[n/3], slotNames[n%3], argumentsOf(does["random"]))}
		}
		mover := fireworkPlayers[s.mover()]
		list := []string{term("move", mover, does[mover])}
		switch w := words(does[mover]); w[0] {
		case "play":
			list = append(list, term(append([]any{"card"}, s.card(s.mover(), slices.Index(slotNames, w[1])).words()...)...))
		case "show":
			for _, slot := range s.shown(1-s.mover(), w[1]) {
				list = append(list, term("shown", slotNames[slot]))
			}
		}
		return list
	},
	over: func(s fireworkTable) bool { return s.turn == 12 || s.points() == 6 },
	goal: func(s fireworkTable, _ string) int { return []int{0, 10, 20, 40, 60, 80, 100}[s.points()] },
}
