package lower

import (
	"ludex/internal/budget"
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// mask returns the number of a constant set.
func (l *lowerer) mask(b ir.Bits) int32 {
	key := string(appendBits(nil, b))
	id, ok := l.masks[key]
	if !ok {
		id = int32(len(l.prog.Masks))
		l.masks[key] = id
		l.prog.Masks = append(l.prog.Masks, b)
	}
	return id
}

// mapID returns the number of a map in the program, or -1 for the identity.
func (l *lowerer) mapID(m *mapping) int32 {
	if m == l.board.identity {
		return -1
	}
	id, ok := l.mapIDs[m]
	if !ok {
		id = int32(len(l.prog.Maps))
		l.mapIDs[m] = id
		l.prog.Maps = append(l.prog.Maps, m.to)
	}
	return id
}

// table returns the number of a table of rows.
func (l *lowerer) table(rows []ir.Bits) int32 {
	var key []byte
	for _, r := range rows {
		key = appendBits(key, r)
	}
	id, ok := l.tables[string(key)]
	if !ok {
		l.grow(len(rows) * 8 * l.board.words)
		id = int32(len(l.prog.Tables))
		l.tables[string(key)] = id
		l.prog.Tables = append(l.prog.Tables, rows)
	}
	return id
}

// arith returns the number of an arithmetic expression.
func (l *lowerer) arith(a *rbg.Arith) int32 {
	key := string(appendArith(nil, a))
	if id, ok := l.exprs[key]; ok {
		return id
	}
	e := ir.Expr{Value: a.Number}
	switch a.Kind {
	case rbg.Number:
		e.Kind = ir.Const
	case rbg.Value:
		e.Kind, e.Ref = ir.Var, int32(a.Ref)
	case rbg.PieceCount:
		e.Kind, e.Ref = ir.Count, int32(l.normal.class(1<<a.Ref))
	case rbg.Add:
		e.Kind = ir.Add
	case rbg.Sub:
		e.Kind = ir.Sub
	case rbg.Mul:
		e.Kind = ir.Mul
	default:
		e.Kind = ir.Div
	}
	for _, k := range a.Kids {
		e.Kids = append(e.Kids, l.arith(k))
	}
	id := int32(len(l.prog.Exprs))
	l.exprs[key] = id
	l.prog.Exprs = append(l.prog.Exprs, e)
	return id
}

// compare returns the number of a comparison.
func (l *lowerer) compare(e *rbg.Expr) int32 {
	key := string(append(appendArith(appendArith(nil, e.Left), e.Right), e.Op.String()...))
	id, ok := l.compares[key]
	if !ok {
		c := ir.Compare{Relation: uint8(e.Op), Left: l.arith(e.Left), Right: l.arith(e.Right)}
		id = int32(len(l.prog.Compares))
		l.compares[key] = id
		l.prog.Compares = append(l.prog.Compares, c)
	}
	return id
}

// act returns what a modifier does, relative to a current cell.
func (l *lowerer) act(n *node, m *mapping) ir.Act {
	a := l.modifierAct(n.src)
	a.Map = l.mapID(m)
	return a
}

// modifierAct returns what a modifier does on its cell.
func (l *lowerer) modifierAct(e *rbg.Expr) ir.Act {
	a := ir.Act{Index: int32(e.Index), Map: -1}
	switch e.Kind {
	case rbg.Off:
		a.Kind, a.Arg = ir.PutPiece, int32(e.Piece)
	case rbg.Assign:
		a.Kind, a.Arg, a.Value = ir.SetExpr, int32(e.Variable), l.arith(e.Value)
		if v := e.Value; v.Kind == rbg.Number && v.Number <= int64(l.game.Bound(e.Variable)) {
			a.Kind, a.Value = ir.SetConst, int32(v.Number)
		}
	default:
		a.Kind = ir.EndSwitch
	}
	return a
}

// apply returns the number of a list of acts.
func (l *lowerer) apply(acts ...ir.Act) int32 {
	l.prog.Applies = append(l.prog.Applies, acts)
	return int32(len(l.prog.Applies) - 1)
}

// comparison returns the instruction of a comparison.
func (l *lowerer) comparison(e *rbg.Expr, fail int32) ir.Instr {
	if e.Left.Kind == rbg.Value && e.Right.Kind == rbg.Number && fits(e.Right.Number) {
		return ir.Instr{Op: ir.TestVar, Flag: uint8(e.Op), A: uint16(e.Left.Ref), X: int32(e.Right.Number), J: fail}
	}
	return ir.Instr{Op: ir.Test, X: l.compare(e), J: fail}
}

// tableCopies is how often tables are in memory: in the program, in the machines of
// some threads, and on the way from one to the other.
const tableCopies = 4

// grow counts the memory of tables.
func (l *lowerer) grow(bytes int) {
	if l.memory += int64(bytes); l.memory > budget.Alive(l.limit.Setup())/tableCopies && l.err == nil {
		l.err = &budget.MemoryError{Doing: "lowering the rules to sets", Limit: l.limit.Setup()}
	}
}
