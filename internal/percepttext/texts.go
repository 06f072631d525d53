// Package percepttext compares percepts and moves as texts.
package percepttext

import (
	"cmp"
	"slices"
	"strings"

	"ludex/game"
)

// MovePercept is the percept of a move where nothing is hidden.
func MovePercept(g game.Game, r game.Role, move game.Move) string {
	return "(moves " + g.Roles()[r] + " " + g.MoveText(r, move) + ")"
}

// SortedSet sorts texts and drops repetitions.
func SortedSet(texts []string) []string {
	slices.Sort(texts)
	return slices.Compact(texts)
}

// SameSet compares two sets of texts, ignoring case if fold is set.
func SameSet(a, b []string, fold bool) bool {
	if len(a) != len(b) {
		return false
	}
	if !fold {
		return slices.Equal(a, b)
	}
	byCase := func(a, b string) int { return cmp.Compare(strings.ToLower(a), strings.ToLower(b)) }
	a, b = slices.SortedFunc(slices.Values(a), byCase), slices.SortedFunc(slices.Values(b), byCase)
	return slices.EqualFunc(a, b, strings.EqualFold)
}

// Same compares two texts, ignoring case if fold is set.
func Same(a, b string, fold bool) bool {
	return a == b || fold && strings.EqualFold(a, b)
}
