// Package game is the one model that every language becomes and everything
// above the languages speaks to.
//
// A [Game] is immutable and safe for concurrent use. What computes with it is a
// [Machine], which has scratch memory of its own and belongs to one goroutine.
// States are flat words, moves and percepts are small integers; names appear
// only at the edges, as canonical text.
//
// Sequential and simultaneous games, chance and hidden information all fit:
// every role makes a move in every step (one with nothing to decide has exactly
// one legal move), and chance is the role that [Game.Random] names.
package game

import (
	"context"
	"errors"
)

// A Role is the index of a role in the list of roles.
type Role int

// NoRole is the role that a game without chance has for [Game.Random].
const NoRole Role = -1

// A Move is a move of one role. The numbers belong to the game and the role.
type Move int32

// A Percept is something a role can perceive. The numbers belong to the game.
type Percept int32

// A State is a position of a game. Two states of one game are the same position
// exactly if they have the same words, whichever machine made them.
type State []uint64

// A Game is a set of rules, ready to be computed with.
type Game interface {
	// Name returns what the game is called in messages.
	Name() string
	// Engine returns the name of the reasoner: "reference", "circuit", …
	Engine() string
	// Roles returns the names of the roles, in the order of the rules. The
	// caller must not change the slice.
	Roles() []string
	// Random returns the role that moves by chance, or NoRole.
	Random() Role
	// Hidden reports whether roles see percepts only. If not, every role sees
	// the joint move.
	Hidden() bool
	// NewMachine returns a machine for the use of one goroutine.
	NewMachine() Machine

	// MoveText returns the canonical text of a move.
	MoveText(r Role, m Move) string
	// PerceptText returns the canonical text of a percept.
	PerceptText(p Percept) string
	// Facts returns the canonical texts of what is true in a state, sorted.
	Facts(s State) []string
	// ParseState is the inverse of Facts. The facts may come in any order.
	ParseState(facts []string) (State, error)
}

// A Machine computes with a game. Its methods append to the buffers that they
// are given, which may be nil, and allocate nothing else once warm.
//
// The state given to Legal must not be terminal, though engines answer for
// terminal states too as the rules say. Joint moves have one legal move a role,
// in the order of the roles; a machine need not notice others.
type Machine interface {
	// Initial returns the initial state in dst's memory.
	Initial(dst State) State
	// Terminal reports whether the game is over.
	Terminal(s State) bool
	// Legal returns the legal moves of a role, in the order of their canonical
	// texts.
	Legal(s State, r Role, dst []Move) []Move
	// Next returns the state after a joint move, in dst's memory, which must
	// not be that of s.
	Next(s State, joint []Move, dst State) State
	// Goals returns the goal values of a role, in ascending order. A sound
	// game has exactly one in each terminal state.
	Goals(s State, r Role, dst []int) []int
	// Percepts returns what a role perceives when a joint move is made, in the
	// order of the canonical texts.
	Percepts(s State, joint []Move, r Role, dst []Percept) []Percept

	// Err returns the first failure, for example that a limit was passed or
	// that the rules have no meaning in a state. Until there is one it returns
	// nil. After a failure, including in the call that failed, the machine's
	// answers mean nothing: ask for it before an answer is used.
	Err() error
	// Bind makes what the machine computes from now on fail soon after the
	// context ends. A failure of an earlier context is forgotten. Who gives a
	// machine on to others binds it to context.Background() before.
	Bind(ctx context.Context)
}

// Infallible is embedded by machines that cannot fail and answer at once.
type Infallible struct{}

// Err returns nil.
func (Infallible) Err() error { return nil }

// Bind does nothing.
func (Infallible) Bind(context.Context) {}

// Ended reports whether an error is that of a context that has ended.
func Ended(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() != nil && (errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx)))
}
