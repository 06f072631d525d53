package library_test

import "strings"

// A draughtsRules is a kind of draughts with flying kings: w and b are men, W and B
// kings.
type draughtsRules struct {
	*grid
	ways       [2][]int // directions in which men of each side move
	captures   [2][]int // and capture
	kings      []int    // directions of kings
	majority   bool     // the most pieces must be captured
	atOnce     bool     // what is jumped over is removed at once, else when the move is over
	noTurning  bool     // a king does not turn back between two jumps
	promoteMid bool     // a man becomes a king in the middle of a move
	quiet      int      // moves of kings until the game is drawn
}

// A flight is a part of a capture.
type flight struct {
	cells string
	at    int
	piece byte
	text  string
	taken int
}

func (r *draughtsRules) lastRow(cell, mover int) bool {
	return r.grid.ways[[]int{up, down}[mover]][cell] < 0
}

// jumps returns the next jumps of a capture with their directions.
func (r *draughtsRules) jumps(f flight, mover, lastWay int) (list []flight, ways []int) {
	king := f.piece < 'a'
	directions := r.captures[mover]
	if king {
		directions = r.kings
	}
	for _, w := range directions {
		if king && r.noTurning && lastWay >= 0 && w == lastWay^1 {
			continue
		}
		way := r.grid.ways[w]
		over := way[f.at]
		for king && over >= 0 && f.cells[over] == '.' {
			over = way[over]
		}
		if over < 0 || !strings.ContainsRune([]string{"bB", "wW"}[mover], rune(f.cells[over])) {
			continue
		}
		mark := byte('t')
		if r.atOnce {
			mark = '.'
		}
		for to := way[over]; to >= 0 && f.cells[to] == '.'; to = way[to] {
			next := flight{put(f.cells, over, mark), to, f.piece, f.text + r.names[over], f.taken + 1}
			if r.promoteMid && r.lastRow(to, mover) {
				next.piece = "WB"[mover]
			}
			list, ways = append(list, next), append(ways, w)
			if !king {
				break
			}
		}
	}
	return list, ways
}

// captured returns all complete captures that go on from one, and the others that may
// end here if the most are to be captured anyway.
func (r *draughtsRules) captured(f flight, mover, lastWay int) []flight {
	next, ways := r.jumps(f, mover, lastWay)
	if len(next) == 0 {
		return []flight{f}
	}
	var list []flight
	for i, n := range next {
		// Of the squares behind a piece, those from where a king can go on are compulsory.
		if !r.majority && r.endsHere(n, mover, ways[i]) && r.othersGoOn(next, ways, i, mover) {
			continue
		}
		list = append(list, r.captured(n, mover, ways[i])...)
	}
	return list
}

func (r *draughtsRules) endsHere(f flight, mover, way int) bool {
	more, _ := r.jumps(f, mover, way)
	return len(more) == 0
}

// othersGoOn reports whether a jump over the same piece lands where it can go on.
func (r *draughtsRules) othersGoOn(next []flight, ways []int, i, mover int) bool {
	for j := range next {
		if ways[j] == ways[i] && !r.endsHere(next[j], mover, ways[j]) {
			return true
		}
	}
	return false
}

func (r *draughtsRules) moves(p position) map[string]position {
	captures, steps, most := map[string]position{}, map[string]position{}, 0
	taken := map[string]int{}
	for c, name := range r.names {
		piece := p.cells[c]
		if piece != "wb"[p.mover] && piece != "WB"[p.mover] {
			continue
		}
		start := flight{put(p.cells, c, '.'), c, piece, name, 0}
		for _, f := range r.captured(start, p.mover, -1) {
			if f.taken > 0 {
				captures[f.text+r.names[f.at]] = r.land(p, f, 0)
				taken[f.text+r.names[f.at]] = f.taken
				most = max(most, f.taken)
			}
		}
		r.steps(p, start, steps)
	}
	if most == 0 {
		return steps
	}
	for text, n := range taken {
		if r.majority && n < most {
			delete(captures, text)
		}
	}
	return captures
}

func (r *draughtsRules) steps(p position, from flight, list map[string]position) {
	king := from.piece < 'a'
	directions := r.ways[p.mover]
	if king {
		directions = r.kings
	}
	for _, w := range directions {
		for to := r.grid.ways[w][from.at]; to >= 0 && p.cells[to] == '.'; to = r.grid.ways[w][to] {
			f := from
			f.at = to
			quiet := 0
			if king {
				quiet = p.counts[0] + 1
			}
			list[from.text+r.names[to]] = r.land(p, f, quiet)
			if !king {
				break
			}
		}
	}
}

func (r *draughtsRules) land(p position, f flight, quiet int) position {
	if r.lastRow(f.at, p.mover) {
		f.piece = "WB"[p.mover]
	}
	q := p.next(strings.ReplaceAll(put(f.cells, f.at, f.piece), "t", "."))
	q.counts[0] = quiet
	if quiet == r.quiet {
		q = q.ended(drawn...)
	}
	return q
}

// draughtsmen returns the first position on a square board: men on dark squares of the
// first rows of both sides.
func draughtsmen(size, rows int) position {
	cells := ""
	for y := range size {
		for x := range size {
			switch dark := (x+y)%2 == 1; {
			case dark && y < rows:
				cells += "b"
			case dark && y >= size-rows:
				cells += "w"
			default:
				cells += "."
			}
		}
	}
	return position{cells: cells, points: result(1)}
}

var (
	aslant = []int{upLeft, upRight, downLeft, downRight}
	ahead  = [2][]int{{upLeft, upRight}, {downLeft, downRight}}
)

func flying(size int, change func(*draughtsRules)) model {
	r := &draughtsRules{grid: first(rect(size, size)), ways: ahead, captures: [2][]int{aslant, aslant}, kings: aslant, majority: true, quiet: 50}
	change(r)
	return r.moves
}

var flyingModels = []modelled{
	{"draughts-international", draughtsmen(10, 4), flying(10, func(*draughtsRules) {}), 3},
	{"draughts-brazilian", draughtsmen(8, 3), flying(8, func(*draughtsRules) {}), 5},
	{"draughts-canadian", draughtsmen(12, 5), flying(12, func(*draughtsRules) {}), 1},
	{"draughts-russian", draughtsmen(8, 3), flying(8, func(r *draughtsRules) { r.majority, r.promoteMid, r.quiet = false, true, 30 }), 10},
	{"draughts-turkish", position{cells: strings.Repeat(".", 8) + strings.Repeat("b", 16) + strings.Repeat(".", 16) + strings.Repeat("w", 16) + strings.Repeat(".", 8), points: result(1)},
		flying(8, func(r *draughtsRules) {
			r.ways = [2][]int{{up, left, right}, {down, left, right}}
			r.captures, r.kings, r.atOnce, r.noTurning = r.ways, []int{up, down, left, right}, true, true
		}), 5},
}
