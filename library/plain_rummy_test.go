package library_test

import "slices"

// A rummy holds the hands of small gin, the pile, of which the last card is open, and the
// stock.
type rummy struct {
	stock   []card
	hands   [2][]card
	pile    []card
	mover   int
	stage   string // what comes next: "", "deal", "lay"
	taken   card
	turns   int
	knocked int // who has knocked, from 1
}

func newRummy() rummy { return rummy{stock: pack(1, 5)} }

// deadwood returns the least sum of ranks that is left after one meld, or none.
func deadwood(hand []card) (least int, melds bool) {
	total := 0
	for _, c := range hand {
		total += c.rank
	}
	least = total
	for set := range 1 << len(hand) {
		var chosen []card
		sum := 0
		for i, c := range hand {
			if set>>i&1 == 1 {
				chosen, sum = append(chosen, c), sum+c.rank
			}
		}
		if isMeld(chosen) {
			least, melds = min(least, total-sum), true
		}
	}
	return least, melds
}

// isMeld reports whether three or more cards have one rank, or one suit and ranks in a row.
func isMeld(cards []card) bool {
	if len(cards) < 3 {
		return false
	}
	sorted := slices.SortedFunc(slices.Values(cards), func(a, b card) int { return a.rank - b.rank })
	alike, row := true, true
	for i, c := range sorted {
		alike = alike && c.rank == sorted[0].rank
		row = row && c.suit == sorted[0].suit && c.rank == sorted[0].rank+i
	}
	return alike || row
}

func (r rummy) legal() map[string][]string {
	name := twoPlayers[r.mover]
	switch {
	case len(r.pile) == 0 && r.taken.suit == "" || r.stage == "deal":
		return map[string][]string{"random": cardMoves("deal", r.stock)}
	case r.stage == "lay":
		var list []string
		for _, c := range r.hands[r.mover] {
			if c == r.taken {
				continue
			}
			list = append(list, c.move("lay"))
			if _, melds := deadwood(minus(r.hands[r.mover], c)); melds {
				list = append(list, c.move("knock"))
			}
		}
		return map[string][]string{name: list}
	}
	return map[string][]string{name: {"take", "draw"}}
}

func (r rummy) play(joint map[string]string) (table, map[string][]string) {
	name := twoPlayers[r.mover]
	if move := joint["random"]; move != "noop" {
		c := cardOf(move)
		dealt := 15 - len(r.stock)
		r.stock = minus(r.stock, c)
		to := dealt % 2
		switch {
		case r.stage == "deal":
			to, r.stage = r.mover, "lay"
		case dealt == 8:
			r.pile = []card{c}
			return r, everybody(twoPlayers, c.move("turnedUp"))
		}
		r.hands[to] = append(slices.Clone(r.hands[to]), c)
		return r, map[string][]string{twoPlayers[to]: {c.move("gets")}}
	}
	move := joint[name]
	percepts := []string{term("says", name, move)}
	switch words(move)[0] {
	case "draw":
		r.stage = "deal"
	case "take":
		r.taken = r.pile[len(r.pile)-1]
		r.pile = r.pile[:len(r.pile)-1]
		r.hands[r.mover] = append(slices.Clone(r.hands[r.mover]), r.taken)
		r.stage = "lay"
	default:
		c := cardOf(move)
		r.hands[r.mover] = minus(r.hands[r.mover], c)
		r.pile = append(slices.Clone(r.pile), c)
		if words(move)[0] == "knock" {
			r.knocked = 1 + r.mover
			for i, hand := range r.hands {
				for _, c := range hand {
					percepts = append(percepts, term("shows", twoPlayers[i], c.suit, c.rank))
				}
			}
		}
		r.mover, r.turns, r.stage, r.taken = 1-r.mover, r.turns+1, "", card{}
	}
	return r, everybody(twoPlayers, percepts...)
}

func (r rummy) goals() (map[string]int, bool) {
	if r.knocked == 0 {
		turning := r.stage == "" && len(r.pile) > 0
		return map[string]int{"anna": 50, "ben": 50}, turning && len(r.stock) == 0 || r.turns == 12
	}
	knocker := r.knocked - 1
	mine, _ := deadwood(r.hands[knocker])
	theirs, _ := deadwood(r.hands[1-knocker])
	goal := 10
	switch {
	case mine == 0:
		goal = 100
	case mine < theirs:
		goal = 80
	}
	return map[string]int{twoPlayers[knocker]: goal, twoPlayers[1-knocker]: 100 - goal}, true
}

// A crib holds a deal of small cribbage: what everybody has, what was laid, and points.
type crib struct {
	stock  []card
	hands  [2][]card
	kept   [2][]card
	crib   []card
	up     []card
	mover  int
	run    []card // laid since the count began
	latest int
	passed bool
	points [2]int
	shown  int
}

func newCrib() crib { return crib{stock: pack(1, 6)} }

func total(cards []card) (sum int) {
	for _, c := range cards {
		sum += c.rank
	}
	return sum
}

// choosing reports whether both lay a card away.
func (c crib) choosing() bool { return len(c.hands[1]) == 4 && len(c.crib) == 0 }

// laying reports whether cards are laid by turns.
func (c crib) laying() bool { return len(c.up) > 0 && len(c.hands[0])+len(c.hands[1]) > 0 }

func (c crib) legal() map[string][]string {
	switch {
	case c.choosing():
		return map[string][]string{"anna": cardMoves("away", c.hands[0]), "ben": cardMoves("away", c.hands[1])}
	case len(c.up) == 0:
		return map[string][]string{"random": cardMoves("deal", c.stock)}
	case !c.laying():
		return nil
	}
	var list []string
	for _, d := range c.hands[c.mover] {
		if total(c.run)+d.rank <= 15 {
			list = append(list, d.move("lay"))
		}
	}
	if len(list) == 0 {
		list = []string{"go"}
	}
	return map[string][]string{twoPlayers[c.mover]: list}
}

func (c crib) play(joint map[string]string) (table, map[string][]string) {
	switch {
	case c.choosing():
		for i, name := range twoPlayers {
			d := cardOf(joint[name])
			c.hands[i] = minus(c.hands[i], d)
			c.kept[i], c.crib = c.hands[i], append(slices.Clone(c.crib), d)
		}
		return c, nil
	case len(c.up) == 0:
		d := cardOf(joint["random"])
		to := (18 - len(c.stock)) % 2
		c.stock = minus(c.stock, d)
		if len(c.crib) > 0 {
			c.up = []card{d}
			return c, everybody(twoPlayers, d.move("turnedUp"))
		}
		c.hands[to] = append(slices.Clone(c.hands[to]), d)
		return c, map[string][]string{twoPlayers[to]: {d.move("gets")}}
	case !c.laying():
		return c.show()
	}
	name := twoPlayers[c.mover]
	move := joint[name]
	percepts := everybody(twoPlayers, term("says", name, move))
	if move == "go" {
		if !c.passed {
			c.passed, c.mover = true, 1-c.mover
			return c, percepts
		}
		c.points[c.latest]++
		c.run, c.passed, c.mover = nil, false, 1-c.latest
		return c, percepts
	}
	d := cardOf(move)
	c.hands[c.mover] = minus(c.hands[c.mover], d)
	if n := len(c.run); n > 0 && c.run[n-1].rank == d.rank {
		c.points[c.mover] += 2
	}
	c.run = append(slices.Clone(c.run), d)
	sum := total(c.run)
	if sum == 10 || sum == 15 {
		c.points[c.mover] += 2
	}
	if sum == 15 {
		c.run = nil
	} else if !c.laying() {
		c.points[c.mover]++
	}
	c.latest, c.passed, c.mover = c.mover, false, 1-c.mover
	return c, percepts
}

// show counts one hand.
func (c crib) show() (table, map[string][]string) {
	hand, owner := c.crib, 1
	if c.shown < 2 {
		hand, owner = c.kept[c.shown], c.shown
	}
	c.points[owner] += cribPoints(append(slices.Clone(c.up), hand...))
	c.shown++
	if c.shown == 2 {
		return c, everybody(twoPlayers, c.crib[0].move("inCrib"), c.crib[1].move("inCrib"))
	}
	return c, nil
}

// cribPoints counts all subsets of the cards of a hand: tens, pairs, and the longest rows.
func cribPoints(cards []card) (points int) {
	rows := map[int]int{}
	for set := range 1 << len(cards) {
		var ranks []int
		sum := 0
		for i, c := range cards {
			if set>>i&1 == 1 {
				ranks, sum = append(ranks, c.rank), sum+c.rank
			}
		}
		if sum == 10 {
			points += 2
		}
		if len(ranks) == 2 && ranks[0] == ranks[1] {
			points += 2
		}
		slices.Sort(ranks)
		row := len(ranks) >= 3
		for i, r := range ranks {
			row = row && r == ranks[0]+i
		}
		if row {
			rows[len(ranks)]++
		}
	}
	if rows[4] > 0 {
		return points + 4
	}
	return points + 3*rows[3]
}

func (c crib) goals() (map[string]int, bool) {
	return map[string]int{"anna": versus(c.points[0], c.points[1]), "ben": versus(c.points[1], c.points[0])}, c.shown == 3
}
