//go:build !js

package timedengine

import (
	"slices"

	"ludex/gdl"
)

// A State is a node with the instants at which its facts will expire.
type State struct {
	Node  *Node
	Until []gdl.Lifetime
	Gone  []int32 // the facts that expired at its instant
	Now   gdl.Lifetime
}

// Expiry returns the instant at which the first fact expires, or gdl.Forever.
func (s State) Expiry() gdl.Lifetime {
	least := gdl.Forever
	for _, u := range s.Until {
		least = min(least, u)
	}
	return least
}

// Each calls visit for the facts of a state in the order of their texts, with the
// lifetimes that they have left.
func (s State) Each(visit func(fact string, left gdl.Lifetime)) {
	for _, h := range s.Node.facts {
		left := gdl.Forever
		if h.slot >= 0 {
			left = s.Until[h.slot] - s.Now
		}
		visit(s.Node.prog.facts[h.fact].text, left)
	}
}

// Expired returns the facts that expired at the instant of the state, sorted.
func (s State) Expired() []string { return s.Node.prog.textsOf(s.Gone) }

// Expired returns the facts that expire in an update, sorted.
func (p *Program) Expired(edge *Edge) []string { return p.textsOf(edge.expired) }

func (p *Program) textsOf(facts []int32) []string {
	out := make([]string, len(facts))
	for i, f := range facts {
		out[i] = p.facts[f].text
	}
	return out
}

// Sees returns what a role sees in an update, sorted.
func (p *Program) Sees(edge *Edge, role int) []string {
	list := edge.sees[role]
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = p.perceptText(n)
	}
	if !p.hidden {
		slices.Sort(out)
	}
	return out
}

// Perceives reports whether a role sees anything in an update.
func (edge *Edge) Perceives(role int) bool { return len(edge.sees[role]) > 0 }

// PerceptKey returns the sum of the keys of what a role sees.
func (edge *Edge) PerceptKey(role int) uint64 { return edge.keys[role] }

// perceptText returns the text of a percept: where nothing is hidden, of a move.
func (p *Program) perceptText(n int32) string {
	if p.hidden {
		return p.texts[n]
	}
	role := 0
	for p.legalAt[role+1] <= n+1 {
		role++
	}
	return "(moves " + p.roles[role] + " " + p.moves[role][n+1-p.legalAt[role]].text + ")"
}

// Same reports whether the same facts hold for the same time in two states of one
// program.
func (s State) Same(t State) bool {
	if s.Node != t.Node && !slices.Equal(s.Node.facts, t.Node.facts) {
		return false
	}
	for i, u := range s.Until {
		if u-s.Now != t.Until[i]-t.Now {
			return false
		}
	}
	return true
}

// SameExpired reports whether the same facts expired at the instants of two states.
func (s State) SameExpired(t State) bool { return slices.Equal(s.Gone, t.Gone) }

// ExpiryOf returns when a fact will expire, or gdl.Forever.
func (s State) ExpiryOf(fact string) gdl.Lifetime {
	f, ok := s.Node.prog.number[fact]
	if !ok {
		return gdl.Forever
	}
	if i, ok := slices.BinarySearch(s.Node.timers, f); ok {
		return s.Until[i]
	}
	return gdl.Forever
}

// A Fact of a state has a lifetime.
type Fact struct {
	Text string
	Left gdl.Lifetime
}

// State returns the state with given facts, of which each has one lifetime, and expired
// facts, at an instant. The error is [ErrIrregular] if there is none.
func (e *Engine) State(now gdl.Lifetime, facts []Fact, expired []string) (State, error) {
	e.facts = e.facts[:0]
	lengths := make(map[int32]gdl.Lifetime, len(facts))
	for _, f := range facts {
		n, ok := e.prog.number[f.Text]
		if old, twice := lengths[n]; !ok || twice && old != f.Left {
			return State{}, ErrIrregular
		} else if twice {
			continue
		}
		lengths[n] = f.Left
		e.facts = append(e.facts, held{n, -1})
	}
	slices.SortFunc(e.facts, func(a, b held) int { return int(a.fact - b.fact) })
	s := State{Now: now}
	for i := range e.facts {
		if left := lengths[e.facts[i].fact]; left != gdl.Forever {
			e.facts[i].slot = int32(len(s.Until))
			s.Until = append(s.Until, now+left)
		}
	}
	for _, text := range expired {
		n, ok := e.prog.number[text]
		if !ok {
			return State{}, ErrIrregular
		}
		s.Gone = append(s.Gone, n)
	}
	slices.Sort(s.Gone)
	s.Gone = slices.Compact(s.Gone)
	s.Node = e.node(e.facts, e.prog.mattering(s.Gone), s.Until, now)
	return s, nil
}
