package mcts

import (
	"context"
	"sync"

	"ludex/game"
	"ludex/internal/panics"
)

// A batch holds simulations whose leaves are evaluated together.
type batch struct {
	sims   []*simulation
	states []game.State
	evals  []*evaluation
	seed   uint64
	done   chan struct{} // receives when the evaluations are done
	err    error
}

// add adds a simulation.
func (f *batch) add(sim *simulation) {
	f.sims = append(f.sims, sim)
	f.states = append(f.states, sim.leaf.state)
	f.evals = append(f.evals, &sim.eval)
}

// clear empties the batch.
func (f *batch) clear() {
	f.sims, f.states, f.evals, f.err = f.sims[:0], f.states[:0], f.evals[:0], nil
}

// A pool evaluates batches. They go to the workers in turn, so that the results do
// not depend on the speed of the workers.
type pool struct {
	ctx     context.Context
	workers []evaluator
	queues  []chan *batch // none if there is one worker: it works at once
	next    int
	group   sync.WaitGroup
}

func newPool(ctx context.Context, workers []evaluator) *pool {
	p := &pool{ctx: ctx, workers: workers}
	if len(workers) == 1 {
		return p
	}
	for _, w := range workers {
		queue := make(chan *batch, 2) // one that is evaluated, and the next
		p.queues = append(p.queues, queue)
		p.group.Go(func() {
			for f := range queue {
				p.work(w, f)
			}
		})
	}
	return p
}

// depth returns the number of batches that should be in flight: one for each worker, and
// one more, so that workers need not wait for the search.
func (p *pool) depth() int {
	if p.queues == nil {
		return 1
	}
	return len(p.queues) + 1
}

// work evaluates the leaves of a batch. A panic becomes an error, since no caller
// could recover it in this goroutine.
func (p *pool) work(w evaluator, f *batch) {
	f.err = panics.Catch(func() error { return w.evaluate(p.ctx, f.states, f.seed, f.evals) })
	f.done <- struct{}{}
}

// send queues a batch for evaluation.
func (p *pool) send(f *batch) {
	if p.queues == nil {
		p.work(p.workers[0], f)
		return
	}
	p.queues[p.next] <- f
	p.next = (p.next + 1) % len(p.queues)
}

// stop ends all workers. No batch may be in flight.
func (p *pool) stop() {
	for _, queue := range p.queues {
		close(queue)
	}
	p.group.Wait()
}
