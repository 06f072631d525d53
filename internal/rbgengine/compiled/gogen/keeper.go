package gogen

import (
	"ludex/internal/rbgengine/compiled/gogen/analysis"

	"fmt"
	"slices"

	"ludex/internal/rbgengine/sets/ir"
)

// All keepers are one function, which backtracks. Code is specialized for the choice
// points that are open, so that a failure is a jump to a known label: each place is
// emitted once for every list of choice points with which it can be reached. If there
// are too many, choice points are kept on a stack instead, and a failure pops one.

// An instance is a place of a keeper together with the choice points that are open.
type instance struct {
	at      int32
	choices string // places, three bytes each
}

// A keeper emits the function of all keepers.
type keeper struct {
	*body
	dynamic bool
	names   map[instance]int
	list    []instance
	printed map[instance]bool
	pending []instance
	retries []int32
	loose   bool // some modifier may have to be reverted
	marks   bool
	counts  bool // moves of the keeper
	tooMany bool
	run     *runner                   // of which the keeper is a part, or nil
	known   map[int32]*analysis.Facts // by place
}

const maxChoices = 12

// printKeeper emits the function of all keepers.
func (e *emitter) printKeeper() {
	if !e.tryKeeper(false) && !e.tryKeeper(true) {
		e.fail(fmt.Errorf("the keeper has too many choices"))
	}
}

// tryKeeper emits the function unless it becomes too large.
func (e *emitter) tryKeeper(dynamic bool) bool {
	k := e.newKeeper(dynamic)
	code := e.Capture(k.code)
	if k.tooMany && !dynamic {
		return false
	}
	k.head()
	k.dispatch("m.current", "return")
	e.Append(code)
	if dynamic {
		k.retry()
	}
	e.End()
	e.Blank()
	return true
}

// code emits everything that is reachable from the entries of all keepers.
func (k *keeper) code() {
	for _, at := range k.P.Keep {
		if at >= 0 {
			k.trace(k.instance(at, ""))
		}
	}
	for len(k.pending) > 0 && !k.tooMany {
		i := k.pending[0]
		k.pending = k.pending[1:]
		k.trace(i)
	}
}

// newKeeper returns an emitter of keepers.
func (e *emitter) newKeeper(dynamic bool) *keeper {
	k := &keeper{dynamic: dynamic, names: map[instance]int{}, printed: map[instance]bool{}, known: e.Facts.KeeperFacts()}
	k.body = &body{emitter: e, f: &analysis.Function{At: map[int32]bool{}}, value: -1, classes: map[uint16]bool{}, setRegs: map[uint16]bool{},
		cellRegs: map[uint16]bool{}, saved: map[string]string{}}
	k.survey()
	return k
}

// survey finds the features that keepers use.
func (k *keeper) survey() {
	seen := map[int32]bool{}
	var stack []int32
	for _, at := range k.P.Keep {
		if at >= 0 {
			stack = append(stack, at)
		}
	}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		i := &k.P.Code[at]
		switch i.Op {
		case ir.Put, ir.Assign, ir.SetVar, ir.AddVar, ir.Flip, ir.Permute:
			k.loose = k.loose || i.Flag == 0
		case ir.Mark:
			k.marks = true
		}
		stack = append(stack, analysis.Successors(i, at)...)
		if i.Op == ir.Try {
			stack = append(stack, i.J)
		}
	}
	if k.marks {
		k.keepsMarks = true
	}
}

// head opens the function and declares its variables.
func (k *keeper) head() {
	k.Line("// keep makes the moves of the keeper until a player is to move or the keeper has no\n// move.")
	k.Func("(m *Machine) keep()")
	k.cellRegs[k.P.KeepCell] = true
	k.variables("int", "c", k.cellRegs, true)
	k.variables("set", "r", k.setRegs, false)
	k.savedVariables()
	k.Line("%s = int(m.cell)", k.cell(k.P.KeepCell))
	if k.counts {
		k.Line("kept := 0")
	}
	if k.marks {
		k.Line("m.modified()")
	}
	if k.loose {
		k.Line("made, wanted := 0, 0 // modifiers made, and made at the last choice point")
		k.Line("_, _ = made, wanted")
	}
	if k.dynamic {
		k.Line("m.choices = m.choices[:0]")
	}
}

// savedVariables declares the variables of choice points. Some are never read.
func (k *keeper) savedVariables() {
	for _, name := range sortedKeys(k.saved) {
		k.Var(name, k.saved[name], true)
	}
}

// dispatch emits a jump to the keeper of a switch.
func (k *keeper) dispatch(index, otherwise string) {
	k.Open("switch %s", index)
	for n, at := range k.P.Keep {
		if at >= 0 {
			k.Case("case %d", n)
			k.Goto(k.label(instance{at, ""}))
		}
	}
	k.Case("default")
	k.Line("%s", otherwise)
	k.End()
}

func (k *keeper) instance(at int32, choices string) instance {
	i := instance{at, choices}
	if _, ok := k.names[i]; !ok {
		k.names[i] = len(k.list)
		k.list = append(k.list, i)
		if len(k.list) > 4*len(k.P.Code)+400 || len(k.list) > 20_000 {
			k.tooMany = true
		}
	}
	return i
}

func (k *keeper) label(i instance) string {
	if i.choices == "" {
		return fmt.Sprintf("K%d", i.at)
	}
	return fmt.Sprintf("K%dx%d", i.at, k.names[i])
}

// jump emits a jump to an instance and requests that it is emitted.
func (k *keeper) jump(at int32, choices string) {
	i := k.instance(at, choices)
	if !k.printed[i] {
		k.pending = append(k.pending, i)
	}
	k.Goto(k.label(i))
}

// trace emits consecutive instances until one is already there.
func (k *keeper) trace(i instance) {
	for !k.tooMany {
		if k.printed[i] {
			return
		}
		k.printed[i] = true
		k.Label(k.label(i))
		next, goesOn := k.step(i)
		if !goesOn {
			return
		}
		n := k.instance(next.at, next.choices)
		if k.printed[n] {
			k.Goto(k.label(n))
			return
		}
		i = n
	}
}

// push adds a choice point to a list.
func push(choices string, at int32) string {
	return choices + string([]byte{byte(at), byte(at >> 8), byte(at >> 16)})
}

// last returns the last choice point of a list, and the list without it.
func last(choices string) (at int32, others string) {
	n := len(choices) - 3
	return int32(choices[n]) | int32(choices[n+1])<<8 | int32(choices[n+2])<<16, choices[:n]
}

// step emits an instance and returns the one that follows, if control can continue
// there.
func (k *keeper) step(i instance) (next instance, goesOn bool) {
	in := &k.P.Code[i.at]
	next = instance{i.at + 1, i.choices}
	switch in.Op {
	case ir.Jump:
		return instance{in.J, i.choices}, true
	case ir.Try:
		return k.try(i, in)
	case ir.Fail:
		k.failHere(i.choices)
		return next, false
	case ir.Choose:
		return k.choose(i, in)
	case ir.Mark:
		k.Open("if !m.mark(%d + %s)", int(in.X)*k.P.Bits, k.cell(in.A))
		k.failHere(i.choices)
		k.End()
	case ir.Put:
		k.beforeModifier(in)
		k.putHere(i.at, in)
		k.afterModifier(in)
	case ir.Flip:
		if n := k.flips(i.at); n > 0 {
			k.flipAll(i.at, n)
			next.at = i.at + int32(n)
		} else {
			k.flip(in)
		}
	case ir.Permute:
		k.permute(in)
	case ir.Sweep:
		k.putLoop(in, i.choices)
	case ir.SetVar:
		k.beforeModifier(in)
		k.effects.setVariable(int32(in.A), fmt.Sprint(in.X))
		k.afterModifier(in)
	case ir.AddVar:
		k.Open("if x := int64(m.v[%d])%+d; x < 0 || x > %d", in.B, in.X, k.P.Bounds[in.A])
		k.failHere(i.choices)
		k.End()
		k.beforeModifier(in)
		k.effects.setVariable(int32(in.A), fmt.Sprintf("m.v[%d]%+d", in.B, in.X))
		k.afterModifier(in)
	case ir.Assign:
		k.Open("if x, ok := %s; !ok || x < 0 || x > %d", k.exprs.exprOK(in.X), k.P.Bounds[in.A])
		k.failHere(i.choices)
		k.Else()
		k.beforeModifier(in)
		k.effects.setVariable(int32(in.A), "int32(x)")
		k.End()
		k.afterModifier(in)
	case ir.Enter:
		k.enter(in)
		return next, false
	default:
		k.plain(i, in)
	}
	return next, true
}

// plain emits an instruction that is not specific to keepers. Its jumps lead to
// instances with the same choice points.
func (k *keeper) plain(i instance, in *ir.Instr) {
	copied := *in
	if !in.Op.Jumps() || in.J == i.at+1 {
		k.instr(&copied, i.at)
		return
	}
	k.labelOf = func(at int32) string { return k.label(k.instance(at, i.choices)) }
	k.instr(&copied, i.at)
	k.labelOf = nil
	target := k.instance(in.J, i.choices)
	if !k.printed[target] {
		k.pending = append(k.pending, target)
	}
}

// beforeModifier emits code that saves the state before a modifier that may be
// reverted. It saves only after a new choice point: there are many more choice points
// than modifiers.
func (k *keeper) beforeModifier(in *ir.Instr) {
	if in.Flag == 0 {
		k.Open("if made == wanted")
		k.Line("m.saveState(made)")
		k.End()
	}
}

// goBackTo emits code that reverts to a number of modifiers.
func (k *keeper) goBackTo(made string) {
	k.Open("if made != %s", made)
	k.Line("m.restore(&m.savedStates[%s])", made)
	k.Line("made = %s", made)
	k.End()
	k.Line("wanted = made")
}

// flip emits code that turns over the pieces of a ray.
func (k *keeper) flip(in *ir.Instr) {
	along, end := fmt.Sprintf("m.s%d", in.C), fmt.Sprintf("m.s%d", in.B)
	for _, name := range []string{"seen", "turned", "behind"} {
		k.saved[name] = "set"
	}
	k.tests.ray(in.X, k.cell(in.A), along, true, func(x string) {
		k.Line("seen = %s", x)
	}, func() { k.temporary() })
	k.sets.assign("turned", "and", "seen", along)
	k.sets.assign("behind", "andNot", "seen", along)
	k.Open("if %s && %s", k.sets.notEmpty("turned"), k.sets.intersects("behind", end))
	k.beforeModifier(in)
	k.turn(in)
	k.memos.invalidateAll()
	if k.mailbox || k.reachUsed {
		k.Open("for %s", k.sets.notEmpty("turned"))
		if k.reachUsed {
			k.Line("m.invalidateGroups(%s, %d)", k.sets.lowest("turned"), in.Y)
		}
		if k.mailbox {
			k.Line("m.pieces[%s] = %d", k.sets.index(k.sets.lowest("turned")), in.Y)
		}
		k.sets.dropLowest("turned")
		k.End()
	}
	if k.versions {
		k.Line("m.touch()")
	}
	k.afterModifier(in)
	k.End()
}

// afterModifier emits what follows a modifier.
func (k *keeper) afterModifier(in *ir.Instr) {
	if in.Flag != 0 {
		return
	}
	if k.marks {
		k.Line("m.modified()")
	}
	k.Open("if made++; made > maxActions || made&1023 == 0 && m.tick()")
	k.Open("if made > maxActions")
	k.Line("m.fail(errActions)")
	k.End()
	k.Line("m.restore(&m.savedStates[0])")
	k.Line("return")
	k.End()
}

// enter emits the arrival at a switch.
func (k *keeper) enter(in *ir.Instr) {
	if k.run != nil {
		k.run.enter(in)
		return
	}
	c := k.cell(in.A)
	at := k.P.Keep[in.X]
	k.Line("m.cell, m.current = int32(%s), %d", c, in.X)
	if at < 0 {
		k.Line("return")
		return
	}
	if k.dynamic {
		k.Line("m.choices = m.choices[:0]")
	}
	k.counts = true
	k.Open("if kept++; kept&63 == 0 && m.keeperMustStop(kept)")
	k.Line("return")
	k.End()
	if k.loose {
		k.Line("made, wanted = 0, 0")
	}
	k.jump(at, "")
}

// try emits a choice point.
func (k *keeper) try(i instance, in *ir.Instr) (next instance, goesOn bool) {
	next = instance{i.at + 1, i.choices}
	cell := k.cell(k.P.KeepCell)
	if k.dynamic {
		n := k.retryAt(in.J)
		k.Line("m.choices = append(m.choices, choice{at: %d, cell: int32(%s)%s})", n, cell, k.choiceState())
		k.wants()
		return next, true
	}
	depth := len(i.choices) / 3
	if depth >= maxChoices {
		k.tooMany = true
		return next, false
	}
	k.keepChoice(depth)
	next.choices = push(i.choices, i.at)
	return next, true
}

// keepChoice emits code that saves the state of a choice point in variables.
func (k *keeper) keepChoice(depth int) {
	k.saved[fmt.Sprintf("cell%d", depth)] = "int"
	k.Line("cell%d = %s", depth, k.cell(k.P.KeepCell))
	if k.loose {
		k.saved[fmt.Sprintf("made%d", depth)] = "int"
		k.Line("made%d, wanted = made, made", depth)
	}
	if k.marks {
		k.saved[fmt.Sprintf("marks%d", depth)] = "marking"
		k.Line("marks%d = m.marking()", depth)
	}
}

// wants emits code that records that the state of a choice point will be needed.
func (k *keeper) wants() {
	if k.loose {
		k.Line("wanted = made")
	}
}

// choiceState returns the fields of a choice point on the stack.
func (k *keeper) choiceState() string {
	text := ""
	if k.loose {
		text += ", made: made"
	}
	if k.marks {
		text += ", marks: m.marking()"
	}
	return text
}

// failHere emits a failure: control backtracks to the last choice point, or the keeper
// has no move.
func (k *keeper) failHere(choices string) {
	switch {
	case k.dynamic:
		k.Goto("retry")
	case choices == "":
		if k.loose {
			k.Open("if made > 0")
			k.Line("m.restore(&m.savedStates[0])")
			k.End()
		}
		k.giveUp()
	default:
		at, others := last(choices)
		depth := len(others) / 3
		in := &k.P.Code[at]
		if k.loose {
			k.goBackTo(fmt.Sprintf("made%d", depth))
		}
		if k.marks {
			k.Line("m.unmark(marks%d)", depth)
		}
		k.Line("%s = cell%d", k.cell(k.P.KeepCell), depth)
		if in.Op == ir.Choose {
			k.Line("%s = set%d", k.dst(in.B), depth)
			k.set(in.B)
			k.jump(at, others)
			return
		}
		k.jump(in.J, others)
	}
}

// giveUp emits the end of a keeper without a move.
func (k *keeper) giveUp() {
	if k.run != nil {
		k.Goto("end")
	} else {
		k.Line("return")
	}
}

// putHere emits code that puts a piece.
func (k *keeper) putHere(at int32, in *ir.Instr) {
	c := k.cell(in.A)
	olds := analysis.AnyPiece
	if f := k.known[at]; f != nil {
		if pieces, ok := f.Cell(in.A)[0]; ok {
			olds = pieces
		}
	}
	if k.run == nil {
		k.Line("m.%s(%s)", k.effects.putOver(uint8(in.B), olds), c)
		return
	}
	k.run.put(int(in.B), c, olds, k.ready[at])
}

// choose emits the choice of a cell.
func (k *keeper) choose(i instance, in *ir.Instr) (next instance, goesOn bool) {
	next = instance{i.at + 1, i.choices}
	s := k.set(in.B)
	k.Open("if %s", k.sets.empty(s))
	k.failHere(i.choices)
	k.End()
	first := k.sets.first(s)
	if in.Flag != 0 {
		k.Line("%s = %s", k.dstCell(in.A), first)
		if k.run != nil {
			k.run.chosen(i.at, in, s)
		}
		return next, true
	}
	depth := len(i.choices) / 3
	if !k.dynamic && depth >= maxChoices {
		k.tooMany = true
		return next, false
	}
	k.saved["chosen"] = "int"
	k.Line("chosen = %s", first)
	k.sets.add(s, "chosen", false)
	if k.dynamic {
		n := k.retryAt(-1 - i.at)
		k.Open("if %s", k.sets.notEmpty(s)) // else this was the last
		k.Line("m.choices = append(m.choices, choice{at: %d, cell: int32(%s), rest: %s%s})", n, k.cell(k.P.KeepCell), s, k.choiceState())
		k.wants()
		k.End()
	} else {
		k.keepChoice(depth)
		k.saved[fmt.Sprintf("set%d", depth)] = "set"
		k.Line("set%d = %s", depth, s)
		next.choices = push(i.choices, i.at)
	}
	k.Line("%s = chosen", k.dstCell(in.A))
	return next, true
}

// retryAt returns the number of a place to which failures lead: an instruction, or, as
// -1-at, a choice among cells.
func (k *keeper) retryAt(at int32) int {
	if n := slices.Index(k.retries, at); n >= 0 {
		return n
	}
	k.retries = append(k.retries, at)
	if at >= 0 {
		if i := k.instance(at, ""); !k.printed[i] {
			k.pending = append(k.pending, i)
		}
	}
	return len(k.retries) - 1
}

// retry emits the jump to the last choice point on the stack.
func (k *keeper) retry() {
	k.Label("retry")
	k.Open("if len(m.choices) == 0")
	if k.loose {
		k.Open("if made > 0")
		k.Line("m.restore(&m.savedStates[0])")
		k.End()
	}
	k.Line("return")
	k.End()
	k.Line("ch := &m.choices[len(m.choices)-1]")
	k.Line("m.choices = m.choices[:len(m.choices)-1]")
	k.Line("%s = int(ch.cell)", k.cell(k.P.KeepCell))
	if k.loose {
		k.goBackTo("ch.made")
	}
	if k.marks {
		k.Line("m.unmark(ch.marks)")
	}
	k.Open("switch ch.at")
	for n := 0; n < len(k.retries); n++ {
		at := k.retries[n]
		k.Case("case %d", n)
		if at < 0 {
			at = -1 - at
			k.Line("r%d = ch.rest", k.P.Code[at].B)
		}
		k.Goto(k.label(instance{at, ""}))
	}
	k.End()
	if len(k.retries) == 0 {
		k.Line("_ = ch")
	}
}
