package library_test

import (
	"slices"
	"strings"
	"sync"
)

// A deal is who has each of seven cards: 0 for Anne, 1 for Bill, 2 for Cath.
type deal [7]int

func (d deal) hand(owner int) (cards []int) {
	for k, who := range d {
		if who == owner {
			cards = append(cards, k)
		}
	}
	return cards
}

func (d deal) move() string {
	args := []any{"deal"}
	for owner := range 3 {
		for _, k := range d.hand(owner) {
			args = append(args, k)
		}
	}
	return term(args...)
}

// deals returns the 140 deals.
var deals = sync.OnceValue(func() (list []deal) {
	for n := range 3 * 3 * 3 * 3 * 3 * 3 * 3 {
		var d deal
		for k := range d {
			d[k] = n % 3
			n /= 3
		}
		if len(d.hand(0)) == 3 && len(d.hand(1)) == 3 {
			list = append(list, d)
		}
	}
	return list
})

// sayings returns what Anne can say, by deal.
var sayings = sync.OnceValue(func() map[deal][]string {
	list := map[deal][]string{}
	for _, d := range deals() {
		list[d] = sayable(d.hand(0))
	}
	return list
})

// sayable returns what Anne can say about her hand. That certain three cards are hers or
// Bill's she can know of her own only.
func sayable(hand []int) (list []string) {
	sum := 0
	for k := range 7 {
		if slices.Contains(hand, k) {
			list = append(list, term("have", k))
			sum += k
		} else {
			list = append(list, term("lack", k))
		}
	}
	list = append(list, term("sum", sum%7), term("ours", hand[0], hand[1], hand[2]))
	for _, d := range deals() {
		if !slices.Equal(d.hand(0), hand) {
			continue
		}
		a, b := hand, d.hand(1)
		if b[0] < a[0] {
			a, b = b, a
		}
		list = append(list, term("either", a[0], a[1], a[2], b[0], b[1], b[2]))
	}
	return list
}

type russianTable struct {
	step     int
	deal     deal
	possible []deal // what everybody considers possible
}

// looks returns the deals that one considers possible who has certain cards.
func (s russianTable) looks(owner int, d deal) (list []deal) {
	for _, e := range s.possible {
		if slices.Equal(e.hand(owner), d.hand(owner)) {
			list = append(list, e)
		}
	}
	return list
}

// knowsCath says whether somebody knows Cath's card.
func (s russianTable) knowsCath(owner int, d deal) bool {
	for _, e := range s.looks(owner, d) {
		if e.hand(2)[0] != d.hand(2)[0] {
			return false
		}
	}
	return true
}

// leak says whether Cath knows of another card who has it.
func (s russianTable) leak(d deal) bool {
	for k := range 7 {
		others := s.looks(2, d)
		if d[k] != 2 && !slices.ContainsFunc(others, func(e deal) bool { return e[k] != d[k] }) {
			return true
		}
	}
	return false
}

// exchanged says whether it is common knowledge that Anne and Bill know all and Cath
// nothing: whether it is so in all deals that can be reached over what somebody cannot tell apart.
func (s russianTable) exchanged() bool {
	seen, queue := map[deal]bool{s.deal: true}, []deal{s.deal}
	for len(queue) > 0 {
		d := queue[0]
		queue = queue[1:]
		if !s.knowsCath(0, d) || !s.knowsCath(1, d) || s.leak(d) {
			return false
		}
		for owner := range 3 {
			for _, e := range s.looks(owner, d) {
				if !seen[e] {
					seen[e] = true
					queue = append(queue, e)
				}
			}
		}
	}
	return true
}

func (s russianTable) bill(d deal) string {
	if s.knowsCath(1, d) {
		return term("cathHas", d.hand(2)[0])
	}
	return "unsure"
}

// after returns the table after something was said.
func (s russianTable) after(says func(deal) []string, said string) russianTable {
	var possible []deal
	for _, d := range s.possible {
		if slices.Contains(says(d), said) {
			possible = append(possible, d)
		}
	}
	return russianTable{s.step + 1, s.deal, possible}
}

var russianPlayers = []string{"anne", "bill", "cath"}

var russianModel = jointModel[russianTable]{
	game: "russiancards", plays: 60, start: russianTable{possible: deals()},
	legal: func(s russianTable, role string) (list []string) {
		switch {
		case s.step == 0 && role == "random":
			for _, d := range s.possible {
				list = append(list, d.move())
			}
			return list
		case s.step == 1 && role == "anne":
			return sayings()[s.deal]
		case s.step == 2 && role == "bill":
			return []string{s.bill(s.deal)}
		}
		return noop
	},
	next: func(s russianTable, does map[string]string) russianTable {
		switch s.step {
		case 0:
			i := slices.IndexFunc(s.possible, func(d deal) bool { return d.move() == does["random"] })
			return russianTable{1, s.possible[i], s.possible}
		case 1:
			return s.after(func(d deal) []string { return sayings()[d] }, does["anne"])
		}
		return s.after(func(d deal) []string { return []string{s.bill(d)} }, does["bill"])
	},
	sees: func(s russianTable, does map[string]string, role string) []string {
		switch s.step {
		case 0:
			cards := words(does["random"])[1:]
			i := slices.Index(russianPlayers, role)
			if i == 2 {
				return []string{term("single", cards[6])}
			}
			return []string{term("own", strings.Join(cards[3*i:3*i+3], " "))}
		case 1:
			return []string{term("says", "anne", does["anne"])}
		}
		return []string{term("says", "bill", does["bill"])}
	},
	over: func(s russianTable) bool { return s.step == 3 },
	goal: func(s russianTable, role string) int {
		if s.exchanged() == (role == "cath") {
			return 0
		}
		return 100
	},
}
