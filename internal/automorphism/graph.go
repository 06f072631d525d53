package automorphism

// A Kind is the kind of an edge.
type Kind uint64

// A Graph is a graph. Nodes are numbered in the order in which they are added.
type Graph struct {
	colour []uint64 // by node
	free   []bool   // by node
	links  []link
	first  []int32 // by node: its first edge; one more at the end
	edges  []edge
}

type edge struct {
	to   int32
	kind Kind
}

type link struct {
	a, b int32
	kind Kind
}

// Node adds a node with a colour and returns its number.
func (g *Graph) Node(colour ...uint64) int32 {
	h := uint64(0)
	for _, c := range colour {
		h = mix(h, c)
	}
	g.colour, g.free = append(g.colour, h), append(g.free, false)
	return int32(len(g.colour) - 1)
}

// FreeNode is Node for a node that is determined by its neighbours. Nothing is said about
// its image, and it may have twins.
func (g *Graph) FreeNode(colour ...uint64) int32 {
	n := g.Node(colour...)
	g.free[n] = true
	return n
}

// Link adds an edge.
func (g *Graph) Link(from, to int32, k Kind) { g.links = append(g.links, link{from, to, k}) }

// Len returns the number of nodes.
func (g *Graph) Len() int { return len(g.colour) }

// reverse marks the other direction of an edge.
const reverse = 1 << 32

// connect sets the edges of the nodes. A node without edges is left alone: it gets a colour
// of its own.
func (g *Graph) connect() {
	g.first = make([]int32, len(g.colour)+1)
	for _, l := range g.links {
		g.first[l.a+1]++
		g.first[l.b+1]++
	}
	for n := range g.colour {
		if g.first[n+1] == 0 {
			g.colour[n] = mix(g.colour[n], uint64(n)+1)
		}
		g.first[n+1] += g.first[n]
	}
	g.edges = make([]edge, 2*len(g.links))
	at := append([]int32(nil), g.first...)
	for _, l := range g.links {
		g.edges[at[l.a]] = edge{l.b, l.kind}
		g.edges[at[l.b]] = edge{l.a, l.kind | reverse}
		at[l.a]++
		at[l.b]++
	}
}

// mix returns a hash of two numbers.
func mix(a, b uint64) uint64 {
	z := (a ^ b*0x9E3779B97F4A7C15) + 0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}
