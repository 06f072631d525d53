package picture

import (
	"cmp"
	"slices"
	"strings"
)

// EmptySymbol stands for the piece that stands for nothing.
const EmptySymbol = "."

// None stands for no player and no piece.
const None = -1

// A Piece is something on a board that needs a symbol.
type Piece struct {
	Name   string
	Owner  int    // a player, or None
	Symbol string // the symbol that it is to have, or empty
}

// Symbols returns a short text for each piece; no two are equal. The piece that
// stands for nothing, or None, has the [EmptySymbol]. The keys are those of the
// players, see [Keys]. Short
// names are their own symbols. Others are abbreviated:
//   - if two players have pieces of several kinds, the kind is abbreviated, in
//     upper case for one player and in lower case for the other;
//   - if every player has one kind only, the player's name is abbreviated;
//   - if more players have more kinds, both are;
//   - a piece of nobody has an abbreviation of its own name.
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

// kindOf returns what a piece is called without its player.
func kindOf(name, key string) string {
	if kind, ok := stem(name, key); ok && kind != "" {
		return kind
	}
	return name
}

// A titled piece is to get a symbol by a text.
type titled struct {
	piece, owner int
	text         string
}

// style gives symbols to pieces in the style that suits their players.
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

// ownersOf returns the players of a list in their order, and whether each has
// one piece only.
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

// prefixesOf returns abbreviations of the players' names.
func prefixesOf(players []int, keys []string) []string {
	n := newNamer(len(keys))
	var list []titled
	for _, p := range players {
		list = append(list, titled{p, p, keys[p]})
	}
	n.assign(list, func(_ titled, text string) string { return strings.ToLower(text) })
	return n.symbols
}

// assign gives symbols to pieces, the simplest names first. Names with the same
// first word have the same first letter. Pieces with equal texts have the same
// abbreviation, which write is to make different.
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
		n.family(list[:end], write)
		list = list[end:]
	}
}

// family gives symbols to pieces with the same first word.
func (n *namer) family(list []titled, write func(t titled, text string) string) {
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
