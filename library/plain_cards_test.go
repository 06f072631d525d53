package library_test

import (
	"fmt"
	"maps"
	"slices"
)

// A card has a suit and a rank.
type card struct {
	suit string
	rank int
}

func (c card) move(name string) string { return fmt.Sprintf("(%s %s %d)", name, c.suit, c.rank) }

// cardOf reads the card of a move.
func cardOf(move string) card { return card{words(move)[1], digit(move, 2)} }

// cardMoves are moves with cards.
func cardMoves(name string, cards []card) (list []string) {
	for _, c := range cards {
		list = append(list, c.move(name))
	}
	return list
}

var threeSuits = []string{"clubs", "hearts", "spades"}

// pack returns all cards of three suits with ranks from one number to another.
func pack(from, to int) (cards []card) {
	for _, suit := range threeSuits {
		for rank := from; rank <= to; rank++ {
			cards = append(cards, card{suit, rank})
		}
	}
	return cards
}

// minus returns cards without one of them.
func minus(cards []card, c card) []card {
	return slices.DeleteFunc(slices.Clone(cards), func(d card) bool { return c == d })
}

// eights holds the stock, the hands, the card on the table and the suit that is wanted.
type eights struct {
	stock   []card
	hands   [3][]card
	top     card
	wanted  string
	mover   int
	drawing bool
	passes  int
}

func newEights() eights { return eights{stock: pack(6, 10)} }

func (e eights) legal() map[string][]string {
	if e.top.suit == "" || e.drawing {
		return map[string][]string{"random": cardMoves("deal", e.stock)}
	}
	var list []string
	for _, c := range e.hands[e.mover] {
		if c.rank != 8 && (c.suit == e.wanted || c.rank == e.top.rank) {
			list = append(list, c.move("play"))
		}
		for _, s := range threeSuits {
			if c.rank == 8 {
				list = append(list, term("eight", c.suit, s))
			}
		}
	}
	if len(e.stock) > 0 {
		list = append(list, "draw")
	} else if len(list) == 0 {
		list = append(list, "pass")
	}
	return map[string][]string{threePlayers[e.mover]: list}
}

func (e eights) play(joint map[string]string) (table, map[string][]string) {
	if e.top.suit == "" || e.drawing {
		c := cardOf(joint["random"])
		dealt := 15 - len(e.stock)
		e.stock = minus(e.stock, c)
		if !e.drawing && dealt == 9 {
			e.top, e.wanted = c, c.suit
			return e, everybody(threePlayers, c.move("turnedUp"))
		}
		to := dealt % 3
		if e.drawing {
			to = e.mover
			e.drawing, e.mover = false, (e.mover+1)%3
		}
		e.hands[to] = append(slices.Clone(e.hands[to]), c)
		return e, map[string][]string{threePlayers[to]: {c.move("gets")}}
	}
	name := threePlayers[e.mover]
	move := joint[name]
	percepts := everybody(threePlayers, term("says", name, move))
	switch words(move)[0] {
	case "draw":
		e.drawing = true
		return e, percepts
	case "pass":
		e.passes++
	case "play":
		e.top, e.passes = cardOf(move), 0
		e.wanted = e.top.suit
	case "eight":
		e.top, e.wanted, e.passes = card{words(move)[1], 8}, words(move)[2], 0
	}
	e.hands[e.mover] = minus(e.hands[e.mover], e.top)
	e.mover = (e.mover + 1) % 3
	return e, percepts
}

func (e eights) goals() (map[string]int, bool) {
	goals := map[string]int{"anna": 33, "ben": 33, "cleo": 33}
	for i, name := range threePlayers {
		if e.top.suit != "" && len(e.hands[i]) == 0 {
			goals = map[string]int{name: 100}
			return goals, true
		}
	}
	return goals, e.passes == 3
}

// A holdem holds the cards in the order in which they were dealt, what was said in this
// round, and the stakes.
type holdem struct {
	cards  []card
	round  string // the first letters of what was said
	rounds int
	stakes [2]int
	folded int
}

var twoPlayers = []string{"anna", "ben"}

func rankFirst(name string, c card) string { return term(name, c.rank, c.suit) }

// dealing reports whether the next card is dealt now: two at first, one after each of the
// first two rounds.
func (h holdem) dealing() bool { return len(h.cards) < 2+h.rounds && h.rounds < 3 }

func (h holdem) legal() map[string][]string {
	if h.dealing() {
		var list []string
		for _, c := range pack(1, 4) {
			if !slices.Contains(h.cards, c) {
				list = append(list, rankFirst("deal", c))
			}
		}
		return map[string][]string{"random": list}
	}
	mover := twoPlayers[len(h.round)%2]
	if len(h.round) > 0 && h.round[len(h.round)-1] == 'b' {
		return map[string][]string{mover: {"call", "fold"}}
	}
	return map[string][]string{mover: {"check", "bet"}}
}

func (h holdem) play(joint map[string]string) (table, map[string][]string) {
	if h.dealing() {
		move := joint["random"]
		c := card{words(move)[2], digit(move, 1)}
		h.cards = append(slices.Clone(h.cards), c)
		if n := len(h.cards); n <= 2 {
			return h, map[string][]string{twoPlayers[n-1]: {rankFirst("gets", c)}}
		}
		return h, everybody(twoPlayers, rankFirst("turnedUp", c))
	}
	mover := len(h.round) % 2
	move := joint[twoPlayers[mover]]
	percepts := []string{term("says", twoPlayers[mover], move)}
	h.round += move[:2]
	if move == "bet" || move == "call" {
		h.stakes[mover] += []int{1, 1, 2}[h.rounds]
	}
	switch h.round = h.round[:len(h.round)-1]; {
	case move == "fold":
		h.folded = 1 + mover
	case move == "call" || h.round == "cc":
		if h.round, h.rounds = "", h.rounds+1; h.rounds == 3 {
			for i, name := range twoPlayers {
				percepts = append(percepts, term("shows", name, h.cards[i].rank, h.cards[i].suit))
			}
		}
	}
	return h, everybody(twoPlayers, percepts...)
}

// value tells how good the hand of a player is.
func (h holdem) value(player int) int {
	hand := []card{h.cards[player], h.cards[2], h.cards[3]}
	ranks := []int{hand[0].rank, hand[1].rank, hand[2].rank}
	slices.Sort(ranks)
	different := len(slices.Compact(slices.Clone(ranks)))
	kind := 0
	switch {
	case different == 1:
		kind = 4
	case different == 3 && ranks[2]-ranks[0] == 2:
		kind = 3
	case hand[0].suit == hand[1].suit && hand[1].suit == hand[2].suit:
		kind = 2
	case different == 2:
		kind = 1
	}
	return 10*kind + hand[0].rank
}

func (h holdem) goals() (map[string]int, bool) {
	goals := map[string]int{"anna": 50, "ben": 50}
	winner := draw
	switch {
	case h.folded > 0:
		winner = 2 - h.folded
	case h.rounds == 3 && h.value(0) > h.value(1):
		winner = 0
	case h.rounds == 3 && h.value(0) < h.value(1):
		winner = 1
	}
	if winner != draw {
		stake := 10 * h.stakes[1-winner]
		goals[twoPlayers[winner]] += stake
		goals[twoPlayers[1-winner]] -= stake
	}
	return goals, h.folded > 0 || h.rounds == 3
}

// threeDice holds the dice, which of them are to be thrown, and the boxes.
type threeDice struct {
	dice  [3]int
	again [3]bool
	stage int // rolling, throwing, rolling again, writing
	boxes map[string]int
}

func (d threeDice) legal() map[string][]string {
	var list []string
	switch d.stage {
	case 1:
		for n := range 8 {
			words := []any{"throw"}
			for i := range 3 {
				words = append(words, []string{"keep", "toss"}[n>>i&1])
			}
			list = append(list, term(words...))
		}
	case 3:
		for _, box := range []string{"alike", "sequence", "pair", "sum"} {
			if _, ok := d.boxes[box]; !ok {
				list = append(list, term("write", box))
			}
		}
	default:
		for n := range 216 {
			list = append(list, term("roll", 1+n/36, 1+n/6%6, 1+n%6))
		}
		return map[string][]string{"random": list}
	}
	return map[string][]string{"player": list}
}

func (d threeDice) play(joint map[string]string) (table, map[string][]string) {
	var percepts []string
	move := words(joint["player"])
	switch d.stage {
	case 0, 2:
		for i := range 3 {
			if d.again[i] {
				d.dice[i] = digit(joint["random"], 1+i)
				percepts = append(percepts, term("shows", 1+i, d.dice[i]))
			}
		}
	case 1:
		for i := range 3 {
			d.again[i] = move[1+i] == "toss"
		}
	case 3:
		d.boxes = with(d.boxes, move[1], d.worth(move[1]))
		d.again = [3]bool{true, true, true}
	}
	d.stage = (d.stage + 1) % 4
	return d, map[string][]string{"player": percepts}
}

func (d threeDice) worth(box string) int {
	dice := d.dice[:]
	slices.Sort(dice)
	different := len(slices.Compact(slices.Clone(dice)))
	switch {
	case box == "sum":
		return dice[0] + dice[1] + dice[2]
	case box == "alike" && different == 1:
		return 40
	case box == "pair" && different < 3:
		return 12
	case box == "sequence" && different == 3 && dice[2]-dice[0] == 2:
		return 30
	}
	return 0
}

func (d threeDice) goals() (map[string]int, bool) {
	sum := 0
	for _, n := range d.boxes {
		sum += n
	}
	return map[string]int{"player": sum}, len(d.boxes) == 4
}

// A mystery holds the answer, the hands, and what was asked.
type mystery struct {
	secret  []string
	hands   [3][]string
	dealt   int
	mover   int
	asked   []string
	showing int // who shows, or none
	turns   int
	goal    map[string]int
}

var mysteryCards = [][]string{{"green", "plum", "scarlet"}, {"knife", "pipe", "rope"}, {"hall", "kitchen", "study"}}

// answers are moves that name a suspect, a weapon and a room.
func answers(name string) (list []string) {
	for _, s := range mysteryCards[0] {
		for _, w := range mysteryCards[1] {
			for _, r := range mysteryCards[2] {
				list = append(list, term(name, s, w, r))
			}
		}
	}
	return list
}

func (m mystery) legal() map[string][]string {
	var list []string
	switch {
	case m.dealt == 0:
		return map[string][]string{"random": answers("hide")}
	case m.dealt < 7:
		gone := slices.Concat(m.secret, m.hands[0], m.hands[1], m.hands[2])
		for _, c := range slices.Concat(mysteryCards...) {
			if !slices.Contains(gone, c) {
				list = append(list, term("deal", c))
			}
		}
		return map[string][]string{"random": list}
	case m.showing >= 0:
		for _, c := range m.hands[m.showing] {
			if slices.Contains(m.asked, c) {
				list = append(list, term("show", c))
			}
		}
		return map[string][]string{threePlayers[m.showing]: list}
	}
	return map[string][]string{threePlayers[m.mover]: append(answers("suspect"), answers("accuse")...)}
}

func (m mystery) play(joint map[string]string) (table, map[string][]string) {
	if m.dealt < 7 {
		move := words(joint["random"])[1:]
		m.dealt++
		if m.dealt == 1 {
			m.secret, m.showing = move, -1
			return m, nil
		}
		to := (m.dealt - 2) % 3
		m.hands[to] = append(slices.Clone(m.hands[to]), move...)
		return m, map[string][]string{threePlayers[to]: {term("gets", move[0])}}
	}
	name := threePlayers[m.mover]
	if m.showing >= 0 {
		shower := threePlayers[m.showing]
		return m.turn(), map[string][]string{name: {term("shown", words(joint[shower])[1])}}
	}
	percepts := []string{term("says", name, joint[name])}
	move := words(joint[name])
	if move[0] == "accuse" {
		percepts = append(percepts, term("truth", m.secret[0], m.secret[1], m.secret[2]))
		right := slices.Equal(move[1:], m.secret)
		m.goal = map[string]int{}
		for _, p := range threePlayers {
			m.goal[p] = map[bool]int{true: 0, false: 50}[right]
		}
		m.goal[name] = map[bool]int{true: 100, false: 0}[right]
		return m.turn(), everybody(threePlayers, percepts...)
	}
	for i := 1; i <= 2; i++ {
		other := (m.mover + i) % 3
		if slices.ContainsFunc(m.hands[other], func(c string) bool { return slices.Contains(move[1:], c) }) {
			m.showing, m.asked = other, move[1:]
			return m, everybody(threePlayers, append(percepts, term("hasToShow", threePlayers[other]))...)
		}
	}
	return m.turn(), everybody(threePlayers, append(percepts, "nobodyShows")...)
}

// turn lets the next player move.
func (m mystery) turn() mystery {
	m.mover, m.turns, m.showing, m.asked = (m.mover+1)%3, m.turns+1, -1, nil
	return m
}

func (m mystery) goals() (map[string]int, bool) {
	if m.goal != nil {
		return m.goal, true
	}
	return map[string]int{"anna": 20, "ben": 20, "cleo": 20}, m.turns == 12
}

// tiles holds the numbers of the tiles, not their doublings.
type tiles struct {
	at       map[square]int
	dropping bool
}

var tileWays = map[string]square{"up": {0, 1}, "down": {0, -1}, "left": {-1, 0}, "right": {1, 0}}

// slide moves tiles by pushing each one as far as it goes, those in front first.
func (t tiles) slide(way string) (tiles, bool) {
	next, merged, moved := maps.Clone(t.at), map[square]bool{}, false
	d := tileWays[way]
	cells := grid2(3, 3)
	slices.SortStableFunc(cells, func(a, b square) int { return (b.x*d.x + b.y*d.y) - (a.x*d.x + a.y*d.y) })
	for _, c := range cells {
		n := next[c]
		if n == 0 {
			continue
		}
		at := c
		for to := at.plus(d); slices.Contains(cells, to); to = at.plus(d) {
			if next[to] != 0 && (next[to] != n || merged[to]) {
				break
			}
			delete(next, at)
			if at = to; next[to] == n {
				n, merged[to] = 2*n, true
			}
			next[at], moved = n, true
			if merged[at] {
				break
			}
		}
	}
	return tiles{next, true}, moved
}

func (t tiles) legal() map[string][]string {
	if t.dropping {
		return map[string][]string{"random": cellMoves("drop", grid2(3, 3), func(c square) bool { return t.at[c] == 0 })}
	}
	var list []string
	for way := range tileWays {
		if _, moved := t.slide(way); moved {
			list = append(list, term("slide", way))
		}
	}
	return map[string][]string{"player": list}
}

func (t tiles) play(joint map[string]string) (table, map[string][]string) {
	if t.dropping {
		c := cellOf(joint["random"])
		return tiles{with(t.at, c, 2), false}, map[string][]string{"player": {term("new", c.x, c.y)}}
	}
	next, _ := t.slide(words(joint["player"])[1])
	return next, nil
}

func (t tiles) goals() (map[string]int, bool) {
	best := slices.Max(slices.Collect(maps.Values(t.at)))
	points := map[int]int{2: 0, 4: 5, 8: 15, 16: 30, 32: 50, 64: 75, 128: 100}[best]
	return map[string]int{"player": points}, best == 128 || !t.dropping && len(t.legal()["player"]) == 0
}

// A battle holds pieces, of which the first letter is the player's and the rest the kind.
type battle struct {
	at     map[square]string
	placed int
	mover  int
	moves  int
	lost   string
}

var (
	armies    = []string{"red", "blue"}
	armyRanks = []string{"flag", "spy", "captain", "marshal"}
	fightWays = map[string]square{"north": {0, 1}, "south": {0, -1}, "east": {1, 0}, "west": {-1, 0}}
)

func (b battle) legal() map[string][]string {
	list := map[string][]string{}
	if b.placed < 4 {
		for i, name := range armies {
			for x := 1; x <= 4; x++ {
				if b.at[square{x, 1 + 3*i}] == "" {
					list[name] = append(list[name], term("place", x))
				}
			}
		}
		return list
	}
	name := armies[b.mover]
	for c, piece := range b.at {
		for way, d := range fightWays {
			to := c.plus(d)
			if piece[:1] == name[:1] && piece[1:] != "flag" && slices.Contains(grid2(4, 4), to) && (b.at[to] == "" || b.at[to][:1] != name[:1]) {
				list[name] = append(list[name], term("move", c.x, c.y, way))
			}
		}
	}
	return list
}

func (b battle) play(joint map[string]string) (table, map[string][]string) {
	b.at = maps.Clone(b.at)
	if b.at == nil {
		b.at = map[square]string{}
	}
	if b.placed < 4 {
		percepts := map[string][]string{}
		for i, name := range armies {
			x := digit(joint[name], 1)
			b.at[square{x, 1 + 3*i}] = name[:1] + armyRanks[b.placed]
			percepts[armies[1-i]] = []string{term("placed", x)}
		}
		b.placed++
		return b, percepts
	}
	name := armies[b.mover]
	c, way := cellOf(joint[name]), words(joint[name])[3]
	to := c.plus(fightWays[way])
	percepts := []string{term("moved", name, c.x, c.y, way)}
	mine, theirs := b.at[c], b.at[to]
	delete(b.at, c)
	if theirs != "" {
		attacker, defender := mine[1:], theirs[1:]
		percepts = append(percepts, term("fight", attacker, defender))
		strength := slices.Index(armyRanks, attacker) - slices.Index(armyRanks, defender)
		if attacker == "spy" && defender == "marshal" {
			strength = 1
		}
		if defender == "flag" {
			b.lost = armies[1-b.mover]
		}
		switch {
		case strength == 0:
			delete(b.at, to)
			mine = ""
		case strength < 0:
			mine = ""
		}
	}
	if mine != "" {
		b.at[to] = mine
	}
	b.mover, b.moves = 1-b.mover, b.moves+1
	if b.lost == "" && len(b.legal()[armies[b.mover]]) == 0 {
		b.lost = armies[b.mover]
	}
	return b, everybody(armies, percepts...)
}

func (b battle) goals() (map[string]int, bool) {
	if b.lost != "" {
		return map[string]int{otherOf(b.lost, "red", "blue"): 100}, true
	}
	return map[string]int{"red": 50, "blue": 50}, b.moves == 40
}
