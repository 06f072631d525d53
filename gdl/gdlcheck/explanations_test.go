package gdlcheck_test

import (
	"strings"
	"testing"

	"ludex/gdl/gdlcheck"
	"ludex/source"
)

// TestExplanations compares diagnostics with what is shown beside them: how a
// cycle closes, how a keyword comes to depend on another, where the other
// place is, what would mend it.
func TestExplanations(t *testing.T) {
	tests := []struct{ name, code, text, want string }{
		{"direct cycle", "GDL030", `
goal(R,0) :- role(R) & ~goal(R,100)
goal(R,100) :- won(R)`, `
game.gdl:2:25: warning: goal depends on its own negation [GDL030]
    2 | goal(R,0) :- role(R) & ~goal(R,100)
      |                         ^~~~~~~~~~~
  = no ground atom depends on its own negation, because the patterns differ; some systems refuse this nevertheless
`},
		{"longer cycle", "GDL030", `
wins(X) :- cell(X) & ~loses(X)
loses(X) :- cell(X) & helper(X)
helper(X) :- wins(X)`, `
game.gdl:2:23: warning: wins depends on its own negation [GDL030]
    2 | wins(X) :- cell(X) & ~loses(X)
      |                       ^~~~~~~~
  game.gdl:3:23: note: loses needs helper
    3 | loses(X) :- cell(X) & helper(X)
      |                       ^~~~~~~~~
  game.gdl:4:14: note: helper needs wins
    4 | helper(X) :- wins(X)
      |              ^~~~~~~
  = the description is valid only if no ground atom depends on its own negation
`},
		{"cycle with two negations", "GDL030", `
a(X) :- cell(X) & ~b(X)
b(X) :- cell(X) & ~a(X)`, `
game.gdl:2:20: warning: a depends on its own negation [GDL030]
    2 | a(X) :- cell(X) & ~b(X)
      |                    ^~~~
  game.gdl:3:20: note: b needs not a
    3 | b(X) :- cell(X) & ~a(X)
      |                    ^~~~
  = the description is valid only if no ground atom depends on its own negation
`},
		{"dependence", "GDL054", `
legal(R,M) :- role(R) & may(R,M)
may(R,M) :- role(R) & ~did(R,M)
did(R,M) :- does(R,M)`, `
game.gdl:2:25: error: legal must not depend on does [GDL054]
    2 | legal(R,M) :- role(R) & may(R,M)
      |                         ^~~~~~~~
  game.gdl:3:24: note: may depends on did here
    3 | may(R,M) :- role(R) & ~did(R,M)
      |                        ^~~~~~~~
  game.gdl:4:13: note: did depends on does here
    4 | did(R,M) :- does(R,M)
      |             ^~~~~~~~~
`},
		{"growing recursion", "GDL041", `
number(s(X)) :- number(X)`, `
game.gdl:2:24: error: X stands in the recursive condition number only [GDL041]
    2 | number(s(X)) :- number(X)
      |                        ^
  = the recursion involves functions, so it could derive infinitely many facts
  = an argument of a recursive condition must be ground, an argument of the head, or bound outside the recursion
`},
		{"unbound role", "GDL020", `
legal(R,noop) :- true(f)`, `
game.gdl:2:7: error: the variable R of the head occurs in no positive condition of the body [GDL020]
    2 | legal(R,noop) :- true(f)
      |       ^
  = fix: add role(R) to the body
`},
		{"unbound role in prefix", "GDL020", `
(<= (goal ?r 0) (true f))`, `
game.gdl:2:11: error: the variable ?r of the head occurs in no positive condition of the body [GDL020]
    2 | (<= (goal ?r 0) (true f))
      |           ^~
  = fix: add (role ?r) to the body
`},
		{"two arities", "GDL071", `
p(a). p(a,b).`, `
game.gdl:2:7: warning: p has 2 arguments here [GDL071]
    2 | p(a). p(a,b).
      |       ^~~~~~
  game.gdl:2:1: note: and 1 argument here
    2 | p(a). p(a,b).
      | ^~~~
`},
		{"no role", "GDL087", `
role(white). role(black).
legal(blak,noop)`, `
game.gdl:3:7: warning: blak is no role [GDL087]
    3 | legal(blak,noop)
      |       ^~~~
  = the roles are white, black
  = fix: write black
`},
		{"two roles as near", "GDL087", `
role(lack). role(back).
legal(ack,noop)`, `
game.gdl:3:7: warning: ack is no role [GDL087]
    3 | legal(ack,noop)
      |       ^~~
  = the roles are lack, back
  = fix: write back
`},
		{"no role is near", "GDL087", `
role(rook). role(king).
legal(knit,noop)`, `
game.gdl:3:7: warning: knit is no role [GDL087]
    3 | legal(knit,noop)
      |       ^~~~
  = the roles are rook, king
`},
		// Only the name is shown of a term that could disturb a terminal.
		{"goal with a control character", "GDL075", "(goal w (f\ra))", `
game.gdl:1:9: error: the goal value f/1 is no integer from 0 to 100 [GDL075]
    1 | (goal w (f·a))
      |         ^~~~~
`},
		{"misspelled relation", "GDL088", `
role(white). columns(1).
legal(R,move(C)) :- role(R) & colums(C)`, `
game.gdl:3:31: warning: the relation colums/1 is never defined, so it is always false [GDL088]
    3 | legal(R,move(C)) :- role(R) & colums(C)
      |                               ^~~~~~
  = fix: did you mean columns?
`},
		{"forgotten argument", "GDL088", `
(p a b c) (p a b)
(<= q (p a))`, `
game.gdl:3:8: warning: the relation p/1 is never defined, so it is always false [GDL088]
    3 | (<= q (p a))
      |        ^
  = p is defined with 2 arguments
`},
		{"distinct from itself", "GDL089", `
p(a).
q(X) :- p(X) & X != X`, `
game.gdl:3:16: warning: this condition can never hold, so the rule can never fire [GDL089]
    3 | q(X) :- p(X) & X != X
      |                ^~~~~~
  = distinct compares a term with itself
`},
		{"facts with and without lifetimes", "GDL100", `
init(infinity,f)
init(g)`, `
game.gdl:3:1: error: init has 1 argument here [GDL100]
    3 | init(g)
      | ^~~~~~~
  game.gdl:2:1: note: init has 2 arguments here
    2 | init(infinity,f)
      | ^~~~~~~~~~~~~~~~
  = facts have lifetimes in all clauses (rtGDL) or in none (GDL)
`},
		{"rtGDL by accident", "GDL100", `
init(f)
next(F) :- true(F) & ~expired(F)
init(g)`, `
game.gdl:2:1: error: init has 1 argument here [GDL100]
    2 | init(f)
      | ^~~~~~~
  game.gdl:3:23: note: expired makes this a description in rtGDL, where it has 2
    3 | next(F) :- true(F) & ~expired(F)
      |                       ^~~~~~~~~~
  = facts have lifetimes in all clauses (rtGDL) or in none (GDL); --dialect gdl reads it as GDL
`},
		{"two lifetimes", "GDL102", `
init(0.50,f). init(1,f).`, `
game.gdl:2:20: warning: f has the lifetime 1 here [GDL102]
    2 | init(0.50,f). init(1,f).
      |                    ^
  game.gdl:2:6: note: and 0.5 here
    2 | init(0.50,f). init(1,f).
      |      ^~~~
`},
		{"lifetime zero", "GDL101", `
init(0,f).`, `
game.gdl:2:6: error: 0 cannot be a lifetime: a lifetime must be greater than 0 [GDL101]
    2 | init(0,f).
      |      ^
  = a fact that should not hold is left out
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list := checkText("game.gdl", tt.text, gdlcheck.Options{})
			var out strings.Builder
			r := source.Renderer{W: &out}
			if err := r.Render(only(list, tt.code)); err != nil {
				t.Fatal(err)
			}
			if got := "\n" + out.String(); got != tt.want {
				t.Errorf("got%swant%s", got, tt.want)
			}
		})
	}
}

// only returns the diagnostics with one code.
func only(list *source.List, code string) *source.List {
	out := &source.List{File: list.File}
	for _, d := range list.Items {
		if d.Code.ID == code {
			out.Items = append(out.Items, d)
		}
	}
	return out
}
