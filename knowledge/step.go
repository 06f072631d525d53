package knowledge

import (
	"context"

	"ludex/game"
	"ludex/internal/hashindex"
	"ludex/internal/statehash"
)

// A filter selects continuations of a set's developments. Role must be NoRole if all
// of them are wanted.
type filter struct {
	role   game.Role
	move   game.Move
	wanted func(signal int32) bool // what the role may have perceived
}

// all is the filter that accepts every continuation.
var all = filter{role: game.NoRole}

// A stepper builds the set that is one step longer than another.
type stepper struct {
	*Model
	from          *Set
	to            *Set
	filter        filter
	budget        *budget
	probabilities *probabilities // nil unless probabilities are wanted

	index   hashindex.Index // of the members of to; not used if they are not merged
	tuple   []ViewID
	digits  []digit
	factors []number // of the members of from, for probabilities
}

// A digit is the position of a role's move in the number of an edge (mixed radix).
type digit struct {
	stride, base int32
	moves        []game.Move
}

func (d *digit) index(edge int32) int32 { return edge / d.stride % d.base }

// EachSet visits all developments, step by step, until visit returns false: for each
// number of steps a set that has the views of a role. With single, every member of a
// set is one development.
func (m *Model) EachSet(ctx context.Context, r game.Role, single bool, visit func(*Set) (bool, error)) error {
	b := &budget{limit: m.limits.Developments}
	set := m.start(Roles(r), single)
	for set.Len() > 0 {
		more, err := visit(set)
		if err != nil || !more {
			return err
		}
		if set, err = m.step(ctx, set, all, b, nil); err != nil {
			return err
		}
	}
	return nil
}

// step returns the continuations of a set by one joint move that pass the filter,
// within the budget.
func (m *Model) step(ctx context.Context, from *Set, f filter, b *budget, w *probabilities) (*Set, error) {
	m.machine.Bind(ctx)
	defer func() { m.machine.Bind(m.ctx) }()
	to := &Set{model: m, prev: from, steps: from.steps + 1, role: from.role, view: NoView,
		track: from.track, columns: from.columns, single: from.single, views: make([][]ViewID, len(from.columns))}
	x := &stepper{Model: m, from: from, to: to, filter: f, budget: b, probabilities: w}
	x.tuple = make([]ViewID, len(to.columns))
	x.digits = make([]digit, len(m.game.Roles()))
	if w != nil {
		to.mass = &countList{}
		if err := x.prepareWeights(); err != nil {
			return nil, err
		}
	}
	for i := range from.states {
		if i&255 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := x.member(i); err != nil {
			return nil, err
		}
	}
	if w != nil {
		x.finishWeights()
	}
	return to, nil
}

// member extends one member of the old set.
func (x *stepper) member(i int) error {
	s := x.from.states[i]
	p, err := x.position(s)
	if err != nil || p.status != live {
		return err
	}
	x.locate(p)
	if x.filter.role == game.NoRole {
		for edge := range p.edges {
			if err := x.edge(i, s, p, edge); err != nil {
				return err
			}
		}
		return nil
	}
	own := &x.digits[x.filter.role]
	for k, move := range own.moves {
		if move == x.filter.move {
			return x.edgesWith(i, s, p, own, int32(k))
		}
	}
	return nil
}

// locate computes how the edges of a position are numbered.
func (x *stepper) locate(p position) {
	stride := int32(1)
	for r := len(x.digits) - 1; r >= 0; r-- {
		moves := x.legal(p, game.Role(r))
		x.digits[r] = digit{stride, int32(len(moves)), moves}
		stride *= int32(len(moves))
	}
}

// edgesWith visits the edges on which the filter's role makes one move and has
// accepted percepts.
func (x *stepper) edgesWith(i int, s StateID, p position, own *digit, k int32) error {
	block := own.stride * own.base
	for high := int32(0); high < p.edges; high += block {
		for low := range own.stride {
			edge := high + k*own.stride + low
			signal, err := x.perceive(s, p, edge, x.filter.role)
			if err != nil {
				return err
			}
			if !x.filter.wanted(signal) {
				continue
			}
			if err := x.edge(i, s, p, edge); err != nil {
				return err
			}
		}
	}
	return nil
}

// edge adds the continuation of a member by one joint move.
func (x *stepper) edge(i int, s StateID, p position, edge int32) error {
	next, err := x.successor(s, p, edge)
	if err != nil {
		return err
	}
	for c, r := range x.to.columns {
		signal, err := x.perceive(s, p, edge, r)
		if err != nil {
			return err
		}
		d := &x.digits[r]
		x.tuple[c] = x.Model.views.extend(x.from.views[c][i], d.moves[d.index(edge)], signal)
	}
	j, err := x.find(next, int32(i), edge)
	if err != nil {
		return err
	}
	if !x.to.single {
		x.to.counts.add(j, x.from.counts.at(i))
	}
	if x.probabilities != nil {
		x.to.mass.add(j, x.factors[i].times(x.chance(i, edge)))
	}
	return nil
}

// find returns the member of the new set with a state and the views in tuple, and
// adds it if it is new.
func (x *stepper) find(next StateID, parent, edge int32) (int, error) {
	if x.to.single {
		return x.add(next, parent, edge)
	}
	hash := statehash.Mix(0, uint64(next))
	for _, v := range x.tuple {
		hash = statehash.Mix(hash, uint64(v))
	}
	if j := x.index.Find(hash, func(j int32) bool { return x.same(j, next) }); j >= 0 {
		return int(j), nil
	}
	j, err := x.add(next, parent, edge)
	x.index.Insert(hash, int32(j), x.hash)
	return j, err
}

func (x *stepper) same(j int32, next StateID) bool {
	if x.to.states[j] != next {
		return false
	}
	for c, v := range x.tuple {
		if x.to.views[c][j] != v {
			return false
		}
	}
	return true
}

func (x *stepper) hash(j int32) uint64 {
	hash := statehash.Mix(0, uint64(x.to.states[j]))
	for _, column := range x.to.views {
		hash = statehash.Mix(hash, uint64(column[j]))
	}
	return hash
}

func (x *stepper) add(next StateID, parent, edge int32) (int, error) {
	j, to := len(x.to.states), x.to
	to.states = append(to.states, next)
	to.parents = append(to.parents, parent)
	to.edges = append(to.edges, edge)
	for c, v := range x.tuple {
		to.views[c] = append(to.views[c], v)
	}
	if !to.single {
		to.counts.push()
	}
	if x.probabilities != nil {
		to.mass.push()
	}
	return j, x.budget.take(1)
}
