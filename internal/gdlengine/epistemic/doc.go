// Package epistemic plays games of GDL-III, whose rules speak about what the roles know.
//
// What a role knows in a position is what holds in all positions that it considers
// possible: those reached by legal plays in which it made the same moves and had the same
// percepts. So a position is more than a set of facts. It is one of the worlds of an
// epistemic model: a set of worlds, each with its facts, and for each role a partition
// of the worlds into those that it cannot tell apart.
//
// A [Game] computes these models step by step. All worlds of a model are stepped together,
// with all legal joint moves. Two of the resulting worlds look the same to a role if they
// did before, and the role's move and percepts are the same. What cannot be reached from a
// world by going from one to another that looks the same to somebody is irrelevant to
// everything that is known there, so the result is cut into its connected parts, the
// models of the next step.
//
// The rules are evaluated by an engine that gets the facts of a world together with
// what is known there, see [Rules].
package epistemic
