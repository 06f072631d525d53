package logic

import (
	"iter"
	"math/big"
	"slices"

	"ludex/gdl"
)

// Herbrand is the language of a program: its constants, functions and relations,
// and through them its Herbrand universe and base. As in the definition of GDL,
// functions are applied to constants only, so both are finite.
type Herbrand struct {
	Constants []string
	Functions []gdl.Symbol
	Relations []gdl.Symbol
	Nested    bool // the program has functions inside functions, which the universe leaves out
}

// NewHerbrand collects the symbols of a program, each list sorted. The relation
// distinct belongs to logic, not to the program, and is left out.
func NewHerbrand(p *gdl.Program) *Herbrand {
	h := &Herbrand{}
	constants, functions, relations := map[string]bool{}, map[gdl.Symbol]bool{}, map[gdl.Symbol]bool{}
	atom := func(a *gdl.Term) {
		if a.Name != gdl.Distinct {
			relations[a.Symbol()] = true
		}
		for i := range a.Args {
			collect(&a.Args[i], constants, functions, &h.Nested, false)
		}
	}
	for i := range p.Clauses {
		atom(&p.Clauses[i].Head)
		p.Clauses[i].Atoms(func(a *gdl.Term, _ bool) { atom(a) })
	}
	for c := range constants {
		h.Constants = append(h.Constants, c)
	}
	slices.Sort(h.Constants)
	h.Functions = sortedSymbols(functions)
	h.Relations = sortedSymbols(relations)
	return h
}

func collect(t *gdl.Term, constants map[string]bool, functions map[gdl.Symbol]bool, nested *bool, inside bool) {
	switch t.Kind {
	case gdl.Constant:
		constants[t.Name] = true
	case gdl.Function:
		*nested = *nested || inside
		functions[t.Symbol()] = true
		for i := range t.Args {
			collect(&t.Args[i], constants, functions, nested, true)
		}
	}
}

func sortedSymbols(set map[gdl.Symbol]bool) []gdl.Symbol {
	out := make([]gdl.Symbol, 0, len(set))
	for s := range set {
		out = append(out, s)
	}
	slices.SortFunc(out, gdl.Symbol.Compare)
	return out
}

// UniverseSize returns the number of ground terms.
func (h *Herbrand) UniverseSize() *big.Int {
	n := big.NewInt(int64(len(h.Constants)))
	return new(big.Int).Add(n, applications(h.Functions, n))
}

// BaseSize returns the number of ground atoms.
func (h *Herbrand) BaseSize() *big.Int {
	return applications(h.Relations, h.UniverseSize())
}

// applications returns how many terms the symbols make of n arguments.
func applications(symbols []gdl.Symbol, n *big.Int) *big.Int {
	sum := new(big.Int)
	for _, s := range symbols {
		sum.Add(sum, new(big.Int).Exp(n, big.NewInt(int64(s.Arity)), nil))
	}
	return sum
}

// Universe returns the ground terms in a fixed order: constants first.
func (h *Herbrand) Universe() iter.Seq[gdl.Term] {
	return func(yield func(gdl.Term) bool) {
		constants := make([]gdl.Term, len(h.Constants))
		for i, c := range h.Constants {
			constants[i] = gdl.Const(c)
			if !yield(constants[i]) {
				return
			}
		}
		for _, f := range h.Functions {
			if !eachApplication(f, constants, yield) {
				return
			}
		}
	}
}

// Base returns the ground atoms in a fixed order.
func (h *Herbrand) Base() iter.Seq[gdl.Term] {
	return func(yield func(gdl.Term) bool) {
		universe := slices.Collect(h.Universe())
		for _, r := range h.Relations {
			if !eachApplication(r, universe, yield) {
				return
			}
		}
	}
}

// eachApplication yields a symbol applied to all lists of arguments, in order, and
// reports whether to continue.
func eachApplication(s gdl.Symbol, args []gdl.Term, yield func(gdl.Term) bool) bool {
	if s.Arity > 0 && len(args) == 0 {
		return true
	}
	digits := make([]int, s.Arity)
	for {
		chosen := make([]gdl.Term, s.Arity)
		for i, d := range digits {
			chosen[i] = args[d]
		}
		if !yield(gdl.Fn(s.Name, chosen...)) {
			return false
		}
		i := s.Arity - 1
		for ; i >= 0; i-- {
			if digits[i]++; digits[i] < len(args) {
				break
			}
			digits[i] = 0
		}
		if i < 0 {
			return true
		}
	}
}
