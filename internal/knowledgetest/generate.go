package knowledgetest

import (
	"pgregory.net/rapid"

	"ludex/game"
)

// FactNames are the facts of generated states.
var FactNames = []string{"(r a)", "p", "q"}

// Toys generates toys of two or three roles, with or without chance, with a few
// recurring states, so that many developments are indistinguishable.
func Toys() *rapid.Generator[*Toy] {
	return rapid.Custom(func(t *rapid.T) *Toy {
		g := &Toy{RoleNames: []string{"ann", "bob"}, RandomRole: game.NoRole}
		if rapid.Bool().Draw(t, "three players") {
			g.RoleNames = append(g.RoleNames, "cyd")
		}
		if rapid.IntRange(0, 3).Draw(t, "chance") > 0 {
			g.RandomRole = game.Role(rapid.IntRange(0, len(g.RoleNames)-1).Draw(t, "random"))
			g.RoleNames[g.RandomRole] = "random"
		}
		g.Seen = rapid.IntRange(0, 7).Draw(t, "seen") == 7
		n := rapid.IntRange(2, 5).Draw(t, "states")
		for i := range n {
			g.States = append(g.States, toyState(t, g, i, n))
		}
		return g
	})
}

func toyState(t *rapid.T, g *Toy, i, n int) ToyState {
	s := ToyState{Terminal: i > 0 && rapid.IntRange(0, 3).Draw(t, "terminal") == 0}
	for _, f := range FactNames {
		if rapid.Bool().Draw(t, f) {
			s.Facts = append(s.Facts, f)
		}
	}
	joints := 1
	for range g.RoleNames {
		s.Goals = append(s.Goals, []int{50 * rapid.IntRange(0, 2).Draw(t, "goal")})
		legal := rapid.SampledFrom([][]int{{0}, {0, 1}, {1}, {0, 1, 2}, {0}, {0, 1}, {}}).Draw(t, "legal")
		if len(legal) == 0 && i == 0 {
			legal = []int{0, 1}
		}
		s.Legal = append(s.Legal, legal)
		joints *= len(legal)
	}
	for range joints {
		e := ToyEdge{Next: rapid.IntRange(0, n-1).Draw(t, "next")}
		for range g.RoleNames {
			e.Percepts = append(e.Percepts, rapid.SampledFrom([][]int{{}, {}, {0}, {1}, {0, 1}}).Draw(t, "percepts"))
		}
		s.Edges = append(s.Edges, e)
	}
	return s
}

// Bounded ends a toy after some steps, so that it has finitely many developments.
// State i of time k is number k·n+i.
func Bounded(g *Toy, steps int) *Toy {
	n := len(g.States)
	out := *g
	out.States = nil
	for k := range steps + 1 {
		for _, s := range g.States {
			s.Terminal = s.Terminal || k == steps
			edges := make([]ToyEdge, len(s.Edges))
			for i, e := range s.Edges {
				edges[i] = ToyEdge{Next: e.Next + min(k+1, steps)*n, Percepts: e.Percepts}
			}
			s.Edges = edges
			out.States = append(out.States, s)
		}
	}
	return &out
}

// maxPlays is how many developments of one length the brute force compares.
const maxPlays = 400

// Levels draws a game and returns its developments, as long as they are few.
func Levels(t *rapid.T) (*Toy, [][]*Play) {
	g := Toys().Draw(t, "game")
	all := Plays(g, 1)
	m := g.NewMachine()
	for len(all) < 5 {
		var next []*Play
		for _, p := range all[len(all)-1] {
			if next = append(next, Continue(g, m, p)...); len(next) > maxPlays {
				return g, all
			}
		}
		all = append(all, next)
	}
	return g, all
}
