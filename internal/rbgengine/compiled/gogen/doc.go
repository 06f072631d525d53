// Package gogen turns the set program of a game ([ludex/internal/rbgengine/sets/ir])
// into Go source: one package per game, which needs the standard library only.
//
// There are three passes. Package analysis finds out what can be known about the
// program. The emitter plans the files of the package as trees of statements, with
// explicit records of imports, variables, labels and tables. Package gocode prunes the
// statements and prints them. What all games have in common is expanded from templates.
//
// Every function of the program becomes a Go function with the registers as local
// variables. Generators are emitted once for each mode: to list the moves, to count
// them, to find one, or to make a random one. All keepers are one function, whose choice
// points are resolved statically where possible.
package gogen
