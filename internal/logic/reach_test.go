package logic

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/gdl"
	"ludex/internal/gdlformat"
)

const reachGame = `
role(white). role(black).
index(1). index(2). mark(x). mark(o).
init(cell(1,b)). init(control(white)).
legal(white,mark(X)) :- true(cell(X,b)) & true(control(white))
legal(R,noop) :- role(R) & true(control(W)) & R != W
next(cell(X,x)) :- does(white,mark(X))
next(cell(X,M)) :- true(cell(X,M)) & M != b
next(control(black)) :- true(control(white))
pair(X,Y) :- index(X) & index(Y) & ~same(X,Y)
same(X,X) :- index(X)
deep(f(f(f(f(f(f(a)))))))
list(nil)
list(cons(X,L)) :- index(X) & list(L)
either(X) :- (index(X) | mark(X))
fact :- (nothing | index(1))
left(f(1)). left(g(1)). left(x). right(f(1)). right(h(1)). right(x).
both(X) :- left(X) & right(X)
`

func TestPossible(t *testing.T) {
	r := NewReach(read(t, reachGame))
	tests := []struct {
		atom string
		want bool
	}{
		{"role(white)", true},
		{"role(gray)", false},
		{"index(X)", true},
		{"true(cell(1,b))", true},
		{"true(cell(1,x))", true},
		{"true(cell(2,b))", false}, // only cell 1 is ever there
		{"true(cell(1,o))", false},
		{"true(control(black))", true},
		{"true(control(gray))", false},
		{"true(F)", true},
		{"does(white,mark(1))", true},
		{"does(white,mark(2))", false},
		{"does(black,noop)", true},
		{"does(black,jump)", false},
		{"legal(gray,noop)", false},
		{"next(cell(1,x))", true},
		{"pair(1,2)", true},
		{"pair(1,3)", false},
		{"same(1,2)", true}, // arguments are looked at one by one
		{"deep(f(f(f(f(f(f(a)))))))", true},
		{"deep(f(f(f(f(f(f(b)))))))", true}, // not followed so far
		{"deep(f(f(f(g(X)))))", false},
		{"list(cons(1,cons(2,cons(1,cons(2,cons(1,cons(2,nil)))))))", true},
		{"list(cons(3,nil))", false},
		{"list(cons(1,3))", false},
		{"either(1)", true},
		{"either(x)", true},
		{"either(b)", false},
		{"fact", true},
		{"both(f(1))", true},
		{"both(x)", true},
		{"both(g(1))", false},
		{"both(h(1))", false},
		{"nothing", false},
		{"cell(1)", false},
	}
	for _, tt := range tests {
		a := atom(t, tt.atom)
		if got := r.Possible(&a); got != tt.want {
			t.Errorf("Possible(%s) = %v", tt.atom, got)
		}
	}
}

func TestDefines(t *testing.T) {
	r := NewReach(read(t, `
role(white). role(black). n(1). n(2). m(3).
input(white,put(X)) :- n(X)
input(black,noop)
base(cell(X,b)) :- n(X)
base(cell(X,c)) :- m(X)
base(step(f(X))) :- n(X)
dead(a) :- nothing
dead(b)`))
	tests := []struct {
		atom string
		want bool
	}{
		{"input(white,put(1))", true},
		{"input(white,put(3))", false},
		{"input(R,noop)", true},
		{"input(black,put(X))", false}, // each part is possible, but not together
		{"input(white,noop)", false},
		{"base(cell(1,b))", true},
		{"base(cell(3,b))", false},
		{"base(cell(X,c))", true},
		{"base(F)", true},
		{"base(step(f(2)))", true},
		{"base(step(f(3)))", false},
		{"base(step(X))", true},
		{"dead(a)", false},
		{"dead(b)", true},
	}
	for _, tt := range tests {
		a := atom(t, tt.atom)
		if got := r.Defines(a.Name, a.Args...); got != tt.want {
			t.Errorf("Defines(%s) = %v", tt.atom, got)
		}
	}
}

func TestDead(t *testing.T) {
	p := read(t, reachGame+`
gone(X) :- index(X) & mark(X)
next(f(X)) :- does(black,mark(X))
never :- index(X) & distinct(X,X)
after :- never
equal(X) :- index(X) & ~distinct(X,X)
partly :- (never | index(3) | mark(x))
wholly :- (never | index(3))
`)
	clauses, literals := NewReach(p).Dead()
	var got []string
	for i, n := range clauses {
		got = append(got, p.Clauses[n].Head.Name+": "+gdlformat.Formula(&literals[i], gdl.Infix))
	}
	want := []string{
		"gone: mark(X)", "never: distinct(X,X)", "after: never", "wholly: never",
	}
	// black never marks, but the roles and moves of does are looked at apart.
	if !slices.Equal(got, want) {
		t.Errorf("dead are %q, want %q", got, want)
	}
}

// TestTimedReach lets lifetimes run down and facts expire.
func TestTimedReach(t *testing.T) {
	r := NewReach(read(t, `
role(white)
init(2.5,timer(a))
next(infinity,late) :- expired(timer(X))
next(T,timer(X)) :- true(T,timer(X))`))
	for text, want := range map[string]bool{
		"true(0.125,timer(a))": true,
		"true(T,timer(b))":     false,
		"true(T,late)":         true,
		"expired(timer(a))":    true,
		"expired(timer(b))":    false,
		"expired(late)":        true,
		"next(infinity,late)":  true,
	} {
		a := atom(t, text)
		if got := r.Possible(&a); got != want {
			t.Errorf("Possible(%s) = %v", text, got)
		}
	}
}

// TestReachGivesUp says that everything is possible when terms could grow in
// too many ways, and does not take long for it.
func TestReachGivesUp(t *testing.T) {
	var text strings.Builder
	text.WriteString("init(f(a))\n")
	for i := range 200 {
		fmt.Fprintf(&text, "next(f(g%d(X))) :- true(f(X))\n", i)
	}
	r := NewReach(read(t, text.String()))
	a := atom(t, "unheard(of)")
	if clauses, _ := r.Dead(); !r.gaveUp || !r.Possible(&a) || !r.Defines("unheard", gdl.Const("of")) || len(clauses) != 0 {
		t.Error("it did not give up")
	}
}

// randomProgram draws a small program with safe rules, in which heads can build
// terms and states follow each other.
func randomProgram(t *rapid.T) *gdl.Program {
	constants := rapid.SampledFrom([]gdl.Term{gdl.Const("a"), gdl.Const("b"), gdl.Const("c")})
	variables := rapid.SampledFrom([]gdl.Term{gdl.Var("X"), gdl.Var("Y")})
	var term func(depth int, ground bool) gdl.Term
	term = func(depth int, ground bool) gdl.Term {
		switch n := rapid.IntRange(0, 5).Draw(t, "term"); {
		case n == 0 && depth > 0:
			return gdl.Fn("f", term(depth-1, ground))
		case n >= 3 && !ground:
			return variables.Draw(t, "variable")
		}
		return constants.Draw(t, "constant")
	}
	relation := func(names ...string) gdl.Symbol {
		name := rapid.SampledFrom(names).Draw(t, "relation")
		arity := 1
		if name == "q" || name == "legal" || name == "does" {
			arity = 2
		}
		return gdl.Symbol{Name: name, Arity: arity}
	}
	apply := func(s gdl.Symbol, ground bool) gdl.Term {
		args := make([]gdl.Term, s.Arity)
		for i := range args {
			args[i] = term(2, ground)
		}
		return gdl.Fn(s.Name, args...)
	}
	p := &gdl.Program{Dialect: gdl.GDL}
	for range rapid.IntRange(1, 8).Draw(t, "clauses") {
		var c gdl.Clause
		bound := map[string]bool{}
		for range rapid.IntRange(0, 3).Draw(t, "body") {
			a := apply(relation("p", "q", "r", "true", "does", "init", "legal"), false)
			a.Walk(func(u *gdl.Term) { bound[u.Name] = bound[u.Name] || u.Kind == gdl.Variable })
			c.Body = append(c.Body, gdl.Pos(a))
		}
		c.Head = apply(relation("p", "q", "r", "init", "next", "legal"), false)
		c.Head.Walk(func(u *gdl.Term) {
			if u.Kind == gdl.Variable && !bound[u.Name] {
				*u = gdl.Const("a")
			}
		})
		if len(c.Body) > 0 && rapid.Bool().Draw(t, "negation") {
			c.Body = append(c.Body, gdl.Not(gdl.Fn("p", gdl.Const("a"))))
		}
		p.Clauses = append(p.Clauses, c)
	}
	return p
}

// derive computes what a program can derive over all states and moves in a few
// rounds, negations counted as satisfied, and which clauses fired.
func derive(p *gdl.Program, rounds, limit int) (facts []gdl.Term, fired []bool) {
	known := map[string]bool{}
	add := func(a gdl.Term) {
		if key := gdlformat.Term(&a, gdl.Prefix); !known[key] {
			known[key] = true
			facts = append(facts, a)
		}
	}
	fired = make([]bool, len(p.Clauses))
	for range rounds {
		for i := range p.Clauses {
			c := &p.Clauses[i]
			old := facts
			match(c.Body, old, map[string]gdl.Term{}, func(env map[string]gdl.Term) {
				fired[i] = true
				if len(facts) > limit {
					return
				}
				head := substitute(&c.Head, env)
				add(head)
				switch head.Name {
				case gdl.Init, gdl.Next:
					add(gdl.Fn(gdl.True, head.Args...))
				case gdl.Legal:
					add(gdl.Fn(gdl.Does, head.Args...))
				}
			})
		}
	}
	return facts, fired
}

func match(body []gdl.Formula, facts []gdl.Term, env map[string]gdl.Term, visit func(map[string]gdl.Term)) {
	if len(body) == 0 {
		visit(env)
		return
	}
	a, negated, _ := body[0].Literal()
	if negated {
		match(body[1:], facts, env, visit)
		return
	}
	for i := range facts {
		inner := map[string]gdl.Term{}
		for k, v := range env {
			inner[k] = v
		}
		if matches(a, &facts[i], inner) {
			match(body[1:], facts, inner, visit)
		}
	}
}

func matches(pattern, ground *gdl.Term, env map[string]gdl.Term) bool {
	if pattern.Kind == gdl.Variable {
		if old, ok := env[pattern.Name]; ok {
			return old.Equal(ground)
		}
		env[pattern.Name] = *ground
		return true
	}
	if pattern.Symbol() != ground.Symbol() {
		return false
	}
	for i := range pattern.Args {
		if !matches(&pattern.Args[i], &ground.Args[i], env) {
			return false
		}
	}
	return true
}

func substitute(t *gdl.Term, env map[string]gdl.Term) gdl.Term {
	if t.Kind == gdl.Variable {
		return env[t.Name]
	}
	args := make([]gdl.Term, len(t.Args))
	for i := range t.Args {
		args[i] = substitute(&t.Args[i], env)
	}
	return gdl.Fn(t.Name, args...)
}

// TestReachIsSound compares it with what programs really derive: nothing of
// that may be called impossible, and no rule that fires dead.
func TestReachIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomProgram(t)
		r := NewReach(p)
		facts, fired := derive(p, 4, 60)
		for i := range facts {
			a := &facts[i]
			if !r.Possible(a) {
				t.Fatalf("%s is derived but called impossible by\n%s", gdlformat.Term(a, gdl.Infix), gdlformat.Program(p, gdl.Infix))
			}
			if a.Name != gdl.True && a.Name != gdl.Does && !r.Defines(a.Name, a.Args...) {
				t.Fatalf("%s is derived but not defined by\n%s", gdlformat.Term(a, gdl.Infix), gdlformat.Program(p, gdl.Infix))
			}
		}
		dead, _ := r.Dead()
		for _, n := range dead {
			if fired[n] {
				t.Fatalf("clause %d fires but is called dead in\n%s", n, gdlformat.Program(p, gdl.Infix))
			}
		}
	})
}
