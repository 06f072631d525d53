// Package game defines the model of a game that every language is translated to and
// every tool works on.
//
// A [Game] is immutable and safe for concurrent use. A [Machine] computes with it; it
// has scratch memory and belongs to one goroutine.
// States are flat words, moves and percepts are small integers; names appear
// only at the edges, as canonical text.
//
// The model covers sequential and simultaneous games, chance and hidden information:
// every role makes a move in every step (a role with nothing to decide has exactly
// one legal move), and chance is the role [Game.Random].
package game

import (
	"context"
	"errors"
)

// A Role is the index of a role in the list of roles.
type Role int

// NoRole is what [Game.Random] returns for a game without chance.
const NoRole Role = -1

// A Move is a move of one role. The numbers belong to the game and the role.
type Move int32

// A Percept is something a role can perceive. The numbers belong to the game.
type Percept int32

// A State is a position of a game. Two states of one game are equal if and only if
// their words are equal, whichever machine computed them.
type State []uint64

// A Game is a game with an engine.
type Game interface {
	// Name returns the name of the game for messages.
	Name() string
	// Engine returns the name of the engine: "reference", "circuit", …
	Engine() string
	// Roles returns the names of the roles, in the order of the rules. The
	// caller must not change the slice.
	Roles() []string
	// Random returns the role that moves by chance, or NoRole.
	Random() Role
	// Hidden reports whether roles see only their percepts. Otherwise every role
	// sees the joint move.
	Hidden() bool
	// NewMachine returns a machine for one goroutine.
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

// A Machine computes with a game. Its methods append to the given buffers, which may
// be nil; apart from growing these they do not allocate once warm.
//
// The state given to Legal should not be terminal; for terminal states it returns
// what the rules say. A joint move has one legal move per role, in the order of the
// roles; a machine need not detect illegal ones.
type Machine interface {
	// Initial returns the initial state in dst's memory.
	Initial(dst State) State
	// Terminal reports whether the game is over.
	Terminal(s State) bool
	// Legal returns the legal moves of a role, in the order of their canonical
	// texts.
	Legal(s State, r Role, dst []Move) []Move
	// Next returns the state after a joint move, in dst's memory. It must not
	// overlap s.
	Next(s State, joint []Move, dst State) State
	// Goals returns the goal values of a role in ascending order. A well-formed
	// game has exactly one in each terminal state.
	Goals(s State, r Role, dst []int) []int
	// Percepts returns what a role perceives when a joint move is made, in the
	// order of the canonical texts.
	Percepts(s State, joint []Move, r Role, dst []Percept) []Percept

	// Err returns the first failure, such as a limit that was exceeded or rules
	// without a meaning in a state, or nil. From the call that failed on, the
	// machine's answers are meaningless: check Err before using an answer.
	Err() error
	// Bind makes all further computations fail soon after the context ends. It
	// clears a failure caused by an earlier context. Bind a machine to
	// context.Background() before handing it on.
	Bind(ctx context.Context)
}

// Infallible implements Err and Bind for machines that cannot fail and never run
// long. Embed it.
type Infallible struct{}

// Err returns nil.
func (Infallible) Err() error { return nil }

// Bind does nothing.
func (Infallible) Bind(context.Context) {}

// Ended reports whether err was caused by the end of the context.
func Ended(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() != nil && (errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx)))
}
