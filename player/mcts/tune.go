package mcts

import (
	"context"
	"fmt"
	"math"
	"time"

	"ludex/game"
)

// How many playouts evaluate a position, unless they are measured. A machine that
// computes many children at once has lanes, in which as many playouts take little
// longer than one.
const (
	laneful = 512
	handful = 4
)

// makeWorkers makes the evaluators.
func (s *Search) makeWorkers() {
	_, fast := s.game.(game.Player)
	policy := s.opt.Policy
	if policy == Auto || policy == "" {
		if policy = Grams; fast {
			policy = Uniform
		}
	}
	count := s.opt.Playouts
	for range s.opt.Threads {
		if fast && policy == Uniform {
			s.workers = append(s.workers, newNative(s.game, max(count, 1)))
		} else {
			s.workers = append(s.workers, newStepper(s.game, policy, max(count, 1)))
			s.setWeight(max(count, 1))
		}
	}
	if count == 0 {
		if count = handful; s.lanes() {
			count = laneful
		}
	}
	s.setCount(count)
}

// lanes reports whether the machine computes many states at once.
func (s *Search) lanes() bool {
	_, ok := s.machine.(game.Expander)
	return ok
}

// setCount sets how many playouts the game runs for an evaluation.
func (s *Search) setCount(count int) {
	for _, w := range s.workers {
		if n, ok := w.(*native); ok {
			n.count = count
			s.setWeight(count)
		}
	}
}

// setWeight notes how much an evaluation is worth. Playouts from one position are
// worth less and less, since how it was reached is the same for all of them.
func (s *Search) setWeight(count int) { s.weight = math.Sqrt(float64(min(count, 256))) }

// Tune measures how many playouts are worth running for an evaluation: so many
// that they take about twice as long as everything else in a simulation. It also
// makes sure that the first simulation does not have to wait for an engine to be
// prepared. What it finds depends on the machine, and so does the search from then
// on. The graph begins anew.
func (s *Search) Tune(ctx context.Context) error {
	if _, ok := s.workers[0].(*native); !ok || s.opt.Playouts > 0 || s.root.over {
		return nil
	}
	many := 8
	if s.lanes() {
		many = laneful
	}
	if _, err := s.measure(ctx, 1); err != nil { // it prepares the engine
		return err
	}
	batch, err := s.measure(ctx, many)
	if err != nil {
		return err
	}
	whole, err := s.sample(ctx)
	if err == nil && ctx.Err() == nil {
		s.setCount(balance(whole, batch, many))
	}
	return err
}

// A cost is what a number of playouts takes.
type cost struct {
	took  time.Duration
	steps uint64
}

// tuneTime is about how long a measurement takes.
const tuneTime = 10 * time.Millisecond

// measure returns what a call for a number of playouts costs, if nothing gets in
// its way: the shortest of a few times, with the same playouts in all of them.
func (s *Search) measure(ctx context.Context, count int) (cost, error) {
	c := cost{took: math.MaxInt64}
	results := make([]game.PlayoutResult, 1)
	for began, i := time.Now(), 0; i == 0 || i < 10 && time.Since(began) < tuneTime && ctx.Err() == nil; i++ {
		before := time.Now()
		err := s.workers[0].(*native).runner.Run(ctx, []game.State{s.root.state}, game.PlayoutOptions{Count: count}, results)
		if err != nil {
			return c, fmt.Errorf("trying playouts: %w", err)
		}
		c.took, c.steps = min(c.took, time.Since(before)), results[0].Steps
	}
	return c, nil
}

// sample returns what a simulation with one playout costs: the mean of a few, on
// one thread.
func (s *Search) sample(ctx context.Context) (cost, error) {
	workers, count := s.workers, s.workers[0].(*native).count
	s.workers = workers[:1]
	s.setCount(1)
	defer func() { // everything is as it was
		s.workers = workers
		s.setCount(count)
		state := s.root.state
		s.forget()
		s.stats, s.length = stats{}, length{}
		s.root = s.enter(state)
	}()
	short, cancel := context.WithTimeout(ctx, 2*tuneTime)
	defer cancel()
	err := s.Run(short, Limits{Nodes: 64, Role: game.NoRole})
	n := max(s.length.playouts, 1)
	return cost{s.stats.elapsed / time.Duration(n), s.length.steps / n}, err
}

// balance returns how many playouts take twice as long as the rest of a
// simulation, if a whole simulation with one playout, and a number of playouts in
// one call, cost this much.
func balance(whole, batch cost, number int) int {
	if batch.steps == 0 {
		return 1 // the play is all but over
	}
	step := float64(batch.took) / float64(batch.steps)
	rest := max(float64(whole.took)-step*float64(whole.steps), 0)
	playout := step * float64(batch.steps) / float64(number)
	return max(1, min(int(2*rest/playout), laneful))
}
