// Package gdlref is the reference interpreter, which defines what other engines must
// compute. It plays any valid description of GDL and GDL-II, explains why something
// holds or does not ([Game.Why]), and computes the minimal model of any safe stratified
// program ([Eval]).
//
// # How it works
//
// Queries are evaluated top-down with tabling (SLG resolution). A call is a relation
// whose arguments are ground terms or free; its table collects the answers. Completing
// a call means trying all facts and rules of its relation:
//
//   - A condition on a relation of a lower component is completed first and then
//     read. This holds for negations too, so a negation is only decided on
//     a complete table. That is evaluation by strata, as far as the query needs
//     them.
//   - A condition on a relation of the same strongly connected component
//     suspends the rule: it becomes a consumer of that call's table and resumes
//     for every answer that the table has or will get. The calls of one
//     component are complete together, when no consumer has an unread answer.
//     That is the least fixpoint, computed semi-naively.
//   - A negation within a component, which is allowed as long as no ground atom
//     depends on its own negation, is completed on tables of its own. A cycle
//     through the negation is an error.
//
// Tables that depend neither on the state nor on the moves are kept forever. Tables
// that depend only on the state are kept until another state is queried.
//
// The files follow the data: terms (interned ground terms), pattern (terms with
// variables), program (rules), plan (rules for one kind of call), store (facts
// with indexes), space (tables), solve (the evaluation), machine and game (the
// model of package game), why and eval.
package gdlref
