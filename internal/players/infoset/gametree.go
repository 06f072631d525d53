package infoset

import (
	"context"
	"slices"

	"ludex/game"
	"ludex/internal/infotracker"
	"ludex/internal/sleep"
	"ludex/internal/statehash"
)

// A gameTree is the extensive form of the next steps, in layers, from all
// developments that any role considers possible now.
type gameTree struct {
	ctx      context.Context
	game     game.Game
	machine  game.Machine
	roles    int
	layers   []*layer
	sets     []map[infotracker.ViewKey]*infoSet // by role
	states   int                                // that were computed
	complete bool                               // every play was followed to its end
}

// A layer holds the developments of one length.
type layer struct {
	states []game.State
	views  []infotracker.ViewKey // by development and role
	reach  []float64             // how likely they are
	values []float64             // by development and role: what the roles get
	sets   []*infoSet            // by development and role; nil where the play is over or ends here
	edges  []edge
	ends   []int   // by development: where its edges end
	picks  []uint8 // by edge and role
	index  map[uint64][]int32
}

// An edge is a joint move in a development.
type edge struct {
	to     int32 // in the next layer
	chance float64
}

// An infoSet is an information set of a role.
type infoSet struct {
	moves    []game.Move
	strategy []float64 // by move: its probability
	values   []float64 // by move: its value times the reach probability
}

// maxPicks is the maximum number of moves of a role in a tree.
const maxPicks = 256

// buildTree builds layers from the developments of a tracker, until limit states are
// computed or all plays end.
func buildTree(ctx context.Context, g game.Game, t *infotracker.Tracker, limit int) *gameTree {
	u := &gameTree{ctx: ctx, game: g, machine: g.NewMachine(), roles: len(g.Roles())}
	u.machine.Bind(ctx)
	for range u.roles {
		u.sets = append(u.sets, map[infotracker.ViewKey]*infoSet{})
	}
	first := &layer{}
	for i := range t.All() {
		first.states = append(first.states, t.State(i))
		first.views = append(first.views, t.Views(i)...)
		first.reach = append(first.reach, t.Weight(i))
	}
	u.layers = []*layer{first}
	for ctx.Err() == nil {
		next, ok := u.step(u.layers[len(u.layers)-1], limit)
		if !ok {
			break
		}
		if len(next.states) == 0 {
			u.complete = true
			break
		}
		u.layers = append(u.layers, next)
	}
	return u
}

// step builds the next layer. It fails if the limit is reached, or the rules are not
// well-formed: a view must determine the legal moves.
func (u *gameTree) step(from *layer, limit int) (*layer, bool) {
	b := &layerBuilder{gameTree: u, from: from, to: &layer{index: map[uint64][]int32{}}, legal: make([][]game.Move, u.roles)}
	for r := range u.roles {
		b.seen.Roles = append(b.seen.Roles, game.Role(r))
	}
	from.sets = make([]*infoSet, len(from.views))
	for i, s := range from.states {
		sleep.Turn()
		if u.ctx.Err() != nil || !u.machine.Terminal(s) && !b.queue(i, s, limit) {
			from.sets, from.edges, from.ends, from.picks = nil, nil, nil, nil
			return nil, false
		}
		from.ends = append(from.ends, len(from.edges))
	}
	b.flush()
	b.to.index = nil
	return b.to, true
}

// A layerBuilder builds a layer, many positions at a time.
type layerBuilder struct {
	*gameTree
	from, to *layer
	legal    [][]game.Move

	states []game.State
	joints []game.Move
	first  int   // the edge of the first position
	owners []int // developments of the positions
	next   []game.State
	seen   game.Percepts
	views  []infotracker.ViewKey
}

// queue adds the edges of a development.
func (b *layerBuilder) queue(i int, s game.State, limit int) bool {
	count := 1
	for r := range b.legal {
		b.legal[r] = b.machine.Legal(s, game.Role(r), b.legal[r][:0])
		if n := len(b.legal[r]); n == 0 || n > maxPicks || count > limit {
			return false
		}
		count *= len(b.legal[r])
		set := b.set(game.Role(r), b.from.views[i*b.roles+r], b.legal[r])
		if set == nil {
			return false
		}
		b.from.sets[i*b.roles+r] = set
	}
	if b.gameTree.states += count; b.gameTree.states > limit {
		return false
	}
	chance := 1.0
	if random := b.game.Random(); random != game.NoRole {
		chance = 1 / float64(len(b.legal[random]))
	}
	at := make([]uint8, b.roles)
	for range count {
		b.from.edges = append(b.from.edges, edge{chance: chance})
		b.from.picks = append(b.from.picks, at...)
		b.states, b.owners = append(b.states, s), append(b.owners, i)
		for r, k := range at {
			b.joints = append(b.joints, b.legal[r][k])
		}
		for r := b.roles - 1; r >= 0; r-- {
			if int(at[r])+1 < len(b.legal[r]) {
				at[r]++
				break
			}
			at[r] = 0
		}
		if len(b.states) >= batchSize {
			b.flush()
		}
	}
	return true
}

// set returns the information set of a view, or nil if the view has other moves
// elsewhere. Random has no information sets; edges have its probabilities.
func (b *layerBuilder) set(r game.Role, v infotracker.ViewKey, legal []game.Move) *infoSet {
	if r == b.game.Random() {
		return &infoSet{}
	}
	set := b.sets[r][v]
	if set == nil {
		set = &infoSet{moves: slices.Clone(legal), strategy: make([]float64, len(legal)), values: make([]float64, len(legal))}
		for k := range legal {
			set.strategy[k] = 1 / float64(len(legal))
		}
		b.sets[r][v] = set
	}
	if !slices.Equal(set.moves, legal) {
		return nil
	}
	return set
}

// flush computes the queued edges.
func (b *layerBuilder) flush() {
	seen := &b.seen
	if !b.game.Hidden() {
		seen = nil
	}
	b.next = game.StepAll(b.machine, b.states, b.joints, b.next[:0], seen)
	for k, s := range b.next {
		b.views = b.views[:0]
		for r := range b.roles {
			b.views = append(b.views, b.extend(k, r))
		}
		b.from.edges[b.first+k].to = b.to.merge(s, b.views, b.roles)
	}
	b.first += len(b.next)
	b.states, b.joints, b.owners = b.states[:0], b.joints[:0], b.owners[:0]
}

// extend returns the view of a role after the k-th position.
func (b *layerBuilder) extend(k, r int) infotracker.ViewKey {
	v := b.from.views[b.owners[k]*b.roles+r]
	joint := b.joints[k*b.roles : (k+1)*b.roles]
	switch {
	case game.Role(r) == b.game.Random():
		return v
	case b.game.Hidden():
		return infotracker.Extend(v, joint[r], b.seen.Of(k, r))
	}
	return infotracker.Extend(v, joint[r], joint)
}

// merge returns the development with a state and views, and adds it if it is new.
func (l *layer) merge(s game.State, views []infotracker.ViewKey, roles int) int32 {
	hash := statehash.Of(s)
	for _, v := range views {
		hash = statehash.Mix(hash, uint64(v))
	}
	for _, i := range l.index[hash] {
		if slices.Equal(l.states[i], s) && slices.Equal(l.views[int(i)*roles:(int(i)+1)*roles], views) {
			return i
		}
	}
	i := int32(len(l.states))
	l.states, l.views = append(l.states, slices.Clone(s)), append(l.views, views...)
	l.index[hash] = append(l.index[hash], i)
	return i
}
