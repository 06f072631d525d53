package gogen

import (
	"fmt"
	"slices"
	"strings"
)

// A machineCode emits the types of a package and the methods that depend on their
// fields.
type machineCode struct{ *emitter }

// search emits the methods that find moves.
func (e *machineCode) search(gens []int) {
	modes := e.modes()
	for _, m := range []mode{list, count, find} {
		if !slices.Contains(modes, m) {
			e.Line("func (m *Machine) %vMoves() { m.listMoves() }", m)
			e.Blank()
			continue
		}
		e.Line("// %vMoves runs the generator of the player to move.", m)
		e.Func("(m *Machine) %vMoves()", m)
		e.Open("switch m.current")
		for _, k := range gens {
			e.Case("case %d", k)
			e.Line("m.%v%d(int(m.cell))", m, e.P.Gen[k])
		}
		e.End()
		e.End()
		e.Blank()
	}
}

// state emits the types, constants and tables of a machine.
func (e *machineCode) state() {
	p := e.P
	e.Line("// Sizes of the game.")
	e.Line("const (")
	e.Line("Players = %d // with scores", p.Players)
	e.Line("Cells = %d", p.Cells)
	e.Line("Pieces = %d // kinds of pieces", p.Pieces)
	e.Line("Variables = %d // scores first", len(p.Bounds))
	e.Line("wordCount = %d", p.Words)
	e.Line("bitCount = %d", p.Bits)
	e.Line(")")
	e.Blank()
	e.Line("// A State is a position of a play. States can be compared and copied.")
	e.Open("type State struct")
	for k, class := range p.Classes {
		e.Line("s%d set // %s", k, e.pieceNames(class))
	}
	e.Line("v [%d]int32 // variables", max(1, len(p.Bounds)))
	e.Line("cell, current int32 // the current cell as a bit, and the last switch")
	if e.mailbox {
		e.Line("pieces [%d]uint8 // by bit", p.Words*64)
	}
	if len(e.shares) > 0 {
		e.Line("hash hash // of the board")
	}
	e.End()
	e.Blank()
	e.Line("// A Machine has a state and computes with it. It belongs to one goroutine.")
	e.Open("type Machine struct")
	e.Line("State")
	e.Text(expand("machine.go", nil))
	if len(e.tables.usedWalks) > 0 {
		e.Line("visited [%d][]uint32", len(p.Walks))
		e.Line("walks uint32")
		e.Line("stack []walkPoint")
	}
	e.Line("savedStates []State // of a keeper, by the number of modifiers made")
	e.Line("over []int32 // cells with pieces laid over the board")
	e.Line("covered uint8 // the piece below the last of them")
	e.memos.fields()
	if len(e.shares) > 0 {
		e.Text(expand("sharefields.go", len(e.shares)))
	}
	if e.reachUsed {
		e.Line("reached [%d]reached", len(p.Reaches))
	}
	if e.versions {
		e.Line("version, newest uint64 // of the board")
	}
	if e.keepsMarks {
		e.Line("marks [%d]uint32", max(1, p.Marks*p.Bits))
		e.Line("stamp, stamps uint32")
		e.Line("trailed []trailed")
	}
	for _, name := range sortedKeys(e.machineFields) {
		e.Line("%s %s", name, e.machineFields[name])
	}
	e.End()
	e.Blank()
	e.blank()
	e.methods()
	e.info()
}

// blank emits the state from which boards are set up.
func (e *machineCode) blank() {
	e.Line("// blank returns a state whose cells all have the first piece.")
	e.Func("blank() (s State)")
	for k, class := range e.P.Classes {
		if class&1 != 0 {
			e.Line("s.s%d = %s", k, e.sets.literal(e.All))
		}
	}
	e.Line("return s")
	e.End()
	e.Blank()
}

// methods emits methods that depend on the fields of a machine.
func (e *machineCode) methods() {
	e.Line("// restore makes a state of this machine current again.")
	e.Func("(m *Machine) restore(s *State)")
	e.Line("m.State = *s")
	if e.versions {
		e.Line("m.touch()")
	}
	if e.reachUsed {
		e.Line("m.forget()")
	}
	e.memos.invalidateAll()
	e.End()
	e.Blank()
	if e.versions {
		e.Line("// touch gives the board a new version.")
		e.Func("(m *Machine) touch()")
		e.Line("m.newest++")
		e.Line("m.version = m.newest")
		e.End()
		e.Blank()
	}
	e.Text(expand("savestate.go", nil))
	if e.keepsMarks {
		e.Text(expand("marks.go", nil))
	}
	e.Line("// A choice is a choice point, to which the keeper backtracks when it fails.")
	e.Open("type choice struct")
	e.Line("at, cell int32")
	e.Line("made int")
	e.Line("rest set")
	if e.keepsMarks {
		e.Line("marks marking")
	}
	e.End()
	e.Blank()
	if e.P.Words == 1 {
		e.Line("func inMask(x *set, c int) bool { return *x>>(c&63)&1 != 0 }")
		e.Blank()
	} else if e.sets.wide() {
		e.Line("func inMask(x *set, c int) bool { return has(x, c) }")
		e.Blank()
	} else {
		e.Line("func inMask(x *set, c int) bool { return has(*x, c) }")
		e.Blank()
	}
	e.Line("// piece returns the piece on a bit.")
	e.Func("(s *State) piece(c int) uint8")
	if e.mailbox {
		e.Line("return s.pieces[c]")
	} else {
		e.Line("key := uint64(0)")
		for k := range e.P.Classes {
			e.Block("if "+e.sets.has(fmt.Sprintf("s.s%d", k), "c"), fmt.Sprintf("key |= %#x", uint64(1)<<k))
		}
		e.Open("switch key")
		for piece := range e.P.Pieces {
			key := uint64(0)
			for k, class := range e.P.Classes {
				key |= class >> piece & 1 << k
			}
			e.Case("case %#x", key)
			e.Line("return %d", piece)
		}
		e.End()
		e.Line("return 0")
	}
	e.End()
	e.Blank()
	e.Line("// size, nth, pop and empty work on the cells of an entry.")
	arg := func(x string) string {
		if e.sets.wide() {
			return "&" + x
		}
		return x
	}
	e.Line("func (e *entry) size() int { return %s }", e.sets.size("e.cells"))
	e.Blank()
	e.Line("func (e *entry) nth(n int) int { return nth(%s, n) }", arg("e.cells"))
	e.Blank()
	e.Func("(e *entry) pop() int")
	e.Line("c := %s", e.sets.lowest("e.cells"))
	e.sets.dropLowest("e.cells")
	e.Line("return c")
	e.End()
	e.Blank()
	e.Line("func (e *entry) empty() bool { return %s }", e.sets.empty("e.cells"))
	e.Blank()
	if e.needsFirst {
		e.tables.printFirst()
	}
}

// printFirst emits the function that finds the first cell of a set in the order of the
// board.
func (e *tableCode) printFirst() {
	e.Line("// first returns the first cell of a set in the order of the board.")
	if e.sets.wide() {
		e.Func("first(x *set) int")
		e.Line("rest := *x")
	} else {
		e.Func("first(rest set) int")
	}
	e.Line("best := %s", e.sets.lowest("rest"))
	e.sets.dropLowest("rest")
	e.Open("for %s", e.sets.notEmpty("rest"))
	e.Open("if c := %s; cellOf[c] < cellOf[best]", e.sets.lowest("rest"))
	e.Line("best = c")
	e.End()
	e.sets.dropLowest("rest")
	e.End()
	e.Line("return best")
	e.End()
	e.Blank()
}

// info emits tables about the game.
func (e *machineCode) info() {
	p := e.P
	e.Line("// bitOf holds the bit of each cell, and cellOf the cell of each bit.")
	e.Line("var bitOf = [...]int32{%s}", numbers(p.BitOf))
	e.Blank()
	e.Line("var cellOf = [...]int32{%s}", numbers(fill(p.CellOf, p.Words*64, -1)))
	e.Blank()
	e.Line("// bounds are the largest values of variables.")
	e.Line("var bounds = [...]int32{%s}", numbers(fill(p.Bounds, 1, 0)))
	e.Blank()
	movers := make([]int32, len(p.Gen))
	for k := range movers {
		movers[k] = -1
		if p.Gen[k] >= 0 {
			movers[k] = int32(e.g.Mover(k))
		}
	}
	e.Line("// movers are the players to move after each switch; -1 is none.")
	e.Line("var movers = [...]int32{%s}", numbers(movers))
	e.Blank()
	e.Line("// PlayerNames are the names of the players.")
	e.Line("var PlayerNames = [...]string{%s}", quoted(len(e.g.Players), func(i int) string { return e.g.Variables[i].Name }))
	e.Blank()
	e.Line("// PieceNames are the names of the pieces.")
	e.Line("var PieceNames = [...]string{%s}", quoted(p.Pieces, func(i int) string { return e.g.Pieces[i].Name }))
	e.Blank()
	var start []int32
	for i := range e.g.Board.Cells {
		start = append(start, int32(e.g.Board.Cells[i].Piece))
	}
	e.Line("// declared holds the piece on each cell at the beginning.")
	e.Line("var declared = [...]int32{%s}", numbers(start))
	e.Blank()
	e.tables.actionTable()
}

func (e *machineCode) pieceNames(class uint64) string {
	var names []string
	for piece := range e.P.Pieces {
		if class>>piece&1 != 0 {
			names = append(names, e.g.Pieces[piece].Name)
		}
	}
	return strings.Join(names, ", ")
}
