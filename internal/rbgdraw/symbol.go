package rbgdraw

import (
	"ludex/internal/picture"
	"ludex/rbg"
)

// playerKeys returns the distinguishing parts of the players' names.
func playerKeys(g *rbg.Game) []string {
	names := make([]string, len(g.Players))
	for i := range names {
		names[i] = g.Players[i].Name
	}
	return picture.Keys(names)
}

// pieceOwners returns for each piece the player whose piece it seems to be by
// its name, or none.
func pieceOwners(g *rbg.Game, keys []string, empty int) []int {
	owners := make([]int, len(g.Pieces))
	for piece := range owners {
		owners[piece] = none
		if piece != empty {
			owners[piece] = picture.Owner(g.Pieces[piece].Name, keys)
		}
	}
	return owners
}

// pieceSymbols returns a short text for each piece; no two are equal.
func pieceSymbols(g *rbg.Game, keys []string, owners []int, empty int) []string {
	pieces := make([]picture.Piece, len(g.Pieces))
	for i := range pieces {
		pieces[i] = picture.Piece{Name: g.Pieces[i].Name, Owner: owners[i]}
	}
	return picture.Symbols(pieces, keys, empty)
}
