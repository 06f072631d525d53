package timed

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ludex/gdl"
	"ludex/internal/timedengine"
)

// A State is a state of a game at an instant: facts with lifetimes, and the facts
// that expired at that instant. It is immutable, and stays the state of the game
// until the next update. The zero value is not a valid state.
type State struct {
	shape  *shape
	values []Time // for the holes of the shape
	now    Time
	fast   timedengine.State // on ground rules; then there is no shape
}

// A Fact is something that is true for some time.
type Fact struct {
	Lifetime Time   // left at the instant of the state
	Fact     string // canonical text
}

// String returns the lifetime and the fact.
func (f Fact) String() string { return f.Lifetime.String() + " " + f.Fact }

// MarshalText implements [encoding.TextMarshaler].
func (f Fact) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]. It does not parse the text
// of the fact.
func (f *Fact) UnmarshalText(text []byte) (err error) {
	lifetime, fact, ok := strings.Cut(string(text), " ")
	if !ok || fact == "" {
		return fmt.Errorf("%q is no fact with a lifetime", text)
	}
	f.Fact = fact
	if f.Lifetime, err = ParseTime(lifetime); err == nil && f.Lifetime == 0 {
		err = fmt.Errorf("%q has no lifetime left", text)
	}
	return err
}

// Now returns the instant of the state.
func (s State) Now() Time { return s.now }

// Facts returns the facts, sorted by text and then by lifetime.
func (s State) Facts() []Fact {
	if s.isFast() {
		var out []Fact
		s.fast.Each(func(fact string, left gdl.Lifetime) { out = append(out, Fact{Time(left), fact}) })
		return out
	}
	out := make([]Fact, len(s.shape.facts))
	for i, f := range s.shape.facts {
		out[i] = Fact{s.lifetime(f.life), f.fact.in(s.values)}
	}
	slices.SortFunc(out, func(a, b Fact) int {
		return cmp.Or(strings.Compare(a.Fact, b.Fact), cmp.Compare(a.Lifetime, b.Lifetime))
	})
	return out
}

// Expired returns the facts that expired at the instant of the state, sorted.
func (s State) Expired() []string {
	if s.isFast() {
		return s.fast.Expired()
	}
	return slices.Compact(texts(s.shape.expired, s.values))
}

func (s State) lifetime(l life) Time { return s.shape.game.numbers.value(l, s.values) }

// Expiry returns the instant at which the next lifetime runs out, or [Forever].
// Until then nothing changes unless a role moves.
func (s State) Expiry() Time {
	if s.isFast() {
		return Time(s.fast.Expiry())
	}
	least := Forever
	for _, l := range s.shape.lives {
		least = min(least, s.lifetime(l))
	}
	return s.now.after(least)
}

// ExpiryOf returns when a fact will expire, or [Forever].
func (s State) ExpiryOf(fact string) Time {
	if s.isFast() {
		return Time(s.fast.ExpiryOf(fact))
	}
	for _, f := range s.shape.facts {
		if f.life != lasting && f.fact.text == fact {
			return s.now.after(s.lifetime(f.life))
		}
	}
	return Forever
}

// String returns the state in a canonical form: states of one game have the same
// text if and only if they are equal.
func (s State) String() string {
	var b strings.Builder
	b.WriteString("at ")
	b.WriteString(s.now.String())
	for _, f := range s.Facts() {
		b.WriteString("; ")
		b.WriteString(f.String())
	}
	for _, e := range s.Expired() {
		b.WriteString("; expired ")
		b.WriteString(e)
	}
	return b.String()
}

// Equal reports whether two states of one game, or of two games of one
// description, are the same.
func (s State) Equal(t State) bool {
	if s.now != t.now {
		return false
	}
	if s.isFast() || t.isFast() {
		if s.isFast() && t.isFast() && s.fast.Node.SameProgram(t.fast.Node) {
			return s.fast.Same(t.fast) && s.fast.SameExpired(t.fast)
		}
		return s.String() == t.String()
	}
	if s.shape == t.shape && (slices.Equal(s.values, t.values) || s.shape.hasUniqueOrder()) {
		return slices.Equal(s.values, t.values)
	}
	if same, known := s.compare(t); known && (!same || slices.Equal(s.shape.expired, t.shape.expired)) {
		return same
	}
	return s.String() == t.String()
}

// hasUniqueOrder reports whether facts have only one order: there are no numbers inside
// them, and none has several lifetimes. States with a shape that is not orderly can
// be equal although their values differ.
func (a *shape) hasUniqueOrder() bool {
	if len(a.inner) > 0 {
		return false
	}
	for i := 1; i < len(a.facts); i++ {
		if a.facts[i].fact == a.facts[i-1].fact {
			return false
		}
	}
	return true
}

// compare reports whether the same facts hold for the same time in two states of
// different shapes, if that can be decided without texts.
func (s State) compare(t State) (same, known bool) {
	a, b := s.shape, t.shape
	if a.game != b.game || a.age != b.age || len(a.inner) > 0 || len(b.inner) > 0 {
		return false, false
	}
	// Without numbers inside them the same facts are the same atoms, in the same
	// order except for facts with several lifetimes.
	if len(a.facts) != len(b.facts) {
		return false, true
	}
	for i := range a.facts {
		switch {
		case i+1 < len(a.facts) && a.facts[i].fact == a.facts[i+1].fact:
			return false, false
		case a.facts[i].fact != b.facts[i].fact || s.lifetime(a.facts[i].life) != t.lifetime(b.facts[i].life):
			return false, true
		}
	}
	return true, true
}

// SameFacts reports whether the same facts hold for the same time in two
// states, whatever expired.
func (s State) SameFacts(t State) bool {
	if s.isFast() || t.isFast() {
		if s.isFast() && t.isFast() && s.fast.Node.SameProgram(t.fast.Node) {
			return s.fast.Same(t.fast)
		}
		return slices.Equal(s.Facts(), t.Facts())
	}
	if s.shape == t.shape && (slices.Equal(s.values, t.values) || s.shape.hasUniqueOrder()) {
		return slices.Equal(s.values, t.values)
	}
	if same, known := s.compare(t); known {
		return same
	}
	return slices.Equal(s.Facts(), t.Facts())
}

// State returns a state from text: facts with lifetimes and expired facts, in any
// order, at an instant.
func (g *Game) State(now Time, facts []Fact, expired []string) (State, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if now < 0 || now > MaxTime {
		return State{}, fmt.Errorf("a state cannot be at %v", now)
	}
	for _, f := range facts {
		if f.Lifetime <= 0 || f.Lifetime > MaxTime && f.Lifetime != Forever {
			return State{}, fmt.Errorf("%s cannot have the lifetime %v", f.Fact, f.Lifetime)
		}
	}
	if s, ok := g.stateOnGround(now, facts, expired); ok {
		return s, nil
	}
	return g.interpretedState(now, facts, expired)
}

// interpretedState is State for the interpreter.
func (g *Game) interpretedState(now Time, facts []Fact, expired []string) (State, error) {
	var values []Time
	var out []held
	for _, f := range facts {
		a, more, err := g.parseAtom(f.Fact, values)
		if err != nil {
			return State{}, err
		}
		values = more
		h := held{fact: a}
		if n, ok := g.numbers.numbers[f.Lifetime]; ok {
			h.life = ^life(n)
		} else {
			var hole int32
			hole, values = holeFor(values, f.Lifetime)
			h.life = life(hole)
		}
		out = append(out, h)
	}
	var gone []*atom
	for _, e := range expired {
		a, more, err := g.parseAtom(e, values)
		if err != nil {
			return State{}, err
		}
		gone, values = append(gone, a), more
	}
	slices.SortFunc(out, compareHeld)
	return State{shape: g.shape(slices.Compact(out), gone, len(values)), values: values, now: now}, nil
}
