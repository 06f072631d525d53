package library_test

import (
	"slices"
	"strings"
	"testing"

	"ludex/game"
)

var jointModels = append([]jointTest{
	minesweeperModel, memoryModel, darkHexModel, goofspielModel, pigModel, liarsModel, kuhnModel, blackjackModel, auctionModel,
	blottoModel("blotto", 6, []string{"red", "blue"}), blottoModel("blotto-three", 5, []string{"red", "green", "blue"}),
}, slices.Concat(huntModels, knowingModels)...)

// cellMoves are moves that name a cell.
func cellMoves(name string, cells []square, pass func(square) bool) (list []string) {
	for _, c := range cells {
		if pass(c) {
			list = append(list, term(name, c.x, c.y))
		}
	}
	return list
}

func cellOf(move string) square { return square{digit(move, 1), digit(move, 2)} }

type mineField struct {
	mines, open map[square]bool
	lost        bool
}

var minesweeperModel = jointModel[mineField]{
	game: "minesweeper", plays: 30,
	legal: func(s mineField, role string) []string {
		if hiding := len(s.mines) < 4; hiding != (role == "random") {
			return noop
		}
		if role == "random" {
			return cellMoves("hide", grid2(5, 5), func(c square) bool { return !s.mines[c] })
		}
		return cellMoves("open", grid2(5, 5), func(c square) bool { return !s.open[c] })
	},
	next: func(s mineField, does map[string]string) mineField {
		if len(s.mines) < 4 {
			s.mines = with(s.mines, cellOf(does["random"]), true)
		} else if c := cellOf(does["sweeper"]); s.mines[c] {
			s.lost = true
		} else {
			s.open = with(s.open, c, true)
		}
		return s
	},
	sees: func(s mineField, does map[string]string, _ string) []string {
		if len(s.mines) < 4 {
			return nil
		}
		c, n := cellOf(does["sweeper"]), 0
		if s.mines[c] {
			return []string{term("mine", c.x, c.y)}
		}
		for _, d := range allWays {
			if s.mines[c.plus(d)] {
				n++
			}
		}
		return []string{term("number", c.x, c.y, n)}
	},
	over: func(s mineField) bool { return s.lost || len(s.open) == 21 },
	goal: func(s mineField, _ string) int {
		if len(s.open) == 21 {
			return 100
		}
		return 4 * len(s.open)
	},
}

type memoryTable struct {
	cards map[square]int
	gone  map[square]bool
	up    square
	pairs [2]int
	mover int
}

var memoryPlayers = []string{"anna", "ben"}

var memoryModel = jointModel[memoryTable]{
	game: "memory", plays: 5,
	legal: func(s memoryTable, role string) []string {
		switch {
		case len(s.cards) < 12 && role == "random":
			return cellMoves("lay", grid2(4, 3), func(c square) bool { _, ok := s.cards[c]; return !ok })
		case len(s.cards) == 12 && role == memoryPlayers[s.mover]:
			return cellMoves("turn", grid2(4, 3), func(c square) bool { return !s.gone[c] && c != s.up })
		}
		return noop
	},
	next: func(s memoryTable, does map[string]string) memoryTable {
		if len(s.cards) < 12 {
			s.cards = with(s.cards, cellOf(does["random"]), len(s.cards)/2)
			return s
		}
		c := cellOf(does[memoryPlayers[s.mover]])
		switch {
		case s.up == square{}:
			s.up = c
			return s
		case s.cards[c] == s.cards[s.up]:
			s.gone = with(with(s.gone, c, true), s.up, true)
			s.pairs[s.mover]++
		default:
			s.mover = 1 - s.mover
		}
		s.up = square{}
		return s
	},
	sees: func(s memoryTable, does map[string]string, _ string) []string {
		if len(s.cards) < 12 {
			return nil
		}
		c := cellOf(does[memoryPlayers[s.mover]])
		return []string{term("shown", c.x, c.y, []string{"apple", "bear", "car", "dog", "egg", "fish"}[s.cards[c]])}
	},
	over: func(s memoryTable) bool { return s.pairs[0]+s.pairs[1] == 6 },
	goal: func(s memoryTable, role string) int {
		i := slices.Index(memoryPlayers, role)
		return versus(s.pairs[i], s.pairs[1-i])
	},
}

type darkBoard struct {
	stones map[square]string
	known  map[string]map[square]bool
	mover  string
	winner string
}

var darkHexModel = jointModel[darkBoard]{
	game: "darkhex", plays: 40, start: darkBoard{mover: "red"},
	legal: func(s darkBoard, role string) []string {
		if role != s.mover {
			return noop
		}
		return cellMoves("put", grid2(4, 4), func(c square) bool { return s.stones[c] != role && !s.known[role][c] })
	},
	next: func(s darkBoard, does map[string]string) darkBoard {
		c := cellOf(does[s.mover])
		if s.stones[c] != "" {
			s.known = with(s.known, s.mover, with(s.known[s.mover], c, true))
			return s
		}
		s.stones = with(s.stones, c, s.mover)
		if s.connected() {
			s.winner = s.mover
		}
		s.mover = otherOf(s.mover, "red", "blue")
		return s
	},
	sees: func(s darkBoard, does map[string]string, role string) []string {
		free := s.stones[cellOf(does[s.mover])] == ""
		switch {
		case role == s.mover && free:
			return []string{"placed"}
		case role == s.mover:
			return []string{"taken"}
		case free:
			return []string{"move"}
		}
		return nil
	},
	over: func(s darkBoard) bool { return s.winner != "" },
	goal: func(s darkBoard, role string) int {
		if role == s.winner {
			return 100
		}
		return 0
	},
}

// connected grows the set of the mover's stones that are connected with the first side.
func (s darkBoard) connected() bool {
	along := func(c square) int {
		if s.mover == "red" {
			return c.x
		}
		return c.y
	}
	in := map[square]bool{}
	for range 16 {
		for c, p := range s.stones {
			if p != s.mover {
				continue
			}
			near := along(c) == 1
			for _, d := range []square{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}} {
				near = near || in[c.plus(d)]
			}
			if near {
				in[c] = true
			}
		}
	}
	for c := range in {
		if along(c) == 4 {
			return true
		}
	}
	return false
}

type goofTable struct {
	used   [3]int // bits: cards of anna and ben, and prizes
	prize  int
	points [2]int
}

func unused(name string, used int) (list []string) {
	for c := 1; c <= 5; c++ {
		if used>>c&1 == 0 {
			list = append(list, term(name, c))
		}
	}
	return list
}

var goofspielModel = jointModel[goofTable]{
	game: "goofspiel", plays: 40,
	legal: func(s goofTable, role string) []string {
		switch {
		case s.prize == 0 && role == "random":
			return unused("reveal", s.used[2])
		case s.prize != 0 && role != "random":
			return unused("play", s.used[slices.Index(memoryPlayers, role)])
		}
		return noop
	},
	next: func(s goofTable, does map[string]string) goofTable {
		if s.prize == 0 {
			s.prize = digit(does["random"], 1)
			s.used[2] |= 1 << s.prize
			return s
		}
		a, b := digit(does["anna"], 1), digit(does["ben"], 1)
		s.used[0] |= 1 << a
		s.used[1] |= 1 << b
		if a > b {
			s.points[0] += s.prize
		} else if b > a {
			s.points[1] += s.prize
		}
		s.prize = 0
		return s
	},
	sees: func(s goofTable, does map[string]string, _ string) []string {
		if s.prize == 0 {
			return []string{term("prize", digit(does["random"], 1))}
		}
		return []string{term("plays", "anna", digit(does["anna"], 1)), term("plays", "ben", digit(does["ben"], 1))}
	},
	over: func(s goofTable) bool { return s.used[0] == 62 },
	goal: func(s goofTable, role string) int {
		i := slices.Index(memoryPlayers, role)
		return versus(s.points[i], s.points[1-i])
	},
}

type pigTable struct {
	total         [2]int
	turn, control int
	rolling       bool
}

var pigModel = jointModel[pigTable]{
	game: "pig", plays: 60,
	legal: func(s pigTable, role string) []string {
		switch {
		case s.rolling && role == "random":
			return []string{"(shows 1)", "(shows 2)", "(shows 3)", "(shows 4)", "(shows 5)", "(shows 6)"}
		case s.rolling || role != memoryPlayers[s.control]:
			return noop
		case s.turn == 0:
			return []string{"roll"}
		}
		return []string{"roll", "hold"}
	},
	next: func(s pigTable, does map[string]string) pigTable {
		switch {
		case !s.rolling && does[memoryPlayers[s.control]] == "roll":
			s.rolling = true
			return s
		case !s.rolling:
			s.total[s.control] = min(20, s.total[s.control]+s.turn)
			s.turn, s.control = 0, 1-s.control
			return s
		}
		s.rolling = false
		if n := digit(does["random"], 1); n > 1 {
			s.turn = min(20, s.turn+n)
		} else {
			s.turn, s.control = 0, 1-s.control
		}
		return s
	},
	sees: func(s pigTable, does map[string]string, _ string) []string {
		if s.rolling {
			return []string{term("rolled", digit(does["random"], 1))}
		}
		p := memoryPlayers[s.control]
		return []string{term("says", p, does[p])}
	},
	over: func(s pigTable) bool { return max(s.total[0], s.total[1]) == 20 },
	goal: func(s pigTable, role string) int {
		if s.total[slices.Index(memoryPlayers, role)] == 20 {
			return 100
		}
		return 0
	},
}

var threePlayers = []string{"anna", "ben", "cleo"}

type diceTable struct {
	dice           []int
	mover          int
	quantity, face int
	bidder, caller int
	called         bool
}

var liarsModel = jointModel[diceTable]{
	game: "liarsdice-three", plays: 60,
	legal: func(s diceTable, role string) (list []string) {
		switch {
		case s.dice == nil && role == "random":
			for i := range 64 {
				list = append(list, term("roll", i/16+1, i/4%4+1, i%4+1))
			}
			return list
		case s.dice == nil || role != threePlayers[s.mover]:
			return noop
		}
		for q := 1; q <= 3; q++ {
			for f := 1; f <= 4; f++ {
				if q > s.quantity || q == s.quantity && f > s.face {
					list = append(list, term("bid", q, f))
				}
			}
		}
		if s.quantity > 0 {
			list = append(list, "liar")
		}
		return list
	},
	next: func(s diceTable, does map[string]string) diceTable {
		switch move := does[threePlayers[s.mover]]; {
		case s.dice == nil:
			s.dice = []int{digit(does["random"], 1), digit(does["random"], 2), digit(does["random"], 3)}
		case move == "liar":
			s.called, s.caller = true, s.mover
		default:
			s.quantity, s.face, s.bidder = digit(move, 1), digit(move, 2), s.mover
			s.mover = (s.mover + 1) % 3
		}
		return s
	},
	sees: func(s diceTable, does map[string]string, role string) []string {
		if s.dice == nil {
			return []string{term("rolled", digit(does["random"], 1+slices.Index(threePlayers, role)))}
		}
		mover := threePlayers[s.mover]
		list := []string{term("says", mover, does[mover])}
		if does[mover] == "liar" {
			for i, p := range threePlayers {
				list = append(list, term("shows", p, s.dice[i]))
			}
		}
		return list
	},
	over: func(s diceTable) bool { return s.called },
	goal: func(s diceTable, role string) int {
		n := 0
		for _, d := range s.dice {
			if d == s.face || d == 4 {
				n++
			}
		}
		loser := s.bidder
		if n >= s.quantity {
			loser = s.caller
		}
		if role == threePlayers[loser] {
			return 0
		}
		return 100
	},
}

type kuhnTable struct {
	cards   []int
	history string // one letter a move: p or b
}

func (s kuhnTable) over() bool {
	bet := strings.Index(s.history, "b")
	return bet < 0 && len(s.history) == 3 || bet >= 0 && len(s.history) == bet+3
}

// left returns who has not folded: those who have bet, or all if nobody has.
func (s kuhnTable) left() (list []int) {
	for i := range 3 {
		bet := i < len(s.history) && s.history[i] == 'b' || i+3 < len(s.history) && s.history[i+3] == 'b'
		if bet || !strings.Contains(s.history, "b") {
			list = append(list, i)
		}
	}
	return list
}

var kuhnModel = jointModel[kuhnTable]{
	game: "kuhnpoker-three", plays: 100,
	legal: func(s kuhnTable, role string) (list []string) {
		switch {
		case s.cards == nil && role == "random":
			for i := range 64 {
				if a, b, c := i/16+1, i/4%4+1, i%4+1; a != b && a != c && b != c {
					list = append(list, term("deal", a, b, c))
				}
			}
			return list
		case s.cards == nil || role != threePlayers[len(s.history)%3]:
			return noop
		}
		return []string{"pass", "bet"}
	},
	next: func(s kuhnTable, does map[string]string) kuhnTable {
		if s.cards == nil {
			s.cards = []int{digit(does["random"], 1), digit(does["random"], 2), digit(does["random"], 3)}
			return s
		}
		s.history += does[threePlayers[len(s.history)%3]][:1]
		return s
	},
	sees: func(s kuhnTable, does map[string]string, role string) []string {
		if s.cards == nil {
			return []string{term("dealt", digit(does["random"], 1+slices.Index(threePlayers, role)))}
		}
		mover := threePlayers[len(s.history)%3]
		list := []string{term("says", mover, does[mover])}
		after := kuhnTable{s.cards, s.history + does[mover][:1]}
		if left := after.left(); after.over() && len(left) > 1 {
			for _, i := range left {
				list = append(list, term("shows", threePlayers[i], s.cards[i]))
			}
		}
		return list
	},
	over: kuhnTable.over,
	goal: func(s kuhnTable, role string) int {
		paid := [3]bool{}
		raised := false
		for i, m := range s.history {
			if m == 'b' {
				paid[i%3], raised = true, true
			}
		}
		best, coins := -1, 0
		for i := range 3 {
			if (paid[i] || !raised) && (best < 0 || s.cards[i] > s.cards[best]) {
				best = i
			}
		}
		me := slices.Index(threePlayers, role)
		if me != best {
			if paid[me] {
				return 30
			}
			return 40
		}
		for i := range 3 {
			if i != me {
				coins++
				if paid[i] {
					coins++
				}
			}
		}
		return 50 + 10*coins
	},
}

type blackjackTable struct {
	player, dealer []string
	hole           string
	stood, hitting bool
}

var ranks = []string{"ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"}

func blackjackValue(cards []string) int {
	n, ace := 0, false
	for _, c := range cards {
		n += min(10, slices.Index(ranks, c)+1)
		ace = ace || c == "ace"
	}
	if ace && n <= 11 {
		n += 10
	}
	return n
}

func (s blackjackTable) drawing() bool {
	return s.hole == "" || s.hitting || s.stood
}

var blackjackModel = jointModel[blackjackTable]{
	game: "blackjack", plays: 100,
	legal: func(s blackjackTable, role string) (list []string) {
		switch {
		case s.drawing() && role == "random":
			for _, r := range ranks {
				list = append(list, term("draw", r))
			}
			return list
		case s.drawing() || role == "random":
			return noop
		}
		return []string{"hit", "stand"}
	},
	next: func(s blackjackTable, does map[string]string) blackjackTable {
		if !s.drawing() {
			s.hitting, s.stood = does["player"] == "hit", does["player"] == "stand"
			if s.stood {
				s.dealer = append(slices.Clip(s.dealer), s.hole)
			}
			return s
		}
		card := words(does["random"])[1]
		switch {
		case s.hitting || len(s.player) < 2:
			s.player, s.hitting = append(slices.Clip(s.player), card), false
		case s.stood || len(s.dealer) == 0:
			s.dealer = append(slices.Clip(s.dealer), card)
		default:
			s.hole = card
		}
		return s
	},
	sees: func(s blackjackTable, does map[string]string, _ string) []string {
		switch {
		case !s.drawing() && does["player"] == "stand":
			return []string{term("other", s.hole)}
		case !s.drawing() || len(s.dealer) == 1 && s.hole == "":
			return nil
		}
		return []string{term("shown", words(does["random"])[1])}
	},
	over: func(s blackjackTable) bool {
		return blackjackValue(s.player) > 21 || s.stood && blackjackValue(s.dealer) >= 17
	},
	goal: func(s blackjackTable, _ string) int {
		p, d := blackjackValue(s.player), blackjackValue(s.dealer)
		switch {
		case p > 21:
			return 0
		case d > 21:
			return 100
		}
		return versus(p, d)
	},
}

type auctionTable struct{ worth, bids []int }

var auctionModel = jointModel[auctionTable]{
	game: "auction", plays: 100,
	legal: func(s auctionTable, role string) (list []string) {
		if (s.worth == nil) != (role == "random") {
			return noop
		}
		if role == "random" {
			for i := range 64 {
				list = append(list, term("assign", i/16+2, i/4%4+2, i%4+2))
			}
			return list
		}
		for n := range s.worth[slices.Index(threePlayers, role)] + 1 {
			list = append(list, term("bid", n))
		}
		return list
	},
	next: func(s auctionTable, does map[string]string) auctionTable {
		if s.worth == nil {
			return auctionTable{worth: []int{digit(does["random"], 1), digit(does["random"], 2), digit(does["random"], 3)}}
		}
		for _, p := range threePlayers {
			s.bids = append(slices.Clip(s.bids), digit(does[p], 1))
		}
		return s
	},
	sees: func(s auctionTable, does map[string]string, role string) (list []string) {
		if s.worth == nil {
			return []string{term("told", digit(does["random"], 1+slices.Index(threePlayers, role)))}
		}
		for _, p := range threePlayers {
			list = append(list, term("bids", p, digit(does[p], 1)))
		}
		return list
	},
	over: func(s auctionTable) bool { return s.bids != nil },
	goal: func(s auctionTable, role string) int {
		me := slices.Index(threePlayers, role)
		for i, b := range s.bids {
			if i != me && b >= s.bids[me] {
				return 20
			}
		}
		return 20 + 20*(s.worth[me]-s.bids[me])
	},
}

type blottoTable struct{ sent map[string][3]int }

func blottoModel(name string, regiments int, colonels []string) jointTest {
	hills := func(s blottoTable, role string) (n int) {
		for h := range 3 {
			mine := true
			for _, other := range colonels {
				mine = mine && (other == role || s.sent[role][h] > s.sent[other][h])
			}
			if mine {
				n++
			}
		}
		return n
	}
	return jointModel[blottoTable]{
		game: name, plays: 200,
		legal: func(blottoTable, string) (list []string) {
			for a := range regiments + 1 {
				for b := range regiments - a + 1 {
					list = append(list, term("send", a, b, regiments-a-b))
				}
			}
			return list
		},
		next: func(_ blottoTable, does map[string]string) blottoTable {
			s := blottoTable{map[string][3]int{}}
			for _, c := range colonels {
				s.sent[c] = [3]int{digit(does[c], 1), digit(does[c], 2), digit(does[c], 3)}
			}
			return s
		},
		over: func(s blottoTable) bool { return s.sent != nil },
		goal: func(s blottoTable, role string) int {
			most := 0
			for _, c := range colonels {
				if c != role {
					most = max(most, hills(s, c))
				}
			}
			mine := hills(s, role)
			switch {
			case len(colonels) == 2:
				return versus(mine, most)
			case mine >= most:
				return 40*mine + 20
			}
			return 40 * mine
		},
	}
}

// TestRiverPuzzles searches puzzles in breadth: how many moves are needed is well known.
func TestRiverPuzzles(t *testing.T) {
	for name, want := range map[string]int{"missionaries": 11, "wolfgoatcabbage": 7, "jugs": 6} {
		g := openGDL(t, name)
		m := g.NewMachine()
		level := []game.State{m.Initial(nil)}
		for depth := 0; ; depth++ {
			solved := slices.ContainsFunc(level, func(s game.State) bool {
				return m.Terminal(s) && slices.Equal(m.Goals(s, 0, nil), []int{100})
			})
			if solved || len(level) == 0 {
				if depth != want || !solved {
					t.Errorf("%s needs %d moves, want %d", name, depth, want)
				}
				break
			}
			seen := map[string]game.State{}
			for _, s := range level {
				if m.Terminal(s) {
					continue
				}
				for _, move := range m.Legal(s, 0, nil) {
					next := m.Next(s, []game.Move{move}, nil)
					seen[stateKey(next)] = next
				}
			}
			level = nil
			for _, s := range seen {
				level = append(level, s)
			}
		}
	}
}
