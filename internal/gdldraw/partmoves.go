package gdldraw

import (
	"slices"
	"strings"

	"ludex/gdl"
	"ludex/internal/picture"
)

// partMark begins the identifiers of things that are on no board.
const partMark = "@"

// findLinks finds the moves that name things of a part: a rule allows a player a move that
// has all values of a thing that the player has.
func (s *model) findLinks(p *part) {
	if p.minor || p.undrawn || p.kind != picture.Pegs && (p.kind != picture.Things || p.item == picture.Word || p.item == picture.Person) {
		return
	}
	p.links = map[gdl.Symbol][]int{}
	for i := range s.program.Clauses {
		c := &s.program.Clauses[i]
		if c.Head.Name != gdl.Legal || len(c.Head.Args) != 2 {
			continue
		}
		words := leaves(&c.Head.Args[1], nil)
		c.Atoms(func(a *gdl.Term, negated bool) {
			if negated || a.Name != gdl.True || len(a.Args) == 0 || a.Args[len(a.Args)-1].Symbol() != p.relation.symbol {
				return
			}
			if link := p.link(&a.Args[len(a.Args)-1], &c.Head.Args[0], words); link != nil {
				p.links[gdl.Symbol{Name: c.Head.Args[1].Name, Arity: len(words)}] = link
			}
		})
	}
}

// link returns which words of a move are the values of a thing, or nil if it does not have
// them all, or the thing is somebody else's.
func (p *part) link(f, role *gdl.Term, words []*gdl.Term) []int {
	if p.kind == picture.Things && p.group != none && f.Args[p.group].Name != role.Name {
		return nil
	}
	var link []int
	for _, arg := range p.items {
		n := slices.IndexFunc(words, func(w *gdl.Term) bool {
			return w.Kind == gdl.Variable && f.Args[arg].Kind == gdl.Variable && w.Name == f.Args[arg].Name
		})
		if n < 0 {
			return nil
		}
		link = append(link, n)
	}
	return link
}

// partTarget returns the things that a move names, of all players.
func (b *Board) partTarget(t *gdl.Term) []string {
	words := leaves(t, nil)
	for _, p := range b.parts {
		link, ok := p.links[gdl.Symbol{Name: t.Name, Arity: len(words)}]
		if !ok {
			continue
		}
		args := make([]string, len(p.relation.args))
		for i, arg := range p.items {
			args[arg] = words[link[i]].Name
		}
		if p.group == none || p.relation.args[p.group] == nil {
			return []string{partID(p, args)}
		}
		var list []string
		for _, v := range p.relation.args[p.group].values {
			args[p.group] = v
			list = append(list, partID(p, args))
		}
		return list
	}
	return nil
}

// partID returns the identifier of a thing.
func partID(p *part, args []string) string {
	return partMark + p.relation.symbol.Name + ":" + strings.Join(args, ",")
}

// CellRole returns the role whose thing a cell is, or -1 if it is nobody's.
func (b *Board) CellRole(cell string) int {
	name, args, ok := strings.Cut(strings.TrimPrefix(cell, partMark), ":")
	if !ok || !strings.HasPrefix(cell, partMark) {
		return -1
	}
	for _, p := range b.parts {
		if p.relation.symbol.Name != name || p.group == none {
			continue
		}
		if values := strings.Split(args, ","); len(values) == len(p.relation.args) {
			return slices.Index(b.model.roles, values[p.group])
		}
	}
	return -1
}

// HasThings reports whether moves name things that are on no board.
func (b *Board) HasThings() bool {
	return slices.ContainsFunc(b.parts, func(p *part) bool { return len(p.links) > 0 })
}
