package knowledge

import (
	"slices"

	"ludex/game"
	"ludex/internal/statehash"
)

// A ViewKey stands for a role's view: equal views have equal keys, and different
// ones of a match have different keys but for an accident of one in 2⁶⁴.
type ViewKey uint64

// blankKey returns the key of the view of a role that has seen nothing yet.
func blankKey(r game.Role) ViewKey { return ViewKey(statehash.Mix(0x5EE5, uint64(r))) }

// Extend returns the key of the view after a role's move and what it perceived
// then: percepts, or the joint move where nothing is hidden.
func Extend[E ~int32](v ViewKey, move game.Move, seen []E) ViewKey {
	hash := statehash.Mix(statehash.Mix(uint64(v), uint64(move)), uint64(len(seen)))
	for _, e := range seen {
		hash = statehash.Mix(hash, uint64(e))
	}
	return ViewKey(hash)
}

// A crowd is a list of developments of one length, of which the states, the views
// of all roles and the weights are kept.
type crowd struct {
	roles   int
	states  []game.State
	views   []ViewKey // by member and role
	weights []float64
	memory  []uint64 // where the states are
	index   index    // not used where members are not merged
}

func newCrowd(roles int) *crowd { return &crowd{roles: roles} }

func (c *crowd) len() int { return len(c.states) }

// of returns the views of a member.
func (c *crowd) of(i int) []ViewKey { return c.views[i*c.roles : (i+1)*c.roles] }

// add appends a member.
func (c *crowd) add(s game.State, views []ViewKey, weight float64) {
	if len(c.memory)+len(s) > cap(c.memory) {
		c.memory = make([]uint64, 0, max(chunkSize, len(s)))
	}
	start := len(c.memory)
	c.memory = append(c.memory, s...)
	c.states = append(c.states, c.memory[start:len(c.memory):len(c.memory)])
	c.views = append(c.views, views...)
	c.weights = append(c.weights, weight)
}

// merge adds to the weight of the member with a state and views, or appends it.
func (c *crowd) merge(s game.State, views []ViewKey, weight float64) {
	hash := hashMember(s, views)
	id := c.index.find(hash, func(id int32) bool {
		return slices.Equal(c.states[id], s) && slices.Equal(c.of(int(id)), views)
	})
	if id >= 0 {
		c.weights[id] += weight
		return
	}
	id = int32(c.len())
	c.add(s, views, weight)
	c.index.insert(hash, id, func(id int32) uint64 { return hashMember(c.states[id], c.of(int(id))) })
}

func hashMember(s game.State, views []ViewKey) uint64 {
	hash := statehash.Of(s)
	for _, v := range views {
		hash = statehash.Mix(hash, uint64(v))
	}
	return hash
}

// total returns the sum of the weights of the first n members.
func (c *crowd) total(n int) float64 {
	sum := 0.0
	for _, w := range c.weights[:n] {
		sum += w
	}
	return sum
}

// only returns the members that are wanted.
func (c *crowd) only(wanted func(i int) bool) *crowd {
	out := newCrowd(c.roles)
	for i := range c.states {
		if wanted(i) {
			out.add(c.states[i], c.of(i), c.weights[i])
		}
	}
	return out
}

// resample draws n members, which then all have the same weight. The first is
// drawn, the others follow at equal distances, which adds the least noise.
func (c *crowd) resample(n int, rand *game.Rand) *crowd {
	out := newCrowd(c.roles)
	distance := c.total(c.len()) / float64(n)
	mark := distance * float64(rand.Uint64()>>11) / (1 << 53)
	sum := 0.0
	for i, w := range c.weights {
		for sum += w; mark < sum && out.len() < n; mark += distance {
			out.add(c.states[i], c.of(i), 1/float64(n))
		}
	}
	return out
}
