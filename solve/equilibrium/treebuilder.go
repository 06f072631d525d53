package equilibrium

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"ludex/game"
)

// A treeBuilder builds the tree of a game.
type treeBuilder struct {
	ctx     context.Context
	game    game.Game
	machine game.Machine
	builder *builder
	out     *Game
	steps   int // of a play at most

	sets   map[setKey]int // number of the set in the builder
	made   []setKey       // by number of the set in the builder
	stack  []position     // positions still to be expanded
	unused []game.State   // memory of states

	// The current position.
	current  position
	joint    []game.Move
	legal    [][]game.Move // by role
	legalIDs []int32       // by role
	goals    []int
	percepts []game.Percept
	list     []int32
}

// A setKey identifies an information set.
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

func newTreeBuilder(ctx context.Context, g game.Game, from game.State, limits Limits) (*treeBuilder, error) {
	if limits.Nodes == 0 {
		limits.Nodes = defaultNodes
	}
	if limits.MaxSteps == 0 {
		limits.MaxSteps = game.MaxSteps(g)
	}
	u := &treeBuilder{ctx: ctx, game: g, machine: g.NewMachine(), steps: limits.MaxSteps, sets: map[setKey]int{}}
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
		return nil, fmt.Errorf("%s: %w", g.Name(), errNoPlayers)
	}
	u.joint, u.legal, u.legalIDs = make([]game.Move, len(g.Roles())), make([][]game.Move, len(g.Roles())), make([]int32, len(g.Roles()))
	u.builder = newBuilder(len(u.out.roles), limits.Nodes)
	u.stack = []position{start}
	return u, nil
}

// build visits all plays, depth first.
func (u *treeBuilder) build() error {
	for len(u.stack) > 0 {
		if err := u.ctx.Err(); err != nil {
			return err
		}
		u.current = u.stack[len(u.stack)-1]
		u.stack = u.stack[:len(u.stack)-1]
		if err := u.expand(); err != nil {
			return err
		}
		if err := u.builder.Err(); err != nil {
			return err
		}
		u.unused = append(u.unused, u.current.state)
	}
	return nil
}

// expand makes the nodes of one step.
func (u *treeBuilder) expand() error {
	over := u.machine.Terminal(u.current.state)
	if err := u.failure(); err != nil {
		return err
	}
	if over {
		return u.leaf()
	}
	if u.current.step >= u.steps {
		return &LimitError{"steps in a play", u.steps}
	}
	for r := range u.legal {
		u.legal[r] = u.machine.Legal(u.current.state, game.Role(r), u.legal[r][:0])
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
	u.choose(u.current.node, 0)
	slices.Reverse(u.stack[from:]) // so that the first one is expanded first
	return u.failure()
}

// leaf makes a leaf.
func (u *treeBuilder) leaf() error {
	payoffs := make([]int32, len(u.out.roles))
	for p, r := range u.out.roles {
		u.goals = u.machine.Goals(u.current.state, r, u.goals[:0])
		if err := u.failure(); err != nil {
			return err
		}
		if len(u.goals) != 1 {
			return fmt.Errorf("role %s has the goal values %v: %w", u.game.Roles()[r], u.goals, ErrGoal)
		}
		payoffs[p] = int32(u.goals[0])
	}
	u.builder.Leaf(u.current.node, payoffs)
	return nil
}

// choose adds the decision of a player, then of the players after it, and then
// chance.
func (u *treeBuilder) choose(node, player int) {
	if u.builder.Err() != nil || u.ctx.Err() != nil {
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
	first := u.builder.Decide(node, u.set(player))
	for a, m := range u.legal[r] {
		u.joint[r] = m
		u.choose(first+a, player+1)
	}
}

// set returns the information set of a player in the current position.
func (u *treeBuilder) set(player int) int {
	r := u.out.roles[player]
	key := setKey{int32(player), info{u.current.views[player], u.legalIDs[r]}}
	number, ok := u.sets[key]
	if !ok {
		number = u.builder.Set(player, len(u.legal[r]))
		u.sets[key] = number
		u.made = append(u.made, key)
	}
	return number
}

// draw adds the moves of chance. Moves with the same state and views are merged.
func (u *treeBuilder) draw(node int) {
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
		first = u.builder.Chance(node, draws)
	}
	for i := range outcomes {
		outcomes[i].node = first + i
	}
	u.stack = append(u.stack, outcomes...)
}

// key returns a text that is equal for equal positions.
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

// after returns the position after the current joint move. Its node is not set.
func (u *treeBuilder) after() position {
	var memory game.State
	if n := len(u.unused); n > 0 {
		memory, u.unused = u.unused[n-1][:0], u.unused[:n-1]
	}
	p := position{step: u.current.step + 1, state: u.machine.Next(u.current.state, u.joint, memory), views: make([]int32, len(u.out.roles))}
	for i, r := range u.out.roles {
		p.views[i] = u.out.views.view(viewNode{u.current.views[i], u.legalIDs[r], int32(u.joint[r]), u.signal(r)})
	}
	return p
}

// signal returns the list of a role's percepts of the current joint move.
func (u *treeBuilder) signal(r game.Role) int32 {
	u.list = u.list[:0]
	if u.game.Hidden() {
		u.percepts = u.machine.Percepts(u.current.state, u.joint, r, u.percepts[:0])
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

// failure returns the error of the machine or of the context.
func (u *treeBuilder) failure() error {
	return cmp.Or(u.machine.Err(), u.ctx.Err())
}

// finish returns the game with its information sets.
func (u *treeBuilder) finish() (*Game, error) {
	tree, numbers, err := u.builder.Finish()
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

// A viewTable numbers views, and their lists of moves and percepts. Equal ones have
// equal numbers.
type viewTable struct {
	nodes []viewNode
	find  map[viewNode]int32
	lists [][]int32
	known map[string]int32
	key   []byte
}

// A viewNode is a view: the preceding view and the last step. The legal moves belong
// to it, because the role knows them, too.
type viewNode struct {
	before int32 // -1 for the views at the beginning
	legal  int32 // the list of what was legal for the role
	move   int32 // what the role did; in the views at the beginning: the role
	signal int32 // the list of what it saw
}

func newViewTable() viewTable {
	return viewTable{find: map[viewNode]int32{}, known: map[string]int32{}}
}

// view returns the number of a view.
func (t *viewTable) view(n viewNode) int32 {
	id, ok := t.find[n]
	if !ok {
		id = int32(len(t.nodes))
		t.nodes = append(t.nodes, n)
		t.find[n] = id
	}
	return id
}

// intern returns the number of a list.
func (t *viewTable) intern(list []int32) int32 {
	t.key = t.key[:0]
	for _, x := range list {
		t.key = binary.LittleEndian.AppendUint32(t.key, uint32(x))
	}
	id, ok := t.known[string(t.key)]
	if !ok {
		id = int32(len(t.lists))
		t.lists = append(t.lists, append([]int32(nil), list...))
		t.known[string(t.key)] = id
	}
	return id
}

// list returns the list with a number.
func (t *viewTable) list(id int32) []int32 { return t.lists[id] }
