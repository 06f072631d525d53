package aig

// A Simulation holds the values of all nodes under 64 assignments, one bit each.
type Simulation struct {
	graph  *Graph
	values []uint64 // by node
}

// Simulate returns a simulation in which all inputs are false. It must be run before its
// values are used.
func (g *Graph) Simulate() *Simulation { return &Simulation{graph: g, values: make([]uint64, g.Len())} }

// Set sets the values of an input.
func (s *Simulation) Set(input Lit, value uint64) { s.values[input.Node()] = value ^ -uint64(input&1) }

// Run computes the conjunctions with numbers in a range, which are those from the first
// one that is not up to date. Nodes that were added to the graph are included.
func (s *Simulation) Run(from, to int) {
	if more := s.graph.Len() - len(s.values); more > 0 {
		s.values = append(s.values, make([]uint64, more)...)
	}
	gates, v := s.graph.gates, s.values
	for id := max(from, 1); id < to; id++ {
		if a, b := gates[id].a, gates[id].b; int(a>>1) != id {
			v[id] = (v[a>>1] ^ -uint64(a&1)) & (v[b>>1] ^ -uint64(b&1))
		}
	}
}

// Value returns the values of a literal.
func (s *Simulation) Value(l Lit) uint64 { return s.values[l>>1] ^ -uint64(l&1) }
