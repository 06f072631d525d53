package rbgplay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludex/game"
	"ludex/rbg"
)

// PairsText returns a move in the format that programs exchange: the number of the cell,
// counted from 1 in the order of the board, and the index of each modifier, separated by
// blanks.
func PairsText(move []Action) string {
	var b []byte
	for i, a := range move {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(a.Cell)+1, 10)
		b = append(b, ' ')
		b = strconv.AppendInt(b, int64(a.Index), 10)
	}
	return string(b)
}

// ParsePairs is the inverse of PairsText. It only checks that cells and indices
// exist.
func (g *Game) ParsePairs(text string) ([]Action, error) {
	words := strings.Fields(text)
	if len(words) == 0 || len(words)%2 != 0 {
		return nil, fmt.Errorf("a move is written as pairs of a cell and an index, not with %d numbers", len(words))
	}
	move := make([]Action, 0, len(words)/2)
	for i := 0; i < len(words); i += 2 {
		cell, err := numberUpTo(words[i], len(g.texts.cells), "cell")
		if err != nil {
			return nil, err
		}
		index, err := numberUpTo(words[i+1], len(g.rules.Modifiers), "index")
		if err != nil {
			return nil, err
		}
		move = append(move, Action{Cell: cell - 1, Index: index})
	}
	return move, nil
}

func numberUpTo(word string, most int, what string) (int32, error) {
	n, err := strconv.ParseUint(word, 10, 31)
	if err != nil || n < 1 || n > uint64(most) {
		return 0, fmt.Errorf("%q is no %s: they are numbered from 1 to %d", word, what, most)
	}
	return int32(n), nil
}

// Actions returns what a move does; Noop does nothing. The caller must not
// change the slice.
func (g *Game) Actions(m game.Move) []Action {
	if e := g.moves.at(m); e != nil {
		return e.actions
	}
	return nil
}

// Places reports whether a move itself puts a piece on a cell, which may be the piece of an
// empty cell. What the keeper does afterwards does not count.
func (g *Game) Places(m game.Move) bool {
	return slices.ContainsFunc(g.Actions(m), func(a Action) bool {
		return a.Index > 0 && g.rules.Modifiers[a.Index-1].Kind == rbg.Off
	})
}

// FindActions returns the legal move of a role with the given actions.
func (g *Game) FindActions(m game.Machine, s game.State, r game.Role, actions []Action) (game.Move, error) {
	for _, move := range m.Legal(s, r, nil) {
		if slices.Equal(g.Actions(move), actions) {
			return move, nil
		}
	}
	return 0, fmt.Errorf("%s is no legal move of %s", PairsText(actions), g.roles[r])
}
