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
		op := opKind(rapid.IntRange(int(opFact), int(opForAll)).Draw(t, "operator"))
		if op < opNot || depth == 0 {
			return s.atom(t)
		}
		f := Formula{op: op}
		inner := func() Formula { return formulas(depth-1, s).Draw(t, op.String()) }
		switch {
		case op == opAnd || op == opOr:
			return join(op, []Formula{inner(), inner()})
		case op == opImplies:
			f.args = []Formula{inner()}
		case op.temporal():
			f.steps = rapid.IntRange(-1, 2).Draw(t, "steps")
			if op == opNext {
				f.steps = max(f.steps, 1)
			}
		case op == opKnows || op == opPossible:
			f.roles = []gdl.Term{s.roleTerm(t)}
		case op.epistemic():
			f.roles = []gdl.Term{s.roleTerm(t)}
			if rapid.Bool().Draw(t, "two") {
				f.roles = append(f.roles, s.roleTerm(t))
			}
		case op == opExists || op == opForAll:
			return s.quantifier(t, op, depth)
		}
		f.args = append(f.args, inner())
		return f
	})
}

func (s scope) quantifier(t *rapid.T, op opKind, depth int) Formula {
	f := Formula{op: op}
	if rapid.IntRange(0, 4).Draw(t, "roles") == 0 {
		f.vars = []string{"R"}
		f.domain.Atom = gdl.Fn(gdl.Role, gdl.Var("R"))
		s.role = true
	} else {
		name := rapid.SampledFrom([]string{"X", "Y"}).Draw(t, "variable")
		f.vars = []string{name}
		f.domain = s.domain(t, name)
		s.vars = append(slices.Clone(s.vars), name)
	}
	f.args = []Formula{formulas(depth-1, s).Draw(t, "body")}
	return f
}

func (s scope) roleTerm(t *rapid.T) gdl.Term {
	if s.role && rapid.Bool().Draw(t, "variable role") {
		return gdl.Var("R")
	}
	return gdl.Const(rapid.SampledFrom(s.roles).Draw(t, "role"))
}

func (s scope) domain(t *rapid.T, name string) domain {
	switch rapid.IntRange(0, 5).Draw(t, "domain") {
	case 5:
		return domain{Atom: gdl.Fn(gdl.Does, gdl.Var(anonymous), gdl.Var(name))}
	case 4:
		return domain{Atom: gdl.Fn(gdl.Sees, s.roleTerm(t), gdl.Var(name))}
	case 0:
		return domain{Terms: []gdl.Term{gdl.Const("a"), gdl.Const("m1")}}
	case 1:
		return domain{Atom: gdl.Fn(gdl.True, gdl.Fn("r", gdl.Var(name)))}
	case 2:
		return domain{Atom: gdl.Fn(gdl.Legal, s.roleTerm(t), gdl.Var(name))}
	}
	return domain{Atom: gdl.Fn(gdl.Goal, gdl.Var(anonymous), gdl.Var(name))}
}

func (s scope) atom(t *rapid.T) Formula {
	arg := gdl.Const(rapid.SampledFrom([]string{"a", "m0", "m1", "50"}).Draw(t, "constant"))
	if len(s.vars) > 0 && rapid.Bool().Draw(t, "bound") {
		arg = gdl.Var(rapid.SampledFrom(s.vars).Draw(t, "variable"))
	}
	switch op := opKind(rapid.IntRange(int(opFact), int(opSees)).Draw(t, "atom")); op {
	case opDoes:
		return Formula{op: op, atom: gdl.Fn(gdl.Does, s.roleTerm(t), arg)}
	case opSees:
		if arg.Kind == gdl.Constant {
			arg = gdl.Const(rapid.SampledFrom([]string{"s0", "s1"}).Draw(t, "percept"))
		}
		return Formula{op: op, atom: gdl.Fn(gdl.Sees, s.roleTerm(t), arg)}
	case opLegal:
		return Formula{op: op, atom: gdl.Fn(gdl.Legal, s.roleTerm(t), arg)}
	case opGoal:
		return Formula{op: op, atom: gdl.Fn(gdl.Goal, s.roleTerm(t), arg)}
	case opTerminal:
		return Formula{op: op, atom: gdl.Const(gdl.Terminal)}
	case opDistinct:
		return Formula{op: op, atom: gdl.Fn(gdl.Distinct, arg, gdl.Const("a"))}
	case opTrue:
		return Formula{op: op, atom: gdl.Fn("r", arg)}
	}
	return Formula{op: opFact, atom: gdl.Const(rapid.SampledFrom([]string{"p", "q"}).Draw(t, "fact"))}
}
