package library_test

import (
	"fmt"
	"maps"
	"slices"
)

// A patience holds small Klondike: the columns with the cards that lie face up, from the
// first one, and how many lie face down below them.
type patience struct {
	columns [3][]card
	down    [3]int
	stock   int
	waste   []card
	out     map[string]int // the highest card of each suit that is out
	turn    bool           // a card of the stock is turned up now
}

func newPatience() patience { return patience{down: [3]int{1, 2, 3}, stock: 10} }

var fourSuits = []string{"clubs", "diamonds", "hearts", "spades"}

// isRed reports whether a suit is red.
func isRed(suit string) bool { return suit == "diamonds" || suit == "hearts" }

// turning returns the column whose next card is turned up, 3 for the stock, or -1.
func (p patience) turning() int {
	for i, column := range p.columns {
		if len(column) == 0 && p.down[i] > 0 {
			return i
		}
	}
	if p.turn {
		return 3
	}
	return -1
}

// fits returns the columns that take a card.
func (p patience) fits(c card) (list []int) {
	for i, column := range p.columns {
		n := len(column)
		if n == 0 && c.rank == 4 || n > 0 && column[n-1].rank == c.rank+1 && isRed(column[n-1].suit) != isRed(c.suit) {
			list = append(list, i)
		}
	}
	return list
}

func (p patience) legal() map[string][]string {
	if p.turning() >= 0 {
		seen := slices.Concat(p.columns[0], p.columns[1], p.columns[2], p.waste)
		var list []string
		for _, suit := range fourSuits {
			for rank := 1; rank <= 4; rank++ {
				if rank > p.out[suit] && !slices.Contains(seen, card{suit, rank}) {
					list = append(list, term("deal", rank, suit))
				}
			}
		}
		return map[string][]string{"random": list}
	}
	var list []string
	if p.stock > 0 {
		list = append(list, "turn")
	}
	for _, pile := range slices.Concat(p.columns[:], [][]card{p.waste}) {
		if n := len(pile); n > 0 && p.out[pile[n-1].suit] == pile[n-1].rank-1 {
			list = append(list, rankFirst("putOut", pile[n-1]))
		}
	}
	if n := len(p.waste); n > 0 {
		for _, to := range p.fits(p.waste[n-1]) {
			list = append(list, term("put", p.waste[n-1].rank, p.waste[n-1].suit, to+1))
		}
	}
	for i, column := range p.columns {
		if len(column) == 0 || column[0].rank == 4 && p.down[i] == 0 {
			continue
		}
		for _, to := range p.fits(column[0]) {
			list = append(list, term("shift", i+1, to+1))
		}
	}
	return map[string][]string{"player": list}
}

func (p patience) play(joint map[string]string) (table, map[string][]string) {
	if at := p.turning(); at >= 0 {
		w := words(joint["random"])
		c := card{w[2], digit(joint["random"], 1)}
		if at == 3 {
			p.waste, p.turn = append(slices.Clone(p.waste), c), false
		} else {
			p.columns[at], p.down[at] = []card{c}, p.down[at]-1
		}
		return p, map[string][]string{"player": {fmt.Sprintf("(turnedUp %d %s)", c.rank, c.suit)}}
	}
	move := joint["player"]
	w := words(move)
	switch w[0] {
	case "turn":
		p.stock, p.turn = p.stock-1, true
	case "shift":
		from, to := digit(move, 1)-1, digit(move, 2)-1
		p.columns[to] = slices.Concat(p.columns[to], p.columns[from])
		p.columns[from] = nil
	default:
		c := card{w[2], digit(move, 1)}
		p.waste = minus(p.waste, c)
		for i := range p.columns {
			p.columns[i] = minus(p.columns[i], c)
		}
		if w[0] == "putOut" {
			p.out = with(p.out, c.suit, c.rank)
		} else {
			to := digit(move, 3) - 1
			p.columns[to] = append(p.columns[to], c)
		}
	}
	return p, nil
}

func (p patience) goals() (map[string]int, bool) {
	n := 0
	for rank := range maps.Values(p.out) {
		n += rank
	}
	goal := 6 * n
	if n == 16 {
		goal = 100
	}
	return map[string]int{"player": goal}, p.turning() < 0 && len(p.legal()["player"]) == 0
}
