package mcts

import (
	"context"
	"sync"
)

// A pool evaluates simulations. The first goes to the first worker, the second to
// the second, and so on, so that who does what does not depend on their speed.
type pool struct {
	ctx     context.Context
	workers []evaluator
	queues  []chan *simulation // none if there is one worker: it works at once
	next    int
	group   sync.WaitGroup
}

// ahead is how many simulations a worker may have, so that it need not wait for
// the graph.
const ahead = 2

func newPool(ctx context.Context, workers []evaluator) *pool {
	p := &pool{ctx: ctx, workers: workers}
	if len(workers) == 1 {
		return p
	}
	for _, w := range workers {
		queue := make(chan *simulation, ahead)
		p.queues = append(p.queues, queue)
		p.group.Go(func() {
			for sim := range queue {
				p.work(w, sim)
			}
		})
	}
	return p
}

// depth returns how many simulations should be under way.
func (p *pool) depth() int { return max(1, ahead*len(p.queues)) }

// work evaluates the leaf of a simulation.
func (p *pool) work(w evaluator, sim *simulation) {
	sim.err = w.evaluate(p.ctx, sim.leaf.state, sim.seed, &sim.eval)
	sim.done <- struct{}{}
}

// send has a simulation evaluated.
func (p *pool) send(sim *simulation) {
	if p.queues == nil {
		p.work(p.workers[0], sim)
		return
	}
	p.queues[p.next] <- sim
	p.next = (p.next + 1) % len(p.queues)
}

// stop ends all workers. None has anything to do any more.
func (p *pool) stop() {
	for _, queue := range p.queues {
		close(queue)
	}
	p.group.Wait()
}
