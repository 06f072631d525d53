// Package formula is a language for questions about knowledge, and answers them.
//
// A formula is about a development: a play up to some step. Its parts are
//
//	true(f), or just f         the fact f is in the state
//	legal(r,m)                 r has the legal move m
//	goal(r,v)                  v is a goal value of r
//	terminal                   the play is over
//	does(r,m)                  the player r did m in the last step
//	sees(r,p)                  the player r saw p in the last step
//	rel(t,…), static(rel(t,…)) a relation of the description that is the same in all states
//	distinct(s,t), s != t      two terms are different
//
//	~φ, not φ                  negation
//	φ & ψ, φ and ψ             conjunction
//	φ | ψ, φ or ψ              disjunction
//	φ => ψ, φ implies ψ        implication; it binds weaker than the others and to the right
//
//	knows(r, φ)                φ holds in all developments that r cannot tell from this one
//	possible(r, φ)             … in one of them
//	everyone({r,…}, φ)         all of them know φ
//	common({r,…}, φ)           … and know that all know it, and so on: φ holds in all developments
//	                           that are reached by going from one to another that a role of the
//	                           group cannot tell from it, as often as one likes
//
//	next φ                     φ holds after every joint move that can be made now
//	next[n] φ                  … after every n joint moves
//	always φ, always[n] φ      φ holds now and after all joint moves, to the end of the play or
//	                           up to n steps from now
//	eventually φ, …[n] φ       however the play goes on, φ holds now or at some time until then
//	can φ, can[n] φ            there is a way for the play to go on such that φ holds at some
//	                           time: ~always ~φ
//
//	exists X in d: φ           φ holds for some X in the domain d
//	forall X,Y in d: φ         … for all X and Y
//
// A domain is a list of terms, {a,b,c}; the facts of the state, true(hasCard(jane,X)); its
// legal moves, legal(jane,X), or goal values, goal(jane,X); the roles but random, role(X); or a
// relation of the description that is the same in all states, card(X); or what was done or seen in
// the last step, does(jane,X) and sees(jane,X). The variables that
// are named are bound; others must be bound outside, and _ stands for anything. Facts, legal moves and goal values are
// those of the state in which the quantifier stands.
//
// Two developments that a role cannot tell apart have the same number of steps. The operators
// next, always, eventually and can quantify over all continuations of the play, whatever
// the interests of the roles. Where a play cannot go on, because it is over, "next φ" holds for
// every φ and "eventually φ" only if φ holds at last.
//
// Terms are written as in infix GDL; facts, moves and whole formulas may also stand in prefix,
// as (hasCard jane ace) or (knows jane (hasCard jane ace)). A fact that has the name of an
// operator or a relation of this language stands in true(…). A name that is a fact as well as a
// relation must stand in true(…) or static(…).
package formula
