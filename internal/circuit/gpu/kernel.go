package gpu

import (
	"fmt"
	"math/bits"

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
	// Observed makes code that counts goals at once, for observers.
	Observed bool
}

// A Choice is yes, no, or left to what is known about the program.
type Choice uint8

// The choices.
const (
	Auto Choice = iota
	Yes
	No
)

// Limits for signals in registers, of which a thread has 255, and above which the compiler takes
// minutes.
const (
	registerGates = 6000 // of a phase
	registerState = 200  // bits of the state
)

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
	gates    int    // of the largest phase
	planes   int    // of the step limit
	paid     []int  // the goals with tallies
	made     *maker // knows where things are
}

// New translates a program.
func New(p *bitslice.Program, opt Options) (*Kernel, error) {
	steps, err := lower(p, opt.Recompute)
	if err != nil {
		return nil, err
	}
	k := &Kernel{program: p, steps: steps, maxSteps: opt.MaxSteps, observed: opt.Observed}
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
	return k, nil
}

// inMemory says whether signals are kept in memory, and counts the gates of the largest phase.
func (k *Kernel) inMemory(choice Choice) (bool, error) {
	memory := choice == Yes || choice == Auto && len(k.program.State) > registerState
	for i := range k.steps.Phases {
		ph := &k.steps.Phases[i]
		for _, d := range ph.Draws {
			if d.Most > maxMoves {
				return false, fmt.Errorf("a role has %d moves; at most %d can be drawn on a GPU", d.Most, maxMoves)
			}
		}
		gates := tables(ph.Legal, ph.Goals, ph.Walk, ph.Next)
		k.gates = max(k.gates, gates)
		memory = memory || ph.Markers != nil || choice == Auto && (gates > registerGates || len(ph.Legal)+len(ph.Next) > 2)
	}
	return memory, nil
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

	rng        [2]reg
	wait, left reg
	now, due   reg
	enable     reg      // all ones if plays may begin
	stamps     []uint32 // words of local memory: when plays began, by planes, modulo a power of two
	counters   []reg    // by tally
	net        signals
	pending    reg // plays whose last states the goal net holds
}

// Parameters of a launch.
const (
	paramCycles = iota // how often all phases are run
	paramNow           // steps made so far
	paramEnable
	numParams
)

func (k *Kernel) build(memory bool) {
	m := &maker{builder: newBuilder(), k: k}
	for range numParams {
		k.params = append(k.params, m.reg())
	}
	if memory {
		m.signals = newLocal(&k.Code, k.steps.Signals)
	} else {
		m.signals = newRegisters(m.builder)
	}
	m.begin()
	cycle := m.sub()
	inner := *m
	inner.builder = cycle
	for i := range k.steps.Phases {
		inner.phase(i, i == len(k.steps.Phases)-1)
	}
	cycle.into(k.params[paramCycles], opAddImm, ^uint32(0), k.params[paramCycles])
	m.out = append(m.out, statement{loop: &loop{cycle.out, k.params[paramCycles]}})
	m.pending = inner.pending
	m.end()
	k.body = m.out
	k.registers = max(k.registers, int(*m.next))
	k.made = m
	k.heat()
}

// begin loads what the thread has kept.
func (m *maker) begin() {
	k := m.k
	load := func(word int) reg { return m.emit(opLoad, uint32(word)) }
	m.rng = [2]reg{load(wordRandom0), load(wordRandom1)}
	m.wait, m.left, m.due = load(wordWait), load(wordLeft), load(wordDue)
	m.now, m.enable = k.params[paramNow], k.params[paramEnable]
	for i := range k.planes {
		m.stamps = append(m.stamps, uint32(k.local))
		k.local++
		m.into(zero, opKeep, m.stamps[i], load(fixedWords+i))
	}
	for i, s := range k.steps.State {
		m.signals.write(m.builder, s, load(fixedWords+k.planes+i))
	}
	k.words = fixedWords + k.planes + len(k.steps.State)
	k.tallies = fixedTallies + len(k.paid)
	for range k.tallies {
		m.counters = append(m.counters, m.emit(opSet, 0))
	}
	m.pending = m.emit(opSet, 0)
	if n := k.steps.Net; n != nil {
		m.net = newLocal(&k.Code, n.Signals)
		for _, w := range n.Moves {
			m.net.write(m.builder, w.Signal, zero)
		}
	}
}

// end keeps what the next launch needs, and adds the counts to the tallies.
func (m *maker) end() {
	k := m.k
	m.flush()
	store := func(word int, r reg) { m.into(zero, opStore, uint32(word), r) }
	store(wordRandom0, m.rng[0])
	store(wordRandom1, m.rng[1])
	store(wordWait, m.wait)
	store(wordLeft, m.left)
	store(wordDue, m.due)
	for i, s := range m.stamps {
		store(fixedWords+i, m.emit(opLocal, s))
	}
	for i, s := range k.steps.State {
		store(fixedWords+k.planes+i, m.signals.read(m.builder, s))
	}
	m.addCount(m.counters[tallyLiving], m.table(0x0F, m.wait, m.wait, m.wait))
	for i, c := range m.counters {
		m.into(zero, opTally, uint32(i), c)
	}
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
	m.into(m.now, opAddImm, 1, m.now)
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
		for i, s := range m.stamps {
			began := b.blend(r, b.emit(opLocal, s), b.emit(opFlag, uint32(i), m.now))
			b.into(zero, opKeep, s, began)
		}
	})
	return r
}
