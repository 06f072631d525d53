package gpu

import (
	"context"
	"slices"
	"time"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
)

// A Batch plays from many states at once, and counts what comes of each. It reuses its memory and
// belongs to one goroutine. Its kernel must have separate groups.
//
// A state has a number of groups of 32 plays. All groups are played to their ends, in one launch if as
// many steps suffice as before.
type Batch struct {
	k      *Kernel
	x      batchExecutor
	groups []int    // by state: its first group
	words  []uint32 // of all groups
	cycles uint32   // of the first launch
	most   uint32   // that a launch may take
	counts []uint64
	out    []bitslice.Tally
}

// A batchExecutor is an executor that tells what each group has counted.
type batchExecutor interface {
	executor
	// results returns the counts of groups: those of tally i begin at i times the number of groups.
	results(dst []uint32) ([]uint32, error)
	free() error
}

// firstCycles is how many cycles the first launch of all takes.
const firstCycles = 16

// NewBatch returns a batch on the device.
func (e *Engine) NewBatch() *Batch { return newBatch(e.k, &launcher{Engine: e}) }

// EmulatedBatch returns a batch that is run by the interpreter.
func (k *Kernel) EmulatedBatch() *Batch { return newBatch(k, &emulator{k: k}) }

func newBatch(k *Kernel, x batchExecutor) *Batch {
	return &Batch{k: k, x: x, cycles: firstCycles, most: maxCycles}
}

// Close frees the memory of the device.
func (b *Batch) Close() error { return b.x.free() }

// Run plays from each of some states, in the given number of groups of 32 plays. The counts are valid until the
// next call. It returns false if the context ended first.
func (b *Batch) Run(ctx context.Context, starts []bitslice.Start, groups int, seed uint64) ([]bitslice.Tally, bool, error) {
	n := b.assign(starts, groups)
	b.fill(starts, groups, n, seed)
	if err := b.x.start(b.words, n); err != nil {
		return nil, false, err
	}
	ok, err := b.play(ctx)
	if err != nil || !ok {
		return nil, false, err
	}
	if b.words, err = b.x.results(b.words[:0]); err != nil {
		return nil, false, err
	}
	b.sum(len(starts), groups, n)
	return b.out, true, nil
}

// assign gives states their groups, by phases, so that the threads of a warp begin in the same phase. It returns
// the number of groups.
func (b *Batch) assign(starts []bitslice.Start, groups int) int {
	b.groups = slices.Grow(b.groups[:0], len(starts))[:len(starts)]
	n := 0
	for phase := range b.k.steps.Phases {
		for i := range starts {
			if starts[i].Phase == phase {
				b.groups[i] = n
				n += groups
			}
		}
		n = (n + warp - 1) / warp * warp
	}
	return n
}

// fill writes the first words of all groups.
func (b *Batch) fill(starts []bitslice.Start, groups, n int, seed uint64) {
	k := b.k
	size := k.size(n)
	b.words = slices.Grow(b.words[:0], size)[:size]
	clear(b.words)
	for g := range n { // those of no state have nothing to play
		b.words[k.at(wordWait, g, n)] = ^uint32(0)
	}
	random := game.NewRand(seed)
	for i := range starts {
		for g := b.groups[i]; g < b.groups[i]+groups; g++ {
			b.begin(&starts[i], g, n, random)
		}
	}
	b.pad(starts, groups, n)
}

// begin writes the first words of a group.
func (b *Batch) begin(s *bitslice.Start, g, n int, random *game.Rand) {
	k := b.k
	set := func(word int, v uint32) { b.words[k.at(word, g, n)] = v }
	low, high := seeds(random)
	set(wordRandom0, low)
	set(wordRandom1, high)
	set(wordWait, 0)
	set(wordDue, uint32(k.limit()+s.Phase))
	set(k.results+tallyLiving, uint32(s.Phase))
	for i := range k.planes {
		set(fixedWords+i, -uint32(s.Phase>>i&1))
	}
	for i := range k.steps.State {
		set(fixedWords+k.planes+i, -uint32(s.State[i>>6]>>(i&63)&1))
	}
}

// pad makes groups without plays wait for the same phase as the others of their warp.
func (b *Batch) pad(starts []bitslice.Start, groups, n int) {
	for i := range starts {
		last := b.groups[i] + groups
		for g := last; g%warp != 0; g++ {
			if b.words[b.k.at(wordWait, g, n)] != 0 {
				b.words[b.k.at(b.k.results+tallyLiving, g, n)] = uint32(starts[i].Phase)
			}
		}
	}
}

// play runs launches until all plays have ended. It returns false if the context ended first.
func (b *Batch) play(ctx context.Context) (bool, error) {
	now, total, cycles := uint32(0), uint32(0), b.cycles
	for {
		cycles = max(1, min(cycles, b.most))
		before := time.Now()
		tallies, err := b.x.launch([numParams]uint32{paramCycles: cycles, paramNow: now})
		if err != nil {
			return false, err
		}
		if time.Since(before) > 2*launchTime {
			b.most = max(1, cycles/2)
		}
		total += cycles
		now += cycles * uint32(len(b.k.steps.Phases))
		if tallies[tallyLiving] == 0 {
			break
		}
		if ctx.Err() != nil {
			return false, nil
		}
		cycles = total/4 + 1
	}
	if total > b.cycles {
		b.cycles = total
	} else {
		b.cycles -= b.cycles / 8
	}
	return true, nil
}

// sum adds up the counts of the groups of each state.
func (b *Batch) sum(states, groups, n int) {
	p := b.k.program
	for len(b.out) < states {
		b.out = append(b.out, bitslice.Tally{Goals: make([]uint64, p.Roles)})
	}
	b.out = b.out[:states]
	b.counts = slices.Grow(b.counts[:0], b.k.tallies)[:b.k.tallies]
	for i := range b.out {
		for t := range b.counts {
			b.counts[t] = 0
			for _, x := range b.words[t*n+b.groups[i] : t*n+b.groups[i]+groups] {
				b.counts[t] += uint64(int32(x))
			}
		}
		b.tally(&b.out[i], uint64(groups*Lanes))
	}
}

// tally sets the counts of a state.
func (b *Batch) tally(t *bitslice.Tally, playouts uint64) {
	c := b.counts
	*t = bitslice.Tally{
		Playouts: playouts, Steps: c[tallyStates], Finished: c[tallyFinished], BadGoals: c[tallyBad], Stuck: c[tallyStuck], Goals: t.Goals,
	}
	clear(t.Goals)
	for i, g := range b.k.paid {
		goal := b.k.program.Goals[g]
		t.Goals[goal.Role] += uint64(goal.Value) * c[fixedTallies+i]
	}
}

// results implements batchExecutor.
func (e *emulator) results(dst []uint32) ([]uint32, error) {
	for t := range e.k.tallies {
		for g := range e.mem.threads {
			dst = append(dst, e.mem.words[e.k.at(e.k.results+t, g, e.mem.threads)])
		}
	}
	return dst, nil
}

// free implements batchExecutor.
func (e *emulator) free() error { return nil }

// results implements batchExecutor: the launch before it was waited for. Where the words of a warp lie together, they are put in order here.
func (l *launcher) results(dst []uint32) ([]uint32, error) {
	n := l.k.tallies * l.count
	dst = slices.Grow(dst, n)[:n]
	if !l.k.byWarp {
		return dst, l.memory.ReadAt(bytesOf(dst), 4*l.k.results*l.count)
	}
	part := make([]uint32, l.k.tallies*warp)
	for g := 0; g < l.count; g += warp {
		if err := l.memory.ReadAt(bytesOf(part), 4*l.k.at(l.k.results, g, l.count)); err != nil {
			return dst, err
		}
		for t := range l.k.tallies {
			copy(dst[t*l.count+g:], part[t*warp:(t+1)*warp])
		}
	}
	return dst, nil
}
