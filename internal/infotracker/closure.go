package infotracker

import "ludex/game"

// restrictToComponent keeps the connected component of a role's view: the members
// with the view, those that some role cannot distinguish from them, and so on
// transitively. The members with the view come first; it returns their number.
func (c *weightedSet) restrictToComponent(role game.Role, view ViewKey) int {
	groups := newUnionFind(c.len())
	for r := range c.roles {
		first := map[ViewKey]int{}
		for i := range c.states {
			v := c.viewsOf(i)[r]
			if v == blankKey(game.Role(r)) {
				continue // random has no view
			}
			if k, ok := first[v]; ok {
				groups.join(i, k)
			} else {
				first[v] = i
			}
		}
	}
	has := func(i int) bool { return c.viewsOf(i)[role] == view }
	root := -1
	for i := range c.states {
		if has(i) {
			root = groups.find(i)
			break
		}
	}
	own := c.filter(has)
	n := own.len()
	for i := range c.states {
		if !has(i) && groups.find(i) == root {
			own.add(c.states[i], c.viewsOf(i), c.weights[i])
		}
	}
	*c = *own
	return n
}

// A unionFind is a disjoint-set forest.
type unionFind []int32

func newUnionFind(n int) unionFind {
	u := make(unionFind, n)
	for i := range u {
		u[i] = int32(i)
	}
	return u
}

func (u unionFind) find(i int) int {
	for int(u[i]) != i {
		u[i] = u[u[i]]
		i = int(u[i])
	}
	return i
}

func (u unionFind) join(i, k int) { u[u.find(i)] = int32(u.find(k)) }
