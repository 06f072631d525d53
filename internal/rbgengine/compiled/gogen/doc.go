// Package gogen prints the set program of a game ([ludex/internal/rbgengine/sets/ir]) as
// Go source: one package a game, which needs the standard library only.
//
// Every function of the program becomes a Go function with the registers as local
// variables. Generators are printed once for each thing that is asked of them: to
// list the moves, to count them, to find one. All keepers are one function, whose
// choices are settled while it is printed, as far as possible.
package gogen
