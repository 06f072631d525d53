package library_test

import (
	"fmt"
	"slices"
)

// A gammon is backgammon. Each player counts the points from the end of the way: 25 is
// the bar, and 0 is off the board.
type gammon struct {
	at    [2][26]int
	dice  []int // that are left
	mover int   // or -1 before the first throw
}

func newGammon() gammon {
	g := gammon{mover: -1}
	for side := range g.at {
		for point, n := range map[int]int{24: 2, 13: 5, 8: 3, 6: 5} {
			g.at[side][point] = n
		}
	}
	return g
}

// can reports whether the mover can move from a point by a die.
func (g gammon) can(from, die int) bool {
	mine := g.at[g.mover]
	if mine[from] == 0 || from != 25 && mine[25] > 0 {
		return false
	}
	if from > die {
		return g.at[1-g.mover][25-(from-die)] < 2
	}
	for point := 7; point <= 25; point++ {
		if mine[point] > 0 {
			return false
		}
	}
	return from == die || !slices.ContainsFunc(mine[from+1:], func(n int) bool { return n > 0 })
}

// moved returns the board after a move.
func (g gammon) moved(from, die int) gammon {
	to := max(from-die, 0)
	g.at[g.mover][from]--
	g.at[g.mover][to]++
	if theirs := &g.at[1-g.mover]; to > 0 && theirs[25-to] == 1 {
		theirs[25-to], theirs[25] = 0, theirs[25]+1
	}
	i := slices.Index(g.dice, die)
	g.dice = slices.Delete(slices.Clone(g.dice), i, i+1)
	return g
}

// most returns how many dice can be played at most.
func (g gammon) most() int {
	best := 0
	g.each(func(from, die int) { best = max(best, 1+g.moved(from, die).most()) })
	return best
}

// each visits the moves by one die.
func (g gammon) each(visit func(from, die int)) {
	for _, die := range slices.Compact(slices.Clone(g.dice)) {
		for from := 25; from > 0; from-- {
			if g.can(from, die) {
				visit(from, die)
			}
		}
	}
}

// pointName returns what a move of the mover calls a point.
func (g gammon) pointName(from int) string {
	switch {
	case from == 25:
		return "bar"
	case g.mover == 0:
		return fmt.Sprint("p", from)
	}
	return fmt.Sprint("p", 25-from)
}

// choices returns the moves that leave as many dice as possible to be played, and of the
// greater die if only one can be.
func (g gammon) choices() map[string]gammon {
	most, greatest := g.most(), 0
	g.each(func(_, die int) { greatest = max(greatest, die) })
	list := map[string]gammon{}
	g.each(func(from, die int) {
		next := g.moved(from, die)
		if 1+next.most() == most && (most > 1 || die == greatest) {
			list[term("move", g.pointName(from), die)] = next
		}
	})
	return list
}

func (g gammon) legal() map[string][]string {
	if len(g.dice) == 0 {
		var throws []string
		for a := 1; a <= 6; a++ {
			for b := 1; b <= 6; b++ {
				if a != b || g.mover >= 0 {
					throws = append(throws, term("throw", a, b))
				}
			}
		}
		return map[string][]string{"random": throws}
	}
	list := sortedKeys(g.choices())
	if len(list) == 0 {
		list = []string{"pass"}
	}
	return map[string][]string{chessSides[g.mover]: list}
}

func (g gammon) play(joint map[string]string) (table, map[string][]string) {
	if len(g.dice) == 0 {
		a, b := digit(joint["random"], 1), digit(joint["random"], 2)
		if g.mover < 0 {
			g.mover = map[bool]int{true: 0, false: 1}[a > b]
		}
		g.dice = []int{a, b}
		if a == b {
			g.dice = []int{a, a, a, a}
		}
		return g, everybody(chessSides, term("thrown", a, b))
	}
	name := chessSides[g.mover]
	next, ok := g.choices()[joint[name]]
	if !ok {
		next = g
		next.dice = nil
	}
	if len(next.dice) == 0 {
		next.mover = 1 - next.mover
	}
	if !ok {
		return next, everybody(chessSides, term("passed", name))
	}
	w := words(joint[name])
	return next, everybody(chessSides, term("moved", name, w[1], w[2]))
}

func (g gammon) goals() (map[string]int, bool) {
	for side, name := range chessSides {
		if g.at[side][0] == 15 {
			return map[string]int{name: 100}, true
		}
	}
	return nil, false
}

// A ludo has tokens by how far they have come: 0 wait, 1 is the start of the player, and
// those beyond 40 are at home.
type ludo struct {
	names  []string
	starts []int
	tokens [][]int
	mover  int
	die    int
}

func newLudo(starts []int, names ...string) ludo {
	return ludo{names: names, starts: starts, tokens: slices.Repeat([][]int{{0, 0, 0, 0}}, len(names))}
}

// square returns the name of the square of a token.
func (l ludo) square(player, way int) string {
	if way > 40 {
		return fmt.Sprint(l.names[player], way-40)
	}
	return fmt.Sprint("t", (l.starts[player]+way-2)%40+1)
}

func (l ludo) legal() map[string][]string {
	if l.die == 0 {
		var throws []string
		for d := 1; d <= 6; d++ {
			throws = append(throws, term("throw", d))
		}
		return map[string][]string{"random": throws}
	}
	mine := l.tokens[l.mover]
	if l.die == 6 && slices.Contains(mine, 0) && !slices.Contains(mine, 1) {
		return map[string][]string{l.names[l.mover]: {"enter"}}
	}
	var list []string
	for _, way := range mine {
		if to := way + l.die; way > 0 && to <= 44 && !slices.Contains(mine, to) {
			list = append(list, term("move", l.square(l.mover, way)))
		}
	}
	if len(list) == 0 {
		list = []string{"pass"}
	}
	return map[string][]string{l.names[l.mover]: list}
}

func (l ludo) play(joint map[string]string) (table, map[string][]string) {
	if l.die == 0 {
		l.die = digit(joint["random"], 1)
		return l, everybody(l.names, term("fell", l.die))
	}
	name := l.names[l.mover]
	move := joint[name]
	next := l
	next.tokens = make([][]int, len(l.tokens))
	for i, t := range l.tokens {
		next.tokens[i] = slices.Clone(t)
	}
	percept := term("passed", name)
	if move != "pass" {
		percept = term("entered", name)
		from, to := 0, 1
		if move != "enter" {
			square := words(move)[1]
			percept = term("moved", name, square)
			from = slices.IndexFunc([]int{0, 1, 2, 3}, func(i int) bool {
				way := l.tokens[l.mover][i]
				return way > 0 && l.square(l.mover, way) == square
			})
			from = l.tokens[l.mover][from]
			to = from + l.die
		}
		for player, tokens := range next.tokens {
			for i, way := range tokens {
				if player != l.mover && way > 0 && l.square(player, way) == l.square(l.mover, to) {
					tokens[i] = 0
				}
			}
		}
		mine := next.tokens[l.mover]
		mine[slices.Index(mine, from)] = to
	}
	if l.die != 6 {
		next.mover = (l.mover + 1) % len(l.names)
	}
	next.die = 0
	return next, everybody(l.names, percept)
}

func (l ludo) goals() (map[string]int, bool) {
	for player, tokens := range l.tokens {
		if slices.Min(tokens) > 40 {
			return map[string]int{l.names[player]: 100}, true
		}
	}
	return nil, false
}

// A cowrieRace has pawns by how far they have come: 0 wait in the castle, and 24 is home.
type cowrieRace struct {
	pawns [2][4]int
	mover int
	throw int
}

var (
	cowriePlayers = []string{"red", "blue"}
	// The way of red, as directions from the castle in the middle of the lowest row.
	cowrieWay = func() []square {
		list := []square{{3, 1}}
		for _, way := range "eennnnwwwwsssse" + "nnneessw" + "n" {
			d := map[rune]square{'e': {1, 0}, 'w': {-1, 0}, 'n': {0, 1}, 's': {0, -1}}[way]
			if len(list) == 16 { // from the outer ring into the inner one
				d = square{0, 1}
			}
			list = append(list, list[len(list)-1].plus(d))
		}
		return list
	}()
)

func (c cowrieRace) square(player, way int) square {
	s := cowrieWay[way]
	if player == 1 {
		s = square{6 - s.x, 6 - s.y}
	}
	return s
}

// pawnOn returns which pawn of a player is on a square, or -1.
func (c cowrieRace) pawnOn(player int, s square) int {
	return slices.IndexFunc(c.pawns[player][:], func(way int) bool { return way > 0 && way < 24 && c.square(player, way) == s })
}

func (c cowrieRace) legal() map[string][]string {
	if c.throw == 0 {
		var list []string
		sides := []string{"down", "up"}
		for n := range 16 {
			list = append(list, term("throw", sides[n&1], sides[n>>1&1], sides[n>>2&1], sides[n>>3]))
		}
		return map[string][]string{"random": list}
	}
	var list []string
	for _, way := range c.pawns[c.mover] {
		to := way + c.throw
		if way == 24 || to > 24 {
			continue
		}
		if to < 24 {
			s := c.square(c.mover, to)
			crossed := s.x == 3 && s.y != 2 && s.y != 4 || s.y == 3 && s.x != 2 && s.x != 4
			if c.pawnOn(c.mover, s) >= 0 || crossed && c.pawnOn(1-c.mover, s) >= 0 {
				continue
			}
		}
		if s := c.square(c.mover, way); way > 0 {
			list = append(list, term("move", s.x, s.y))
		} else {
			list = append(list, "start")
		}
	}
	slices.Sort(list)
	if list = slices.Compact(list); len(list) == 0 {
		list = []string{"pass"}
	}
	return map[string][]string{cowriePlayers[c.mover]: list}
}

func (c cowrieRace) play(joint map[string]string) (table, map[string][]string) {
	if c.throw == 0 {
		w := words(joint["random"])
		for _, side := range w[1:] {
			if side == "up" {
				c.throw++
			}
		}
		if c.throw == 0 {
			c.throw = 8
		}
		return c, everybody(cowriePlayers, term("fell", w[1], w[2], w[3], w[4]))
	}
	name := cowriePlayers[c.mover]
	move, again := joint[name], c.throw == 4 || c.throw == 8
	percept := term("passed", name)
	if move != "pass" {
		percept = term("started", name)
		pawn := slices.Index(c.pawns[c.mover][:], 0)
		if move != "start" {
			pawn = c.pawnOn(c.mover, cellOf(move))
			percept = term("moved", name, cellOf(move).x, cellOf(move).y)
		}
		to := c.pawns[c.mover][pawn] + c.throw
		if other := c.pawnOn(1-c.mover, c.square(c.mover, to)); to < 24 && other >= 0 {
			c.pawns[1-c.mover][other], again = 0, true
		}
		c.pawns[c.mover][pawn] = to
	}
	if !again {
		c.mover = 1 - c.mover
	}
	c.throw = 0
	return c, everybody(cowriePlayers, percept)
}

func (c cowrieRace) goals() (map[string]int, bool) {
	for player, name := range cowriePlayers {
		if c.pawns[player] == [4]int{24, 24, 24, 24} {
			return map[string]int{name: 100}, true
		}
	}
	return nil, false
}
