package knowledge

import "ludex/game"

// closure drops what has nothing to do with a view of a role: what is left are
// the members with the view, those that somebody cannot tell from them, those that
// somebody cannot tell from these, and so on. The members with the view come
// first; it returns how many they are.
func (c *crowd) closure(role game.Role, view ViewKey) int {
	groups := newUnion(c.len())
	for r := range c.roles {
		first := map[ViewKey]int{}
		for i := range c.states {
			v := c.of(i)[r]
			if v == blankKey(game.Role(r)) {
				continue // random, who has no view
			}
			if k, ok := first[v]; ok {
				groups.join(i, k)
			} else {
				first[v] = i
			}
		}
	}
	has := func(i int) bool { return c.of(i)[role] == view }
	root := -1
	for i := range c.states {
		if has(i) {
			root = groups.find(i)
			break
		}
	}
	own := c.only(has)
	n := own.len()
	for i := range c.states {
		if !has(i) && groups.find(i) == root {
			own.add(c.states[i], c.of(i), c.weights[i])
		}
	}
	*c = *own
	return n
}

// A union finds out what belongs together.
type union []int32

func newUnion(n int) union {
	u := make(union, n)
	for i := range u {
		u[i] = int32(i)
	}
	return u
}

func (u union) find(i int) int {
	for int(u[i]) != i {
		u[i] = u[u[i]]
		i = int(u[i])
	}
	return i
}

func (u union) join(i, k int) { u[u.find(i)] = int32(u.find(k)) }
