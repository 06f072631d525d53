package library_test

import "slices"

// A court holds love letter for three: the value and the number of each card, and who gets
// the next one.
type court struct {
	gone   map[courtCard]bool
	hands  [3][]courtCard
	out    [3]bool
	safe   [3]bool
	turn   int
	drawer int // who draws now, or none
	again  bool
	begins int // cards of the opening that are still to be dealt
	over   bool
}

type courtCard struct{ value, copy int }

var (
	courtNames  = []string{"guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess"}
	courtCopies = []int{5, 2, 2, 2, 2, 1, 1, 1}
)

const (
	guard = iota
	priest
	baron
	handmaid
	prince
	king
	countess
	princess
)

func newCourt() court { return court{begins: 3} }

// unseen returns the cards that are in the stock.
func (c court) unseen() (list []courtCard) {
	for value, n := range courtCopies {
		for i := range n {
			if k := (courtCard{value, i + 1}); !c.gone[k] {
				list = append(list, k)
			}
		}
	}
	return list
}

// others returns whom a player may choose.
func (c court) others(player int) (list []int) {
	for i := range 3 {
		if i != player && !c.out[i] && !c.safe[i] {
			list = append(list, i)
		}
	}
	return list
}

func (c court) holds(player, value int) bool {
	return slices.ContainsFunc(c.hands[player], func(k courtCard) bool { return k.value == value })
}

func (c court) legal() map[string][]string {
	var list []string
	if c.drawer >= 0 {
		for _, k := range c.unseen() {
			list = append(list, term("deal", courtNames[k.value], k.copy))
		}
		return map[string][]string{"random": list}
	}
	targets := c.others(c.turn)
	for value, name := range courtNames {
		if !c.holds(c.turn, value) || c.holds(c.turn, countess) && (value == prince || value == king) {
			continue
		}
		aims := targets
		switch value {
		case prince:
			aims = append(slices.Clone(targets), c.turn)
		case handmaid, countess, princess:
			aims = nil
		}
		if len(aims) == 0 {
			list = append(list, term("discard", name))
		}
		for _, to := range aims {
			if value != guard {
				list = append(list, term("play", name, threePlayers[to]))
				continue
			}
			for _, guess := range courtNames[1:] {
				list = append(list, term("guess", threePlayers[to], guess))
			}
		}
	}
	return map[string][]string{threePlayers[c.turn]: list}
}

func (c court) play(joint map[string]string) (table, map[string][]string) {
	if c.drawer >= 0 {
		return c.draw(joint["random"])
	}
	name := threePlayers[c.turn]
	move := words(joint[name])
	all := []string{term("says", name, joint[name])}
	private := map[string][]string{}
	value, to := guard, -1
	switch move[0] {
	case "discard":
		value = slices.Index(courtNames, move[1])
	case "play":
		value, to = slices.Index(courtNames, move[1]), slices.Index(threePlayers, move[2])
	case "guess":
		to = slices.Index(threePlayers, move[1])
	}
	c.put(c.turn, value)
	drop := func(player int) { // the card that is left is laid away
		all = append(all, term("laysAway", threePlayers[player], courtNames[c.hands[player][0].value]))
		c.hands[player] = nil
	}
	loses := func(player int) {
		c.out[player] = true
		all = append(all, term("isOut", threePlayers[player]))
		drop(player)
	}
	shows := func(viewer, player int) {
		private[threePlayers[viewer]] = append(private[threePlayers[viewer]], term("shows", threePlayers[player], courtNames[c.hands[player][0].value]))
	}
	c.drawer, c.again = -1, false
	switch {
	case value == princess:
		loses(c.turn)
	case value == handmaid:
		c.safe[c.turn] = true
	case to < 0:
	case value == guard:
		if c.holds(to, slices.Index(courtNames, move[2])) {
			loses(to)
		}
	case value == priest:
		shows(c.turn, to)
	case value == baron:
		shows(c.turn, to)
		shows(to, c.turn)
		switch mine, theirs := c.hands[c.turn][0].value, c.hands[to][0].value; {
		case mine < theirs:
			loses(c.turn)
		case theirs < mine:
			loses(to)
		}
	case value == king:
		c.hands[c.turn], c.hands[to] = c.hands[to], c.hands[c.turn]
		for _, p := range []int{c.turn, to} {
			private[threePlayers[p]] = append(private[threePlayers[p]], term("gets", courtNames[c.hands[p][0].value]))
		}
	case value == prince && c.holds(to, princess):
		loses(to)
	case value == prince:
		drop(to)
		c.drawer, c.again = to, true
	}
	left := 0
	for _, out := range c.out {
		if !out {
			left++
		}
	}
	for c.turn = (c.turn + 1) % 3; c.out[c.turn]; c.turn = (c.turn + 1) % 3 {
	}
	if left == 1 || c.drawer < 0 && len(c.unseen()) == 1 {
		c.over = true
		all = append(all, c.reveal()...)
	} else if c.drawer < 0 {
		c.drawer = c.turn
	}
	percepts := map[string][]string{}
	for _, p := range threePlayers {
		percepts[p] = append(slices.Clone(all), private[p]...)
		slices.Sort(percepts[p])
		percepts[p] = slices.Compact(percepts[p])
	}
	return c, percepts
}

// put takes the first card of a value from a hand.
func (c *court) put(player, value int) {
	hand := slices.Clone(c.hands[player])
	slices.SortFunc(hand, func(a, b courtCard) int { return a.copy - b.copy })
	i := slices.IndexFunc(hand, func(k courtCard) bool { return k.value == value })
	c.hands[player] = slices.Delete(hand, i, i+1)
}

// draw gives a card to the one who draws.
func (c court) draw(move string) (table, map[string][]string) {
	k := courtCard{slices.Index(courtNames, words(move)[1]), digit(move, 2)}
	c.gone = with(c.gone, k, true)
	who := c.drawer
	c.safe[who] = false
	c.hands[who] = append(slices.Clone(c.hands[who]), k)
	percepts := map[string][]string{threePlayers[who]: {term("gets", courtNames[k.value])}}
	switch {
	case c.begins > 0:
		c.begins--
		c.drawer = (who + 1) % 3
	case c.again && len(c.unseen()) <= 1:
		c.drawer, c.over = -1, true
		for _, p := range threePlayers {
			percepts[p] = append(percepts[p], c.reveal()...)
		}
	case c.again:
		c.drawer, c.again = c.turn, false
	default:
		c.drawer = -1
	}
	return c, percepts
}

// reveal shows all cards.
func (c court) reveal() (list []string) {
	for i, hand := range c.hands {
		for _, k := range hand {
			list = append(list, term("shows", threePlayers[i], courtNames[k.value]))
		}
	}
	return list
}

func (c court) goals() (map[string]int, bool) {
	if !c.over {
		return map[string]int{"anna": 33, "ben": 33, "cleo": 33}, false
	}
	points := map[string]int{}
	for i, name := range threePlayers {
		if !c.out[i] {
			points[name] = 1 + c.hands[i][0].value
		}
	}
	return ranking(points), true
}
