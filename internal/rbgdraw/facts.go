package rbgdraw

import (
	"fmt"
	"strconv"
	"strings"

	"ludex/internal/rbgengine/rbgplay"
)

// Position reads the facts of a state as [rbgplay.Game.Facts] writes them. What no
// fact mentions is as at the beginning of a play.
func (b *Board) Position(facts []string) (*rbgplay.Position, error) {
	p := new(rbgplay.Position)
	p.Reset(b.game)
	for _, fact := range facts {
		words := strings.Fields(strings.Trim(fact, "()"))
		if err := b.take(p, words); err != nil {
			return nil, fmt.Errorf("%s: %w", fact, err)
		}
	}
	return p, nil
}

// take reads the words of one fact.
func (b *Board) take(p *rbgplay.Position, words []string) error {
	switch {
	case len(words) == 3 && words[0] == "cell":
		c, ok := b.index[words[1]]
		piece := b.pieceNamed(words[2])
		if !ok || piece < 0 {
			return fmt.Errorf("the game has no such cell or piece")
		}
		p.Pieces[c] = uint16(piece)
	case len(words) == 3 && words[0] == "value":
		n, err := strconv.ParseInt(words[2], 10, 32)
		if v := b.variableNamed(words[1]); err == nil && v >= 0 {
			p.Values[v] = int32(n)
			return nil
		}
		return fmt.Errorf("the game has no such variable, or it is no number")
	case len(words) == 2 && words[0] == "at":
		c, ok := b.index[words[1]]
		if !ok {
			return fmt.Errorf("the board has no such cell")
		}
		p.Cell = c
	case len(words) == 2 && words[0] == "switch":
		n, err := strconv.ParseInt(words[1], 10, 32)
		if err != nil {
			return fmt.Errorf("a switch is a number")
		}
		p.Switch = int32(n)
	case len(words) == 2 && words[0] == "control": // follows from the switch
	default:
		return fmt.Errorf("a state of a regular boardgame has no such fact")
	}
	return nil
}

func (b *Board) pieceNamed(name string) int {
	for i := range b.game.Pieces {
		if b.game.Pieces[i].Name == name {
			return i
		}
	}
	return none
}

func (b *Board) variableNamed(name string) int {
	for i := range b.game.Variables {
		if b.game.Variables[i].Name == name {
			return i
		}
	}
	return none
}

// Content returns the cell that a fact is about and the piece there, which is empty for
// an empty cell.
func (b *Board) Content(fact string) (cell, piece string, ok bool) {
	words := strings.Fields(strings.Trim(fact, "()"))
	if len(words) != 3 || words[0] != "cell" {
		return "", "", false
	}
	if _, ok := b.index[words[1]]; !ok {
		return "", "", false
	}
	if b.empty != none && words[2] == b.game.Pieces[b.empty].Name {
		return words[1], "", true
	}
	return words[1], words[2], true
}

// Emptied returns the fact that a cell is empty, for a fact about the cell, or "".
func (b *Board) Emptied(fact string) string {
	cell, _, ok := b.Content(fact)
	if !ok || b.empty == none {
		return ""
	}
	return "(cell " + cell + " " + b.game.Pieces[b.empty].Name + ")"
}

// Owner returns the player whose piece it is, or -1.
func (b *Board) Owner(piece string) int {
	if i := b.pieceNamed(piece); i >= 0 && b.owners[i] >= 0 {
		return b.owners[i]
	}
	return -1
}
