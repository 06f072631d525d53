package session

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"ludex/game"
	"ludex/internal/callqueue"
	"ludex/internal/sleep"
	"ludex/knowledge"
)

// A knowledgeState computes what the person knows in a game with hidden information.
type knowledgeState struct {
	calls    callqueue.Queue
	model    *knowledge.Model // of the current game; used by the queue only
	thinking bool
	known    *Known
	failed   string // why it gave up
	cancel   context.CancelFunc
}

// Known is what the person knows for certain: what is true in every state that is
// consistent with the role's actions and percepts.
type Known struct {
	Facts    []string
	Possible []string // facts that are true in some of these states, but not in all
	States   int      // number of possible states
	All      bool     // the whole play is known, and with it what others know
}

// Limits of the computation. The person waits for it.
const (
	knowTime   = 2 * time.Second
	knowStates = 100_000
)

func (k *knowledgeState) leave() {
	if k.cancel != nil {
		k.cancel()
	}
	k.thinking, k.known, k.cancel = false, nil, nil
}

// Known returns what the person knows, once that is computed. It is for games with
// hidden information.
func (s *Seat) Known() (Known, bool) {
	if s.knowledge.known == nil {
		return Known{}, false
	}
	return *s.knowledge.known, true
}

// Unknown returns why it is not known what the person knows, or "".
func (s *Seat) Unknown() string { return s.knowledge.failed }

// take stores the result.
func (k *knowledgeState) take(known *Known, err error) {
	k.thinking, k.known = false, known
	var limit *knowledge.LimitError
	switch {
	case err == nil:
	case errors.As(err, &limit), errors.Is(err, context.DeadlineExceeded):
		k.failed = "too much is possible"
	default:
		k.failed = err.Error()
	}
}

// compute finds the facts that are true in all possible states.
func (k *knowledgeState) compute(ctx context.Context, g game.Game, r game.Role, joints [][]game.Move) (*Known, error) {
	if k.model == nil {
		var err error
		k.model, err = knowledge.New(g, knowledge.Limits{Developments: knowStates, States: knowStates, Edges: 20 * knowStates})
		if err != nil {
			return nil, fmt.Errorf("what is known: %w", err)
		}
	}
	trace, err := k.model.Follow(knowledge.Development{Joints: joints})
	if err != nil {
		return nil, err
	}
	_, views := trace.Last()
	set, err := k.model.Possible(ctx, r, views[r], 0)
	if err != nil {
		return nil, err
	}
	return Certain(ctx, g, set)
}

// Certain returns the facts that are true in all states of a set, and those that are true in
// some.
func Certain(ctx context.Context, g game.Game, set *knowledge.Set) (*Known, error) {
	known := &Known{States: set.States(), All: set.IsSingle()}
	seen := map[knowledge.StateID]bool{}
	some := map[string]bool{}
	for i := range set.Len() {
		sleep.Turn()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if seen[set.StateID(i)] {
			continue
		}
		seen[set.StateID(i)] = true
		facts := g.Facts(set.State(i))
		for _, f := range facts {
			some[f] = true
		}
		if len(seen) == 1 {
			known.Facts = slices.Clone(facts)
			continue
		}
		known.Facts = slices.DeleteFunc(known.Facts, func(f string) bool {
			_, found := slices.BinarySearch(facts, f)
			return !found
		})
	}
	for _, f := range known.Facts {
		delete(some, f)
	}
	known.Possible = slices.Sorted(maps.Keys(some))
	return known, nil
}

// start starts the computation for the current position.
func (k *knowledgeState) start(s *Seat) {
	if !s.game.Hidden() || k.failed != "" {
		return
	}
	if s.opt.From != nil {
		k.failed = "the play did not begin at the beginning"
		return
	}
	var joints [][]game.Move
	for _, step := range s.steps {
		joints = append(joints, step.Joint)
	}
	var ctx context.Context
	ctx, k.cancel = context.WithCancel(s.ctx)
	generation, role := s.generation, s.role
	k.thinking = true
	k.calls.Do(func() {
		limited, cancel := context.WithTimeout(ctx, knowTime)
		defer cancel()
		known, err := k.compute(limited, s.game, role, joints)
		s.post(ctx, generation, func() { k.take(known, err) })
	}, func(err error) { s.post(ctx, generation, func() { k.take(nil, err) }) })
}
