package library_test

import (
	"slices"
	"strings"
)

// A darkTable is dark chess: a position of chess without check, of which each player sees
// what the player's pieces can reach.
type darkTable struct{ position }

var darkRules, darkStart = func() (*chessRules, position) {
	g, cells := rectGrid(fullBoard...)
	r := &chessRules{grid: g, names: chessNames, reach: chessReach, promotion: "qrbn", quiet: -1, noCheck: true,
		stuck: func(bool, int) []int { return drawn }}
	fullChess(r)
	return r, position{cells: cells}
}()

var chessSides = []string{"white", "black"}

// A darkMove is a move of a player: from where to where, and what a pawn becomes.
type darkMove struct {
	from, to, becomes string
	passing           string // where a pawn is captured in passing
	next              position
}

// options returns the moves of a player, on turn or not.
func (d darkTable) options(side int) []darkMove {
	p := d.position
	if p.mover != side { // a pawn of one's own that has just gone two steps
		p.mover, p.counts[runnerCount] = side, 0
	}
	var list []darkMove
	for text, next := range darkRules.moves(p) {
		squares, piece, _ := strings.Cut(text, "=")
		m := darkMove{from: squares[:2], to: squares[2:4], becomes: strings.ToLower(strings.TrimPrefix(piece, chessSides[side])), next: next}
		if len(squares) == 6 {
			m.passing, m.to = squares[2:4], squares[4:]
		}
		list = append(list, m)
	}
	return list
}

func (m darkMove) text() string {
	if m.becomes != "" {
		return term("promote", m.from, m.to, m.becomes)
	}
	return term("move", m.from, m.to)
}

func (d darkTable) legal() map[string][]string {
	var list []string
	for _, m := range d.options(d.mover) {
		list = append(list, m.text())
	}
	if len(list) == 0 {
		list = []string{"pass"}
	}
	return map[string][]string{chessSides[d.mover]: list}
}

func (d darkTable) play(joint map[string]string) (table, map[string][]string) {
	next, lost := d, ""
	next.mover, next.turns, next.counts[runnerCount] = 1-d.mover, d.turns+1, 0
	for _, m := range d.options(d.mover) {
		if m.text() != joint[chessSides[d.mover]] {
			continue
		}
		next, lost = darkTable{m.next}, m.passing
		if d.cells[slices.Index(darkRules.grid.names, m.to)] != '.' {
			lost = m.to
		}
	}
	percepts := map[string][]string{}
	for side, name := range chessSides {
		percepts[name] = next.view(side)
	}
	if lost != "" {
		loser := chessSides[next.mover]
		percepts[loser] = append(percepts[loser], term("lost", lost))
	}
	return next, percepts
}

// view returns what a player sees of a position.
func (d darkTable) view(side int) []string {
	var list []string
	for _, m := range d.options(side) {
		if piece := d.cells[slices.Index(darkRules.grid.names, m.to)]; piece == '.' {
			list = append(list, term("free", m.to))
		} else {
			list = append(list, term("there", m.to, strings.ToLower(chessNames[lower(piece)])))
		}
		if m.passing != "" {
			list = append(list, term("passing", m.to))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func (d darkTable) goals() (map[string]int, bool) {
	for side, name := range chessSides {
		if !strings.Contains(d.cells, "kK"[side:side+1]) {
			return map[string]int{name: 100}, true
		}
	}
	return map[string]int{"white": 50, "black": 50}, d.turns == 120
}
