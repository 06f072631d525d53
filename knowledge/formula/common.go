package formula

import (
	"ludex/game"
	"ludex/knowledge"
)

// A closureMember is an information set on the way from a world to others in the
// closure.
type closureMember struct {
	role   game.Role
	view   knowledge.ViewID
	from   int    // the link whose member has the view, or -1 at the start
	member *world // of that link's set
}

// A closure is the set of developments reachable from a world by the
// indistinguishability relations of a group.
type closure struct {
	links []closureMember
	seen  map[viewOf]bool
	fails *world // where the formula does not hold, or nil
	last  int    // the link to whose set that belongs
}

type viewOf struct {
	role game.Role
	view knowledge.ViewID
}

// common evaluates common knowledge. The result is stored for the whole closure, in
// which it is the same.
func (e *evaluator) common(n *node, w *world) truthValue {
	first := n.group.List()[0]
	key := worldKey{node: n.id, role: int(first), view: w.views[first]}
	if t := e.worlds[key]; t != unseen {
		return t
	}
	c, t := e.close(n, w)
	if e.err == nil {
		for _, l := range c.links {
			e.worlds[worldKey{node: n.id, role: int(l.role), view: l.view}] = t
		}
	}
	return t
}

// close computes the closure of a world, until the formula does not hold.
func (e *evaluator) close(n *node, w *world) (*closure, truthValue) {
	c := &closure{seen: map[viewOf]bool{}}
	arg := n.args[0]
	c.add(n.group, -1, w)
	f := fold{decides: no}
	for k := 0; k < len(c.links); k++ {
		l := c.links[k]
		set, err := e.model.Possible(e.ctx, l.role, l.view, n.group|arg.views)
		if err != nil {
			e.fail(err)
			f.open = true
			continue // other worlds may still decide it
		}
		for i := range set.Len() {
			v := e.member(set, i, n.group|arg.views)
			if f.add(e.eval(arg, v)) {
				c.fails, c.last = v, k
				return c, no
			}
			c.add(n.group, k, v)
		}
		if e.err != nil {
			break
		}
	}
	return c, f.rest()
}

// add adds the information sets of the group's roles in a world.
func (c *closure) add(group knowledge.RoleSet, from int, w *world) {
	for _, r := range group.List() {
		key := viewOf{r, w.views[r]}
		if !c.seen[key] {
			c.seen[key] = true
			c.links = append(c.links, closureMember{r, w.views[r], from, w})
		}
	}
}
