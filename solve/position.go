package solve

import (
	"errors"
	"fmt"

	"ludex/game"
)

// A kind says who decides in a state.
type kind uint8

const (
	over         kind = iota // the play has ended
	turn                     // at most one role, which is not chance
	chance                   // chance alone
	simultaneous             // several roles at once
)

// A position is a state in a search, with reusable memory.
type position struct {
	state game.State
	kind  kind
	mover game.Role     // the role that decides in a turn; game.NoRole if there is no choice
	moves [][]game.Move // by role
	joint []game.Move

	children []game.State // after each choice of a turn
	joints   []game.Move  // scratch
}

// A walker computes the positions of a search on one machine.
type walker struct {
	*budget
	game    game.Game
	machine game.Machine
	roles   int
	random  game.Role
	players []game.Role // the roles that are not chance
	goals   []int       // scratch

	// legal lists moves in order, quick in any order that depends on the state.
	legal, quick   func(game.State, game.Role, []game.Move) []game.Move
	lists          bool                // the two differ
	terminalFinder game.TerminalFinder // or nil
	expander       game.Expander       // or nil
}

func newWalker(g game.Game, b *budget) *walker {
	w := &walker{budget: b, game: g, machine: g.NewMachine(), roles: len(g.Roles()), random: g.Random()}
	w.machine.Bind(b.ctx)
	w.legal, w.quick = w.machine.Legal, w.machine.Legal
	able := game.MachineCapabilitiesOf(w.machine)
	if l := able.Moves; l != nil {
		w.quick, w.lists = l.Moves, true
	}
	w.terminalFinder, w.expander = able.Ending, able.Expand
	for r := range w.roles {
		if game.Role(r) != w.random {
			w.players = append(w.players, game.Role(r))
		}
	}
	return w
}

// classify determines who decides in a position, and the legal moves.
func (w *walker) classify(p *position) error {
	if w.machine.Terminal(p.state) {
		p.kind, p.mover = over, game.NoRole
		return w.machine.Err()
	}
	return w.list(p, w.legal)
}

// classifyQuickly is classify with the moves in any order, where the machine lists
// them faster that way.
func (w *walker) classifyQuickly(p *position) error {
	if !w.lists {
		return w.classify(p)
	}
	err := w.list(p, w.quick)
	if w.machine.Terminal(p.state) {
		p.kind, p.mover = over, game.NoRole
		return w.machine.Err()
	}
	return err
}

// list computes the legal moves of a position that is not over.
func (w *walker) list(p *position, legal func(game.State, game.Role, []game.Move) []game.Move) error {
	if p.moves == nil {
		p.moves, p.joint = make([][]game.Move, w.roles), make([]game.Move, w.roles)
	}
	p.mover = game.NoRole
	choices := 0
	for r := range p.moves {
		p.moves[r] = legal(p.state, game.Role(r), p.moves[r][:0])
		if len(p.moves[r]) == 0 {
			return w.stuck(game.Role(r))
		}
		p.joint[r] = p.moves[r][0]
		if len(p.moves[r]) > 1 {
			p.mover = game.Role(r)
			choices++
		}
	}
	switch {
	case choices > 1:
		p.kind = simultaneous
	case p.mover != game.NoRole && p.mover == w.random:
		p.kind = chance
	default:
		p.kind = turn
	}
	return nil
}

// stuck returns the error for a role without legal moves.
func (w *walker) stuck(r game.Role) error {
	if err := w.machine.Err(); err != nil {
		return err
	}
	return fmt.Errorf("role %s: %w", w.game.Roles()[r], game.ErrStuck)
}

// choices returns the number of children of a turn.
func (p *position) choices() int {
	if p.mover == game.NoRole {
		return 1
	}
	return len(p.moves[p.mover])
}

// choose returns the joint move in which the mover of a turn makes its i-th move.
// The slice is reused.
func (p *position) choose(i int) []game.Move {
	if p.mover != game.NoRole {
		p.joint[p.mover] = p.moves[p.mover][i]
	}
	return p.joint
}

// expand computes the states after all choices of a turn. It returns false if the
// search has to stop.
func (w *walker) expand(p *position) bool {
	n := p.choices()
	if w.expander != nil && n > 1 {
		p.children = w.expander.Expand(p.state, p.all(), p.children[:0])
		return !w.spend(n)
	}
	p.children = game.Extend(p.children[:0], n)
	for i := range n {
		w.step(p, i)
	}
	return !w.spend(n)
}

// step computes the state after one choice of a turn.
func (w *walker) step(p *position, i int) {
	p.children[i] = w.machine.Next(p.state, p.choose(i), p.children[i][:0])
}

// all returns the joint moves of all choices of a turn, concatenated.
func (p *position) all() []game.Move {
	p.joints = p.joints[:0]
	for i := range p.choices() {
		p.joints = append(p.joints, p.choose(i)...)
	}
	return p.joints
}

// errGoals is returned if a terminal state does not have exactly one valid goal per
// role.
var errGoals = errors.New("every role needs exactly one goal value from 0 to 100 where a play ends")

// goal returns the goal value of a role in a terminal state.
func (w *walker) goal(s game.State, r game.Role) (int, error) {
	w.goals = w.machine.Goals(s, r, w.goals[:0])
	if len(w.goals) == 1 && w.goals[0] >= 0 && w.goals[0] <= maxGoal {
		return w.goals[0], nil
	}
	if err := w.machine.Err(); err != nil {
		return 0, err
	}
	return 0, fmt.Errorf("role %s has the goal values %v: %w", w.game.Roles()[r], w.goals, errGoals)
}
