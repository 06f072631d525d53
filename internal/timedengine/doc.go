// Package timedengine computes games in real time on ground rules: the fast engine beside
// the interpreter of package timed, which it must agree with on every update.
//
// Rules copy lifetimes, compare them, and name constants; they cannot calculate with
// them. So a description is grounded once as if it had no lifetimes (encode.go,
// compile.go): a fact holds or not, lasts forever or not, has expired or not, has
// the lifetime of another fact or a constant one. What the ground rules derive for the next
// state is which fact gets which lifetime: a constant, or that of a fact before. The
// lifetimes themselves are whole numbers beside the rules: each fact has the instant at
// which it will expire, which passing time does not change.
//
// The ground rules are a network in which only changes propagate (network.go). States that
// differ in nothing but those instants share a [Node], and what an event does to a
// node is computed once (engine.go). Random plays need no more than nodes and
// instants, and allocate nothing once they have been everywhere (play.go).
//
// Not every description can be grounded like this: a lifetime may become a part of a fact, a
// move or a percept. [Compile] refuses these. And in some states, which show an
// error in the rules, a fact has several lifetimes: [ErrIrregular]. Both are left to the
// interpreter.
package timedengine
