package rbgcheck

import (
	"strings"

	"ludex/rbg"
)

// either joins words by "or": "a", "a or b", "a, b or c".
func either(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// pieceNames returns the names of pieces.
func pieceNames(g *rbg.Game, pieces []int) []string {
	var names []string
	for _, p := range pieces {
		names = append(names, g.Pieces[p].Name)
	}
	return names
}

// mover names the player that a switch hands the move to.
func mover(g *rbg.Game, player int) string {
	if player == rbg.Keeper {
		return "the keeper"
	}
	return g.Players[player].Name
}
