package formula

import (
	"slices"

	"pgregory.net/rapid"

	"ludex/gdl"
)

// A scope is what a generated formula can speak of.
type scope struct {
	roles []string // players
	vars  []string // bound to terms
	role  bool     // R is bound to a role
}

// formulas generates formulas about toys.
func formulas(depth int, s scope) *rapid.Generator[Formula] {
	return rapid.Custom(func(t *rapid.T) Formula {
		op := Op(rapid.IntRange(int(Fact), int(ForAll)).Draw(t, "operator"))
		if op < Not || depth == 0 {
			return s.atom(t)
		}
		f := Formula{Op: op}
		inner := func() Formula { return formulas(depth-1, s).Draw(t, op.String()) }
		switch {
		case op == And || op == Or:
			return join(op, []Formula{inner(), inner()})
		case op == Implies:
			f.Args = []Formula{inner()}
		case op.temporal():
			f.Steps = rapid.IntRange(-1, 2).Draw(t, "steps")
			if op == Next {
				f.Steps = max(f.Steps, 1)
			}
		case op == Knows || op == Possible:
			f.Roles = []gdl.Term{s.roleTerm(t)}
		case op.epistemic():
			f.Roles = []gdl.Term{s.roleTerm(t)}
			if rapid.Bool().Draw(t, "two") {
				f.Roles = append(f.Roles, s.roleTerm(t))
			}
		case op == Exists || op == ForAll:
			return s.quantifier(t, op, depth)
		}
		f.Args = append(f.Args, inner())
		return f
	})
}

func (s scope) quantifier(t *rapid.T, op Op, depth int) Formula {
	f := Formula{Op: op}
	if rapid.IntRange(0, 4).Draw(t, "roles") == 0 {
		f.Vars = []string{"R"}
		f.Domain.Atom = gdl.Fn(gdl.Role, gdl.Var("R"))
		s.role = true
	} else {
		name := rapid.SampledFrom([]string{"X", "Y"}).Draw(t, "variable")
		f.Vars = []string{name}
		f.Domain = s.domain(t, name)
		s.vars = append(slices.Clone(s.vars), name)
	}
	f.Args = []Formula{formulas(depth-1, s).Draw(t, "body")}
	return f
}

func (s scope) roleTerm(t *rapid.T) gdl.Term {
	if s.role && rapid.Bool().Draw(t, "variable role") {
		return gdl.Var("R")
	}
	return gdl.Const(rapid.SampledFrom(s.roles).Draw(t, "role"))
}

func (s scope) domain(t *rapid.T, name string) Domain {
	switch rapid.IntRange(0, 5).Draw(t, "domain") {
	case 5:
		return Domain{Atom: gdl.Fn(gdl.Does, gdl.Var(anonymous), gdl.Var(name))}
	case 4:
		return Domain{Atom: gdl.Fn(gdl.Sees, s.roleTerm(t), gdl.Var(name))}
	case 0:
		return Domain{Terms: []gdl.Term{gdl.Const("a"), gdl.Const("m1")}}
	case 1:
		return Domain{Atom: gdl.Fn(gdl.True, gdl.Fn("r", gdl.Var(name)))}
	case 2:
		return Domain{Atom: gdl.Fn(gdl.Legal, s.roleTerm(t), gdl.Var(name))}
	}
	return Domain{Atom: gdl.Fn(gdl.Goal, gdl.Var(anonymous), gdl.Var(name))}
}

func (s scope) atom(t *rapid.T) Formula {
	arg := gdl.Const(rapid.SampledFrom([]string{"a", "m0", "m1", "50"}).Draw(t, "constant"))
	if len(s.vars) > 0 && rapid.Bool().Draw(t, "bound") {
		arg = gdl.Var(rapid.SampledFrom(s.vars).Draw(t, "variable"))
	}
	switch op := Op(rapid.IntRange(int(Fact), int(Sees)).Draw(t, "atom")); op {
	case Does:
		return Formula{Op: op, Atom: gdl.Fn(gdl.Does, s.roleTerm(t), arg)}
	case Sees:
		if arg.Kind == gdl.Constant {
			arg = gdl.Const(rapid.SampledFrom([]string{"s0", "s1"}).Draw(t, "percept"))
		}
		return Formula{Op: op, Atom: gdl.Fn(gdl.Sees, s.roleTerm(t), arg)}
	case Legal:
		return Formula{Op: op, Atom: gdl.Fn(gdl.Legal, s.roleTerm(t), arg)}
	case Goal:
		return Formula{Op: op, Atom: gdl.Fn(gdl.Goal, s.roleTerm(t), arg)}
	case Terminal:
		return Formula{Op: op, Atom: gdl.Const(gdl.Terminal)}
	case Distinct:
		return Formula{Op: op, Atom: gdl.Fn(gdl.Distinct, arg, gdl.Const("a"))}
	case True:
		return Formula{Op: op, Atom: gdl.Fn("r", arg)}
	}
	return Formula{Op: Fact, Atom: gdl.Const(rapid.SampledFrom([]string{"p", "q"}).Draw(t, "fact"))}
}
