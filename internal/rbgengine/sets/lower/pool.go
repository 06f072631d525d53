package lower

import (
	"ludex/internal/budget"
	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// tableCopies is how often tables are in memory: in the program, in the machines
// of some threads, and while they are converted.
const tableCopies = 4

// A pool is the constant pool of a program: tables that instructions refer to by
// number. Equal constants share a number.
type pool struct {
	board *board
	rules *rules
	prog  *ir.Program
	limit budget.Memory

	masks    map[string]int32
	mapIDs   map[*mapping]int32
	tables   map[string]int32
	exprs    map[string]int32
	compares map[string]int32
	rays     map[*mapping]int32

	memory int64 // bytes of tables
	err    error // set when they take too much
}

func newPool(r *rules, p *ir.Program, limit budget.Memory) *pool {
	return &pool{board: r.board, rules: r, prog: p, limit: limit, masks: map[string]int32{}, mapIDs: map[*mapping]int32{},
		tables: map[string]int32{}, exprs: map[string]int32{}, compares: map[string]int32{}, rays: map[*mapping]int32{}}
}

// maskID returns the number of a constant set.
func (c *pool) maskID(b ir.Bits) int32 {
	key := string(appendBits(nil, b))
	id, ok := c.masks[key]
	if !ok {
		id = int32(len(c.prog.Masks))
		c.masks[key] = id
		c.prog.Masks = append(c.prog.Masks, b)
	}
	return id
}

// mapID returns the number of a map in the program, or -1 for the identity.
func (c *pool) mapID(m *mapping) int32 {
	if m == c.board.identity {
		return -1
	}
	id, ok := c.mapIDs[m]
	if !ok {
		id = int32(len(c.prog.Maps))
		c.mapIDs[m] = id
		c.prog.Maps = append(c.prog.Maps, m.to)
	}
	return id
}

// tableID returns the number of a table of rows.
func (c *pool) tableID(rows []ir.Bits) int32 {
	var key []byte
	for _, r := range rows {
		key = appendBits(key, r)
	}
	id, ok := c.tables[string(key)]
	if !ok {
		c.grow(len(rows) * 8 * c.board.words)
		id = int32(len(c.prog.Tables))
		c.tables[string(key)] = id
		c.prog.Tables = append(c.prog.Tables, rows)
	}
	return id
}

// exprID returns the number of an arithmetic expression.
func (c *pool) exprID(a *rbg.Arith) int32 {
	key := string(appendArith(nil, a))
	if id, ok := c.exprs[key]; ok {
		return id
	}
	e := ir.Expr{Value: a.Number}
	switch a.Kind {
	case rbg.Number:
		e.Kind = ir.Const
	case rbg.Value:
		e.Kind, e.Ref = ir.Var, int32(a.Ref)
	case rbg.PieceCount:
		e.Kind, e.Ref = ir.Count, int32(c.rules.class(1<<a.Ref))
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
		e.Kids = append(e.Kids, c.exprID(k))
	}
	id := int32(len(c.prog.Exprs))
	c.exprs[key] = id
	c.prog.Exprs = append(c.prog.Exprs, e)
	return id
}

// compareID returns the number of a comparison.
func (c *pool) compareID(e *rbg.Expr) int32 {
	key := string(append(appendArith(appendArith(nil, e.Left), e.Right), e.Op.String()...))
	id, ok := c.compares[key]
	if !ok {
		left, right := c.exprID(e.Left), c.exprID(e.Right)
		id = int32(len(c.prog.Compares))
		c.compares[key] = id
		c.prog.Compares = append(c.prog.Compares, ir.Compare{Relation: uint8(e.Op), Left: left, Right: right})
	}
	return id
}

// act returns what a modifier does, relative to the current cell.
func (c *pool) act(n *node, m *mapping) ir.Act {
	a := c.modifierAct(n.src)
	a.Map = c.mapID(m)
	return a
}

// modifierAct returns what a modifier does on its cell.
func (c *pool) modifierAct(e *rbg.Expr) ir.Act {
	a := ir.Act{Index: int32(e.Index), Map: -1}
	switch e.Kind {
	case rbg.Off:
		a.Kind, a.Arg = ir.PutPiece, int32(e.Piece)
	case rbg.Assign:
		a.Kind, a.Arg, a.Value = ir.SetExpr, int32(e.Variable), c.exprID(e.Value)
		if v, ok := c.rules.constantAssignment(e); ok {
			a.Kind, a.Value = ir.SetConst, v
		}
	default:
		a.Kind = ir.EndSwitch
	}
	return a
}

// applyID returns the number of a list of acts.
func (c *pool) applyID(acts ...ir.Act) int32 {
	c.prog.Applies = append(c.prog.Applies, acts)
	return int32(len(c.prog.Applies) - 1)
}

// comparison returns the instruction of a comparison.
func (c *pool) comparison(e *rbg.Expr, fail int32) ir.Instr {
	if e.Left.Kind == rbg.Value && e.Right.Kind == rbg.Number && fits(e.Right.Number) {
		return ir.Instr{Op: ir.TestVar, Flag: uint8(e.Op), A: uint16(e.Left.Ref), X: int32(e.Right.Number), J: fail}
	}
	return ir.Instr{Op: ir.Test, X: c.compareID(e), J: fail}
}

// grow counts the memory of tables.
func (c *pool) grow(bytes int) {
	if c.memory += int64(bytes); c.memory > budget.Alive(c.limit.Setup())/tableCopies && c.err == nil {
		c.err = &budget.MemoryError{Doing: "lowering the rules to sets", Limit: c.limit.Setup()}
	}
}

// rayID returns the number of the rays of a map, or -1 if bits neither ascend nor
// descend along them.
func (c *pool) rayID(m *mapping) int32 {
	if id, ok := c.rays[m]; ok {
		return id
	}
	c.rays[m] = -1
	if !m.hasRays() {
		return -1
	}
	r := ir.Ray{Downward: m.descending, Sets: make([]ir.Bits, c.board.words*64)}
	for i := range r.Sets {
		r.Sets[i] = c.board.newBits()
		if i < c.board.bits {
			for t := m.to[i]; t >= 0; t = m.to[t] {
				r.Sets[i].Set(int(t))
			}
		}
	}
	c.rays[m] = int32(len(c.prog.Rays))
	c.prog.Rays = append(c.prog.Rays, r)
	return c.rays[m]
}

// planID returns the number of a plan.
func (c *pool) planID(steps []step) int32 {
	var plan ir.Plan
	for _, s := range steps {
		plan = append(plan, ir.Step{Mask: c.maskID(s.mask), Delta: int32(s.delta)})
	}
	c.prog.Plans = append(c.prog.Plans, plan)
	return int32(len(c.prog.Plans) - 1)
}

// targets returns the rows of a relation as lists, and counts their memory.
func (c *pool) targets(x *expr) [][]int16 {
	lists := make([][]int16, c.board.bits)
	var same []int16
	for i := range lists {
		if c.board.cellOf[i] < 0 {
			continue
		}
		if x.kind == kJump && same != nil {
			lists[i] = same
			continue
		}
		set := x.set
		if x.kind == kRel {
			set = x.rows[i]
		}
		for j := range c.board.bits {
			if set.Has(j) {
				lists[i] = append(lists[i], int16(j))
			}
		}
		c.grow(24 + 2*len(lists[i]))
		same = lists[i]
	}
	return lists
}

// readID returns the number of a read set.
func (c *pool) readID(r ir.Read) int32 {
	for i, o := range c.prog.Reads {
		if o == r {
			return int32(i)
		}
	}
	c.prog.Reads = append(c.prog.Reads, r)
	return int32(len(c.prog.Reads) - 1)
}

// pendsID returns the number of a list of pending pieces.
func (c *pool) pendsID(list []pending) int32 {
	var pends []ir.Pend
	for _, p := range list {
		if p.node.kind == nOff {
			pends = append(pends, ir.Pend{Map: c.mapID(p.at), Piece: uint8(p.node.src.Piece)})
		}
	}
	c.prog.Pends = append(c.prog.Pends, pends)
	return int32(len(c.prog.Pends) - 1)
}
