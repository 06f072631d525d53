package epistemic

import (
	"context"
	"fmt"
	"time"

	"ludex/game"
	"ludex/internal/sleep"
)

// A walker makes random playouts from world to world: what follows a world, and what a play
// is worth, is computed when a play comes there for the first time. The playouts are those
// of [game.ScalarPlayouts].
type walker struct{ game *Game }

// A result is what a play that ends in a world is worth.
type result struct {
	goals []uint64 // by role
	bad   bool     // a role has no goal value or several
}

// Playouts implements [game.Playouter].
func (w walker) Playouts(ctx context.Context, opt game.PlayoutOptions) (game.PlayoutResult, error) {
	opt.Threads = max(opt.Threads, 1)
	if opt.MaxSteps == 0 {
		opt.MaxSteps = game.MaxSteps(w.game)
	}
	return game.PlayThreads(ctx, opt, func(ctx context.Context, t int) (game.PlayoutResult, error) { return w.thread(ctx, opt, t) })
}

func (w walker) thread(ctx context.Context, opt game.PlayoutOptions, thread int) (game.PlayoutResult, error) {
	p := &walk{machine: w.game.NewMachine().(*Machine), max: opt.MaxSteps}
	p.machine.Bind(ctx)
	p.counts.Goals = make([]uint64, len(w.game.Roles()))
	start := time.Now()
	from, err := p.start(opt.From)
	if err != nil {
		if game.Ended(ctx, err) {
			err = nil
		}
		return p.counts, err
	}
	count := (opt.Count + thread) / opt.Threads // spread over the threads
	for k := 0; opt.Count == 0 || k < count; k++ {
		if k%contextEvery == 0 {
			if sleep.Turn(); ctx.Err() != nil {
				break
			}
		}
		if err := p.play(from, opt.Seed+uint64(thread)<<32+uint64(k)); game.Ended(ctx, err) {
			p.counts.Abandoned++ // its moves still count in States
			break
		} else if err != nil {
			return p.counts, err
		}
		if k == 0 {
			p.counts.First = time.Since(start)
		}
	}
	p.counts.Elapsed = time.Since(start)
	return p.counts, nil
}

// contextEvery is after how many plays, or steps of a play, it is looked whether the context has ended.
const contextEvery = 64

// A walk plays at random.
type walk struct {
	machine *Machine
	max     int // steps of a play
	counts  game.PlayoutResult
}

// start returns the world where plays begin: that of a state, or of the initial one if it is nil.
func (p *walk) start(from game.State) (place, error) {
	if from == nil {
		from = p.machine.Initial(nil)
		if err := p.machine.Err(); err != nil {
			return place{}, err
		}
	}
	m := p.machine.game.model(from)
	if m == nil || from[1] >= uint64(len(m.states)) {
		return place{}, fmt.Errorf("%s: no such position is known", p.machine.game.Name())
	}
	return place{m, int32(from[1])}, nil
}

// play makes a play and counts it.
func (p *walk) play(at place, seed uint64) error {
	rand := game.NewRand(seed)
	for steps := 0; ; steps++ {
		if steps == p.max {
			return p.cut(at)
		}
		if steps%contextEvery == contextEvery-1 {
			if sleep.Turn(); p.machine.ctx.Err() != nil {
				return p.machine.ctx.Err()
			}
		}
		q, err := p.machine.sequel(at)
		if err != nil {
			return err
		}
		if q.legal == nil {
			return p.end(at, q, steps)
		}
		n := 0
		for _, c := range q.choices {
			rand.Skip(c.before)
			n = n*c.moves + rand.Choose(c.moves)
		}
		rand.Skip(q.rest)
		if at, err = p.machine.place(q.targets[n]); err != nil {
			return err
		}
		p.counts.States++
	}
}

// cut counts a play that has all the steps that it may have.
func (p *walk) cut(at place) error {
	over := p.machine.rules.Terminal(at.model.states[at.world])
	if err := p.machine.Err(); err != nil {
		return err
	}
	if over {
		q, err := p.machine.sequel(at)
		if err != nil {
			return err
		}
		return p.end(at, q, p.max)
	}
	p.counts.Playouts++
	p.counts.Steps += uint64(p.max)
	p.counts.Cut++
	return nil
}

// end counts a play that is over, or that a role without moves ends.
func (p *walk) end(at place, q *sequel, steps int) error {
	if q.over {
		r, err := p.machine.result(at, q)
		if err != nil {
			return err
		}
		for role, v := range r.goals {
			p.counts.Goals[role] += v
		}
		if r.bad {
			p.counts.BadGoals++
		}
		p.counts.Finished++
	} else {
		p.counts.Stuck++
	}
	p.counts.Playouts++
	p.counts.Steps += uint64(steps)
	return nil
}

// sequel returns what follows a world.
func (m *Machine) sequel(at place) (*sequel, error) {
	next, err := m.sequels(at.model)
	if err != nil {
		return nil, err
	}
	return &next[at.world], nil
}

// result returns what a play is worth that ends in a world, and computes it once.
func (m *Machine) result(at place, q *sequel) (*result, error) {
	if r := q.result.Load(); r != nil {
		return r, nil
	}
	r := &result{}
	var goals []int
	for role := range m.game.Roles() {
		goals = m.rules.Goals(at.model.states[at.world], game.Role(role), goals[:0])
		value := 0
		if len(goals) == 1 {
			value = goals[0]
		} else if game.Role(role) != m.game.Random() {
			r.bad = true
		}
		r.goals = append(r.goals, uint64(value))
	}
	if err := m.Err(); err != nil {
		return nil, err
	}
	q.result.Store(r)
	return r, nil
}
