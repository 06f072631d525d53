// Package rbg defines the syntax tree of a Regular Boardgames description.
//
// A [Game] is a description whose macros are expanded, whose board is generated and whose
// names are resolved: players, variables, pieces, a directed graph with labelled edges,
// and one regular expression over actions. The subpackages parse, print, check and
// rewrite games; they share nothing else.
package rbg

import (
	"slices"

	"ludex/source"
)

// A Game is a resolved description. It is immutable once it is made.
type Game struct {
	File    *source.File
	Players []Variable // in the order of the declaration; each is also a variable, its score
	// Variables holds the players first, in their order, then the declared
	// variables in the order of their names. An expression refers to a
	// variable by its index here.
	Variables []Variable
	Pieces    []Piece // in the order of their names
	Board     *Board
	Rules     *Expr // flat: no sum directly in a sum, no concatenation in a concatenation
	// Modifiers holds the actions that change the state, in the order of the
	// rules; the one with index i is at i-1. Contents of patterns are not here.
	Modifiers []*Expr
}

// A Variable holds a number from 0 to its bound. All start at 0.
type Variable struct {
	Name  string
	Bound int32
	Origin
}

// A Piece is what a cell can hold. Every cell holds exactly one.
type Piece struct {
	Name string
	Origin
}

// Keeper is the player of a switch to the keeper, which moves automatically.
const Keeper = -1

// Random is the name of the player who moves by chance, if there is one: all its moves
// are equally likely.
const Random = "random"

// NoPlayer is what [Game.Random] returns for a game without chance.
const NoPlayer = -1

// Random returns the player who moves by chance, or [NoPlayer].
func (g *Game) Random() int {
	return slices.IndexFunc(g.Players, func(v Variable) bool { return v.Name == Random })
}

// Bound returns the largest value a variable may have.
func (g *Game) Bound(variable int) int32 { return g.Variables[variable].Bound }

// Mover returns the player to move after the switch with the given index, or Keeper,
// which also begins the play (index 0).
func (g *Game) Mover(index int) int {
	if index == 0 {
		return Keeper
	}
	return g.Modifiers[index-1].Player
}

// An Origin says where something was written. Text that comes from a macro
// stands in the macro's body, and In leads back to the calls.
type Origin struct {
	Span source.Span
	In   *Expansion // nil outside of macros
}

// An Expansion is one call of a macro.
type Expansion struct {
	Macro  string
	Call   source.Span
	Parent *Expansion // the call in whose expansion this one stands, or nil
}

// Report adds a diagnostic about the place, with a note for each macro call
// that leads there, the innermost first.
func (o Origin) Report(l *source.List, code *source.Code, format string, args ...any) *source.Diagnostic {
	d := l.Report(code, o.Span, format, args...)
	const most = 8 // more calls would not help
	n := 0
	for e := o.In; e != nil && n < most; e, n = e.Parent, n+1 {
		d.Note(e.Call, "in macro %s called here", e.Macro)
	}
	return d
}
