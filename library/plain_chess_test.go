package library_test

import (
	"slices"
	"strings"
)

// A chessRules is a kind of chess. Pieces are letters as usual, upper case for white,
// without distinction between those that have moved and others; what may still be
// done is in the counts of a position: rights to castle, and where a pawn can be captured
// in passing.
type chessRules struct {
	*grid
	names     map[byte]string // of pieces, as in the rules
	reach     map[byte]moving // of all pieces but pawns
	promotion string          // what pawns become
	last      int             // how many rows from the end
	double    bool            // pawns may go two steps and be captured in passing
	castling  bool
	noCheck   bool   // kings may be captured
	compelled bool   // captures go before other moves
	royal     string // pieces that must not be in check
	quiet     int
	won       func(p, q position) (over bool, points []int) // after a move
	stuck     func(inCheck bool, mover int) []int           // scores if the mover has no move
	bothSafe  bool                                          // no move may give check either
}

// A moving is how a piece goes: along lines, or by leaps.
type moving struct {
	lines []int    // directions
	leaps [][2]int // columns and rows, up for white
}

var (
	kingLeaps   = [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
	knightLeaps = [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	chessReach  = map[byte]moving{
		'k': {leaps: kingLeaps}, 'n': {leaps: knightLeaps}, 'r': {lines: []int{up, down, left, right}},
		'b': {lines: aslant}, 'q': {lines: []int{up, down, left, right, upLeft, upRight, downLeft, downRight}},
	}
	chessNames = map[byte]string{'p': "Pawn", 'n': "Knight", 'b': "Bishop", 'r': "Rook", 'q': "Queen", 'k': "King"}
)

func lower(piece byte) byte { return piece | 0x20 }

// owner returns whose a piece is, or -1.
func owner(piece byte) int {
	switch {
	case piece == '.':
		return -1
	case piece < 'a':
		return 0
	}
	return 1
}

func (r *chessRules) width() int { return slices.Index(r.grid.ways[right], -1) + 1 }

// offset returns the cell so many columns to the right and rows up, or -1.
func (r *chessRules) offset(cell, columns, rows int) int {
	w := r.width()
	x, y := cell%w+columns, cell/w-rows
	if x < 0 || y < 0 || x >= w || y >= len(r.grid.names)/w {
		return -1
	}
	return y*w + x
}

func forward(mover int) int { return 1 - 2*mover }

// targets returns where a piece that is no pawn can go or attack.
func (r *chessRules) targets(cells string, cell int) []int {
	piece := cells[cell]
	m := r.reach[lower(piece)]
	var list []int
	for _, l := range m.leaps {
		if to := r.offset(cell, l[0], l[1]*forward(owner(piece))); to >= 0 && owner(cells[to]) != owner(piece) {
			list = append(list, to)
		}
	}
	for _, w := range m.lines {
		for to := r.grid.ways[w][cell]; to >= 0; to = r.grid.ways[w][to] {
			if owner(cells[to]) != owner(piece) {
				list = append(list, to)
			}
			if cells[to] != '.' {
				break
			}
		}
	}
	return list
}

// attacked reports whether a side can capture on a cell.
func (r *chessRules) attacked(cells string, cell, by int) bool {
	for c := range cells {
		if owner(cells[c]) != by {
			continue
		}
		if lower(cells[c]) == 'p' {
			f := forward(by)
			if r.offset(c, 1, f) == cell || r.offset(c, -1, f) == cell {
				return true
			}
		} else if slices.Contains(r.targets(cells, c), cell) {
			return true
		}
	}
	return false
}

func (r *chessRules) inCheck(cells string, side int) bool {
	for c := range cells {
		if owner(cells[c]) == side && strings.IndexByte(r.royal, lower(cells[c])) >= 0 && r.attacked(cells, c, 1-side) {
			return true
		}
	}
	return false
}

// Counts of a position: quiet moves, the cell of a pawn that has just gone two steps
// plus one, and bits for kings and rooks that have moved.
const (
	quietCount = iota
	runnerCount
	movedCount
)

// bit returns the bit of a cell from which pieces may castle.
func bit(cell int) int { return 1 << map[int]int{0: 0, 4: 1, 7: 2, 56: 3, 60: 4, 63: 5}[cell] }

func (r *chessRules) moves(p position) map[string]position {
	var captures, others []labelled
	add := func(text string, cells string, piece byte, capture, quiet bool, runner, from, to int) {
		if r.royal != "" && r.inCheck(cells, p.mover) || r.bothSafe && r.inCheck(cells, 1-p.mover) {
			return
		}
		q := p
		q.cells, q.mover, q.turns = cells, 1-p.mover, p.turns+1
		q.counts[quietCount], q.counts[runnerCount] = 0, runner
		if quiet {
			q.counts[quietCount] = p.counts[quietCount] + 1
		}
		for _, c := range []int{from, to} {
			if r.castling && slices.Contains([]int{0, 4, 7, 56, 60, 63}, c) {
				q.counts[movedCount] |= bit(c)
			}
		}
		m := labelled{text, []string{"white", "black"}[p.mover] + r.names[lower(piece)], r.judge(p, q)}
		if capture {
			captures = append(captures, m)
		} else {
			others = append(others, m)
		}
	}
	for c := range p.cells {
		piece := p.cells[c]
		switch {
		case owner(piece) != p.mover:
		case lower(piece) == 'p':
			r.pawn(p, c, add)
		default:
			for _, to := range r.targets(p.cells, c) {
				capture := p.cells[to] != '.'
				add(r.grid.names[c]+r.grid.names[to], put(put(p.cells, c, '.'), to, piece), piece, capture, !capture, 0, c, to)
			}
			if r.castling && lower(piece) == 'k' {
				r.castle(p, c, add)
			}
		}
	}
	if r.compelled && len(captures) > 0 {
		others = nil
	}
	return distinct(append(captures, others...))
}

type adder func(text, cells string, piece byte, capture, quiet bool, runner, from, to int)

func (r *chessRules) pawn(p position, c int, add adder) {
	f, pawn := forward(p.mover), p.cells[c]
	step := func(to int, capture bool) {
		pieces := string(pawn)
		if r.offset(to, 0, f*(r.last+1)) < 0 {
			pieces = r.promotion
			if p.mover == 0 {
				pieces = strings.ToUpper(pieces)
			}
		}
		for i := range pieces {
			add(r.grid.names[c]+r.grid.names[to], put(put(p.cells, c, '.'), to, pieces[i]), pieces[i], capture, false, 0, c, to)
		}
	}
	front := r.offset(c, 0, f)
	if front >= 0 && p.cells[front] == '.' {
		step(front, false)
		if two := r.offset(c, 0, 2*f); r.double && r.offset(c, 0, -2*f) < 0 && p.cells[two] == '.' {
			add(r.grid.names[c]+r.grid.names[two], put(put(p.cells, c, '.'), two, pawn), pawn, false, false, two+1, c, two)
		}
	}
	for _, side := range []int{-1, 1} {
		to, beside := r.offset(c, side, f), r.offset(c, side, 0)
		if to >= 0 && owner(p.cells[to]) == 1-p.mover {
			step(to, true)
		}
		if beside >= 0 && to >= 0 && p.counts[runnerCount] == beside+1 {
			cells := put(put(put(p.cells, c, '.'), beside, '.'), to, pawn)
			add(r.grid.names[c]+r.grid.names[beside]+r.grid.names[to], cells, pawn, true, false, 0, c, to)
		}
	}
}

func (r *chessRules) castle(p position, c int, add adder) {
	if c != 60-56*p.mover || p.counts[movedCount]&bit(c) != 0 {
		return
	}
	for _, side := range []int{1, -1} {
		rook := c + 3
		if side < 0 {
			rook = c - 4
		}
		free := p.counts[movedCount]&bit(rook) == 0
		for x := c + side; x != rook; x += side {
			free = free && p.cells[x] == '.'
		}
		safe := r.noCheck || !r.attacked(p.cells, c, 1-p.mover) && !r.attacked(put(p.cells, c, '.'), c+side, 1-p.mover)
		if !free || !safe {
			continue
		}
		cells := put(put(p.cells, c+2*side, p.cells[c]), rook, '.')
		cells = put(put(cells, c, '.'), c+side, p.cells[rook])
		n := r.grid.names
		add(n[c]+n[c+2*side]+n[rook]+n[c+side], cells, cells[c+2*side], false, true, 0, c, c)
	}
}

// judge ends a play after a move, or says what the scores are if it ends by itself.
func (r *chessRules) judge(p, q position) position {
	if r.won != nil {
		if over, points := r.won(p, q); over {
			return q.ended(points...)
		}
	}
	q.points = r.stuck(r.inCheck(q.cells, q.mover), q.mover)
	if q.counts[quietCount] == r.quiet {
		// A move that mates counts more than the clock.
		r := *r
		r.quiet = -1
		if !slices.Equal(q.points, drawn) && len(r.moves(q)) == 0 {
			return q.ended(q.points...)
		}
		return q.ended(drawn...)
	}
	return q
}

// matedOrStale scores a player without a move.
func matedOrStale(inCheck bool, mover int) []int {
	if inCheck {
		return result(1 - mover)
	}
	return drawn
}

func chessKind(rows []string, change func(*chessRules)) (model, position) {
	g, cells := rectGrid(rows...)
	r := &chessRules{grid: g, names: chessNames, reach: chessReach, promotion: "qrbn", royal: "k", quiet: 100, stuck: matedOrStale}
	change(r)
	return r.moves, position{cells: cells, points: drawn}
}

func chessModel(name string, plays int, rows []string, change func(*chessRules)) modelled {
	next, start := chessKind(rows, change)
	return modelled{name, start, next, plays}
}

var fullBoard = []string{
	"rnbqkbnr", "pppppppp", "........", "........", "........", "........", "PPPPPPPP", "RNBQKBNR"}

func fullChess(r *chessRules) { r.double, r.castling = true, true }

// ranked reports whether a king stands on a cell that passes a test.
func kingOn(cells string, king byte, test func(cell int) bool) bool {
	c := strings.IndexByte(cells, king)
	return c >= 0 && test(c)
}

var chessModels = []modelled{
	chessModel("losalamos", 5, []string{"rnqknr", "pppppp", "......", "......", "PPPPPP", "RNQKNR"},
		func(r *chessRules) { r.promotion = "qrn" }),
	chessModel("minichess", 10, []string{"rnbqk", "ppppp", ".....", "PPPPP", "RNBQK"}, func(*chessRules) {}),
	chessModel("makruk", 3, []string{"rnsmksnr", "........", "pppppppp", "........", "........", "PPPPPPPP", "........", "RNSKMSNR"},
		func(r *chessRules) {
			r.names = map[byte]string{'p': "Pawn", 'm': "Met", 's': "Khon", 'n': "Knight", 'r': "Rook", 'k': "King"}
			r.reach = map[byte]moving{'k': chessReach['k'], 'n': chessReach['n'], 'r': chessReach['r'],
				'm': {leaps: [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}}, 's': {leaps: [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {0, 1}}}}
			r.promotion, r.last, r.quiet = "m", 2, 128
		}),
	chessModel("kingofthehill", 3, fullBoard, func(r *chessRules) {
		fullChess(r)
		r.won = func(p, q position) (bool, []int) {
			hill := func(c int) bool { return slices.Contains([]int{27, 28, 35, 36}, c) }
			return kingOn(q.cells, "Kk"[p.mover], hill), result(p.mover)
		}
	}),
	chessModel("knightmate", 2, fullBoard, func(r *chessRules) {
		fullChess(r)
		r.names = map[byte]string{'p': "Pawn", 'n': "Guard", 'b': "Bishop", 'r': "Rook", 'q': "Queen", 'k': "King"}
		r.reach = map[byte]moving{'k': chessReach['n'], 'n': chessReach['k'], 'r': chessReach['r'], 'b': chessReach['b'], 'q': chessReach['q']}
	}),
	chessModel("chess-kingcapture", 3, fullBoard, func(r *chessRules) {
		fullChess(r)
		r.royal, r.noCheck = "", true
		r.stuck = func(bool, int) []int { return drawn }
		r.won = func(p, q position) (bool, []int) {
			return strings.IndexByte(q.cells, "kK"[p.mover]) < 0, result(p.mover)
		}
	}),
	chessModel("losingchess", 5, fullBoard, func(r *chessRules) {
		r.double, r.compelled, r.royal, r.promotion = true, true, "", "qrbnk"
		r.stuck = func(_ bool, mover int) []int { return result(mover) }
		r.won = func(_, q position) (bool, []int) { return q.counts[quietCount] == 100, drawn }
	}),
	chessModel("racingkings", 3, []string{"........", "........", "........", "........", "........", "........", "krbnNBRK", "qrbnNBRQ"},
		func(r *chessRules) {
			r.bothSafe, r.quiet = true, -1
			arrived := func(c int) bool { return c < 8 }
			r.won = func(p, q position) (bool, []int) {
				white, black := kingOn(q.cells, 'K', arrived), kingOn(q.cells, 'k', arrived)
				switch {
				case p.mover == 0:
					return false, nil
				case white && black:
					return true, drawn
				case white:
					return true, result(0)
				case black:
					return true, result(1)
				}
				return q.counts[quietCount] >= 99, drawn
			}
			r.stuck = func(bool, int) []int { return drawn }
		}),
}
