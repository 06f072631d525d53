package equilibrium

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"ludex/game"
)

// An unfolding makes the tree of a game.
type unfolding struct {
	ctx     context.Context
	game    game.Game
	machine game.Machine
	build   *Builder
	out     *Game
	steps   int // of a play at most

	sets   map[setKey]int // number of the set in the builder
	made   []setKey       // by number of the set in the builder
	stack  []position     // what is still to be done
	unused []game.State   // memory of states

	// What follows is about the position at work.
	at       position
	joint    []game.Move
	legal    [][]game.Move // by role
	legalIDs []int32       // by role
	goals    []int
	percepts []game.Percept
	list     []int32
}

// A setKey says what makes an information set.
type setKey struct {
	player int32
	info
}

// A position is a node at the beginning of a step.
type position struct {
	node  int
	step  int
	state game.State
	views []int32 // by player
}

func newUnfolding(ctx context.Context, g game.Game, from game.State, limits Limits) (*unfolding, error) {
	if limits.Nodes == 0 {
		limits.Nodes = DefaultNodes
	}
	if limits.MaxSteps == 0 {
		limits.MaxSteps = game.MaxSteps(g)
	}
	u := &unfolding{ctx: ctx, game: g, machine: g.NewMachine(), steps: limits.MaxSteps, sets: map[setKey]int{}}
	u.machine.Bind(ctx)
	u.out = &Game{Game: g, From: slices.Clone(from), views: newViewTable()}
	if from == nil {
		u.out.From = u.machine.Initial(nil)
	}
	start := position{state: slices.Clone(u.out.From)}
	for r := range g.Roles() {
		if r := game.Role(r); r != g.Random() {
			u.out.roles = append(u.out.roles, r)
			start.views = append(start.views, u.out.views.view(viewNode{before: -1, move: int32(r)}))
		}
	}
	if len(u.out.roles) == 0 {
		return nil, fmt.Errorf("%s: %w", g.Name(), ErrNobody)
	}
	u.joint, u.legal, u.legalIDs = make([]game.Move, len(g.Roles())), make([][]game.Move, len(g.Roles())), make([]int32, len(g.Roles()))
	u.build = NewBuilder(len(u.out.roles), limits.Nodes)
	u.stack = []position{start}
	return u, nil
}

// unfold goes through all plays, depth first.
func (u *unfolding) unfold() error {
	for len(u.stack) > 0 {
		if err := u.ctx.Err(); err != nil {
			return err
		}
		u.at = u.stack[len(u.stack)-1]
		u.stack = u.stack[:len(u.stack)-1]
		if err := u.expand(); err != nil {
			return err
		}
		if err := u.build.Err(); err != nil {
			return err
		}
		u.unused = append(u.unused, u.at.state)
	}
	return nil
}

// expand makes the nodes of one step.
func (u *unfolding) expand() error {
	over := u.machine.Terminal(u.at.state)
	if err := u.failure(); err != nil {
		return err
	}
	if over {
		return u.leaf()
	}
	if u.at.step >= u.steps {
		return &LimitError{"steps in a play", u.steps}
	}
	for r := range u.legal {
		u.legal[r] = u.machine.Legal(u.at.state, game.Role(r), u.legal[r][:0])
		if len(u.legal[r]) == 0 {
			if err := u.failure(); err != nil {
				return err
			}
			return fmt.Errorf("role %s: %w", u.game.Roles()[r], game.ErrStuck)
		}
		u.list = u.list[:0]
		for _, m := range u.legal[r] {
			u.list = append(u.list, int32(m))
		}
		u.legalIDs[r] = u.out.views.intern(u.list)
	}
	from := len(u.stack)
	u.choose(u.at.node, 0)
	slices.Reverse(u.stack[from:]) // what comes first is done first
	return u.failure()
}

// leaf ends a play.
func (u *unfolding) leaf() error {
	payoffs := make([]int32, len(u.out.roles))
	for p, r := range u.out.roles {
		u.goals = u.machine.Goals(u.at.state, r, u.goals[:0])
		if err := u.failure(); err != nil {
			return err
		}
		if len(u.goals) != 1 {
			return fmt.Errorf("role %s has the goal values %v: %w", u.game.Roles()[r], u.goals, ErrGoal)
		}
		payoffs[p] = int32(u.goals[0])
	}
	u.build.Leaf(u.at.node, payoffs)
	return nil
}

// choose lets a player choose, then the players after it, and then chance.
func (u *unfolding) choose(node, player int) {
	if u.build.Err() != nil || u.ctx.Err() != nil {
		return
	}
	if player == len(u.out.roles) {
		u.draw(node)
		return
	}
	r := u.out.roles[player]
	if len(u.legal[r]) == 1 {
		u.joint[r] = u.legal[r][0]
		u.choose(node, player+1)
		return
	}
	first := u.build.Decide(node, u.set(player))
	for a, m := range u.legal[r] {
		u.joint[r] = m
		u.choose(first+a, player+1)
	}
}

// set returns the information set of a player in the position at work.
func (u *unfolding) set(player int) int {
	r := u.out.roles[player]
	key := setKey{int32(player), info{u.at.views[player], u.legalIDs[r]}}
	number, ok := u.sets[key]
	if !ok {
		number = u.build.Set(player, len(u.legal[r]))
		u.sets[key] = number
		u.made = append(u.made, key)
	}
	return number
}

// draw makes the moves of chance. Those by which the same comes about, and which
// nobody can tell apart, are one.
func (u *unfolding) draw(node int) {
	random := u.game.Random()
	if random == game.NoRole || len(u.legal[random]) == 1 {
		if random != game.NoRole {
			u.joint[random] = u.legal[random][0]
		}
		after := u.after()
		after.node = node
		u.stack = append(u.stack, after)
		return
	}
	var outcomes []position
	var draws []int32
	seen := map[string]int{}
	for _, u.joint[random] = range u.legal[random] {
		p := u.after()
		key := p.key()
		if i, ok := seen[key]; ok {
			draws[i]++
			u.unused = append(u.unused, p.state)
			continue
		}
		seen[key] = len(outcomes)
		outcomes, draws = append(outcomes, p), append(draws, 1)
	}
	first := node
	if len(outcomes) > 1 {
		first = u.build.Chance(node, draws)
	}
	for i := range outcomes {
		outcomes[i].node = first + i
	}
	u.stack = append(u.stack, outcomes...)
}

// key returns a text that equal positions share.
func (p *position) key() string {
	out := make([]byte, 0, 8*len(p.state)+4*len(p.views))
	for _, w := range p.state {
		out = binary.LittleEndian.AppendUint64(out, w)
	}
	for _, v := range p.views {
		out = binary.LittleEndian.AppendUint32(out, uint32(v))
	}
	return string(out)
}

// after returns the position after the joint move at work. Its node is not set.
func (u *unfolding) after() position {
	var memory game.State
	if n := len(u.unused); n > 0 {
		memory, u.unused = u.unused[n-1][:0], u.unused[:n-1]
	}
	p := position{step: u.at.step + 1, state: u.machine.Next(u.at.state, u.joint, memory), views: make([]int32, len(u.out.roles))}
	for i, r := range u.out.roles {
		p.views[i] = u.out.views.view(viewNode{u.at.views[i], u.legalIDs[r], int32(u.joint[r]), u.signal(r)})
	}
	return p
}

// signal returns the list of what a role sees of the joint move at work.
func (u *unfolding) signal(r game.Role) int32 {
	u.list = u.list[:0]
	if u.game.Hidden() {
		u.percepts = u.machine.Percepts(u.at.state, u.joint, r, u.percepts[:0])
		for _, p := range u.percepts {
			u.list = append(u.list, int32(p))
		}
	} else {
		for _, m := range u.joint {
			u.list = append(u.list, int32(m))
		}
	}
	return u.out.views.intern(u.list)
}

// failure returns why nothing more can be computed, or nil.
func (u *unfolding) failure() error {
	return cmp.Or(u.machine.Err(), u.ctx.Err())
}

// finish returns the game, with what its sets mean.
func (u *unfolding) finish() (*Game, error) {
	tree, numbers, err := u.build.Finish()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", u.game.Name(), err)
	}
	u.out.Tree = tree
	u.out.infos = make([][]info, tree.players)
	for p := range u.out.infos {
		u.out.infos[p] = make([]info, tree.Sets(p))
	}
	for i, key := range u.made {
		u.out.infos[key.player][numbers[i]-tree.setRange[key.player]] = key.info
	}
	return u.out, nil
}
