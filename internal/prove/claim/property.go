// Package claim says what can be claimed about a transition system, which obligations show
// a claim, and how claims with their proofs are written to a file and checked. It has no
// part in finding proofs.
package claim

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/transition"
)

// A Kind is a kind of property.
type Kind string

// The kinds of properties.
const (
	Playable    Kind = "playable"     // every role has a move in every state that is not terminal
	Goals       Kind = "goals"        // every role has exactly one goal value at every end
	Ends        Kind = "ends"         // no play goes on for ever
	Unwinnable  Kind = "unwinnable"   // no play ends with 100 for the role
	Turns       Kind = "turns"        // at most one role has a choice at a time
	ConstantSum Kind = "constant-sum" // the goals at every end have the same sum
	Monotone    Kind = "monotone"     // goals are defined in every state and never fall
	Always      Kind = "always"       // the formula holds in every state
	Eventually  Kind = "eventually"   // every play comes to a state where the formula holds
	Same        Kind = "same"         // two games, played side by side, never differ
)

// A Property is something that may hold for a game.
type Property struct {
	Kind    Kind
	Role    string   // of Unwinnable
	Sum     int      // of ConstantSum
	Formula *Formula // of Always and Eventually
}

// String returns the property as text, which [ParseProperty] reads.
func (p Property) String() string {
	switch p.Kind {
	case Unwinnable:
		return string(p.Kind) + " " + p.Role
	case ConstantSum:
		return string(p.Kind) + " " + strconv.Itoa(p.Sum)
	case Always, Eventually:
		return string(p.Kind) + " " + p.Formula.Text
	}
	return string(p.Kind)
}

// ParseProperty reads a property.
func ParseProperty(text string) (Property, error) {
	word, rest, _ := strings.Cut(text, " ")
	p := Property{Kind: Kind(word)}
	var err error
	switch p.Kind {
	case Playable, Goals, Ends, Turns, Monotone, Same:
		if rest != "" {
			err = fmt.Errorf("%q is no property", text)
		}
	case Unwinnable:
		p.Role = rest
	case ConstantSum:
		p.Sum, err = strconv.Atoi(rest)
	case Always, Eventually:
		p.Formula, err = ParseFormula(rest)
	default:
		err = fmt.Errorf("%q is no property", text)
	}
	return p, err
}

// Ranked reports whether the property says that plays end, so that its proof needs a
// ranking.
func (p Property) Ranked() bool { return p.Kind == Ends || p.Kind == Eventually }

// Until returns the formula at which plays are cut off for the proof, or nil.
func (p Property) Until() *Formula {
	if p.Kind == Eventually {
		return p.Formula
	}
	return nil
}

// Cut returns a system whose plays end where a formula holds as well. Its graph is that of
// the other one.
func Cut(s *transition.System, f *Formula) (*transition.System, error) {
	if f == nil {
		return s, nil
	}
	if f.UsesMoves() {
		return nil, fmt.Errorf("%q is about moves, and states cannot be found by them", f.Text)
	}
	l, err := f.Lit(s)
	if err != nil {
		return nil, err
	}
	cut := *s
	cut.Terminal = s.Graph.Or(s.Terminal, l)
	return &cut, nil
}

// Bad returns the literal that holds where the property is violated: in a state, or, if
// step is true, in a step from it. It is false for a property that only needs a ranking.
// The system is the one before [Cut].
func (p Property) Bad(s *transition.System) (bad aig.Lit, step bool, err error) {
	g := s.Graph
	switch {
	case p.Kind == Same && !s.Product:
		return 0, false, errors.New("only two games that are played side by side can be the same")
	case p.Kind != Same && s.Product:
		return 0, false, fmt.Errorf("%s is nothing that two games have that are played side by side", p)
	}
	switch p.Kind {
	case Playable:
		return g.And(s.Terminal.Not(), s.Stuck()), false, nil
	case Goals:
		return g.And(s.Terminal, oneGoal(s).Not()), false, nil
	case Ends:
		return aig.False, false, nil
	case Same:
		return unlike(s)
	case Turns:
		return g.And(s.Terminal.Not(), severalChoose(s)), false, nil
	case Monotone:
		return monotone(s)
	case ConstantSum:
		return g.And(s.Terminal, otherSum(s, p.Sum)), false, nil
	case Unwinnable:
		for _, r := range s.Roles {
			if r.Name == p.Role {
				return g.And(s.Terminal, goalLit(&r, 100)), false, nil
			}
		}
		return 0, false, fmt.Errorf("there is no role %s", p.Role)
	case Always:
		l, err := p.Formula.Lit(s)
		return l.Not(), p.Formula.UsesMoves(), err
	case Eventually:
		l, err := p.Formula.Lit(s)
		return g.And(l.Not(), g.Or(s.Terminal, s.Stuck())), false, err
	}
	return 0, false, fmt.Errorf("%q is no property", p.Kind)
}

// goalLit returns the literal that says that a role has a goal value.
func goalLit(r *transition.Role, value int) aig.Lit {
	for _, g := range r.Goals {
		if g.Value == value {
			return g.Lit
		}
	}
	return aig.False
}

// oneGoal says that every role but chance has exactly one goal value.
func oneGoal(s *transition.System) aig.Lit {
	g, all := s.Graph, aig.True
	for _, r := range s.Roles {
		if r.Chance {
			continue
		}
		var list []aig.Lit
		for _, goal := range r.Goals {
			list = append(list, goal.Lit)
		}
		all = g.And(all, g.And(g.Any(list), g.AtMostOne(list)))
	}
	return all
}

// severalChoose says that two roles have more than one legal move.
func severalChoose(s *transition.System) aig.Lit {
	var choose []aig.Lit
	for _, r := range s.Roles {
		var legal []aig.Lit
		for _, m := range r.Moves {
			legal = append(legal, m.Legal)
		}
		choose = append(choose, s.Graph.AtMostOne(legal).Not())
	}
	return s.Graph.AtMostOne(choose).Not()
}

// otherSum says that the goals of all roles but chance do not have a sum, or that one role
// has no goal.
func otherSum(s *transition.System, sum int) aig.Lit {
	g := s.Graph
	partial := map[int]aig.Lit{0: aig.True}
	for _, r := range s.Roles {
		if r.Chance {
			continue
		}
		next := map[int]aig.Lit{}
		for _, before := range sortedKeys(partial) {
			for _, goal := range r.Goals {
				to := before + goal.Value
				next[to] = g.Or(next[to], g.And(partial[before], goal.Lit))
			}
		}
		partial = next
	}
	others := partial[sum].Not()
	for _, v := range sortedKeys(partial) {
		if v != sum {
			others = g.Or(others, partial[v])
		}
	}
	return others
}

func sortedKeys(m map[int]aig.Lit) []int {
	keys := make([]int, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// unlike says that two games differ in a state, or, where information is hidden, in a step from it
// or after that.
func unlike(s *transition.System) (aig.Lit, bool, error) {
	if s.SeeOther == aig.False || inInitial(s, s.Differ) {
		return s.Differ, false, nil
	}
	return s.Graph.Any([]aig.Lit{s.Differ, s.SeeOther, Next(s).Copy(s.Differ)}), true, nil
}

// inInitial reports whether a literal holds in the initial state. A play may have no step, so
// what is bad there is not left to steps.
func inInitial(s *transition.System, l aig.Lit) bool { return initially(s).Value(l)&1 == 1 }

// monotone says that some role has not exactly one goal value in a state, or that one
// falls in a step.
func monotone(s *transition.System) (aig.Lit, bool, error) {
	g, next := s.Graph, Next(s)
	bad := oneGoal(s).Not()
	if inInitial(s, bad) {
		return bad, false, nil
	}
	for _, r := range s.Roles {
		if r.Chance {
			continue
		}
		for _, before := range r.Goals {
			for _, after := range r.Goals {
				if after.Value < before.Value {
					bad = g.Or(bad, g.And(before.Lit, next.Copy(after.Lit)))
				}
			}
		}
		var after []aig.Lit
		for _, goal := range r.Goals {
			after = append(after, next.Copy(goal.Lit))
		}
		bad = g.Or(bad, g.And(g.Any(after), g.AtMostOne(after)).Not())
	}
	return bad, true, nil
}

// Next returns a copier that gives what a literal about a state is in the next state.
func Next(s *transition.System) *aig.Copier {
	c := aig.NewCopier(s.Graph, s.Graph)
	for _, bit := range s.State {
		c.Set(bit.Lit, bit.Next)
	}
	return c
}
