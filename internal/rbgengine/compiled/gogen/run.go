package gogen

import (
	"ludex/internal/rbgengine/compiled/gogen/analysis"

	"fmt"

	"ludex/internal/rbgengine/sets/ir"
)

// If a game is small, one function makes random moves in a row. It keeps the classes
// in variables: generators and keepers follow each other without calls, and nothing
// goes through memory in between.

// maxRunWords is the maximal number of words of classes that are kept in variables: a
// processor has 16 registers, and some have other uses.
const maxRunWords = 10

// A runner emits the function that makes random moves.
type runner struct {
	*keeper
	queue        []int32 // generators
	wanted       map[int32]bool
	synchronized bool // the classes of the machine are kept up to date, since other code reads them
	changes      map[int]bool
	targets      map[int32]bool // places to which something jumps
}

// runnable reports whether a game has the function.
func (e *emitter) runnable(k *keeper, gens []int) bool {
	if e.sets.wide() || e.P.Words*len(e.P.Classes) > maxRunWords || k.loose || k.marks {
		return false
	}
	for _, g := range gens {
		if e.Flow.Drawable(e.P.Gen[g]) {
			return true
		}
	}
	return false
}

// printRun emits the function that makes random moves, if the game has one.
func (e *emitter) printRun(gens []int) {
	k := e.newKeeper(false)
	if !e.runnable(k, gens) {
		e.noRun()
		return
	}
	r := &runner{keeper: k, wanted: map[int32]bool{}, changes: map[int]bool{}, targets: map[int32]bool{}}
	k.run = r
	r.local = true
	r.ready = map[int32]bool{}
	for at := range e.P.Code {
		if i := &e.P.Code[at]; i.Op.Jumps() && i.J != int32(at)+1 {
			r.targets[i.J] = true
		}
	}
	for _, at := range e.P.Keep {
		r.targets[at] = true
	}
	k.known = e.Facts.PlayFacts() // since a run never begins with a keeper
	elsewhere, ok := r.readsClassesOutside(gens)
	if !ok {
		e.noRun()
		return
	}
	r.synchronized = elsewhere
	code := e.Capture(func() { r.moves(gens) })
	if k.tooMany {
		e.noRun()
		return
	}
	r.head(gens)
	e.Append(code)
	r.end()
}

// moves emits the generators and keepers that follow each other.
func (r *runner) moves(gens []int) {
	for _, g := range gens {
		if at := r.P.Gen[g]; r.Flow.Drawable(at) {
			r.want(at)
		}
	}
	for len(r.queue) > 0 || len(r.pending) > 0 {
		if len(r.queue) > 0 {
			at := r.queue[0]
			r.queue = r.queue[1:]
			r.generator(at)
			continue
		}
		i := r.pending[0]
		r.pending = r.pending[1:]
		r.trace(i)
	}
}

// noRun emits a function that makes no moves.
func (e *emitter) noRun() {
	e.Line("// run makes no moves: this game has no combined loop.")
	e.Line("func (m *Machine) run(_ *Rand, _ int) (int, bool) { return 0, false }")
	e.Blank()
}

// readsClassesOutside reports whether a function that is called reads the classes. It
// fails if an operation changes them in a way that is not supported here.
func (r *runner) readsClassesOutside(gens []int) (yes, ok bool) {
	seen := map[int32]bool{}
	var stack []int32
	add := func(at int32) {
		if at >= 0 && !seen[at] {
			seen[at] = true
			stack = append(stack, at)
		}
	}
	for _, g := range gens {
		if at := r.P.Gen[g]; r.Flow.Drawable(at) {
			add(at)
		}
	}
	for _, at := range r.P.Keep {
		add(at)
	}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		i := &r.P.Code[at]
		if !analysis.PlainOp(i.Op) {
			return true, false
		}
		switch i.Op {
		case ir.Probe:
			yes = yes || !r.Forms.Inlined(i.X)
		case ir.Filter, ir.FilterOver, ir.FilterMade, ir.ReadSet, ir.ReadHolds, ir.Test, ir.Assign:
			yes = true
		case ir.Try:
			add(i.J)
		}
		for _, to := range analysis.Successors(i, at) {
			add(to)
		}
	}
	for k := range r.P.Applies {
		for j := range r.P.Applies[k] {
			yes = yes || r.P.Applies[k][j].Kind == ir.SetExpr
		}
	}
	return yes, true
}

// inlineProbe emits the test of a pattern and returns the condition.
func (b *body) inlineProbe(pattern int32, cell string, at int32) string {
	id := b.P.Patterns[pattern].Lines
	bit := "1<<(" + cell + "&63)"
	if b.ready[at] {
		bit = "bit"
	}
	return "(" + b.tests.rowTest(id, b.set(b.P.Lines[id].Class), cell, bit, "=", func(name string) { b.saved[name] = "set" }) + ")"
}

// head opens the function and declares its variables.
func (r *runner) head(gens []int) {
	r.Line("// run makes random moves, each followed by the moves of the keeper, up to a limit. It\n// stops before players whose moves cannot be drawn here. It returns how many moves it\n// has made, and whether the play is over.")
	r.Func("(m *Machine) run(r *Rand, limit int) (int, bool)")
	r.variables("int", "c", r.cellRegs, false)
	r.variables("set", "r", r.setRegs, false)
	r.savedVariables()
	for k := range r.P.Classes {
		if r.classes[uint16(k)] || r.changes[k] {
			r.Line("s%d := m.s%d", k, k)
		}
	}
	r.Line("cell, current, seed, steps, n, rank, at := int(m.cell), m.current, uint64(*r), 0, 0, 0, 0")
	r.Line("over, kept := false, 0")
	r.Line("_, _, _, _ = n, rank, at, kept")
	r.Open("switch current")
	for _, g := range gens {
		if at := r.P.Gen[g]; r.wanted[at] {
			r.Case("case %d", g)
			r.Goto(fmt.Sprintf("D%d", at))
		}
	}
	r.Case("default")
	r.Line("return 0, false")
	r.End()
}

// end closes the function.
func (r *runner) end() {
	r.Label("end")
	r.Line("over = true")
	r.Label("out")
	if !r.synchronized {
		for k := range r.P.Classes {
			if r.changes[k] {
				r.Line("m.s%d = s%d", k, k)
			}
		}
	}
	r.Line("m.cell, m.current = int32(cell), current")
	r.Line("*r = Rand(seed)")
	r.Line("return steps, over")
	r.End()
	r.Blank()
}

// want requests a generator.
func (r *runner) want(at int32) {
	if !r.wanted[at] {
		r.wanted[at] = true
		r.queue = append(r.queue, at)
	}
}

// generator emits code that makes a random move.
func (r *runner) generator(entry int32) {
	f := r.Flow.Functions[entry]
	b := *r.body
	b.f, b.mode, b.elided, b.places, b.drawn = f, draw, r.Flow.ElidableJumps(f), f.Places, nil
	b.surveyLeaves()
	b.done = fmt.Sprintf("done%d", entry)
	code := r.Capture(b.code)
	b.origin("A random move")
	r.Label(fmt.Sprintf("D%d", entry))
	r.Open("if steps >= limit")
	r.Goto("out")
	r.End()
	r.Line("n = 0")
	for _, d := range b.drawn {
		if r.P.Words == 1 {
			r.Line("leaf%d = 0", d.at)
		} else {
			r.Line("leaf%d = set{}", d.at)
		}
	}
	if f.ReadsArgument(r.P) {
		r.Line("c0 = cell")
	}
	r.Append(code)
	r.Label(b.done)
	if len(b.drawn) == 0 {
		r.Goto("end")
		return
	}
	r.Open("if n == 0")
	r.Goto("end")
	r.End()
	r.Line("steps++")
	r.Line("seed += golden")
	r.Line("rank = choose(seed, n)")
	if r.P.Words == 1 && len(b.drawn) > 1 {
		r.choice(&b)
		return
	}
	for j, d := range b.drawn {
		name := fmt.Sprintf("leaf%d", d.at)
		if j+1 < len(b.drawn) {
			r.Open("if n = %s; rank >= n", r.sets.size(name))
			r.Line("rank -= n")
			r.Else()
		}
		r.Line("at = %s", r.sets.pickOf(name, "rank", b.Facts.BoundOf(b.f, d.at)))
		acts := r.P.Applies[d.apply]
		r.perform(acts, b.Facts.ReplacedAt(f, d.at), func(k int) string { return r.tables.mapped(acts[k].Map, "at") })
		if j+1 < len(b.drawn) {
			r.End()
		}
	}
}

// choice emits the choice of one of several leaves.
func (r *runner) choice(b *body) {
	b.drawing().chooseLeaf()
	bound := uint64(0)
	for _, d := range b.drawn {
		bound |= b.Facts.BoundOf(b.f, d.at)
	}
	r.Line("at = %s", r.sets.pickOf("chosen", "rank", bound))
	list := b.drawing().leafGroups()
	for n, q := range list {
		if n+1 < len(list) {
			r.Open("if %s", q.condition())
		}
		r.perform(q.acts, q.olds, func(k int) string { return b.drawing().cellOf(q, k, "at") })
		if n+1 < len(list) {
			r.End()
		}
	}
}

// perform emits acts and the transition to what follows.
func (r *runner) perform(acts []ir.Act, olds []uint64, cell func(k int) string) {
	for k := range acts {
		a := &acts[k]
		switch a.Kind {
		case ir.PutPiece:
			r.put(int(a.Arg), cell(k), olds[k], false)
		case ir.SetConst, ir.SetExpr:
			r.effects.assign(a, nil)
		case ir.EndSwitch:
			r.Line("kept = 0")
			r.goTo(cell(k), a.Index)
			return
		}
	}
	r.fail(fmt.Errorf("a move ends without a switch"))
}

// goTo emits the arrival at a switch on a cell.
func (r *runner) goTo(c string, index int32) {
	r.Line("cell, current = %s, %d", c, index)
	switch keep, gen := r.P.Keep[index], r.P.Gen[index]; {
	case keep >= 0:
		r.Line("%s = cell", r.dstCell(r.P.KeepCell))
		r.jump(keep, "")
	case gen >= 0 && r.Flow.Drawable(gen):
		r.want(gen)
		r.Goto(fmt.Sprintf("D%d", gen))
	case gen >= 0:
		r.Goto("out")
	default:
		r.Goto("end")
	}
}

// enter emits the arrival of the keeper at a switch.
func (r *runner) enter(in *ir.Instr) {
	if r.P.Keep[in.X] < 0 {
		r.goTo(r.cell(in.A), in.X)
		return
	}
	r.Line("cell, current = %s, %d", r.cell(in.A), in.X)
	r.Open("if kept++; kept&63 == 0 && m.keeperMustStop(kept)")
	r.Goto("out")
	r.End()
	r.jump(r.P.Keep[in.X], "")
}

// chosen emits the bit of a cell that was chosen as the lowest of a set, if a piece is
// put there soon: the bit is available sooner than the number of the cell.
func (r *runner) chosen(at int32, in *ir.Instr, set string) {
	if r.P.Words > 1 || !r.P.Ordered {
		return
	}
	for to := at + 1; !r.targets[to]; to++ {
		switch i := &r.P.Code[to]; i.Op {
		case ir.Put:
			if i.A == in.A {
				r.saved["bit"] = "set"
				r.Line("bit = %s & -%s", set, set)
				r.ready[to] = true
				for k := at + 1; k < to; k++ {
					r.ready[k] = true
				}
			}
			return
		case ir.Probe:
			if i.A != in.A {
				return
			}
		case ir.InClass, ir.InSet, ir.Test, ir.TestVar:
		default:
			return
		}
	}
}

// put emits code that puts a piece in place of one of some others. The bit of the cell
// may be available already.
func (r *runner) put(piece int, c string, olds uint64, ready bool) {
	e := r.emitter
	touched := e.Facts.ChangedBy(piece, olds)
	if len(touched) > 0 && !ready {
		r.saved["bit"] = "set"
		if e.P.Words == 1 {
			e.Line("bit = 1 << (%s & 63)", c)
		} else {
			e.Line("bit = single(%s)", c)
		}
	}
	for _, k := range touched {
		op := "or"
		if e.P.Classes[k]>>piece&1 == 0 {
			op = "andNot"
		}
		name := fmt.Sprintf("s%d", k)
		r.changes[k] = true
		e.sets.assign(name, op, name, "bit")
		if r.synchronized {
			e.Line("m.s%d = s%d", k, k)
		}
	}
	e.effects.afterPut(piece, c)
}
