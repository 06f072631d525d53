package report

import (
	"fmt"
	"hash/fnv"
	"slices"

	"ludex/game"
)

// different returns the data with each of several equal plays once. Where nothing is left to
// chance and nobody has to guess, a player that repeats a play tells nothing new by it, and
// intervals that counted it again would be too narrow.
func different(d *Data) *Data {
	if !repeatsTellNothing(d) {
		return d
	}
	c := *d
	seen := map[string]bool{}
	first := func(key string) bool {
		again := seen[key]
		seen[key] = true
		return !again
	}
	c.Self = slices.DeleteFunc(slices.Clone(d.Self), func(p Play) bool { return len(p.Moves) > 0 && !first(fmt.Sprint("self ", p.Moves)) })
	c.Bouts = slices.DeleteFunc(slices.Clone(d.Bouts), func(b Bout) bool {
		return b.Key != "" && !first(fmt.Sprint("bout ", b.Rival, " ", b.Seat, " ", b.Key))
	})
	return &c
}

// repeatsTellNothing reports whether the game has several seats, and no role draws lots: not by
// chance, nor since others choose at the same time or in secret.
func repeatsTellNothing(d *Data) bool {
	if d.About.Timed || d.About.Hidden || d.About.Chance != game.NoRole || len(d.About.Seats()) < 2 {
		return false
	}
	for i := range d.Self {
		if slices.ContainsFunc(d.Self[i].Moves, func(step []string) bool { return len(step) > 1 }) {
			return false
		}
	}
	return true
}

// keyOf returns a text that tells plays apart.
func keyOf(moves [][]game.Move) string {
	h := fnv.New64a()
	for _, joint := range moves {
		fmt.Fprintln(h, joint)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}
