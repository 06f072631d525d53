package realtime

import (
	"context"
	"math"
	"slices"

	"ludex/game"
	"ludex/internal/sleep"
	"ludex/timed"
)

// A search finds the best plan by simulated matches. The simulations begin in the
// worlds of a belief. In each of them all roles plan; the first planned move or
// expiry happens, and every role that learns of it plans again. Better plans of a
// role are tried more often; plans for new situations are drawn at random.
//
// In every other simulation the others are assumed to play against the own role;
// in the rest they play at random. The first makes plans safe, and the second
// exploits the mistakes of opponents.
type search struct {
	*model
	belief *belief
	trees  []*tree // by role; nil for random
	root   *node

	// Of the current simulation:
	plans   []plan
	from    timed.Time // before which no role moves
	replans []bool
	wild    []bool       // roles that play at random
	means   []timed.Time // their mean thinking times
	path    []step
}

// A step is a decision of a role in a simulation.
type step struct {
	role game.Role
	node *node
	arm  int
}

func newSearch(b *belief) *search {
	s := &search{model: b.model, belief: b, plans: make([]plan, b.roles), replans: make([]bool, b.roles), wild: make([]bool, b.roles),
		means: make([]timed.Time, b.roles)}
	for r := range b.roles {
		var t *tree
		if game.Role(r) != b.random {
			t = newTree()
		}
		s.trees = append(s.trees, t)
	}
	return s
}

// begin prepares to search for a plan from an instant on. It reports whether there
// is anything to decide.
func (s *search) begin(from timed.Time) bool {
	for _, t := range s.trees {
		if t != nil {
			t.trim()
		}
	}
	s.from = from
	worlds := s.belief.worlds
	s.root, _ = s.trees[s.me].find(worlds[0].observed[s.me])
	var list []plan
	for i := range s.root.arms {
		list = append(list, s.root.arms[i].plan)
	}
	for i := range worlds {
		if list = s.addPlans(list, &worlds[i], s.me, from); s.hidden {
			list = s.addLaterPlans(list, &worlds[i])
		}
		if len(list) > maxPlans {
			break
		}
	}
	for _, p := range list[len(s.root.arms):] {
		s.root.arms = append(s.root.arms, arm{plan: p})
	}
	s.root.first = firstArms(s.root.arms)
	return len(s.root.arms) > 1
}

// maxPlans bounds the plans at the root.
const maxPlans = 200

// addLaterPlans adds plans for after updates that the role does not learn of.
func (s *search) addLaterPlans(list []plan, w *world) []plan {
	const updates = 3
	next := w.clone()
	for range updates {
		at := next.state.Expiry()
		if at == timed.Forever || next.over || len(s.canChance(&next)) > 0 {
			break
		}
		s.moves = s.moves[:0]
		u, ok := s.update(&next, at, timed.Joint)
		if !ok || s.observes(&next, &u, s.me, timed.Joint) || next.over {
			break
		}
		list = s.addPlans(list, &next, s.me, s.from)
	}
	return list
}

// run simulates until the budget of updates or the context ends. A simulation counts
// as at least one update, since it may have none.
func (s *search) run(ctx context.Context, budget int) {
	start := s.updates
	for n := 0; s.updates-start+n < budget && s.err == nil; n++ {
		if n%8 == 0 {
			if sleep.Turn(); ctx.Err() != nil {
				return
			}
		}
		s.simulate()
	}
}

// maxUpdates bounds the updates of a simulation.
const maxUpdates = 100

// simulate plays one match from the current situation.
func (s *search) simulate() {
	w := s.belief.worlds[s.rand.Choose(len(s.belief.worlds))].clone()
	s.path = s.path[:0]
	against := s.rand.Uint64()&1 == 0
	for r := range s.plans {
		s.plans[r], s.replans[r] = waits, game.Role(r) != s.random
		s.wild[r] = game.Role(r) != s.me && !against
		if s.means[r] = s.pace/4 + timed.Moment; s.wild[r] {
			s.means[r] = s.thinkingTime()
		}
	}
	s.chance(&w)
	s.replan(&w)
	for n := 0; n < maxUpdates && !w.over && s.err == nil; n++ {
		if !s.happen(&w) {
			break
		}
	}
	s.learn(s.value(&w))
}

// replan lets all roles plan that have learned something.
func (s *search) replan(w *world) {
	for r := range s.plans {
		if s.replans[r] && !w.over {
			s.plans[r] = s.planOf(w, game.Role(r))
		}
		s.replans[r] = false
	}
}

// planOf chooses a plan of a role.
func (s *search) planOf(w *world, r game.Role) plan {
	if s.wild[r] {
		return s.randomPlan(w, r, s.from, s.means[r])
	}
	n, isNew := s.trees[r].find(w.observed[r])
	if n.arms == nil {
		n.arms = newArms(s.addPlans(nil, w, r, s.from))
		n.first = firstArms(n.arms)
	}
	if isNew { // the rest of the simulation is drawn at random
		s.wild[r] = true
	}
	i := n.choose()
	if len(n.arms) > 1 {
		s.path = append(s.path, step{r, n, i})
	}
	return n.arms[i].plan
}

// happen carries out the next event, and reports whether there is one.
func (s *search) happen(w *world) bool {
	expiry, open := w.state.Expiry(), w.open()
	at := expiry
	for r := range s.plans {
		s.plans[r].at = max(s.plans[r].at, open) // an update may have happened unnoticed
		at = min(at, s.plans[r].at)
	}
	if at > timed.MaxTime {
		return false
	}
	s.moves = s.moves[:0]
	for r := range s.plans {
		p := &s.plans[r]
		if p.at != at || p.move == "" {
			continue
		}
		if !s.hidden || slices.Contains(s.legal(w, game.Role(r)), p.move) {
			s.moves = append(s.moves, timed.Move{Role: game.Role(r), Text: p.move})
			s.replans[r] = true
		}
		*p = waits // made, or refused
	}
	if len(s.moves) == 0 && at < expiry {
		return true
	}
	u, ok := s.update(w, at, timed.Joint)
	if !ok {
		return false
	}
	s.tell(w, &u, timed.Joint)
	s.chance(w)
	s.replan(w)
	return true
}

// tell informs roles of an update; a role that learns of it plans again.
func (s *search) tell(w *world, u *timed.Update, kind timed.Kind) {
	for r := range s.plans {
		if s.observes(w, u, game.Role(r), kind) {
			s.replans[r] = true
		}
	}
}

// chance lets random move as long as it can.
func (s *search) chance(w *world) {
	for n := 0; n < maxUpdates; n++ {
		legal := s.canChance(w)
		if len(legal) == 0 {
			return
		}
		s.moves = append(s.moves[:0], timed.Move{Role: s.random, Text: legal[s.rand.Choose(len(legal))]})
		u, ok := s.update(w, w.state.Now(), timed.Chance)
		if !ok {
			return
		}
		s.tell(w, &u, timed.Chance)
	}
	w.over = true // it makes no progress from here
}

// value returns the value of a state for the own role, between 0 and 1. Before the
// end it is the goal value that the rules give there, if any.
func (s *search) value(w *world) float64 {
	values, err := s.game.Goals(w.state, s.me)
	if s.fail(err) || len(values) != 1 {
		if w.over {
			return 0
		}
		return 0.5
	}
	return float64(values[0]) / 100
}

// learn records the value of a simulation.
func (s *search) learn(value float64) {
	for _, p := range s.path {
		v := value
		if p.role != s.me {
			v = 1 - value
		}
		p.node.learn(&p.node.arms[p.arm], v)
	}
}

// best returns the plan to follow: the one tried most. But a later move is made at
// once if waiting has no measurable advantage, since otherwise it might be
// postponed forever.
func (s *search) best() plan {
	if s.root.visits == 0 {
		return waits
	}
	top := s.root.top()
	for i := range s.root.arms {
		a := &s.root.arms[i]
		if a.move != top.move || a.at >= top.at || a.at < s.from || a.visits == 0 {
			continue
		}
		if 2*(top.mean()-a.mean()) <= math.Sqrt(top.doubt()+a.doubt()) {
			top = a
		}
	}
	return top.plan
}
