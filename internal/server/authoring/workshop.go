package authoring

import "ludex/internal/server/gamecache"

// A Workshop is what the template of the workshop shows.
type Workshop struct {
	Name, Text, Look string
	Games            []gamecache.About // to begin with
	Local            bool              // in a page without a server
}

// Starter is the example text of the workshop: a small complete game.
const Starter = `% Race to ten
% Two players in turn add one or two. Who says ten wins.

role(first)
role(second)

init(count(0))
init(turn(first))

base(count(N)) :- number(N)
base(turn(R)) :- role(R)
input(R,add(1)) :- role(R)
input(R,add(2)) :- role(R)
input(R,wait) :- role(R)

legal(R,add(N)) :- true(turn(R)) & step(N) & true(count(C)) & sum(C,N,S)
legal(R,wait) :- role(R) & ~true(turn(R))

next(count(S)) :- does(R,add(N)) & true(count(C)) & sum(C,N,S)
next(turn(second)) :- true(turn(first))
next(turn(first)) :- true(turn(second))

terminal :- true(count(10))

goal(R,100) :- true(count(10)) & role(R) & ~true(turn(R))
goal(R,0) :- true(count(10)) & true(turn(R))
goal(R,50) :- role(R) & ~true(count(10))

step(1)
step(2)
number(0)
number(N) :- succ(M,N)
sum(M,1,N) :- succ(M,N)
sum(L,2,N) :- succ(L,M) & succ(M,N)
succ(0,1)
succ(1,2)
succ(2,3)
succ(3,4)
succ(4,5)
succ(5,6)
succ(6,7)
succ(7,8)
succ(8,9)
succ(9,10)
`
