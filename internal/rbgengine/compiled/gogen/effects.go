package gogen

import (
	"ludex/internal/rbgengine/compiled/gogen/analysis"

	"fmt"

	"ludex/internal/rbgengine/sets/ir"
)

// An effectCode emits code that puts pieces and sets variables.
type effectCode struct {
	*emitter
	puts           map[uint8]bool
	putNames       map[string]string // by piece and classes
	putVariants    []putVariant
	saveGroupIndex map[string]int // by classes
	saveGroups     [][]int
}

func newEffectCode(e *emitter) *effectCode {
	c := &effectCode{emitter: e, puts: map[uint8]bool{}, putNames: map[string]string{}, saveGroupIndex: map[string]int{}}
	for piece := range e.P.Pieces {
		c.puts[uint8(piece)] = true
	}
	return c
}

// An undoCode emits code that makes acts and reverts them.
type undoCode struct{ *body }

func (b *body) undo() undoCode { return undoCode{b} }

// apply emits acts that will be reverted. What they change is saved in variables, one
// for each depth.
func (b undoCode) apply(i *ir.Instr, at int32) {
	depth := len(b.f.Active[at])
	cell := b.cell(i.A)
	acts := b.P.Applies[i.X]
	b.Block("if m.work++; m.work&4095 == 0 && m.ends()", "return true")
	if b.f.Recursive {
		b.Block("if m.tooDeep()", "return true")
	}
	olds := b.Facts.ReplacedAt(b.f, at)
	b.save(acts, olds, depth, cell)
	for k := range acts {
		a := &acts[k]
		switch a.Kind {
		case ir.PutPiece:
			b.Line("m.%s(%s)", b.effects.putOver(uint8(a.Arg), olds[k]), b.tables.mapped(a.Map, cell))
		case ir.SetConst, ir.SetExpr:
			b.effects.assign(a, func() {
				b.restore(acts, olds, depth)
				if b.f.Recursive {
					b.Line("m.depth--")
				}
				b.Goto(b.place(i.J))
			})
		}
	}
	if b.mode == list {
		b.tables.applies[i.X] = true
		b.saved[fmt.Sprintf("at%d", depth)] = "int32"
		b.Line("at%d = m.at", depth)
		b.Line("m.prefixes = append(m.prefixes, prefix{m.at, %d, int32(%s)})", i.X, cell)
		b.Line("m.at = int32(len(m.prefixes)) - 1")
	}
}

// save emits code that saves what acts change.
func (b undoCode) save(acts []ir.Act, olds []uint64, depth int, cell string) {
	if b.effects.savesState(acts, olds) {
		b.saved[fmt.Sprintf("before%d", depth)] = "State"
		b.Line("before%d = m.State", depth)
		b.saveVersion(depth)
		b.saveMemos(depth)
		return
	}
	if len(b.shares) > 0 {
		b.saved[fmt.Sprintf("hash%d", depth)] = "hash"
		b.Line("hash%d = m.hash", depth)
	}
	if classes := b.Facts.ChangedByAll(acts, olds); !b.saveTogether(classes, depth) {
		for _, k := range classes {
			name := fmt.Sprintf("s%dat%d", k, depth)
			b.saved[name] = "set"
			b.Line("%s = m.s%d", name, k)
		}
	}
	puts := 0
	for k := range acts {
		a := &acts[k]
		switch a.Kind {
		case ir.PutPiece:
			if b.mailbox {
				place, piece := fmt.Sprintf("p%dat%d", puts, depth), fmt.Sprintf("q%dat%d", puts, depth)
				b.saved[place], b.saved[piece] = "int", "uint8"
				b.Line("%s = %s", place, b.tables.mapped(a.Map, cell))
				b.Line("%s = m.pieces[%s]", piece, b.sets.index(place))
			}
			puts++
		case ir.SetConst, ir.SetExpr:
			name := fmt.Sprintf("v%dat%d", a.Arg, depth)
			b.saved[name] = "int32"
			b.Line("%s = m.v[%d]", name, a.Arg)
		}
	}
	b.saveVersion(depth)
	if puts > 0 {
		b.saveMemos(depth)
	}
}

func (b undoCode) saveVersion(depth int) {
	if b.versions {
		name := fmt.Sprintf("version%d", depth)
		b.saved[name] = "uint64"
		b.Line("%s = m.version", name)
	}
}

// manyClasses is the number of changed classes from which on the whole state is saved.
const manyClasses = 10

// savesState reports whether the whole state is saved while acts are made.
func (e *effectCode) savesState(acts []ir.Act, olds []uint64) bool {
	return len(e.Facts.ChangedByAll(acts, olds)) >= manyClasses && !e.reachUsed
}

// restore emits code that restores what acts have changed.
func (b undoCode) restore(acts []ir.Act, olds []uint64, depth int) {
	b.restoreMemos(acts, depth, b.effects.savesState(acts, olds))
	if b.effects.savesState(acts, olds) {
		b.Line("m.State = before%d", depth)
		if b.versions {
			b.Line("m.version = version%d", depth)
		}
		return
	}
	if len(b.shares) > 0 {
		b.Line("m.hash = hash%d", depth)
	}
	if classes := b.Facts.ChangedByAll(acts, olds); !b.restoreTogether(classes, depth) {
		for _, k := range classes {
			b.Line("m.s%d = s%dat%d", k, k, depth)
		}
	}
	puts := 0
	var pieces []string
	seen := map[int32]bool{}
	for k := range acts {
		a := &acts[k]
		switch a.Kind {
		case ir.PutPiece:
			place := fmt.Sprintf("p%dat%d", puts, depth)
			if b.mailbox {
				back := fmt.Sprintf("m.pieces[%s] = q%dat%d", b.sets.index(place), puts, depth)
				if b.reachUsed {
					back = fmt.Sprintf("m.invalidateGroups(%s, q%dat%d)\n", place, puts, depth) + back
				}
				pieces = append(pieces, back)
			}
			puts++
		case ir.SetConst, ir.SetExpr:
			if !seen[a.Arg] {
				seen[a.Arg] = true
				b.Line("m.v[%d] = v%dat%d", a.Arg, a.Arg, depth)
			}
		}
	}
	for k := len(pieces) - 1; k >= 0; k-- {
		b.Line("%s", pieces[k])
	}
	if b.versions {
		b.Line("m.version = version%d", depth)
	}
}

// revert emits code that reverts an apply.
func (b undoCode) revert(at int32, depth int) {
	i := &b.P.Code[at]
	b.restore(b.P.Applies[i.X], b.Facts.ReplacedAt(b.f, at), depth)
	if b.f.Recursive {
		b.Line("m.depth--")
	}
	if b.mode == list {
		b.Line("m.at = at%d", depth)
	}
}

// revertAll emits code that reverts everything that is applied at a place.
func (b undoCode) revertAll(at int32) {
	active := b.f.Active[at]
	for k := len(active) - 1; k >= 0; k-- {
		b.revert(active[k], k)
	}
}

// assign emits an act that sets a variable. What out emits is done if the new value is out
// of bounds; nil means that it was found to be in bounds before.
func (e *effectCode) assign(a *ir.Act, out func()) {
	if a.Kind == ir.SetConst {
		e.setVariable(a.Arg, fmt.Sprint(a.Value))
		return
	}
	value := e.exprs.exprOK(a.Value)
	if out == nil {
		e.Open("if x, ok := %s; ok", value)
		e.setVariable(a.Arg, "int32(x)")
		e.End()
		return
	}
	e.Open("if x, ok := %s; ok && x >= 0 && x <= %d", value, e.P.Bounds[a.Arg])
	e.setVariable(a.Arg, "int32(x)")
	e.Else()
	out()
	e.End()
}

// setVariable emits code that sets a variable.
func (e *effectCode) setVariable(v int32, value string) {
	if e.versions && e.P.Watched[v] {
		e.Line("m.touch()")
	}
	e.Line("m.v[%d] = %s", v, value)
}

// putName returns the method that puts a piece.
func (e *effectCode) putName(piece uint8) string {
	e.puts[piece] = true
	return fmt.Sprintf("put%d", piece)
}

// putMethods emits the methods that put pieces.
func (e *effectCode) putMethods() {
	for piece := range e.P.Pieces {
		if !e.puts[uint8(piece)] {
			continue
		}
		e.Line("// put%d puts the piece %s on a cell.", piece, e.g.Pieces[piece].Name)
		e.putMethod(fmt.Sprintf("put%d", piece), piece, e.Facts.ChangedBy(piece, analysis.AnyPiece))
	}
	for k, q := range e.putVariants {
		name := fmt.Sprintf("put%dx%d", q.piece, k)
		e.Line("// %s puts the piece %s where that changes few classes.", name, e.g.Pieces[q.piece].Name)
		e.putMethod(name, q.piece, q.changed)
	}
	e.Line("// put puts any piece on a cell.")
	e.Func("(m *Machine) put(c int, piece uint8)")
	e.Open("switch piece")
	for piece := range e.P.Pieces {
		if e.puts[uint8(piece)] {
			e.Case("case %d", piece)
			e.Line("m.put%d(c)", piece)
		}
	}
	e.End()
	e.End()
	e.Blank()
}

// replacesByPiece reports whether a put only updates the classes in which the new
// piece and the old one differ. With many classes, that is worth a branch.
func (e *effectCode) replacesByPiece() bool {
	return e.mailbox && e.Facts.PiecesDistinct() && len(e.P.Classes) >= 2*manyClasses
}

// replacePiece emits code that puts a piece on a cell c, depending on the old piece.
func (e *effectCode) replacePiece(piece int) {
	e.Open("switch m.pieces[%s]", e.sets.index("c"))
	for old := range e.P.Pieces {
		if old == piece {
			continue
		}
		e.Case("case %d", old)
		for k, class := range e.P.Classes {
			if (class>>piece^class>>old)&1 != 0 {
				e.sets.toggle(fmt.Sprintf("m.s%d", k))
			}
		}
	}
	e.End()
}

// afterPut emits the updates of caches and of the mailbox after a put.
func (e *effectCode) afterPut(piece int, c string) {
	e.memos.invalidate(int32(piece), c)
	if len(e.shares) > 0 {
		e.Open("")
		e.Line("was, is := &hashes[m.pieces[%s]][%s], &hashes[%d][%s]", e.sets.index(c), e.sets.index(c), piece, e.sets.index(c))
		e.Line("m.hash.a ^= was.a ^ is.a")
		e.Line("m.hash.b ^= was.b ^ is.b")
		e.End()
	}
	if e.reachUsed {
		e.Line("m.invalidateGroups(%s, %d)", c, piece)
	}
	if e.mailbox {
		e.Line("m.pieces[%s] = %d", e.sets.index(c), piece)
	}
	if e.versions {
		e.Line("m.touch()")
	}
}

// actMethod emits the method that makes the acts of a leaf or of a prefix for good.
func (e *effectCode) actMethod() {
	if e.large() {
		e.actTable()
		return
	}
	e.Line("// act makes a part of a move for good.")
	e.Func("(m *Machine) act(id int32, c int)")
	e.Open("switch id")
	for id, acts := range e.P.Applies {
		if !e.tables.applies[int32(id)] {
			continue
		}
		e.Case("case %d", id)
		e.perform(acts, e.Facts.ReplacedBy(int32(id)), func(k int) string { return e.tables.mapped(acts[k].Map, "c") })
	}
	e.End()
	e.End()
	e.Blank()
}

// perform emits acts that are made for good. For each act it is known which pieces it
// can replace.
func (e *effectCode) perform(acts []ir.Act, olds []uint64, cell func(k int) string) {
	for k := range acts {
		a := &acts[k]
		switch a.Kind {
		case ir.PutPiece:
			e.Line("m.%s(%s)", e.putOver(uint8(a.Arg), olds[k]), cell(k))
		case ir.SetConst, ir.SetExpr:
			e.assign(a, nil)
		case ir.EndSwitch:
			e.Line("m.cell, m.current = int32(%s), %d", cell(k), a.Index)
		}
	}
}

// doMethod emits the method that makes a single modifier.
func (e *effectCode) doMethod() {
	if e.large() {
		e.doTable()
		return
	}
	e.Line("// do makes a modifier, given by its index in the rules, for good.")
	e.Func("(m *Machine) do(index int32, c int) bool")
	e.Open("switch index")
	for k := range e.P.Modifiers {
		a := &e.P.Modifiers[k]
		e.Case("case %d", k+1)
		switch a.Kind {
		case ir.PutPiece:
			e.Line("m.%s(c)", e.putName(uint8(a.Arg)))
		case ir.SetConst:
			e.setVariable(a.Arg, fmt.Sprint(a.Value))
		case ir.SetExpr:
			e.Line("x, ok := %s", e.exprs.exprOK(a.Value))
			e.Block(fmt.Sprintf("if !ok || x < 0 || x > %d", e.P.Bounds[a.Arg]), "return false")
			e.setVariable(a.Arg, "int32(x)")
		case ir.EndSwitch:
			e.Line("m.cell, m.current = int32(c), %d", k+1)
		}
	}
	e.Case("default")
	e.Line("return false")
	e.End()
	e.Line("return true")
	e.End()
	e.Blank()
}
