package formula

import (
	"ludex/game"
	"ludex/knowledge"
)

// A link is something that a role thinks possible, on the way from a world to
// others that are reached by what roles of a group think possible.
type link struct {
	role   game.Role
	view   knowledge.ViewID
	from   int    // the link whose member has the view, or -1 at the start
	member *world // of that link's set
}

// A closure is what is reached from a world by going from one development to
// another that a role of a group cannot tell from it.
type closure struct {
	links []link
	seen  map[viewOf]bool
	fails *world // where the formula does not hold, or nil
	last  int    // the link to whose set that belongs
}

type viewOf struct {
	role game.Role
	view knowledge.ViewID
}

// common evaluates common knowledge. It is the same for all that is reached, so
// it is remembered for all of it.
func (e *evaluator) common(n *node, w *world) truth {
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

// close goes through all that is reached from a world, until the formula does
// not hold.
func (e *evaluator) close(n *node, w *world) (*closure, truth) {
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
			continue // what else is reached may still decide it
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

// add adds what the roles of a group think possible in a world.
func (c *closure) add(group knowledge.RoleSet, from int, w *world) {
	for _, r := range group.List() {
		key := viewOf{r, w.views[r]}
		if !c.seen[key] {
			c.seen[key] = true
			c.links = append(c.links, link{r, w.views[r], from, w})
		}
	}
}
