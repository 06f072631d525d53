package gpu

import (
	"context"
	"time"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
)

// An executor runs the threads of a kernel: a device, or the interpreter.
type executor interface {
	// start gives the threads their memory.
	start(words []uint32, threads int) error
	// launch runs the threads and returns the tallies of this launch.
	launch(params [numParams]uint32) ([]uint64, error)
	// contents returns the memory of the threads.
	contents() ([]uint32, error)
	// threads is how many threads keep the executor busy.
	threads() int
}

// countThreads is how many threads play a given number of plays at most. It is the same everywhere, so that
// the same plays are played everywhere.
const countThreads = 1 << 15

// launchTime is about how long a launch takes.
const launchTime = 20 * time.Millisecond

// A run is a number of playouts on an executor.
type run struct {
	k       *Kernel
	x       executor
	opt     *bitslice.RunOptions
	threads int
	cycles  uint32 // of the next launch
	now     uint32 // steps made
	total   []uint64
	living  uint64
	start   time.Time
}

// playouts runs playouts as [bitslice.Engine.Run] does.
func (k *Kernel) playouts(ctx context.Context, x executor, opt bitslice.RunOptions) (res game.PlayoutResult, err error) {
	threads := x.threads()
	if opt.Count > 0 && opt.Observe == nil {
		threads = min(countThreads, (opt.Count+Lanes-1)/Lanes)
		threads = (threads + warp - 1) / warp * warp
	}
	if err := x.start(k.initial(threads, &opt), threads); err != nil {
		return res, err
	}
	r := &run{k: k, x: x, threads: threads, opt: &opt, cycles: 4, total: make([]uint64, k.tallies), start: time.Now()}
	var first time.Duration
	for {
		if err := r.launch(^uint32(0)); err != nil {
			return res, err
		}
		if first == 0 && r.ended() > 0 {
			first = time.Since(r.start)
		}
		if ctx.Err() != nil || opt.Time > 0 && time.Since(r.start) >= opt.Time || opt.Count > 0 && r.ended() >= uint64(opt.Count) {
			break
		}
	}
	states, elapsed := r.total[tallyStates], time.Since(r.start)
	if err := r.drain(ctx); err != nil {
		return res, err
	}
	res, err = r.result()
	res.States, res.Elapsed, res.First = states, elapsed, first
	return res, err
}

// warp is how many threads of a device run together.
const warp = 32

// initial returns the memory of threads in which all plays begin.
func (k *Kernel) initial(threads int, opt *bitslice.RunOptions) []uint32 {
	words := make([]uint32, k.size(threads))
	random := game.NewRand(opt.Seed)
	for t := range threads {
		set := func(word int, v uint32) { words[k.at(word, t, threads)] = v }
		low, high := seeds(random)
		set(wordRandom0, low)
		set(wordRandom1, high)
		plays, left := Lanes, ^uint32(0)
		if opt.Count > 0 {
			quota := (opt.Count + t) / threads
			plays = min(Lanes, quota)
			left = uint32(quota - plays)
		}
		set(wordLeft, left)
		set(wordWait, ^uint32(0)<<plays)
		if plays == Lanes {
			set(wordWait, 0)
		}
		set(wordDue, uint32(k.limit()))
		for i, b := range k.steps.Init {
			if b {
				set(fixedWords+k.planes+i, ^uint32(0))
			}
		}
	}
	return words
}

// seeds returns the state of a generator of random numbers: never all zero, from where it would not
// move.
func seeds(random *game.Rand) (low, high uint32) {
	x := random.Uint64()
	return uint32(x) | 1, uint32(x>>32) % (multiplier - 1)
}

// limit returns after how many steps plays are cut off.
func (k *Kernel) limit() int {
	if k.program.Uncounted != bitslice.False {
		return k.maxSteps + 1
	}
	return k.maxSteps
}

// ended returns how many plays have ended.
func (r *run) ended() uint64 {
	return r.total[tallyFinished] + r.total[tallyCut] + r.total[tallyStuck]
}

// launch runs the threads for a while.
func (r *run) launch(enable uint32) error {
	before := time.Now()
	tallies, err := r.x.launch([numParams]uint32{paramCycles: r.cycles, paramNow: r.now, paramEnable: enable})
	if err != nil {
		return err
	}
	r.now += r.cycles * uint32(len(r.k.steps.Phases))
	for i, n := range tallies {
		r.total[i] += n
	}
	r.living = tallies[tallyLiving]
	switch took := time.Since(before); {
	case took < launchTime/2 && r.cycles < maxCycles:
		r.cycles *= 2
	case took > 2*launchTime && r.cycles > 1:
		r.cycles /= 2
	}
	return nil
}

// maxCycles bounds a launch, so that counts of a thread do not overflow.
const maxCycles = 1 << 16

// lateTime is how long plays may go on when their time is up.
const lateTime = 500 * time.Millisecond

// drain plays to the end what has begun.
func (r *run) drain(ctx context.Context) error {
	end := time.Now().Add(lateTime)
	for r.living > 0 && (r.opt.Time == 0 && ctx.Err() == nil || time.Now().Before(end)) {
		r.cycles = min(r.cycles, 64)
		if err := r.launch(0); err != nil {
			return err
		}
	}
	return nil
}

// result returns the counts.
func (r *run) result() (game.PlayoutResult, error) {
	res := game.PlayoutResult{
		Playouts: r.ended(), Finished: r.total[tallyFinished], Cut: r.total[tallyCut], Stuck: r.total[tallyStuck],
		BadGoals: r.total[tallyBad], Abandoned: r.living, Steps: r.total[tallyStates],
		Goals: make([]uint64, r.k.program.Roles),
	}
	for i, g := range r.k.paid {
		goal := r.k.program.Goals[g]
		res.Goals[goal.Role] += uint64(goal.Value) * r.total[fixedTallies+i]
	}
	if r.living == 0 {
		return res, nil
	}
	words, err := r.x.contents()
	if err != nil {
		return res, err
	}
	res.Steps -= r.k.unfinished(words, r.threads, r.now)
	return res, nil
}

// unfinished returns how many steps the living plays have made.
func (k *Kernel) unfinished(words []uint32, threads int, now uint32) (steps uint64) {
	mask := uint32(1)<<k.planes - 1
	for t := range threads {
		wait := words[k.at(wordWait, t, threads)]
		for lane := range Lanes {
			if wait>>lane&1 == 1 {
				continue
			}
			began := uint32(0)
			for i := range k.planes {
				began |= words[k.at(fixedWords+i, t, threads)] >> lane & 1 << i
			}
			steps += uint64((now - began) & mask)
		}
	}
	return steps
}
