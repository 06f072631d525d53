// Package knowledgetest has small games with percepts, chance and simultaneous
// moves, and a brute-force reference, for tests of package knowledge and its users.
package knowledgetest

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"ludex/game"
)

// A Toy is a game given by an explicit list of states. State 0 is the initial one.
// Moves of role r are called "m0", "m1", …, percepts "s0", "s1", ….
type Toy struct {
	RoleNames  []string
	RandomRole game.Role // game.NoRole if there is none
	Seen       bool      // everybody sees the joint move instead of percepts
	States     []ToyState
}

// A ToyState is one state of a toy.
type ToyState struct {
	Terminal bool
	Facts    []string // beside (state N), which every state has
	Goals    [][]int  // by role
	Legal    [][]int  // moves by role, in ascending order
	Edges    []ToyEdge
}

// A ToyEdge is the effect of a joint move. The edges of a state are in the order of
// game.JointMoves.
type ToyEdge struct {
	Next     int
	Percepts [][]int // by role, in ascending order
}

var _ game.Game = (*Toy)(nil)

// Name returns "toy".
func (t *Toy) Name() string { return "toy" }

// Engine returns "toy".
func (t *Toy) Engine() string { return "toy" }

// Roles returns the names of the roles.
func (t *Toy) Roles() []string { return t.RoleNames }

// Random returns the random role.
func (t *Toy) Random() game.Role { return t.RandomRole }

// Hidden reports whether roles see percepts only.
func (t *Toy) Hidden() bool { return !t.Seen }

// NewMachine returns a stateless machine.
func (t *Toy) NewMachine() game.Machine { return machine{toy: t} }

// MoveText returns "m" and a number.
func (t *Toy) MoveText(_ game.Role, m game.Move) string { return "m" + strconv.Itoa(int(m)) }

// PerceptText returns "s" and a number.
func (t *Toy) PerceptText(p game.Percept) string { return "s" + strconv.Itoa(int(p)) }

// Facts returns the facts of a state.
func (t *Toy) Facts(s game.State) []string {
	facts := append([]string{fmt.Sprintf("(state %d)", s[0])}, t.States[s[0]].Facts...)
	slices.Sort(facts)
	return facts
}

// ParseState finds the state with some facts.
func (t *Toy) ParseState(facts []string) (game.State, error) {
	facts = slices.Sorted(slices.Values(facts))
	for i := range t.States {
		if s := (game.State{uint64(i)}); slices.Equal(t.Facts(s), facts) {
			return s, nil
		}
	}
	return nil, errors.New("there is no such state")
}

type machine struct {
	game.Infallible
	toy *Toy
}

func (m machine) at(s game.State) *ToyState { return &m.toy.States[s[0]] }

func (m machine) Initial(dst game.State) game.State { return append(dst, 0) }

func (m machine) Terminal(s game.State) bool { return m.at(s).Terminal }

func (m machine) Legal(s game.State, r game.Role, dst []game.Move) []game.Move {
	for _, move := range m.at(s).Legal[r] {
		dst = append(dst, game.Move(move))
	}
	return dst
}

func (m machine) edge(s game.State, joint []game.Move) *ToyEdge {
	at, n := m.at(s), 0
	for r, move := range joint {
		n = n*len(at.Legal[r]) + slices.Index(at.Legal[r], int(move))
	}
	return &at.Edges[n]
}

func (m machine) Next(s game.State, joint []game.Move, dst game.State) game.State {
	return append(dst, uint64(m.edge(s, joint).Next))
}

func (m machine) Goals(s game.State, r game.Role, dst []int) []int {
	return append(dst, m.at(s).Goals[r]...)
}

func (m machine) Percepts(s game.State, joint []game.Move, r game.Role, dst []game.Percept) []game.Percept {
	if m.toy.Seen {
		return dst
	}
	for _, p := range m.edge(s, joint).Percepts[r] {
		dst = append(dst, game.Percept(p))
	}
	return dst
}
