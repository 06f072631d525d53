package mcts

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"ludex/game"
	"ludex/internal/panics"
	"ludex/internal/spinlock"
)

// workers search one graph together, where a clock is given and the order of simulations
// need not be the same every time. They select leaves together; one at a time adds nodes and
// backs up evaluations; and each of them lists moves, makes steps and evaluates leaves on
// machines of its own meanwhile.
type workers struct {
	all      []*worker
	lock     spinlock.RWMutex // of the graph
	backups  atomic.Int64     // how often evaluations were backed up
	inFlight atomic.Int32     // workers whose simulations are in flight
}

// A worker makes simulations with one evaluator.
type worker struct {
	*run
	evaluator evaluator
	stream    *stream       // nil if leaves are evaluated in batches
	batch     batch         // the leaves to be evaluated next
	busy      bool          // its simulations are in flight
	spent     time.Duration // for the last evaluation

	// If there are several workers.
	shared sharedSelection
	steps  deferredSteps
	idle   []*simulation // for reuse
	begun  int           // simulations of the present selection
}

// newWorkers returns a worker for each evaluator.
func (r *run) newWorkers(ctx context.Context) (*workers, error) {
	ws := &workers{}
	for i, e := range r.evaluators {
		st, err := newStream(ctx, e, r.rand.Uint64())
		if err != nil {
			ws.stop()
			return nil, err
		}
		w := &worker{run: r, evaluator: e, stream: st}
		if len(r.evaluators) > 1 {
			m := r.machineOf(i)
			m.Bind(ctx)
			w.shared, w.steps = newSharedSelection(m, r.graph.roles), newDeferredSteps(m, r.graph.roles)
		}
		ws.all = append(ws.all, w)
	}
	return ws, nil
}

// machineOf returns the machine of a worker.
func (s *Search) machineOf(worker int) game.Machine {
	for len(s.machines) <= worker {
		s.machines = append(s.machines, s.game.NewMachine())
	}
	return s.machines[worker]
}

// stop frees what the workers hold. No round may be under way.
func (ws *workers) stop() {
	for _, w := range ws.all {
		if w.stream != nil {
			w.stream.cancel()
		}
	}
}

// round makes simulations until the search ends or needs maintenance. Nothing is in flight
// afterwards.
func (ws *workers) round() {
	if len(ws.all) == 1 {
		ws.all[0].work()
		return
	}
	var group sync.WaitGroup
	for _, w := range ws.all {
		group.Go(w.work)
	}
	group.Wait()
}

// work makes simulations until the round ends. A panic becomes an error, since no caller
// could recover it in another goroutine.
func (w *worker) work() {
	err := panics.Catch(func() error {
		for first := true; w.turn(first); first = false {
			w.evaluate()
		}
		return nil
	})
	w.change(func() {
		w.note(err)
		w.release()
	})
}

// change calls a function that changes the graph.
func (w *worker) change(f func()) {
	w.workers.lock.Lock()
	defer w.workers.lock.Unlock()
	began := time.Now()
	f()
	w.timing.changing += time.Since(began)
}

// turn backs up what was evaluated, and selects what to evaluate next. It returns false if
// the round is over. Every round makes some progress, since the first turn does not look
// for maintenance.
func (w *worker) turn(first bool) bool {
	for ; ; first = false {
		seen := w.workers.backups.Load()
		more, arrived := false, false
		w.change(func() {
			w.backUpAll()
			more = w.proceeds() && (first || !w.needsMaintenance())
			if more && len(w.workers.all) == 1 {
				arrived = w.selectLeaves()
			}
		})
		switch {
		case !more:
			w.cancelLate()
		case len(w.workers.all) > 1:
			arrived = w.selectShared()
		}
		switch {
		case len(w.batch.sims) > 0 || w.stream != nil && w.stream.playing() > 0:
			return true
		case !more:
			return false
		case !arrived:
			w.await(seen)
		}
	}
}

// cancelLate interrupts evaluations if there is no time left. Then the run is over, also if
// shorter iterations make the deadline seem farther away again.
func (w *worker) cancelLate() {
	if w.stream != nil && w.stream.playing() > 0 && w.stream.ctx.Err() == nil {
		w.change(func() {
			if !w.watch.Allows() {
				w.late = true
				w.stream.cancel()
			}
		})
	}
}

// await waits until somebody has backed up an evaluation, which is in flight.
func (w *worker) await(seen int64) {
	w.change(w.release)
	for i := 0; w.workers.backups.Load() == seen && w.workers.inFlight.Load() > 0; i++ {
		spinlock.Pause(i)
	}
}

// hold says that the worker may have simulations in flight.
func (w *worker) hold() {
	if !w.busy {
		w.busy = true
		w.workers.inFlight.Add(1)
	}
}

// release says that the worker has no simulations in flight.
func (w *worker) release() {
	if w.busy {
		w.busy = false
		w.workers.inFlight.Add(-1)
	}
}

// selectLeaves selects leaves if nobody else does. It reports whether it started any
// simulations.
func (w *worker) selectLeaves() bool {
	before := w.started
	w.hold()
	w.fill(&w.batch, w.width())
	w.batch.seed = w.rand.Uint64()
	return w.started > before
}

// selectShared selects leaves while others do the same. It reports whether it started any
// simulations.
func (w *worker) selectShared() bool {
	w.hold()
	w.goDown()
	w.shared.listMoves()
	w.change(w.goOn)
	w.steps.compute()
	w.change(w.addSteps)
	return w.begun > 0
}

// goDown starts simulations, as far as they do not change the graph.
func (w *worker) goDown() {
	w.begun = 0
	lock := &w.workers.lock
	lock.RLock()
	width := w.width()
	lock.RUnlock()
	for w.begun < width {
		sim := w.idleSimulation()
		lock.RLock()
		arrived := w.descendShared(sim)
		lock.RUnlock()
		if !arrived {
			w.shared.lost = append(w.shared.lost, sim)
			return
		}
		w.begun++
		w.shared.stopped = append(w.shared.stopped, sim)
	}
}

// idleSimulation is newSimulation without use of what workers share.
func (w *worker) idleSimulation() *simulation {
	if last := len(w.idle) - 1; last >= 0 {
		sim := w.idle[last]
		w.idle = w.idle[:last]
		return sim
	}
	return &simulation{eval: evaluation{values: make([]float64, w.graph.roles)}}
}

// goOn continues the simulations, now with changes of the graph, to leaves or steps that are
// not in the graph.
func (w *worker) goOn() {
	for _, sim := range w.shared.lost {
		w.removeInFlight(sim)
		w.idle = append(w.idle, sim)
	}
	failed := w.failed(w.shared.machine)
	w.defersSteps = true
	for i, sim := range w.shared.stopped {
		w.started++
		if sim.expands {
			w.expandShared(sim.at, i, failed)
		}
		switch {
		case sim.leaf != nil || !failed && w.descendFrom(sim, sim.at):
			w.arrive(sim, &w.steps, &w.batch)
		case failed:
			w.removeInFlight(sim)
			w.forget(sim)
		default:
			w.forget(sim)
		}
	}
	w.shared.lost, w.shared.stopped = w.shared.lost[:0], w.shared.stopped[:0]
	w.steps.collect()
	w.batch.seed = w.rand.Uint64()
}

// expandShared expands the node to which the simulation of a number came, unless that failed
// or somebody else did it.
func (w *worker) expandShared(n *node, number int, failed bool) {
	n.deferred.Store(false)
	if !failed && n.expansion == nil && n.proved == 0 {
		w.graph.expandTo(n, w.shared.legal[number*w.graph.roles:(number+1)*w.graph.roles])
	}
}

// addSteps adds the nodes that the deferred steps lead to.
func (w *worker) addSteps() {
	w.defersSteps = false
	if w.failed(w.steps.machine) {
		w.abandon(&w.steps)
	} else {
		w.resume(&w.steps, &w.batch)
	}
}

// failed reports whether a machine cannot go on.
func (w *worker) failed(m game.Machine) bool {
	err := m.Err()
	w.note(err)
	return err != nil
}

// width returns the number of simulations to be started together. It is low at first, when
// every result changes where to go next: an eighth of the visits may be in flight in all
// batches together, and a sixteenth in streams, besides some leaves in each.
func (w *worker) width() int {
	width, visits, all := w.evaluator.width(), int(w.graph.root.visits), len(w.workers.all)
	if w.stream != nil {
		width = min(w.stream.width, firstStreamed+visits/(16*all))
	} else {
		width = min(width, 1+visits/(8*all))
	}
	if w.opt.Batch > 0 {
		width = min(width, w.opt.Batch)
	}
	if w.stream != nil {
		width -= w.stream.playing()
	}
	return width
}

// firstStreamed is the number of leaves that each worker plays together from the beginning in a
// stream, where a single one would take almost as long.
const firstStreamed = 16

// evaluate evaluates the selected leaves, or in a stream some of those that are played.
func (w *worker) evaluate() {
	began := time.Now()
	if w.stream != nil {
		w.stream.add(w.batch.sims)
		w.stream.next()
	} else {
		f := &w.batch
		f.err = panics.Catch(func() error { return w.evaluator.evaluate(w.ctx, f.states, f.seed, f.evals) })
	}
	w.spent = time.Since(began)
}

// backUpAll backs up what was evaluated.
func (w *worker) backUpAll() {
	if !w.busy {
		return
	}
	w.timing.waited += w.spent
	w.spent = 0
	if w.stream != nil {
		w.backUpStream()
	} else {
		w.backUpBatch()
	}
	w.batch.clear()
	if len(w.workers.all) > 1 {
		w.idle, w.free = append(w.idle, w.free...), w.free[:0]
	}
	w.workers.backups.Add(1)
	if w.stream == nil || w.stream.playing() == 0 {
		w.release()
	}
}

func (w *worker) backUpStream() {
	w.note(w.stream.err)
	for _, sim := range w.stream.ended {
		w.complete(sim, sim.eval.playouts == 0)
	}
	w.stream.ended = w.stream.ended[:0]
}

func (w *worker) backUpBatch() {
	w.note(w.batch.err)
	for _, sim := range w.batch.sims {
		w.complete(sim, w.batch.err != nil || sim.eval.finished == 0 && w.ctx.Err() != nil)
	}
}
