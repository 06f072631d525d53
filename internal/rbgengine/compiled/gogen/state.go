package gogen

import (
	"fmt"
	"slices"
	"strings"
)

// documentation returns the comment of the package, up to a zero byte.
func (e *emitter) documentation() string {
	return fmt.Sprintf(packageText, e.opt.Package) + "\x00"
}

// search prints the methods that find moves.
func (e *emitter) search(gens []int) {
	modes := e.modes()
	for _, m := range []mode{list, count, find} {
		if !slices.Contains(modes, m) {
			e.line("func (m *Machine) %vMoves() { m.listMoves() }\n", m)
			continue
		}
		e.line("// %vMoves runs the generator of whoever is to move.", m)
		e.line("func (m *Machine) %vMoves() {", m)
		e.line("switch m.current {")
		for _, k := range gens {
			e.line("case %d:\nm.%v%d(int(m.cell))", k, m, e.p.Gen[k])
		}
		e.line("}\n}\n")
	}
}

// state prints the types, constants and tables of a machine.
func (e *emitter) state() {
	p := e.p
	e.line("// Sizes of the game.")
	e.line("const (")
	e.line("Players = %d // who have scores", p.Players)
	e.line("Cells = %d", p.Cells)
	e.line("Pieces = %d // kinds of pieces", p.Pieces)
	e.line("Variables = %d // scores first", len(p.Bounds))
	e.line("wordCount = %d", p.Words)
	e.line("bitCount = %d", p.Bits)
	e.line(")\n")
	e.line("// A State is a position of a play. States can be compared and copied.")
	e.line("type State struct {")
	for k, class := range p.Classes {
		e.line("s%d set // %s", k, e.pieceNames(class))
	}
	e.line("v [%d]int32 // variables", max(1, len(p.Bounds)))
	e.line("cell, current int32 // where the play stands: a bit, and the switch passed last")
	if e.mailbox {
		e.line("pieces [%d]uint8 // by bit", p.Words*64)
	}
	if len(e.shares) > 0 {
		e.line("hash hash // of the board")
	}
	e.line("}\n")
	e.line("// A Machine has a state and computes with it. It belongs to one goroutine.")
	e.line("type Machine struct {")
	e.line("State")
	e.line("%s", machineFields)
	if len(e.walks) > 0 {
		e.line("visited [%d][]uint32\nwalks uint32\nstack []spot", len(p.Walks))
	}
	e.line("past []State // of a keeper, by how many modifiers were made")
	e.line("over []int32 // cells on which pieces are laid over the board\ncovered uint8 // what is under the last of them")
	e.recallFields()
	if len(e.shares) > 0 {
		e.line(shareFields, len(e.shares))
	}
	if e.reachUsed {
		e.line("reached [%d]reached", len(p.Reaches))
	}
	if e.versions {
		e.line("version, newest uint64 // of the board")
	}
	if e.keepsMarks {
		e.line("marks [%d]uint32\nstamp, stamps uint32\ntrailed []trailed", max(1, p.Marks*p.Bits))
	}
	for _, name := range sortedKeys(e.fields) {
		e.line("%s %s", name, e.fields[name])
	}
	e.line("}\n")
	e.blank()
	e.methods()
	e.info()
}

// blank prints the state from which boards are set up.
func (e *emitter) blank() {
	e.line("// blank returns a state whose cells all have the first piece.")
	e.line("func blank() (s State) {")
	for k, class := range e.p.Classes {
		if class&1 != 0 {
			e.line("s.s%d = %s", k, e.literal(e.all))
		}
	}
	e.line("return s\n}\n")
}

// methods prints methods that depend on what a machine has.
func (e *emitter) methods() {
	e.line("// goBack makes the state another, which was this machine's before.")
	e.line("func (m *Machine) goBack(s *State) {")
	e.line("m.State = *s")
	if e.versions {
		e.line("m.touch()")
	}
	if e.reachUsed {
		e.line("m.forget()")
	}
	e.forgetRecalls()
	e.line("}\n")
	if e.versions {
		e.line("// touch gives the board a version that it never had.")
		e.line("func (m *Machine) touch() {\nm.newest++\nm.version = m.newest\n}\n")
	}
	e.line("%s", rememberText)
	if e.keepsMarks {
		e.line("%s", markText)
	}
	e.line("// A choice is where a keeper goes on when it fails.")
	e.line("type choice struct {\nat, cell int32\nmade int\nrest set")
	if e.keepsMarks {
		e.line("marks marking")
	}
	e.line("}\n")
	if e.p.Words == 1 {
		e.line("func inMask(x *set, c int) bool { return *x>>(c&63)&1 != 0 }\n")
	} else if e.wide() {
		e.line("func inMask(x *set, c int) bool { return has(x, c) }\n")
	} else {
		e.line("func inMask(x *set, c int) bool { return has(*x, c) }\n")
	}
	e.line("// piece returns what lies on a bit.")
	e.line("func (s *State) piece(c int) uint8 {")
	if e.mailbox {
		e.line("return s.pieces[c]")
	} else {
		e.line("key := uint64(0)")
		for k := range e.p.Classes {
			e.block("if "+e.has(fmt.Sprintf("s.s%d", k), "c"), fmt.Sprintf("key |= %#x", uint64(1)<<k))
		}
		e.line("switch key {")
		for piece := range e.p.Pieces {
			key := uint64(0)
			for k, class := range e.p.Classes {
				key |= class >> piece & 1 << k
			}
			e.line("case %#x:\nreturn %d", key, piece)
		}
		e.line("}\nreturn 0")
	}
	e.line("}\n")
	e.line("// size, nth, pop and empty are about the cells of an entry.")
	arg := func(x string) string {
		if e.wide() {
			return "&" + x
		}
		return x
	}
	e.line("func (e *entry) size() int { return %s }\n", e.size("e.cells"))
	e.line("func (e *entry) nth(n int) int { return nth(%s, n) }\n", arg("e.cells"))
	e.line("func (e *entry) pop() int {\nc := %s", e.lowest("e.cells"))
	e.dropLowest("e.cells")
	e.line("return c\n}\n")
	e.line("func (e *entry) empty() bool { return %s }\n", e.empty("e.cells"))
	if e.needsFirst {
		e.printFirst()
	}
}

const rememberText = `// remember keeps the state of a keeper before its next modifier.
func (m *Machine) remember(made int) {
	for len(m.past) <= made {
		m.past = append(m.past, State{})
	}
	m.past[made] = m.State
}
`

// printFirst prints the function that finds the first cell of a set in the order
// of the board.
func (e *emitter) printFirst() {
	e.line("// first returns the cell of a set that is the first of the board.")
	if e.wide() {
		e.line("func first(x *set) int {\nrest := *x")
	} else {
		e.line("func first(rest set) int {")
	}
	e.line("best := %s", e.lowest("rest"))
	e.dropLowest("rest")
	e.line("for %s {", e.any("rest"))
	e.line("if c := %s; cellOf[c] < cellOf[best] {\nbest = c\n}", e.lowest("rest"))
	e.dropLowest("rest")
	e.line("}\nreturn best\n}\n")
}

// info prints tables about the game.
func (e *emitter) info() {
	p := e.p
	e.line("// bitOf and cellOf tell the bits of cells and the cells of bits.")
	e.line("var bitOf = [...]int32{%s}\n", numbers(p.BitOf))
	e.line("var cellOf = [...]int32{%s}\n", numbers(fill(p.CellOf, p.Words*64, -1)))
	e.line("// bounds are the largest values of variables.")
	e.line("var bounds = [...]int32{%s}\n", numbers(fill(p.Bounds, 1, 0)))
	movers := make([]int32, len(p.Gen))
	for k := range movers {
		movers[k] = -1
		if p.Gen[k] >= 0 {
			movers[k] = int32(e.g.Mover(k))
		}
	}
	e.line("// movers tell who moves behind each switch; -1 is nobody.")
	e.line("var movers = [...]int32{%s}\n", numbers(movers))
	names := func(n int, name func(int) string) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf("%q", name(i))
		}
		return strings.Join(list, ", ")
	}
	e.line("// PlayerNames are the names of the players.")
	e.line("var PlayerNames = [...]string{%s}\n", names(len(e.g.Players), func(i int) string { return e.g.Variables[i].Name }))
	e.line("// PieceNames are the names of the pieces.")
	e.line("var PieceNames = [...]string{%s}\n", names(p.Pieces, func(i int) string { return e.g.Pieces[i].Name }))
	var start []int32
	for i := range e.g.Board.Cells {
		start = append(start, int32(e.g.Board.Cells[i].Piece))
	}
	e.line("// declared is what lies on the cells in the beginning.")
	e.line("var declared = [...]int32{%s}\n", numbers(start))
	e.actionTable()
}

func (e *emitter) pieceNames(class uint64) string {
	var names []string
	for piece := range e.p.Pieces {
		if class>>piece&1 != 0 {
			names = append(names, e.g.Pieces[piece].Name)
		}
	}
	return strings.Join(names, ", ")
}

const packageText = `// Package %s plays a regular boardgame. It was made of the rules of the game and
// computes with sets of cells.
//
// A [Machine] has a state; [New] returns one at the beginning of a play. Moves are
// found by [Machine.Count], which returns how many there are; [Machine.Pick] makes
// one of them, told by its number, together with everything that the rules do by
// themselves then. The play is over when there are no moves, and [Machine.Goals]
// returns what the players have got.
//
//	m := %[1]s.New()
//	for n := m.Count(); n > 0; n = m.Count() {
//		m.Pick(rand.IntN(n))
//	}
//	fmt.Println(m.Goals())
`

const machineFields = `
	log      []entry
	prefixes []prefix
	entries  int   // in the log
	found    int   // moves
	at       int32 // the last prefix
	depth    int
	work     int
	polls    int // since a stop was last looked for
	choices  []choice
	levels   []level
	tracing  bool
	traced   []Action
	trail    []Traced
	stop     func() bool
	memory   int // bytes that moves of a position may take
	held     int // bytes of moves that are kept for later
	err      error
`

const markText = `
// A marking is what the marks were at some time.
type marking struct {
	stamp uint32
	trail int
}

type trailed struct {
	at  int
	old uint32
}

// modified begins a new stretch of marks.
func (m *Machine) modified() {
	m.stamps++
	m.stamp = m.stamps
}

// marking returns how the marks are.
func (m *Machine) marking() marking { return marking{m.stamp, len(m.trailed)} }

// mark reports whether a place is new in this stretch.
func (m *Machine) mark(at int) bool {
	if m.marks[at] == m.stamp {
		return false
	}
	if len(m.trailed) > 1<<16 {
		m.trailed = m.trailed[:0]
	}
	m.trailed = append(m.trailed, trailed{at, m.marks[at]})
	m.marks[at] = m.stamp
	return true
}

// unmark goes back to earlier marks.
func (m *Machine) unmark(s marking) {
	if m.stamp == s.stamp {
		return
	}
	for k := len(m.trailed) - 1; k >= s.trail; k-- {
		m.marks[m.trailed[k].at] = m.trailed[k].old
	}
	m.trailed = m.trailed[:min(s.trail, len(m.trailed))]
	m.stamp = s.stamp
}
`
