package lanes

import (
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// Domains over-approximate the reachable positions: they hold the values that each
// cell and variable can have.
type domains struct {
	pieces []uint64 // by cell
	values [][]bool // by variable and value
	at     cellSet  // where moves begin
}

// fullDomains excludes nothing.
func fullDomains(g *rbg.Game) *domains {
	s := emptyDomains(g)
	for c := range s.pieces {
		s.pieces[c] = 1<<len(g.Pieces) - 1
		s.at.put(int32(c))
	}
	for v := range s.values {
		for n := range s.values[v] {
			s.values[v][n] = true
		}
	}
	return s
}

func emptyDomains(g *rbg.Game) *domains {
	n := len(g.Board.Cells)
	s := &domains{pieces: make([]uint64, n), values: make([][]bool, len(g.Variables)), at: make(cellSet, (n+63)/64)}
	for v := range s.values {
		s.values[v] = make([]bool, min(int(g.Bound(v))+1, maxValues))
	}
	return s
}

// constantsOnly reduces the domain of a variable to the constants that are assigned
// to it, if nothing else is.
func (s *domains) constantsOnly(g *rbg.Game, initial *rbgplay.Position) {
	other := make([]bool, len(g.Variables))
	assigned := emptyDomains(g).values
	g.Rules.Each(func(e *rbg.Expr) bool {
		if e.Kind == rbg.Assign {
			if e.Value.Kind == rbg.Number {
				if n := e.Value.Number; n < int64(len(assigned[e.Variable])) {
					assigned[e.Variable][n] = true
				}
			} else {
				other[e.Variable] = true
			}
		}
		return true
	})
	for v := range other {
		if !other[v] {
			s.values[v] = assigned[v]
			if n := int(initial.Values[v]); n < len(s.values[v]) {
				s.values[v][n] = true
			}
		}
	}
}

// add adds a position.
func (s *domains) add(p *rbgplay.Position) {
	for c, piece := range p.Pieces {
		s.pieces[c] |= 1 << piece
	}
	for v, n := range p.Values {
		if int(n) < len(s.values[v]) {
			s.values[v][n] = true
		}
	}
	s.at.put(p.Cell)
}
