// Package reference is the interpreter that every other engine is measured by.
// It plays any valid description of GDL and GDL-II, explains why something
// holds or does not ([Game.Why]), and computes the minimal model of any safe
// stratified program ([Eval]).
//
// # How it works
//
// Questions are answered top-down with tables. A call is a relation whose
// arguments are ground terms or free; its table collects the answers. To
// complete a call is to try all facts and rules of its relation:
//
//   - A condition on a relation that does not depend on the one at hand is
//     completed first and then read; this holds for negations too, so a negation
//     is only decided on a complete table. That is evaluation by strata, as far
//     as the question needs them.
//   - A condition on a relation of the same strongly connected component
//     suspends the rule: it becomes a consumer of that call's table and goes on
//     with every answer that the table has or will get. The calls of one
//     component are complete together, when no consumer has an answer left to
//     read. That is the least fixpoint, computed semi-naively.
//   - A negation within a component, which is fine as long as no ground atom
//     depends on its own negation, is completed on tables of its own. If it
//     comes back to itself the description has no meaning, which is an error.
//
// What depends neither on the state nor on the moves is kept for ever, what
// depends on the state alone is kept as long as that state is asked about.
//
// The files follow the data: terms (interned ground terms), pattern (terms with
// variables), program (rules), plan (rules for one kind of call), store (facts
// with indexes), space (tables), solve (the evaluation), machine and game (the
// model of package game), why and eval.
package gdlref
