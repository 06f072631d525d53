package gdlengine

import (
	"context"
	"sync"
	"time"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/circuit"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/panics"
	"ludex/internal/tiers"
)

// patience is how long an early opening waits for the circuit before the interpreter
// begins.
const patience = 100 * time.Millisecond

// openEarly opens a game on the circuit if that is ready in time, and on the interpreter
// otherwise. The circuit then replaces it.
func openEarly(ctx context.Context, p *gdl.Program, opt Options, files *saver, wait time.Duration) (*Opened, error) {
	began := time.Now()
	b := newBuilding(ctx, files)
	go b.run(p, opt)
	stop := context.AfterFunc(ctx, b.cancel)
	defer stop()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-b.settled.Done():
		if b.err == nil {
			return withGPU(b.opened, p, opt, time.Since(began)), nil
		}
		return orReference(ctx, p, opt, b.opened, b.err)
	case <-timer.C:
	}
	ref, err := gdlref.New(p, gdlref.Options{ForceHidden: opt.ForceHidden, Memory: opt.Memory})
	if err == nil {
		var numbers *numbering
		if numbers, err = b.numbers(ref); numbers != nil && err == nil {
			g := tiers.Awaiting(newInterpretedGame(ref, numbers, b), time.Since(began), Circuit, b.await)
			return &Opened{Game: g}, nil
		}
	}
	<-b.settled.Done() // soon, or the interpreter cannot play
	return orReference(ctx, p, opt, b.opened, b.err)
}

// A building is a circuit that is built while others wait for it or play already.
type building struct {
	files   *saver
	ctx     context.Context
	cancel  context.CancelFunc // gives the circuit up
	settled context.Context    // ends when the circuit is ready or refused
	settle  context.CancelFunc
	opened  *Opened // since then
	err     error   // likewise

	mu        sync.Mutex
	over      bool          // nothing is built any more
	begun     bool          // the interpreter plays meanwhile
	thread    tiers.Thread  // that builds
	building  bool          // it has begun and not ended
	spec      *circuit.Spec // the ground rules, from when they are known until the circuit is ready
	numbering *numbering    // of the interpreter if it began before they were known
	ranked    *ranks        // likewise, once they are known
}

// newBuilding returns a building that outlives the context.
func newBuilding(ctx context.Context, files *saver) *building {
	b := &building{files: files}
	b.ctx, b.cancel = context.WithCancel(context.WithoutCancel(ctx))
	b.settled, b.settle = context.WithCancel(context.Background())
	return b
}

// run builds the circuit.
func (b *building) run(p *gdl.Program, opt Options) {
	defer b.settle()
	defer b.cancel()
	began := time.Now()
	b.start()
	b.err = panics.Catch(func() (err error) {
		b.opened, err = openCircuit(b.ctx, p, opt, b.adopt)
		return err
	})
	b.mu.Lock()
	defer b.mu.Unlock()
	b.building = false
	switch took := time.Since(began); {
	case b.err != nil:
	case b.ranked == nil:
		b.files.save(b.opened, took)
	default:
		if b.opened.Circuit == b.opened.Game {
			b.files.saveAgain(b.spec, &opt, took)
		}
		b.opened.Game = newRenumberedGame(b.opened.Game, b.ranked)
	}
	if b.over = true; b.begun && b.err == nil {
		b.spec, b.opened.Ground = nil, nil // their memory is not needed any more
	}
}

// start notes which thread builds. If the interpreter plays already, it goes first.
func (b *building) start() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.thread, b.building = tiers.LockThread(), true
	if b.begun {
		b.thread.LowerPriority()
	}
}

// adopt gives ground rules the numbers of the interpreter, if that has begun.
func (b *building) adopt(spec *circuit.Spec) (*circuit.Spec, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.spec = spec; b.numbering == nil {
		return spec, nil
	}
	out, err := b.numbering.adopt(spec, true)
	if err != nil {
		return nil, err
	}
	b.ranked = newRanks(out)
	return out, nil
}

// numbers returns a numbering for the interpreter: the circuit's if the ground rules are
// known, and otherwise one that the circuit will take over. It returns nil if the building
// is over.
func (b *building) numbers(ref *gdlref.Game) (*numbering, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over {
		return nil, nil
	}
	if b.begun = true; b.building {
		b.thread.LowerPriority() // whoever plays goes first
	}
	n := newNumbering(ref)
	if b.spec != nil {
		_, err := n.adopt(b.spec, false)
		return n, err
	}
	b.numbering = n
	return n, nil
}

// game returns the game on the circuit, or nil if that could not be had. It must not be
// called before the building is settled.
func (b *building) game() game.Game {
	if b.err != nil {
		return nil
	}
	return b.opened.Game
}

// await waits for the circuit. If the context ends, the circuit is given up.
func (b *building) await(ctx context.Context) (game.Game, error) {
	stop := context.AfterFunc(ctx, b.cancel)
	defer stop()
	<-b.settled.Done()
	return b.game(), b.err
}
