package tournament

// A matching pairs vertices of a graph, each with one that it may be paired with.
// It grows by augmenting paths, in which odd cycles are shrunk to their base as
// Edmonds has shown.
type matching struct {
	may  func(a, b int) bool
	live []bool // those that take part
	mate []int  // -1 is none
}

func newMatching(n int, may func(a, b int) bool) *matching {
	m := &matching{may: may, live: make([]bool, n), mate: make([]int, n)}
	for i := range n {
		m.live[i], m.mate[i] = true, -1
	}
	return m
}

// perfect pairs as many as possible and reports whether the matching is perfect.
func (m *matching) perfect() bool {
	m.greedy()
	whole := true
	for v := range m.mate {
		if m.live[v] && m.mate[v] < 0 {
			whole = m.augment(v) && whole
		}
	}
	return whole
}

// greedy pairs each free vertex with the first other free one, which leaves few.
func (m *matching) greedy() {
	for v := range m.mate {
		for w := v + 1; w < len(m.mate) && m.live[v] && m.mate[v] < 0; w++ {
			if m.live[w] && m.mate[w] < 0 && m.may(v, w) {
				m.mate[v], m.mate[w] = w, v
			}
		}
	}
}

// settle removes two vertices as a pair, if all others can still be paired, and
// reports whether it did. All are paired before and after.
func (m *matching) settle(a, b int) bool {
	if !m.may(a, b) {
		return false
	}
	x, y := m.mate[a], m.mate[b]
	m.live[a], m.live[b] = false, false
	if x == b {
		return true
	}
	if m.may(x, y) { // the usual case; it saves a search
		m.mate[x], m.mate[y] = y, x
		return true
	}
	m.mate[x], m.mate[y] = -1, -1
	if m.augment(x) {
		return true
	}
	m.mate[x], m.mate[y] = a, b
	m.live[a], m.live[b] = true, true
	return false
}

// augment finds an augmenting path from a free vertex and flips the pairs along it.
func (m *matching) augment(root int) bool {
	n := len(m.mate)
	s := &search{matching: m, parent: make([]int, n), base: make([]int, n), outer: make([]bool, n)}
	for i := range n {
		s.parent[i], s.base[i] = -1, i
	}
	s.outer[root] = true
	s.queue = []int{root}
	for len(s.queue) > 0 {
		v := s.queue[0]
		s.queue = s.queue[1:]
		for w := range n {
			if w == v || !m.live[w] || s.base[v] == s.base[w] || m.mate[v] == w || !m.may(v, w) {
				continue
			}
			switch {
			case w == root || m.mate[w] >= 0 && s.parent[m.mate[w]] >= 0:
				s.shrink(v, w)
			case s.parent[w] < 0:
				s.parent[w] = v
				if m.mate[w] < 0 {
					s.flip(w)
					return true
				}
				s.outer[m.mate[w]] = true
				s.queue = append(s.queue, m.mate[w])
			}
		}
	}
	return false
}

// A search looks for an augmenting path.
type search struct {
	*matching
	parent, base []int
	outer        []bool
	queue        []int
}

// shrink contracts the odd cycle that an edge closes.
func (s *search) shrink(v, w int) {
	top := s.meet(v, w)
	blossom := make([]bool, len(s.base))
	s.mark(blossom, v, top, w)
	s.mark(blossom, w, top, v)
	for i := range s.base {
		if !blossom[s.base[i]] {
			continue
		}
		s.base[i] = top
		if !s.outer[i] {
			s.outer[i] = true
			s.queue = append(s.queue, i)
		}
	}
}

// meet returns where the paths from two vertices to the root meet.
func (s *search) meet(v, w int) int {
	seen := make([]bool, len(s.base))
	for {
		v = s.base[v]
		seen[v] = true
		if s.mate[v] < 0 {
			break // the root
		}
		v = s.parent[s.mate[v]]
	}
	for {
		w = s.base[w]
		if seen[w] {
			return w
		}
		w = s.parent[s.mate[w]]
	}
}

// mark marks the bases on the path from a vertex to where a cycle begins.
func (s *search) mark(blossom []bool, v, top, child int) {
	for s.base[v] != top {
		blossom[s.base[v]], blossom[s.base[s.mate[v]]] = true, true
		s.parent[v] = child
		child = s.mate[v]
		v = s.parent[s.mate[v]]
	}
}

// flip changes pairs along the path that ends in a vertex.
func (s *search) flip(w int) {
	for w >= 0 {
		v := s.parent[w]
		next := s.mate[v]
		s.mate[w], s.mate[v] = v, w
		w = next
	}
}
