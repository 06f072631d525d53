package gametest

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"ludex/game"
)

// Explicit is a small game defined state by state, for tests of packages that use
// games. State 0 is the initial one.
type Explicit struct {
	RoleNames  []string
	RandomRole game.Role // game.NoRole if there is none
	States     []ExplicitState
}

// An ExplicitState is one state of an explicit game.
type ExplicitState struct {
	Terminal bool
	Goals    [][]int // by role
	// Moves are the legal moves by role, each list sorted.
	Moves [][]string
	// Next gives the next state by the joint move's texts, joined by blanks.
	Next map[string]int
	// Seen are the percepts by role, whatever the joint move is.
	Seen [][]game.Percept
}

var _ game.Game = (*Explicit)(nil)

// Name returns "explicit".
func (e *Explicit) Name() string { return "explicit" }

// Engine returns "explicit".
func (e *Explicit) Engine() string { return "explicit" }

// Roles returns the names of the roles.
func (e *Explicit) Roles() []string { return e.RoleNames }

// Random returns the random role.
func (e *Explicit) Random() game.Role { return e.RandomRole }

// Hidden returns false.
func (e *Explicit) Hidden() bool { return false }

// NewMachine returns a machine; it has no memory of its own.
func (e *Explicit) NewMachine() game.Machine { return explicitMachine{game: e} }

// texts lists all different moves of a role, sorted; a move is an index of it.
func (e *Explicit) texts(r game.Role) []string {
	var all []string
	for _, s := range e.States {
		if int(r) < len(s.Moves) {
			all = append(all, s.Moves[r]...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// MoveText returns the text of a move.
func (e *Explicit) MoveText(r game.Role, m game.Move) string { return e.texts(r)[m] }

// PerceptText returns the number of a percept.
func (e *Explicit) PerceptText(p game.Percept) string { return strconv.Itoa(int(p)) }

// Facts returns the number of the state.
func (e *Explicit) Facts(s game.State) []string { return []string{fmt.Sprint(s[0])} }

// ParseState reads the number of a state.
func (e *Explicit) ParseState(facts []string) (game.State, error) {
	if len(facts) != 1 {
		return nil, errors.New("an explicit state is one number")
	}
	n, err := strconv.ParseUint(facts[0], 10, 64)
	return game.State{n}, err
}

type explicitMachine struct {
	game.Infallible
	game *Explicit
}

func (m explicitMachine) at(s game.State) *ExplicitState { return &m.game.States[s[0]] }

func (m explicitMachine) Initial(dst game.State) game.State { return append(dst, 0) }

func (m explicitMachine) Terminal(s game.State) bool { return m.at(s).Terminal }

func (m explicitMachine) Legal(s game.State, r game.Role, dst []game.Move) []game.Move {
	if int(r) >= len(m.at(s).Moves) {
		return dst
	}
	all := m.game.texts(r)
	for _, text := range m.at(s).Moves[r] {
		i, _ := slices.BinarySearch(all, text)
		dst = append(dst, game.Move(i))
	}
	return dst
}

func (m explicitMachine) Next(s game.State, joint []game.Move, dst game.State) game.State {
	key := ""
	for r, move := range joint {
		if r > 0 {
			key += " "
		}
		key += m.game.MoveText(game.Role(r), move)
	}
	return append(dst, uint64(m.at(s).Next[key]))
}

func (m explicitMachine) Goals(s game.State, r game.Role, dst []int) []int {
	if int(r) >= len(m.at(s).Goals) {
		return dst
	}
	return append(dst, m.at(s).Goals[r]...)
}

func (m explicitMachine) Percepts(s game.State, _ []game.Move, r game.Role, dst []game.Percept) []game.Percept {
	if int(r) >= len(m.at(s).Seen) {
		return dst
	}
	return append(dst, m.at(s).Seen[r]...)
}
