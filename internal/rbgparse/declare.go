package rbgparse

import (
	"cmp"
	"math"
	"slices"

	"ludex/rbg"
)

// declare reads the players, the variables and the pieces.
func (r *reader) declare() {
	g := r.game
	g.Players = r.bounded(players, aPlayer)
	g.Pieces = r.pieceList()
	others := r.bounded(variables, aVariable)
	slices.SortFunc(others, func(a, b rbg.Variable) int { return cmp.Compare(a.Name, b.Name) })
	g.Variables = append(slices.Clone(g.Players), others...)
	for i, v := range g.Variables {
		s := r.names[v.Name]
		s.index = i
		r.names[v.Name] = s
	}
	slices.SortFunc(g.Pieces, func(a, b rbg.Piece) int { return cmp.Compare(a.Name, b.Name) })
	for i, p := range g.Pieces {
		s := r.names[p.Name]
		if s.role == aPiece {
			s.index = i
			r.names[p.Name] = s
		}
	}
}

// each calls item for every name of a list, until it returns false. Names are
// separated by commas; additional commas are harmless, since macros make them
// easily.
func (p *parser) each(item func(name word) bool) {
	separated := true
	for p.kind != End {
		switch {
		case p.accept(Comma):
			separated = true
		case p.kind == Name:
			if !separated {
				p.missingComma(BadDeclaration)
			}
			separated = false
			if !item(p.next()) {
				return
			}
		default:
			d := p.unexpected(BadDeclaration, "a name")
			if p.kind == Semicolon {
				d.Fix(p.Span, ",", "write ,")
				p.next()
				separated = true
				continue
			}
			for p.kind != Comma && p.kind != End {
				p.next()
			}
		}
	}
}

// tooMany reports a section with too many names.
func (p *parser) tooMany(n int, at word) bool {
	if n < MaxNames {
		return false
	}
	p.reportAt(at.Origin, TooLarge, "section %s has more than %d names", p.words.section.directive.Name.Text, MaxNames)
	return true
}

// bounded reads a list of names with bounds: name(bound), …
func (r *reader) bounded(section string, role role) []rbg.Variable {
	if r.sections[section] == nil {
		return nil
	}
	p := r.parser(section)
	var list []rbg.Variable
	p.each(func(name word) bool {
		if p.tooMany(len(list), name) {
			return false
		}
		bound := p.bound(name)
		if p.declareName(name, symbol{role: role, bound: bound, Origin: name.Origin}) {
			list = append(list, rbg.Variable{Name: name.text, Bound: bound, Origin: name.Origin})
		}
		return true
	})
	if len(list) == 0 && section == players && !p.failed {
		r.list.Report(MissingSection, p.place(), "the game has no players")
	}
	return list
}

// bound reads (n). After an error the result is 1, so that the name is declared
// anyway.
func (p *parser) bound(name word) int32 {
	if !p.expect(LParen, BadDeclaration, " and the largest value of "+name.text) {
		return 1
	}
	if p.kind != Number {
		p.unexpected(BadDeclaration, "the largest value of "+name.text+", a number")
		p.skipTo(RParen)
		return 1
	}
	w := p.next()
	n, ok := p.number(w)
	if ok && (n < 1 || n > math.MaxInt32) {
		ok = false
		p.reportAt(w.Origin, BadNumber, "the bound of %s must be from 1 to %d", name.text, math.MaxInt32)
	}
	p.expect(RParen, BadDeclaration, " behind the bound")
	if !ok {
		return 1
	}
	return int32(n)
}

// skipTo skips words up to one of the given kind, which is skipped too, or a
// comma, which is not.
func (p *parser) skipTo(k Kind) {
	for p.kind != End && p.kind != Comma {
		if p.next().kind == k {
			return
		}
	}
}

func (r *reader) pieceList() []rbg.Piece {
	if r.sections[pieces] == nil {
		return nil
	}
	p := r.parser(pieces)
	var list []rbg.Piece
	p.each(func(name word) bool {
		switch {
		case p.tooMany(len(list), name):
			return false
		case p.kind == LParen:
			p.noMacro(name, "a piece")
		case p.declareName(name, symbol{role: aPiece, Origin: name.Origin}):
			list = append(list, rbg.Piece{Name: name.text, Origin: name.Origin})
		}
		return true
	})
	if len(list) == 0 && !p.failed {
		r.list.Report(MissingSection, p.place(), "the game has no pieces")
	}
	return list
}
