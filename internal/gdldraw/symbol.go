package gdldraw

import (
	"slices"
	"strings"

	"ludex/internal/picture"
)

// nameAll chooses names and symbols of all pieces.
func (s *pieceFinder) nameAll(g *grid, p *pieces) {
	list := make([]picture.Piece, len(p.keys))
	p.names = make([]string, len(p.keys))
	p.looks = make([]picture.Look, len(p.keys))
	for i, k := range p.keys {
		p.names[i] = s.pieceName(g, k)
		list[i].Name, list[i].Owner = s.kind(p, k, p.names[i])
	}
	s.chooseGivenSymbols(g, p, list)
	symbols := picture.Symbols(list, s.roleKeys, picture.None)
	for i := range symbols {
		p.looks[i] = picture.Look{
			Symbol: picture.Clean(symbols[i]), Owner: list[i].Owner, Color: i,
			Word: list[i].Name, Tile: isNumber(list[i].Name),
		}
	}
}

// kind returns what a piece is called without its owner, and the owner.
func (s *pieceFinder) kind(p *pieces, k pieceKey, name string) (string, int) {
	owner := s.owner(k)
	if owner != picture.None {
		name = without(name, s.roles[owner])
	}
	if len(s.players()) > 1 {
		if stem, role := s.split(p, k); role != picture.None && (owner == role || owner == picture.None) {
			return stem, role
		}
	}
	return name, owner
}

// split splits a content that begins or ends with the name of a role, if another
// content has the same rest with another role: white and black of whitepawn and
// blackpawn.
func (s *pieceFinder) split(p *pieces, k pieceKey) (string, int) {
	if len(k.layer.content) != 1 {
		return "", picture.None
	}
	for role, name := range s.roleKeys {
		if name == "" {
			continue
		}
		if rest, ok := strings.CutPrefix(k.content, name); ok && rest != "" && s.others(p, k, role, "", rest) {
			return rest, role
		}
		if rest, ok := strings.CutSuffix(k.content, name); ok && rest != "" && s.others(p, k, role, rest, "") {
			return rest, role
		}
	}
	return "", picture.None
}

// others reports whether a content exists with another role between two texts.
func (s *pieceFinder) others(p *pieces, k pieceKey, role int, before, after string) bool {
	for other, name := range s.roleKeys {
		if _, ok := p.index[pieceKey{k.layer, before + name + after}]; ok && other != role {
			return true
		}
	}
	return false
}

// chooseGivenSymbols chooses the symbols that are not abbreviations. Numbers, words with a
// number, and names that are not longer than the coordinates are their own symbols.
// Relations without contents have one letter.
func (s *pieceFinder) chooseGivenSymbols(g *grid, p *pieces, list []picture.Piece) {
	room := 2
	for _, v := range g.axes[0].values {
		room = max(room, min(4, len(s.shown(v))))
	}
	if len(list) > 8 {
		room = max(room, 3) // letters would not tell them apart
	}
	whole := true
	for i := range list {
		whole = whole && len(list[i].Name) <= room
	}
	var marks []string
	for _, k := range p.keys {
		if len(k.layer.content) == 0 {
			marks = append(marks, k.layer.relation.symbol.Name)
		}
	}
	marks = picture.Keys(marks)
	for i := range list {
		switch name := list[i].Name; {
		case len(p.keys[i].layer.content) == 0:
			list[i].Name = marks[0]
			if list[i].Owner == picture.None && len(marks[0]) <= 2 {
				list[i].Symbol = marks[0][:1]
			}
			marks = marks[1:]
		case isNumber(name) && s.shared(list, i):
			list[i].Symbol = name + strings.ToLower(initial(s.roles[list[i].Owner]))
		case isNumber(name), whole, isNumbered(name):
			list[i].Symbol = strings.ReplaceAll(name, " ", "")
		}
	}
}

// initial returns the first letter of a name.
func initial(name string) string { return strings.TrimLeft(name, "(")[:1] }

// shared reports whether a piece has the same name as another owner's piece.
func (s *pieceFinder) shared(list []picture.Piece, i int) bool {
	return list[i].Owner != picture.None && slices.ContainsFunc(list, func(p picture.Piece) bool {
		return p.Name == list[i].Name && p.Owner != list[i].Owner
	})
}

// isNumber reports whether a name is a number that is short enough for a symbol.
func isNumber(name string) bool {
	return name != "" && len(name) <= 4 && strings.Trim(name, "0123456789") == ""
}

// isNumbered reports whether a name is a letter with a number.
func isNumbered(name string) bool {
	return len(name) > 1 && len(name) <= 5 && strings.Trim(name[1:], "0123456789") == "" && strings.Trim(name[:1], "0123456789 ") != ""
}

// pieceName returns what a piece is called. The relation is part of the name
// only if there is nothing else, or if several relations have contents.
func (s *pieceFinder) pieceName(g *grid, k pieceKey) string {
	name := s.shown(k.content)
	if len(k.layer.content) == 0 {
		return picture.Clean(k.layer.relation.symbol.Name)
	}
	for _, other := range g.layers {
		if other != k.layer && len(other.content) > 0 && g.layers[0] != k.layer {
			return picture.Clean(k.layer.relation.symbol.Name + " " + name)
		}
	}
	return picture.Clean(name)
}

// without returns a name without a word in it, unless it is nothing else.
func without(name, word string) string {
	var rest []string
	for _, w := range names(name) {
		if w != word {
			rest = append(rest, w)
		}
	}
	if len(rest) == 0 {
		return name
	}
	return strings.Join(rest, " ")
}
