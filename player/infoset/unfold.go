package infoset

import (
	"context"
	"slices"

	"ludex/game"
	"ludex/internal/statehash"
	"ludex/knowledge"
)

// An unfolding is all that may happen in the next steps, from all that anybody
// thinks possible now, with what each role will know then.
type unfolding struct {
	ctx     context.Context
	game    game.Game
	machine game.Machine
	roles   int
	layers  []*layer
	sets    []map[knowledge.ViewKey]*infoSet // by role
	states  int                              // that were computed
	whole   bool                             // every play was followed to its end
}

// A layer has the developments of one length.
type layer struct {
	states []game.State
	views  []knowledge.ViewKey // by development and role
	reach  []float64           // how likely they are
	values []float64           // by development and role: what the roles get
	sets   []*infoSet          // by development and role; nil where the play is over or ends here
	forks  []fork
	ends   []int   // by development: where its forks end
	picks  []uint8 // by fork and role
	index  map[uint64][]int32
}

// A fork is a joint move that is made in a development.
type fork struct {
	to     int32 // in the next layer
	chance float64
}

// An infoSet is where a role has to choose, knowing no more than a view.
type infoSet struct {
	moves  []game.Move
	shares []float64 // how likely the role is to make each of them
	worth  []float64 // what they are worth, times how likely it is to come here
}

// maxPicks is how many moves of a role an unfolding can number.
const maxPicks = 256

// unfold goes on from what a tracker knows, as long as no more than limit states
// are computed.
func unfold(ctx context.Context, g game.Game, t *knowledge.Tracker, limit int) *unfolding {
	u := &unfolding{ctx: ctx, game: g, machine: g.NewMachine(), roles: len(g.Roles())}
	u.machine.Bind(ctx)
	for range u.roles {
		u.sets = append(u.sets, map[knowledge.ViewKey]*infoSet{})
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
			u.whole = true
			break
		}
		u.layers = append(u.layers, next)
	}
	return u
}

// step makes the layer after another. It reports whether the limit allows for it
// and the rules are sound enough: a role must know which moves it has.
func (u *unfolding) step(from *layer, limit int) (*layer, bool) {
	b := &stepping{unfolding: u, from: from, to: &layer{index: map[uint64][]int32{}}, legal: make([][]game.Move, u.roles)}
	for r := range u.roles {
		b.seen.Roles = append(b.seen.Roles, game.Role(r))
	}
	from.sets = make([]*infoSet, len(from.views))
	for i, s := range from.states {
		if u.ctx.Err() != nil || !u.machine.Terminal(s) && !b.queue(i, s, limit) {
			from.sets, from.forks, from.ends, from.picks = nil, nil, nil, nil
			return nil, false
		}
		from.ends = append(from.ends, len(from.forks))
	}
	b.flush()
	b.to.index = nil
	return b.to, true
}

// A stepping makes a layer, many positions at a time.
type stepping struct {
	*unfolding
	from, to *layer
	legal    [][]game.Move

	states []game.State
	joints []game.Move
	first  int   // the fork of the first position
	owners []int // developments of the positions
	next   []game.State
	seen   game.Percepts
	views  []knowledge.ViewKey
}

// queue notes the forks of a development.
func (b *stepping) queue(i int, s game.State, limit int) bool {
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
	if b.unfolding.states += count; b.unfolding.states > limit {
		return false
	}
	chance := 1.0
	if random := b.game.Random(); random != game.NoRole {
		chance = 1 / float64(len(b.legal[random]))
	}
	at := make([]uint8, b.roles)
	for range count {
		b.from.forks = append(b.from.forks, fork{chance: chance})
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

// set returns where a role chooses, or nil if it has other moves with the same
// view. Random has no view, and chooses by the chance of forks.
func (b *stepping) set(r game.Role, v knowledge.ViewKey, legal []game.Move) *infoSet {
	if r == b.game.Random() {
		return &infoSet{}
	}
	set := b.sets[r][v]
	if set == nil {
		set = &infoSet{moves: slices.Clone(legal), shares: make([]float64, len(legal)), worth: make([]float64, len(legal))}
		for k := range legal {
			set.shares[k] = 1 / float64(len(legal))
		}
		b.sets[r][v] = set
	}
	if !slices.Equal(set.moves, legal) {
		return nil
	}
	return set
}

// flush makes the forks that were noted.
func (b *stepping) flush() {
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
		b.from.forks[b.first+k].to = b.to.merge(s, b.views, b.roles)
	}
	b.first += len(b.next)
	b.states, b.joints, b.owners = b.states[:0], b.joints[:0], b.owners[:0]
}

// extend returns the view of a role after the k-th position.
func (b *stepping) extend(k, r int) knowledge.ViewKey {
	v := b.from.views[b.owners[k]*b.roles+r]
	joint := b.joints[k*b.roles : (k+1)*b.roles]
	switch {
	case game.Role(r) == b.game.Random():
		return v
	case b.game.Hidden():
		return knowledge.Extend(v, joint[r], b.seen.Of(k, r))
	}
	return knowledge.Extend(v, joint[r], joint)
}

// merge returns the development with a state and views, and adds it if need be.
func (l *layer) merge(s game.State, views []knowledge.ViewKey, roles int) int32 {
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
