package knowledge_test

import (
	"testing"

	"ludex/game"
	"ludex/rules"
)

// kriegspiel is tic-tac-toe in which neither role sees the other's marks. An attempt
// at an occupied cell is rejected; the role sees that and tries another one.
const kriegspiel = `
role(x) role(o)
init(control(x)) init(cell(1,1,b)) init(cell(1,2,b)) init(cell(1,3,b)) init(cell(2,1,b)) init(cell(2,2,b))
init(cell(2,3,b)) init(cell(3,1,b)) init(cell(3,2,b)) init(cell(3,3,b))
legal(R,mark(M,N)) :- true(control(R)) & place(M,N) & ~true(cell(M,N,R)) & ~true(tried(R,M,N))
legal(R,noop) :- role(R) & ~true(control(R))
done :- does(R,mark(M,N)) & true(cell(M,N,b))
sees(R,badMoveTryAgain) :- does(R,mark(M,N)) & ~true(cell(M,N,b))
sees(R,yourMoveNow) :- other(R,S) & true(control(S)) & done
next(cell(M,N,R)) :- does(R,mark(M,N)) & true(cell(M,N,b))
next(cell(M,N,P)) :- true(cell(M,N,P)) & distinct(P,b)
next(cell(M,N,b)) :- true(cell(M,N,b)) & ~marked(M,N)
marked(M,N) :- does(R,mark(M,N))
next(tried(R,M,N)) :- does(R,mark(M,N)) & ~true(cell(M,N,b))
next(tried(R,M,N)) :- true(tried(R,M,N))
next(control(R)) :- true(control(R)) & ~done
next(control(R)) :- other(R,S) & true(control(S)) & done
place(M,N) :- index(M) & index(N)
index(1) index(2) index(3)
other(x,o) other(o,x)
row(P) :- index(M) & true(cell(M,1,P)) & true(cell(M,2,P)) & true(cell(M,3,P))
row(P) :- index(N) & true(cell(1,N,P)) & true(cell(2,N,P)) & true(cell(3,N,P))
row(P) :- true(cell(1,1,P)) & true(cell(2,2,P)) & true(cell(3,3,P))
row(P) :- true(cell(1,3,P)) & true(cell(2,2,P)) & true(cell(3,1,P))
free :- true(cell(M,N,b))
terminal :- row(x)
terminal :- row(o)
terminal :- ~free
goal(R,100) :- role(R) & row(R)
goal(R,50) :- role(R) & ~row(x) & ~row(o)
goal(R,0) :- other(R,S) & row(S)
`

func openKriegspiel(t testing.TB) game.Game {
	t.Helper()
	rs, err := rules.Parse("kriegspiel.gdl", kriegspiel)
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := rs.Open(t.Context(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}
