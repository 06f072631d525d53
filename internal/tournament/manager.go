package tournament

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ludex/internal/store"
)

// A manager starts matches and collects their results, in one goroutine.
type manager struct {
	Progress
	host    *Host
	queue   []Fixture // known, without a result and not running
	failed  map[string]bool
	ended   chan outcome
	workers int
}

// An outcome is the outcome of a match.
type outcome struct {
	fixture Fixture
	result  store.Result
	err     error
}

func newManager(h *Host, results Results) *manager {
	m := &manager{host: h, failed: map[string]bool{}, ended: make(chan outcome), workers: h.Workers}
	if m.workers <= 0 {
		m.workers = max(h.Config.Workers, 1)
	}
	m.Config, m.Results = h.Config, results
	m.plan()
	return m
}

// plan computes the schedule and the queue.
func (m *manager) plan() {
	m.Schedule = m.Config.Schedule(m.Results)
	m.Done = 0
	m.queue = nil
	running := make(map[string]bool, len(m.Running))
	for _, f := range m.Running {
		running[f.Key] = true
	}
	for _, f := range m.Schedule.Fixtures {
		if _, done := m.Results[f.Key]; done {
			m.Done++
			continue
		}
		if !running[f.Key] && !m.failed[f.Key] {
			m.queue = append(m.queue, f)
		}
	}
}

// watchEvery is how often Watch is called if nothing happens.
const watchEvery = time.Second

// run plays until nothing is left to play. If the context ends or the store fails,
// it waits for the running matches to stop.
func (m *manager) run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	m.watch(nil)
	for {
		m.dispatch(ctx)
		if len(m.Running) == 0 {
			break
		}
		select {
		case o := <-m.ended:
			if broken, ok := errors.AsType[*storeError](o.err); ok {
				cancel(fmt.Errorf("the store: %w", broken))
			}
			m.finish(ctx, o)
		case <-tick.C:
			m.watch(nil)
		}
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case len(m.Failed) > 0:
		return ErrUnplayed
	}
	return nil
}

// dispatch starts matches as long as there is capacity.
func (m *manager) dispatch(ctx context.Context) {
	for ctx.Err() == nil && len(m.Running) < m.capacity() {
		i := m.next()
		if i < 0 {
			return
		}
		f := m.queue[i]
		if i == 0 {
			m.queue = m.queue[1:] // the usual case, and the queue may be long
		} else {
			m.queue = slices.Delete(m.queue, i, i+1)
		}
		m.Running = append(m.Running, f)
		go func() {
			res, err := m.host.play(ctx, f)
			m.ended <- outcome{f, res, err}
		}()
	}
}

// capacity returns how many matches may run at a time.
func (m *manager) capacity() int {
	if m.host.PlayRemotely != nil && m.host.Window != nil {
		return max(m.host.Window(), 1)
	}
	return m.workers
}

// next returns the first match in the queue whose players have time, or -1.
func (m *manager) next() int {
	single := m.host.Players.Single
	if single == nil {
		return min(len(m.queue), 1) - 1
	}
	of := func(f Fixture) (names []string) {
		for _, p := range f.Players {
			if name := single(m.Config.Players[p].Spec); name != "" {
				names = append(names, name)
			}
		}
		return names
	}
	busy := map[string]bool{}
	for _, f := range m.Running {
		for _, name := range of(f) {
			busy[name] = true
		}
	}
	return slices.IndexFunc(m.queue, func(f Fixture) bool {
		return !slices.ContainsFunc(of(f), func(name string) bool { return busy[name] })
	})
}

// finish processes the outcome of a match.
func (m *manager) finish(ctx context.Context, o outcome) {
	m.Running = slices.DeleteFunc(m.Running, func(f Fixture) bool { return f.Key == o.fixture.Key })
	if o.err != nil {
		if ctx.Err() == nil {
			m.failed[o.fixture.Key] = true
			m.Failed = append(m.Failed, Failure{o.fixture, o.err})
		}
		m.watch(nil)
		return
	}
	m.Results[o.fixture.Key] = o.result
	m.Done++
	if len(m.queue) == 0 && !m.Schedule.Final {
		m.plan()
	}
	m.watch(&o.result)
}

func (m *manager) watch(last *store.Result) {
	if m.host.Watch == nil {
		return
	}
	m.Last = last
	m.host.Watch(&m.Progress)
}
