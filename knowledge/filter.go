package knowledge

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"ludex/game"
	"ludex/internal/percepttext"
)

// An InconsistentError says that no legal development has a view.
type InconsistentError struct {
	Step int    // counted from 1
	What string // what is impossible
}

// Error names the step and what is inconsistent.
func (e *InconsistentError) Error() string { return fmt.Sprintf("step %d: %s", e.Step, e.What) }

// Filter returns the developments with a given view. Developments with different
// views of the tracked roles are not merged. It returns an [*InconsistentError] if
// there are none.
func (m *Model) Filter(ctx context.Context, v View, track RoleSet) (*Set, error) {
	return m.filterView(ctx, v, track, nil)
}

func (m *Model) filterView(ctx context.Context, v View, track RoleSet, w *probabilities) (*Set, error) {
	if err := m.checkPlayers(append(track.List(), v.Role)...); err != nil {
		return nil, err
	}
	b := &budget{limit: m.limits.Developments}
	set := m.start(track&^Roles(v.Role), false)
	set.role, set.view = v.Role, blankView
	if w != nil {
		set.setCertain()
	}
	for k, e := range v.Steps {
		next, err := m.experience(ctx, set, e, k+1, b, w)
		if err != nil {
			return nil, err
		}
		set = next
	}
	return set, nil
}

// experience extends a set by one step of a role's view. If nothing matches, texts
// are compared ignoring case.
func (m *Model) experience(ctx context.Context, set *Set, e Experience, step int, b *budget, w *probabilities) (*Set, error) {
	e.Percepts = percepttext.SortedSet(slices.Clone(e.Percepts))
	var move game.Move
	for _, fold := range []bool{false, true} {
		var found bool
		var err error
		if move, found, err = m.ownMove(set, e.Move, fold); err != nil {
			return nil, err
		} else if !found {
			continue
		}
		next, signal, err := m.perceived(ctx, set, move, e, fold, b, w)
		if err != nil {
			return nil, err
		}
		if next.Len() > 0 {
			next.view = m.views.extend(set.view, move, signal)
			return next, nil
		}
	}
	return nil, m.inconsistent(set, e, step)
}

// ownMove finds the move of the set's role with a text.
func (m *Model) ownMove(set *Set, text string, fold bool) (game.Move, bool, error) {
	for _, s := range set.states {
		p, err := m.position(s)
		if err != nil {
			return 0, false, err
		}
		if p.status != live {
			continue
		}
		for _, move := range m.legal(p, set.role) {
			if percepttext.Same(m.game.MoveText(set.role, move), text, fold) {
				return move, true, nil
			}
		}
	}
	return 0, false, nil
}

// perceived extends a set by the role's move and the percepts of a step.
func (m *Model) perceived(ctx context.Context, set *Set, move game.Move, e Experience, fold bool, b *budget, w *probabilities) (*Set, int32, error) {
	known := map[int32]bool{}
	var right int32 // the signal that has the texts
	f := filter{set.role, move, func(signal int32) bool {
		same, ok := known[signal]
		if !ok {
			same = percepttext.SameSet(m.perceptTexts(signal), e.Percepts, fold)
			known[signal] = same
		}
		if same {
			right = signal
		}
		return same
	}}
	next, err := m.step(ctx, set, f, b, w)
	return next, right, err
}

// inconsistent returns an error that explains why a step is inconsistent.
func (m *Model) inconsistent(set *Set, e Experience, step int) error {
	name := m.game.Roles()[set.role]
	if !m.anyLive(set) {
		return &InconsistentError{step, "the play is surely over before"}
	}
	if _, found, _ := m.ownMove(set, e.Move, true); !found {
		return &InconsistentError{step, fmt.Sprintf("%s is no legal move of %s in any state that can be then", e.Move, name)}
	}
	if len(e.Percepts) == 0 {
		return &InconsistentError{step, fmt.Sprintf("%s cannot do %s and perceive nothing then", name, e.Move)}
	}
	return &InconsistentError{step, fmt.Sprintf("%s cannot do and perceive %s then", name, e)}
}

func (m *stateSpace) anyLive(set *Set) bool {
	return slices.ContainsFunc(set.states, func(s StateID) bool { return m.positions[s].status == live })
}

// setCertain gives the development of step 1 probability one.
func (s *Set) setCertain() {
	s.mass, s.scale = &countList{small: []uint64{1}}, big.NewRat(1, 1)
}
