package solve

// order returns the states in reverse topological order, successors first. It
// returns false if there is a cycle.
func (g *graph) order() ([]uint32, bool) {
	const open, done = 1, 2
	mark := make([]uint8, len(g.states))
	next := make([]uint32, len(g.states)) // by state: the edge to follow next
	order := make([]uint32, 0, len(g.states))
	path := []uint32{0}
	mark[0] = open
	for len(path) > 0 {
		n := path[len(path)-1]
		if edges := g.out(n); int(next[n]) < len(edges) {
			child := edges[next[n]]
			next[n]++
			switch mark[child] {
			case open:
				return nil, false
			case done:
			default:
				mark[child] = open
				path = append(path, child)
			}
			continue
		}
		mark[n] = done
		order = append(order, n)
		path = path[:len(path)-1]
	}
	return order, true
}
