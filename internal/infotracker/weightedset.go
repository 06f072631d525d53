package infotracker

import (
	"slices"

	"ludex/game"
	"ludex/internal/hashindex"
	"ludex/internal/statehash"
)

// A ViewKey is a hash of a role's view: equal views have equal keys, and different
// views of a match share one with a probability of about 2⁻⁶⁴.
type ViewKey uint64

// blankKey returns the key of the empty view of a role.
func blankKey(r game.Role) ViewKey { return ViewKey(statehash.Mix(0x5EE5, uint64(r))) }

// Extend returns the key of the view after a role's move and its percepts, or the
// joint move where nothing is hidden.
func Extend[E ~int32](v ViewKey, move game.Move, seen []E) ViewKey {
	hash := statehash.Mix(statehash.Mix(uint64(v), uint64(move)), uint64(len(seen)))
	for _, e := range seen {
		hash = statehash.Mix(hash, uint64(e))
	}
	return ViewKey(hash)
}

// A weightedSet is a list of developments of one length, by their states, the views
// of all roles and their weights.
type weightedSet struct {
	roles   int
	states  []game.State
	views   []ViewKey // by member and role
	weights []float64
	memory  []uint64        // where the states are
	index   hashindex.Index // not used where members are not merged
}

func newWeightedSet(roles int) *weightedSet { return &weightedSet{roles: roles} }

func (c *weightedSet) len() int { return len(c.states) }

// viewsOf returns the views of a member.
func (c *weightedSet) viewsOf(i int) []ViewKey { return c.views[i*c.roles : (i+1)*c.roles] }

// add appends a member.
func (c *weightedSet) add(s game.State, views []ViewKey, weight float64) {
	if len(c.memory)+len(s) > cap(c.memory) {
		c.memory = make([]uint64, 0, max(1<<14, len(s)))
	}
	start := len(c.memory)
	c.memory = append(c.memory, s...)
	c.states = append(c.states, c.memory[start:len(c.memory):len(c.memory)])
	c.views = append(c.views, views...)
	c.weights = append(c.weights, weight)
}

// merge adds to the weight of the member with a state and views, or appends it.
func (c *weightedSet) merge(s game.State, views []ViewKey, weight float64) {
	hash := hashMember(s, views)
	id := c.index.Find(hash, func(id int32) bool {
		return slices.Equal(c.states[id], s) && slices.Equal(c.viewsOf(int(id)), views)
	})
	if id >= 0 {
		c.weights[id] += weight
		return
	}
	id = int32(c.len())
	c.add(s, views, weight)
	c.index.Insert(hash, id, func(id int32) uint64 { return hashMember(c.states[id], c.viewsOf(int(id))) })
}

func hashMember(s game.State, views []ViewKey) uint64 {
	hash := statehash.Of(s)
	for _, v := range views {
		hash = statehash.Mix(hash, uint64(v))
	}
	return hash
}

// total returns the sum of the weights of the first n members.
func (c *weightedSet) total(n int) float64 {
	sum := 0.0
	for _, w := range c.weights[:n] {
		sum += w
	}
	return sum
}

// filter returns the members for which wanted returns true.
func (c *weightedSet) filter(wanted func(i int) bool) *weightedSet {
	out := newWeightedSet(c.roles)
	for i := range c.states {
		if wanted(i) {
			out.add(c.states[i], c.viewsOf(i), c.weights[i])
		}
	}
	return out
}

// resample draws n members of equal weight (systematic resampling).
func (c *weightedSet) resample(n int, rand *game.Rand) *weightedSet {
	out := newWeightedSet(c.roles)
	distance := c.total(c.len()) / float64(n)
	mark := distance * float64(rand.Uint64()>>11) / (1 << 53)
	sum := 0.0
	for i, w := range c.weights {
		for sum += w; mark < sum && out.len() < n; mark += distance {
			out.add(c.states[i], c.viewsOf(i), 1/float64(n))
		}
	}
	return out
}
