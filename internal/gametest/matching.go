package gametest

import "ludex/game"

// Matching returns a game of two steps: both roles choose a or b at once; equal
// choices end it with 100 for the first, different ones with 100 for the second.
func Matching() *Explicit {
	return &Explicit{
		RoleNames: []string{"x", "y"}, RandomRole: game.NoRole,
		States: []ExplicitState{
			{Moves: [][]string{{"go"}, {"go"}}, Next: map[string]int{"go go": 1}},
			{Moves: [][]string{{"a", "b"}, {"a", "b"}}, Next: map[string]int{"a a": 2, "a b": 3, "b a": 3, "b b": 2}},
			{Terminal: true, Goals: [][]int{{100}, {0}}},
			{Terminal: true, Goals: [][]int{{0}, {100}}},
		},
	}
}
