package report

import (
	"fmt"
	"hash/fnv"
	"math"
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

// fewPlays is the logarithm to base 10 of the number of plays below which players repeat plays by
// chance, though they draw their moves.
const fewPlays = 4

// repeatsTellNothing reports whether the game has several seats and many plays, and no role draws
// lots: not by chance, nor since others choose at the same time or in secret.
func repeatsTellNothing(d *Data) bool {
	if d.About.Timed || d.About.Hidden || d.About.Chance != game.NoRole || len(d.About.Seats()) < 2 {
		return false
	}
	size := 0.0 // the logarithms of the products of the numbers of legal moves
	for i := range d.Self {
		p := &d.Self[i]
		if slices.ContainsFunc(p.Moves, func(step []string) bool { return len(step) > 1 }) {
			return false
		}
		if p.Choices.N > 0 {
			size += float64(p.Choices.N) * math.Log10(p.Choices.Mean())
		}
	}
	return size >= fewPlays*float64(len(d.Self))
}

// keyOf returns a text that tells plays apart.
func keyOf(moves [][]game.Move) string {
	h := fnv.New64a()
	for _, joint := range moves {
		fmt.Fprintln(h, joint)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}
