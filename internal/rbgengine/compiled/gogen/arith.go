package gogen

import (
	"fmt"
	"math"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// An exprCode emits arithmetic expressions.
type exprCode struct{ *emitter }

// opposite returns the negation of a relation.
func opposite(r rbg.Relation) string {
	switch r {
	case rbg.Equal:
		return "!="
	case rbg.NotEqual:
		return "=="
	case rbg.Less:
		return ">="
	case rbg.LessEqual:
		return ">"
	case rbg.Greater:
		return "<="
	default:
		return "<"
	}
}

func relation(r rbg.Relation) string {
	switch r {
	case rbg.Equal:
		return "=="
	case rbg.NotEqual:
		return "!="
	case rbg.Less:
		return "<"
	case rbg.LessEqual:
		return "<="
	case rbg.Greater:
		return ">"
	default:
		return ">="
	}
}

// A span is the range of values of an expression.
type span struct{ low, high int64 }

func (s span) fits() bool { return s.low >= math.MinInt32 && s.high <= math.MaxInt32 }

// arith returns an expression as Go, if it always has a value.
func (e *exprCode) arith(id int32) (text string, s span, ok bool) {
	x := &e.P.Exprs[id]
	switch x.Kind {
	case ir.Const:
		s = span{x.Value, x.Value}
		return fmt.Sprintf("int64(%d)", x.Value), s, s.fits()
	case ir.Var:
		return fmt.Sprintf("int64(m.v[%d])", x.Ref), span{0, int64(e.P.Bounds[x.Ref])}, true
	case ir.Count:
		return fmt.Sprintf("int64(%s)", e.sets.size(fmt.Sprintf("m.s%d", x.Ref))), span{0, int64(e.P.Cells)}, true
	}
	var parts []string
	for k, kid := range x.Kids {
		part, t, ok := e.arith(kid)
		if !ok {
			return "", s, false
		}
		parts = append(parts, "("+part+")")
		if k == 0 {
			s = t
			continue
		}
		if s, ok = combine(x.Kind, s, t); !ok || !s.fits() {
			return "", s, false
		}
	}
	if len(parts) == 0 {
		return "", s, false
	}
	return strings.Join(parts, " "+operators[x.Kind]+" "), s, true
}

var operators = map[ir.ExprKind]string{ir.Add: "+", ir.Sub: "-", ir.Mul: "*", ir.Div: "/"}

// combine returns the range of a sum, difference, product or quotient.
func combine(kind ir.ExprKind, a, b span) (span, bool) {
	switch kind {
	case ir.Add:
		return span{a.low + b.low, a.high + b.high}, true
	case ir.Sub:
		return span{a.low - b.high, a.high - b.low}, true
	case ir.Mul:
		p := [4]int64{a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high}
		return span{min(p[0], p[1], p[2], p[3]), max(p[0], p[1], p[2], p[3])}, true
	}
	if b.low <= 0 && b.high >= 0 {
		return span{}, false
	}
	m := max(-a.low, a.high, a.low, -a.high)
	return span{-m, m}, true
}

// exprOK returns a Go expression with two values: the number, and whether there is
// one.
func (e *exprCode) exprOK(id int32) string {
	if text, _, ok := e.arith(id); ok {
		return text + ", true"
	}
	name := fmt.Sprintf("expr%d", id)
	if !e.requested[name] {
		e.requested[name] = true
		e.queue = append(e.queue, func() { e.printExpr(id) })
	}
	return "m." + name + "()"
}

// printExpr emits the function of an expression that may have no value.
func (e *exprCode) printExpr(id int32) {
	x := &e.P.Exprs[id]
	e.Line("// expr%d computes a number and reports whether there is one.", id)
	e.Func("(m *Machine) expr%d() (int64, bool)", id)
	if len(x.Kids) == 0 {
		e.Line("return 0, false")
		e.End()
		e.Blank()
		return
	}
	e.Line("x, ok := %s", e.exprOK(x.Kids[0]))
	for _, kid := range x.Kids[1:] {
		e.Open("if y, defined := %s; ok && defined%s", e.exprOK(kid), map[bool]string{true: " && y != 0"}[x.Kind == ir.Div])
		e.Line("x %s= y", operators[x.Kind])
		e.Line("ok = x == int64(int32(x))")
		e.Else()
		e.Line("return 0, false")
		e.End()
	}
	e.Line("return x, ok")
	e.End()
	e.Blank()
}

// condition returns a comparison as Go.
func (e *exprCode) condition(id int32) string {
	c := &e.P.Compares[id]
	left, _, ok := e.arith(c.Left)
	right, _, defined := e.arith(c.Right)
	if ok && defined {
		return fmt.Sprintf("%s %s %s", left, relation(rbg.Relation(c.Relation)), right)
	}
	name := fmt.Sprintf("compare%d", id)
	if !e.requested[name] {
		e.requested[name] = true
		e.queue = append(e.queue, func() {
			e.Func("(m *Machine) %s() bool", name)
			e.Line("x, ok := %s", e.exprOK(c.Left))
			e.Line("y, defined := %s", e.exprOK(c.Right))
			e.Line("return ok && defined && x %s y", relation(rbg.Relation(c.Relation)))
			e.End()
			e.Blank()
		})
	}
	return "m." + name + "()"
}
