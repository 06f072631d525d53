package knowledge

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"ludex/game"
)

// A StateID is the number of a state in a model.
type StateID int32

// initial is the number of the initial state.
const initial StateID = 0

// A Model is a game, unfolded as far as questions required. It belongs to one
// goroutine and caches its results, within its limits.
type Model struct {
	stateSpace
	ctx      context.Context // that the machine is bound to between questions
	views    views
	possible map[setKey]*Set // cached information sets
	cached   budget          // the members of the sets in possible
}

// A stateSpace holds the states of a game that were visited, with their legal moves,
// successors and percepts.
type stateSpace struct {
	game    game.Game
	machine game.Machine
	limits  Limits
	players []game.Role // all roles but random

	states     internTable[uint64]
	positions  []position
	visited    atomic.Int64           // how many positions there are
	moves      internTable[game.Move] // lists of legal moves
	legalLists []int32                // by position and role
	next       []StateID              // by edge; -1 if not computed
	signals    []int32                // by edge and player; -1 if not computed
	signal     internTable[int32]     // percepts, or joint moves where nothing is hidden

	scratch struct {
		state    game.State
		legal    []game.Move
		joint    []game.Move
		percepts []game.Percept
		list     []int32
	}
}

// maxRoles is the maximum number of roles in a RoleSet.
const maxRoles = 64

// New returns a model of a game.
func New(g game.Game, limits Limits) (*Model, error) {
	n := len(g.Roles())
	if n == 0 || n > maxRoles {
		return nil, fmt.Errorf("%s has %d roles; knowledge can be computed for 1 to %d", g.Name(), n, maxRoles)
	}
	m := &Model{
		stateSpace: stateSpace{game: g, machine: g.NewMachine(), limits: limits.withDefaults()},
		ctx:        context.Background(), possible: map[setKey]*Set{},
	}
	m.cached.limit = m.limits.Developments
	for r := range n {
		if game.Role(r) != g.Random() {
			m.players = append(m.players, game.Role(r))
		}
	}
	m.scratch.joint = make([]game.Move, n)
	m.views.init()
	if _, err := m.intern(m.machine.Initial(nil)); err != nil {
		return nil, err
	}
	return m, nil
}

// Bind makes later computations of the model fail soon after the context ends, as
// [game.Machine] does.
func (m *Model) Bind(ctx context.Context) {
	m.ctx = ctx
	m.machine.Bind(ctx)
}

// Players returns all roles but random.
func (m *Model) Players() []game.Role { return m.players }

// ErrNoPlayer is returned for questions about the knowledge of random, or of a role
// that does not exist.
var ErrNoPlayer = errors.New("not a player of the game")

// checkPlayers returns ErrNoPlayer unless all roles are players.
func (m *stateSpace) checkPlayers(roles ...game.Role) error {
	for _, r := range roles {
		if r < 0 || int(r) >= len(m.game.Roles()) {
			return fmt.Errorf("role %d: %w", r, ErrNoPlayer)
		}
		if r == m.game.Random() {
			return fmt.Errorf("%s: %w", m.game.Roles()[r], ErrNoPlayer)
		}
	}
	return nil
}

// intern returns the number of a state.
func (m *stateSpace) intern(s game.State) (StateID, error) {
	if err := m.machine.Err(); err != nil {
		return 0, err
	}
	id, fresh := m.states.add(s)
	if fresh {
		if int(id) >= m.limits.States {
			return 0, &LimitError{"states", m.limits.States}
		}
		m.positions = append(m.positions, position{})
		m.visited.Add(1)
	}
	return StateID(id), nil
}

// State returns a state by its number. The caller must not change it.
func (m *Model) State(s StateID) game.State { return m.states.items[s] }

// States returns the number of different states in the model. It can be called while a
// question is being answered.
func (m *Model) States() int { return int(m.visited.Load()) }

// Terminal reports whether the play is over in a state.
func (m *Model) Terminal(s StateID) (bool, error) {
	p, err := m.position(s)
	return p.status == over, err
}

// Legal returns the legal moves of a role in a state, by the rules even if the state
// is terminal. The caller must not change the slice.
func (m *Model) Legal(s StateID, r game.Role) ([]game.Move, error) {
	p, err := m.position(s)
	if err != nil {
		return nil, err
	}
	return m.legal(p, r), nil
}

// Goals returns the goal values of a role in a state.
func (m *Model) Goals(s StateID, r game.Role) ([]int, error) {
	values := m.machine.Goals(m.State(s), r, nil)
	return values, m.machine.Err()
}
