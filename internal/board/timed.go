package board

import (
	"slices"

	"ludex/internal/movekeys"
	"ludex/timed"
)

// TimedFacts returns the facts of a real-time state with their lifetimes, for drawing.
func TimedFacts(s timed.State) []string {
	facts := []string{}
	for _, f := range s.Facts() {
		facts = append(facts, f.String())
	}
	return facts
}

// SplitTimed separates the facts of a real-time state into those that are drawn and those
// that are clocks, because they last for some time only and are no pieces on the board. What
// is drawn has no lifetimes.
func (b *Board) SplitTimed(facts []timed.Fact) (drawn []string, clocks []timed.Fact) {
	drawn = []string{}
	for _, f := range facts {
		if f.Lifetime == timed.Forever || b.IsOnBoard(f.Fact) || b.IsOnBoard(f.String()) {
			drawn = append(drawn, timed.Fact{Lifetime: timed.Forever, Fact: f.Fact}.String())
		} else {
			clocks = append(clocks, f)
		}
	}
	return drawn, clocks
}

// IsOnBoard reports whether a fact is drawn on a board, and not only listed.
func (b *Board) IsOnBoard(fact string) bool {
	_, _, ok := b.drawer.content(fact)
	return ok
}

// Keys returns the keys of the keyboard for moves of a role in a real-time game, in the names
// of browsers, of which the presentation may choose some. Moves with cells have none: they
// are made on the board. Known moves keep their keys.
func (b *Board) Keys(moves []string, known map[string]string) map[string]string {
	set := map[string]string{}
	moves = slices.DeleteFunc(slices.Clone(moves), func(m string) bool { return len(b.Target(m)) > 0 })
	for _, m := range moves {
		if key := b.pres.move(m, 0).Key; key != "" {
			set[m] = key
		}
	}
	for m, key := range known {
		set[m] = key
		moves = append(moves, m)
	}
	return movekeys.Assign(moves, set)
}
