package board

import (
	"slices"
	"strings"
)

// A Change is what happens to a cell between two positions.
type Change struct {
	Cell   string
	Lost   []string // the pieces that were there, by ID, and are not any more
	Gained []string // the pieces that were not there, and are now
}

// Changes returns how the cells of all boards differ between two positions, given by
// facts in the order of [ludex/game.Game.Facts]. Its length is 0 if nothing on a board
// has changed.
func (b *Board) Changes(before, after []string) []Change {
	var list []Change
	note := func(fact string, gained bool) {
		cell, piece, ok := b.drawer.content(fact)
		if !ok || piece == "" {
			return
		}
		i := 0
		for i < len(list) && list[i].Cell != cell {
			i++
		}
		if i == len(list) {
			list = append(list, Change{Cell: cell})
		}
		if gained {
			list[i].Gained = append(list[i].Gained, piece)
		} else {
			list[i].Lost = append(list[i].Lost, piece)
		}
	}
	for len(before) > 0 || len(after) > 0 {
		switch order := compareHeads(before, after); {
		case order == 0:
			before, after = before[1:], after[1:]
		case order < 0:
			note(before[0], false)
			before = before[1:]
		default:
			note(after[0], true)
			after = after[1:]
		}
	}
	return list
}

// compareHeads compares the first texts of two sorted lists. An empty list comes last.
func compareHeads(a, b []string) int {
	switch {
	case len(b) == 0:
		return -1
	case len(a) == 0:
		return 1
	}
	return strings.Compare(a[0], b[0])
}

// Without returns the cell of a fact that puts a piece of a player there, and the fact that
// says that nothing is there instead, or "" if no fact says so. If it is not known which
// pieces belong to players, all do.
func (b *Board) Without(fact string) (cell, empty string, ok bool) {
	cell, piece, ok := b.drawer.content(fact)
	if !ok || piece == "" || b.Owner(piece) < 0 && b.owned() {
		return "", "", false
	}
	return cell, b.drawer.emptied(fact), true
}

// Owner returns the role that a piece, given by its ID, belongs to, or -1.
func (b *Board) Owner(piece string) int {
	if b.pres != nil && b.pres.Pieces[piece].Player != "" {
		return slices.Index(b.drawer.roles(), b.pres.Pieces[piece].Player)
	}
	return b.drawer.owner(piece)
}

// anyOwner reports whether a piece belongs to a role.
func (b *Board) anyOwner() bool {
	return slices.ContainsFunc(b.drawer.pieces(), func(p string) bool { return b.Owner(p) >= 0 })
}
