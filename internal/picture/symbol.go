package picture

import (
	"cmp"
	"slices"
	"strings"
)

// EmptySymbol is the symbol of the piece for an empty cell.
const EmptySymbol = "."

// None is no player or no piece.
const None = -1

// A Piece is something on a board that needs a symbol.
type Piece struct {
	Name   string
	Owner  int    // a player, or None
	Symbol string // its symbol, or empty to choose one
}

// Symbols returns a unique short text for each piece. The piece for an empty cell, or
// None, has the [EmptySymbol]. The keys are those of the players, see [Keys]. Short
// names are their own symbols. Other names are abbreviated: if two players have several
// kinds of pieces, the kind is abbreviated, in upper case for one player and in lower
// case for the other; if every player has only one kind, the name of the player is; if
// more players have more kinds, both are; a piece without an owner has an abbreviation
// of its own name.
func Symbols(pieces []Piece, keys []string, empty int) []string {
	n := newNamer(len(pieces))
	var list []titled
	for i, p := range pieces {
		switch {
		case i == empty:
			n.symbols[i] = EmptySymbol
		case p.Symbol != "":
			n.give(i, p.Symbol)
		case len(p.Name) <= 2 && isWord(p.Name):
			n.give(i, p.Name)
		case p.Owner == None:
			list = append(list, titled{i, None, p.Name})
		default:
			list = append(list, titled{i, p.Owner, kindOf(p.Name, keys[p.Owner])})
		}
	}
	n.style(list, keys)
	return n.symbols
}

// kindOf returns the name of a piece without its player.
func kindOf(name, key string) string {
	if kind, ok := stem(name, key); ok && kind != "" {
		return kind
	}
	return name
}

// A titled piece gets a symbol derived from a text.
type titled struct {
	piece, owner int
	text         string
}

// style chooses the style of symbols that suits the owners of the pieces.
func (n *namer) style(list []titled, keys []string) {
	players, single := ownersOf(list)
	write := func(owner int, text string) string {
		if owner == players[0] {
			return strings.ToUpper(text)
		}
		return strings.ToLower(text)
	}
	switch {
	case single:
		for i, t := range list {
			if t.owner != None {
				list[i].text = keys[t.owner]
			}
		}
		write = func(_ int, text string) string { return strings.ToUpper(text) }
	case len(players) > 2:
		prefixes := prefixesOf(players, keys)
		write = func(owner int, text string) string { return prefixes[owner] + strings.ToUpper(text) }
	}
	n.assign(list, func(t titled, text string) string {
		if t.owner == None {
			return strings.ToLower(text)
		}
		return write(t.owner, text)
	})
}

// ownersOf returns the owners of a list in their order, and whether each has only one
// piece.
func ownersOf(list []titled) (players []int, single bool) {
	for _, t := range list {
		if t.owner != None {
			players = append(players, t.owner)
		}
	}
	slices.Sort(players)
	all := len(players)
	players = slices.Compact(players)
	return players, len(players) == all
}

// prefixesOf returns abbreviations of the names of the players.
func prefixesOf(players []int, keys []string) []string {
	n := newNamer(len(keys))
	var list []titled
	for _, p := range players {
		list = append(list, titled{p, p, keys[p]})
	}
	n.assign(list, func(_ titled, text string) string { return strings.ToLower(text) })
	return n.symbols
}

// assign assigns symbols, simplest names first. Names with the same first word get the
// same first letter. Pieces with equal texts get the same abbreviation, which write
// makes different.
func (n *namer) assign(list []titled, write func(t titled, text string) string) {
	slices.SortStableFunc(list, func(a, b titled) int {
		return cmp.Or(
			cmp.Compare(len(firstWord(a.text)), len(firstWord(b.text))),
			cmp.Compare(firstWord(a.text), firstWord(b.text)),
			cmp.Compare(len(a.text), len(b.text)),
			cmp.Compare(strings.ToLower(a.text), strings.ToLower(b.text)),
			cmp.Compare(a.owner, b.owner))
	})
	for len(list) > 0 {
		first := firstWord(list[0].text)
		end := 1
		for end < len(list) && firstWord(list[end].text) == first {
			end++
		}
		n.assignGroup(list[:end], write)
		list = list[end:]
	}
}

// assignGroup assigns symbols to pieces with the same first word.
func (n *namer) assignGroup(list []titled, write func(t titled, text string) string) {
	letter := n.choose(letters(firstWord(list[0].text)))
	n.taken[strings.ToLower(letter)] = true
	alone := strings.EqualFold(list[0].text, list[len(list)-1].text)
	text := ""
	for i, t := range list {
		if i == 0 || !strings.EqualFold(t.text, list[i-1].text) {
			text = letter
			if w := words(t.text); len(w) > 1 && !alone {
				text = n.choose(extensions(letter, w))
			}
		}
		n.give(t.piece, write(t, text))
		n.taken[strings.ToLower(text)] = true
	}
}
