package gpu

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"

	"ludex/internal/circuit/bitslice"
)

// Lanes is how many plays a thread plays at once.
const Lanes = 32

// Words of a thread's global memory, from one launch to the next. The planes of the step limit
// and the state follow.
const (
	wordRandom0 = iota
	wordRandom1
	wordWait // plays that have ended, or never began
	wordLeft // how many plays may still begin
	wordDue  // no play reaches the step limit before this step
	fixedWords
)

// Tallies.
const (
	tallyStates   = iota // joint moves
	tallyFinished        // plays that came to a terminal state
	tallyCut
	tallyStuck
	tallyBad    // plays in which a role had no goal value, or several
	tallyLiving // plays that have not ended; set anew by each launch
	fixedTallies
)

// Options say how code is made.
type Options struct {
	MaxSteps int    // where plays are cut off
	Memory   Choice // whether signals are kept in memory instead of registers
	// Recompute says whether what the next state needs of the legal moves is computed again
	// after the draw, instead of being kept.
	Recompute Choice
	// Parts says whether each phase has code of its own, which is compiled at the same time as the others. It needs signals in
	// memory.
	Parts Choice
	// Observed makes code that counts goals at once, for observers.
	Observed bool
	// Separate makes code in which each group of plays has a phase in which it begins, and counts of its own.
	Separate bool
}

// A Choice is yes, no, or left to what is known about the program.
type Choice uint8

// The choices.
const (
	Auto Choice = iota
	Yes
	No
)

// Limits for signals in registers. A thread has 255; the compiler keeps more in local memory, which is
// slow if there is much of it, and it takes minutes for long code.
const (
	registerValues       = 560    // that are needed at once
	registerInstructions = 12_000 // of all phases
)

// drawInstructions is about how many instructions it takes to draw a move.
const drawInstructions = 450

// keptRegisters is how many signals, with those of the state, may be kept over the draw.
const keptRegisters = 200

// gatesPerWord is how many gates take as long as keeping a word in memory.
const gatesPerWord = 10

// maxMoves is the greatest number of moves of a role.
const maxMoves = 1<<16 - 1

// A Kernel is a program ready for devices, and for the interpreter.
type Kernel struct {
	Code
	program  *bitslice.Program
	steps    *bitslice.Steps
	maxSteps int
	observed bool
	separate bool
	results  int                 // the first word of a group with its counts, if they are separate
	gates    int                 // of the largest phase
	planes   int                 // of the step limit
	paid     []int               // the goals with tallies
	made     *maker              // knows where things are
	homes    []map[uint32]uint32 // by phase and signal: its word of local memory
	parts    []Code              // by phase: code that runs it alone, if that is compiled for itself
}

// New translates a program.
func New(p *bitslice.Program, opt Options) (*Kernel, error) {
	steps, err := lower(p, opt.Recompute)
	if err != nil {
		return nil, err
	}
	k := &Kernel{program: p, steps: steps, maxSteps: opt.MaxSteps, observed: opt.Observed, separate: opt.Separate}
	memory, err := k.inMemory(opt.Memory)
	if err != nil {
		return nil, err
	}
	k.planes = bits.Len(uint(k.limit()))
	for i, g := range p.Goals {
		if g.Value > 0 {
			k.paid = append(k.paid, i)
		}
	}
	k.build(memory)
	if opt.Parts == No || opt.Parts == Auto && k.gates <= quickGates {
		k.parts = nil
	}
	return k, nil
}

// inMemory says whether signals are kept in memory.
func (k *Kernel) inMemory(choice Choice) (bool, error) {
	only, err := k.measure()
	if err != nil || only || choice != Auto {
		return only || choice == Yes, err
	}
	instructions, values := 0, 0
	for i := range k.steps.Phases {
		ph := &k.steps.Phases[i]
		instructions += tables(ph.Legal, ph.Goals, ph.Walk, ph.Next) + drawInstructions*len(ph.Draws)
		values = max(values, writes(ph.Legal), liveIn(ph.Legal), liveIn(ph.Next))
	}
	return instructions > registerInstructions || len(k.steps.State)+values > registerValues, nil
}

// measure counts the gates of the largest phase, and says whether signals must be in memory.
func (k *Kernel) measure() (memory bool, err error) {
	for i := range k.steps.Phases {
		ph := &k.steps.Phases[i]
		for _, d := range ph.Draws {
			if d.Most > maxMoves {
				return false, fmt.Errorf("a role has %d moves; at most %d can be drawn on a GPU", d.Most, maxMoves)
			}
		}
		k.gates = max(k.gates, tables(ph.Legal, ph.Goals, ph.Walk, ph.Next))
		memory = memory || ph.Markers != nil
	}
	return memory, nil
}

// liveIn returns how many values of a stage are alive at once at most.
func liveIn(list []bitslice.Stage) int {
	most := 0
	for i := range list {
		ordered := reorder(&list[i].Netlist)
		most = max(most, mostLive(&ordered))
	}
	return most
}

// lower translates a program to netlists, in the better one of two ways.
func lower(p *bitslice.Program, recompute Choice) (*bitslice.Steps, error) {
	kept, err := bitslice.Lower(p, bitslice.Lowering{Recompute: recompute == Yes})
	if err != nil || recompute != Auto {
		return kept, err
	}
	again, err := bitslice.Lower(p, bitslice.Lowering{Recompute: true})
	if err != nil {
		return nil, err
	}
	words, saved, gates := 0, 0, 0
	for i := range kept.Phases {
		a, b := &kept.Phases[i], &again.Phases[i]
		words = max(words, len(p.State)+writes(a.Legal))
		saved += writes(a.Legal) - writes(b.Legal)
		gates += tables(b.Next) - tables(a.Next)
	}
	if words > keptRegisters && gates < gatesPerWord*saved {
		return again, nil
	}
	return kept, nil
}

// writes counts the signals that stages write.
func writes(list []bitslice.Stage) int {
	n := 0
	for i := range list {
		n += len(list[i].Writes)
	}
	return n
}

// tables counts the gates of stages.
func tables(lists ...[]bitslice.Stage) int {
	n := 0
	for _, l := range lists {
		for i := range l {
			n += len(l[i].Tables)
		}
	}
	return n
}

// A maker builds the code of a kernel.
type maker struct {
	*builder
	k       *Kernel
	signals signals
	groups  bool // whether each phase is run for several groups of plays, whose states are in global memory

	rng        [2]reg
	wait, left reg
	now, due   reg
	enable     reg      // all ones if plays may begin
	stamps     []uint32 // words of local memory, or of a group: when plays began, by planes, modulo a power of two
	counters   []reg    // by tally
	net        signals
	pending    reg // plays whose last states the goal net holds
	before     reg // how many phases pass before the plays begin, if groups are separate
}

// Parameters of a launch.
const (
	paramCycles = iota // how often all phases are run
	paramNow           // steps made so far
	paramEnable
	numParams
)

// build makes the code. If signals are in registers, so is the state, and a thread has one group of
// 32 plays. Else it has several, which go through a phase one after the other, so that
// its code is fetched once for all of them.
func (k *Kernel) build(memory bool) {
	m := &maker{builder: newBuilder(), k: k, groups: memory}
	for range numParams {
		k.params = append(k.params, m.reg())
	}
	m.declare()
	if !memory {
		m.load()
	}
	cycle := m.sub()
	inner := *m
	inner.builder = cycle
	before, phases := len(m.out), make([][]statement, len(k.steps.Phases))
	for i := range k.steps.Phases {
		last := i == len(k.steps.Phases)-1
		from := len(cycle.out)
		inner.eachGroup(func(m *maker) { m.phaseOrWait(i, last) })
		phases[i] = cycle.out[from:len(cycle.out):len(cycle.out)]
		inner.into(m.now, opAddImm, 1, m.now)
		if s, ok := m.signals.(*local); ok {
			k.homes = append(k.homes, maps.Clone(s.slots))
			s.phase(k.steps.State)
		}
	}
	cycle.into(k.params[paramCycles], opAddImm, ^uint32(0), k.params[paramCycles])
	m.out = append(m.out, statement{loop: &loop{cycle.out, k.params[paramCycles]}})
	after := len(m.out)
	m.eachGroup(func(m *maker) {
		m.flush()
		m.addCount(m.counters[tallyLiving], m.table(0x0F, m.wait, m.wait, m.wait))
	})
	end := len(m.out)
	if !memory {
		m.store()
	}
	for i, c := range m.counters {
		if !k.separate || i == tallyLiving {
			m.into(zero, opTally, uint32(i), c)
		}
	}
	k.body = m.out
	k.registers = max(k.registers, int(*m.next))
	k.made = m
	k.chooseShared()
	if memory && len(phases) > 1 {
		k.cut(phases, before, after, end)
	}
}

// cut makes code that runs one phase each, so that it can be compiled at the same time. In the place of the number of cycles it
// has whether the launch is the last one, which looks at what goes on. States are in global memory between phases anyway.
func (k *Kernel) cut(phases [][]statement, before, after, end int) {
	for i := range phases {
		c := k.Code
		c.body = slices.Concat(k.body[:before], phases[i])
		last := statement{branch: &branch{cond: condition{unequal, k.params[paramCycles], zero}, body: k.body[after:end]}}
		c.body = append(append(c.body, last), k.body[end:]...)
		called := make(map[*function]bool)
		findCalls(c.body, called)
		c.functions = slices.DeleteFunc(slices.Clone(k.functions), func(f *function) bool { return !called[f] })
		k.parts = append(k.parts, c)
	}
}

// sequence calls run for the launches that make a number of cycles: one, or one for each phase of each of them.
func (k *Kernel) sequence(params [numParams]uint32, run func(part int, params [numParams]uint32) error) error {
	if k.parts == nil {
		return run(0, params)
	}
	for cycle := params[paramCycles]; cycle > 0; cycle-- {
		for part := range k.parts {
			params[paramCycles] = 0
			if cycle == 1 && part == len(k.parts)-1 {
				params[paramCycles] = 1 // the last launch
			}
			if err := run(part, params); err != nil {
				return err
			}
			params[paramNow]++
		}
	}
	return nil
}

// findCalls finds the functions that code calls.
func findCalls(code []statement, found map[*function]bool) {
	for i := range code {
		switch s := &code[i]; {
		case s.call != nil && !found[s.call]:
			found[s.call] = true
			findCalls(s.call.code, found)
		case s.branch != nil:
			findCalls(s.branch.body, found)
		case s.loop != nil:
			findCalls(s.loop.body, found)
		}
	}
}

// eachGroup adds code that is run for each group of plays.
func (m *maker) eachGroup(body func(*maker)) {
	if !m.groups {
		body(m)
		return
	}
	m.into(zero, opFirst, 0)
	left := m.emit(opGroups, 0)
	inner := *m
	inner.builder = m.sub()
	inner.load()
	body(&inner)
	inner.store()
	inner.into(zero, opNext, 0)
	inner.into(left, opAddImm, ^uint32(0), left)
	m.out = append(m.out, statement{loop: &loop{inner.out, left}})
}

// declare takes registers and memory for what the code needs.
func (m *maker) declare() {
	k := m.k
	if m.groups {
		m.signals = newLocal(&k.Code, k.steps.Signals)
	} else {
		m.signals = newRegisters(m.builder)
	}
	m.rng = [2]reg{m.reg(), m.reg()}
	m.wait, m.left, m.due, m.pending = m.reg(), m.reg(), m.reg(), m.reg()
	m.now, m.enable = k.params[paramNow], k.params[paramEnable]
	for i := range k.planes {
		m.stamps = append(m.stamps, uint32(fixedWords+i))
		if !m.groups {
			m.stamps[i] = uint32(k.local)
			k.local++
		}
	}
	k.words = fixedWords + k.planes + len(k.steps.State)
	k.tallies, k.byWarp = fixedTallies+len(k.paid), m.groups
	for range k.tallies {
		m.counters = append(m.counters, m.emit(opSet, 0))
	}
	if n := k.steps.Net; n != nil {
		net := newLocal(&k.Code, n.Signals)
		net.seldom = true
		m.net = net
		if m.groups {
			k.words += 1 + len(n.Moves)
		}
	}
	if k.separate {
		m.before = m.reg()
		k.results = k.words
		k.words += k.tallies
	}
}

// load loads what the thread has kept of a group.
func (m *maker) load() {
	k := m.k
	into := func(dst reg, word int) { m.into(dst, opLoad, uint32(word)) }
	into(m.rng[0], wordRandom0)
	into(m.rng[1], wordRandom1)
	into(m.wait, wordWait)
	into(m.left, wordLeft)
	into(m.due, wordDue)
	m.eachResult(func(word int, r reg) { into(r, word) })
	if !m.groups {
		for i, s := range m.stamps {
			m.into(zero, opKeep, s, m.emit(opLoad, uint32(fixedWords+i)))
		}
	}
	for i, s := range k.steps.State {
		m.signals.write(m.builder, s, m.emit(opLoad, uint32(fixedWords+k.planes+i)))
	}
	switch n := k.steps.Net; {
	case n != nil && m.groups:
		into(m.pending, k.aside())
	case n != nil:
		for _, w := range n.Moves {
			m.net.write(m.builder, w.Signal, zero)
		}
		m.into(m.pending, opSet, 0)
	}
}

// store keeps what the next launch needs of a group.
func (m *maker) store() {
	k := m.k
	store := func(word int, r reg) { m.into(zero, opStore, uint32(word), r) }
	store(wordRandom0, m.rng[0])
	store(wordRandom1, m.rng[1])
	store(wordWait, m.wait)
	store(wordLeft, m.left)
	store(wordDue, m.due)
	m.eachResult(store)
	if !m.groups {
		for i, s := range m.stamps {
			store(fixedWords+i, m.emit(opLocal, s))
		}
	}
	for i, s := range k.steps.State {
		store(fixedWords+k.planes+i, m.signals.read(m.builder, s))
	}
	if k.steps.Net != nil && m.groups {
		store(k.aside(), m.pending)
	}
}

// eachResult calls f with the words that only separate groups have: their counts, and in the place of the number
// of living plays, which is counted anew by each launch, how many phases pass before they begin.
func (m *maker) eachResult(f func(word int, r reg)) {
	if !m.k.separate {
		return
	}
	for i, c := range m.counters {
		if i == tallyLiving {
			c = m.before
		}
		f(m.k.results+i, c)
	}
}

// aside is the word with the plays whose last states the goal net holds. The states follow it.
func (k *Kernel) aside() int { return fixedWords + k.planes + len(k.steps.State) }

// stamp returns a plane of when plays began.
func (m *maker) stamp(b *builder, i int) reg {
	if m.groups {
		return b.emit(opLoad, m.stamps[i])
	}
	return b.emit(opLocal, m.stamps[i])
}

// setStamp sets a plane of when plays began.
func (m *maker) setStamp(b *builder, i int, r reg) {
	if m.groups {
		b.into(zero, opStore, m.stamps[i], r)
		return
	}
	b.into(zero, opKeep, m.stamps[i], r)
}

// phaseOrWait makes the code of a step, which plays wait for that begin in a later phase. All threads of a warp
// have plays that begin in the same phase, so that they wait together.
func (m *maker) phaseOrWait(number int, last bool) {
	if !m.k.separate || len(m.k.steps.Phases) == 1 {
		m.phase(number, last)
		return
	}
	left := m.emit(opCopy, 0, m.before)
	m.when(equal, left, zero, func(b *builder) {
		inner := *m
		inner.builder = b
		inner.phase(number, last)
	})
	m.when(unequal, left, zero, func(b *builder) { b.into(m.before, opAddImm, ^uint32(0), m.before) })
}

// phase makes the code of a step.
func (m *maker) phase(number int, last bool) {
	ph := &m.k.steps.Phases[number]
	m.into(zero, opNote, noteBefore+2*uint32(number), m.wait)
	m.stages(m.signals, ph.Legal, fmt.Sprintf("legal%d", number))
	terminal, none := m.signals.read(m.builder, ph.Terminal), m.signals.read(m.builder, ph.NoMove)
	if m.k.program.StuckEnds {
		terminal, none = m.or(terminal, none), zero
	}
	m.cut(terminal)
	ended := m.without(terminal, m.wait)
	m.into(m.wait, opTable, 0xFC, m.wait, ended, ended)
	m.addCount(m.counters[tallyFinished], ended)
	stuck := zero
	if none != zero {
		stuck = m.without(none, m.wait)
		m.into(m.wait, opTable, 0xFC, m.wait, stuck, stuck)
		m.addCount(m.counters[tallyStuck], stuck)
	}
	m.score(ph, number, ended)
	m.addCount(m.counters[tallyStates], m.table(0x0F, m.wait, m.wait, m.wait))
	m.choose(ph, number)
	restart := zero
	if last {
		restart = m.restart()
		m.signals.write(m.builder, m.k.steps.Restart, restart)
	}
	rest := m.or(m.wait, restart)
	m.stages(m.signals, ph.Next, fmt.Sprintf("next%d", number))
	if u := m.k.program.Uncounted; u != bitslice.False {
		m.uncount(m.without(m.signals.read(m.builder, u), rest))
	}
	m.into(zero, opNote, noteAfter+2*uint32(number), ended, stuck, restart)
}

// choose draws moves for all roles, and sets their signals.
func (m *maker) choose(ph *bitslice.StepPhase, number int) {
	m.drawMoves(ph, number)
	m.mark(ph)
}

// drawMoves draws moves for all roles.
func (m *maker) drawMoves(ph *bitslice.StepPhase, number int) {
	for _, d := range ph.Draws {
		var counts []reg
		for i := range d.Planes {
			r := zero
			if i < bits.Len(uint(d.Most)) {
				r = m.signals.read(m.builder, d.Counts+uint32(i))
			}
			counts = append(counts, r)
		}
		for i, r := range m.draw(counts, m.rng) {
			if i < bits.Len(uint(d.Most-1)) {
				m.signals.write(m.builder, d.Numbers+uint32(i), r)
			} else {
				m.signals.write(m.builder, d.Numbers+uint32(i), zero)
			}
		}
	}
	m.stages(m.signals, ph.Walk, fmt.Sprintf("walk%d", number))
}

// restart begins plays in those that wait, if any may begin, and returns them.
func (m *maker) restart() reg {
	r := m.emit(opTable, 0xC0, m.wait, m.enable, m.enable)
	n := m.emit(opCount, 0, r)
	m.when(less, m.left, n, func(b *builder) { // the lowest ones only
		kept := b.emit(opSet, 0)
		rest := b.emit(opCopy, 0, m.left)
		b.when(unequal, rest, zero, func(b *builder) {
			body := b.sub()
			low := body.emit(opLow, 0, r)
			body.into(kept, opTable, 0xFC, kept, low, low)
			body.into(r, opTable, 0x30, r, low, low)
			body.into(rest, opAddImm, ^uint32(0), rest)
			b.out = append(b.out, statement{loop: &loop{body.out, rest}})
		})
		b.into(r, opCopy, 0, kept)
		b.into(n, opCopy, 0, m.left)
	})
	m.into(m.left, opSub, 0, m.left, n)
	m.into(m.wait, opTable, 0x30, m.wait, r, r)
	m.whenAny(r, func(b *builder) {
		next := b.emit(opAddImm, 1, m.now)
		for i := range m.stamps {
			m.setStamp(b, i, b.blend(r, m.stamp(b, i), b.emit(opFlag, uint32(i), next)))
		}
	})
	return r
}
