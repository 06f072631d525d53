package transition

import (
	"fmt"
	"maps"
	"slices"

	"ludex/internal/prove/aig"
)

// Product returns the system in which two games are played side by side with the same
// moves. Differ says where they differ: in one of them the play is over, a move is legal or
// a role but chance has a goal at the end, and in the other not. A play of the product goes on as
// long as both go on. The roles, their moves and what they perceive are those with the same names.
func Product(a, b *System) (*System, error) {
	if len(a.Roles) != len(b.Roles) {
		return nil, fmt.Errorf("one game has %d roles and the other %d", len(a.Roles), len(b.Roles))
	}
	p := &System{Name: a.Name + " and " + b.Name, Source: a.Source + " and " + b.Source, Graph: aig.New(), Product: true}
	ca, cb := aig.NewCopier(a.Graph, p.Graph), aig.NewCopier(b.Graph, p.Graph)
	moves := make([][2][]int, len(a.Roles)) // by role: the moves of both games, or -1
	for r := range a.Roles {
		if a.Roles[r].Name != b.Roles[r].Name || a.Roles[r].Chance != b.Roles[r].Chance {
			return nil, fmt.Errorf("role %d is %s in one game and %s in the other", r+1, a.Roles[r].Name, b.Roles[r].Name)
		}
		p.Roles = append(p.Roles, Role{Name: a.Roles[r].Name, Chance: a.Roles[r].Chance})
		moves[r] = p.addMoves(&p.Roles[r], &a.Roles[r], &b.Roles[r], ca, cb)
	}
	p.addState(a, ca, "first ")
	p.addState(b, cb, "second ")
	p.complete(a, ca, 0)
	p.complete(b, cb, len(a.State))
	p.compare(a, b, ca, cb, moves)
	return p, nil
}

// addMoves adds the moves that a role has in either game.
func (p *System) addMoves(to, a, b *Role, ca, cb *aig.Copier) (number [2][]int) {
	var texts []string
	for _, role := range []*Role{a, b} {
		for _, m := range role.Moves {
			texts = append(texts, m.Text)
		}
	}
	slices.Sort(texts)
	for _, text := range slices.Compact(texts) {
		does := p.Graph.Input()
		to.Moves = append(to.Moves, Move{Text: text, Does: does})
		for i, role := range []*Role{a, b} {
			at := slices.IndexFunc(role.Moves, func(m Move) bool { return m.Text == text })
			number[i] = append(number[i], at)
			if at >= 0 {
				[]*aig.Copier{ca, cb}[i].Set(role.Moves[at].Does, does)
			}
		}
	}
	return number
}

func (p *System) addState(s *System, c *aig.Copier, prefix string) {
	for _, bit := range s.State {
		l := p.Graph.Input()
		c.Set(bit.Lit, l)
		p.State = append(p.State, aig.Latch{Name: prefix + bit.Name, Lit: l, Init: bit.Init})
	}
}

// complete copies the next state and what rules derive.
func (p *System) complete(s *System, c *aig.Copier, first int) {
	for i, bit := range s.State {
		p.State[first+i].Next = c.Copy(bit.Next)
	}
	p.Derived = append(p.Derived, c.CopyAll(s.Derived)...)
}

// compare says what is legal, where a play ends and where the games differ.
func (p *System) compare(a, b *System, ca, cb *aig.Copier, moves [][2][]int) {
	g := p.Graph
	overA, overB := ca.Copy(a.Terminal), cb.Copy(b.Terminal)
	p.Terminal = g.Or(overA, overB)
	differ := g.Equal(overA, overB).Not()
	for r := range p.Roles {
		for i := range p.Roles[r].Moves {
			x, y := legalOf(&a.Roles[r], moves[r][0][i], ca), legalOf(&b.Roles[r], moves[r][1][i], cb)
			p.Roles[r].Moves[i].Legal = g.And(x, y)
			differ = g.Or(differ, g.And(p.Terminal.Not(), g.Equal(x, y).Not()))
		}
		if p.Roles[r].Chance {
			continue // its goals have no meaning
		}
		for _, value := range goalValues(&a.Roles[r], &b.Roles[r]) {
			x, y := goalOf(&a.Roles[r], value, ca), goalOf(&b.Roles[r], value, cb)
			differ = g.Or(differ, g.And(p.Terminal, g.Equal(x, y).Not()))
		}
	}
	p.Differ = differ
	p.comparePercepts(a, b, ca, cb)
}

// comparePercepts says in which steps a role perceives something in one game only.
func (p *System) comparePercepts(a, b *System, ca, cb *aig.Copier) {
	other := aig.False
	for r := range p.Roles {
		seen := map[string]aig.Lit{} // in the first game
		for _, x := range a.Roles[r].Percepts {
			seen[x.Text] = ca.Copy(x.Lit)
		}
		for _, y := range b.Roles[r].Percepts {
			other = p.Graph.Or(other, p.Graph.Equal(seen[y.Text], cb.Copy(y.Lit)).Not())
			delete(seen, y.Text)
		}
		for _, text := range slices.Sorted(maps.Keys(seen)) {
			other = p.Graph.Or(other, seen[text])
		}
	}
	p.SeeOther = other
}

func legalOf(r *Role, move int, c *aig.Copier) aig.Lit {
	if move < 0 {
		return aig.False
	}
	return c.Copy(r.Moves[move].Legal)
}

func goalOf(r *Role, value int, c *aig.Copier) aig.Lit {
	for _, g := range r.Goals {
		if g.Value == value {
			return c.Copy(g.Lit)
		}
	}
	return aig.False
}

// goalValues returns the values that a role can have in either game.
func goalValues(a, b *Role) []int {
	var list []int
	for _, r := range []*Role{a, b} {
		for _, g := range r.Goals {
			list = append(list, g.Value)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
