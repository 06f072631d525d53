package knowledge_test

import (
	"testing"

	"ludex/knowledge"
)

// BenchmarkFilterStep is one step of filtering: the last of a view of
// Kriegspiel tic-tac-toe after seven attempts, on a model that is new to the game.
func BenchmarkFilterStep(b *testing.B) {
	g := openKriegspiel(b)
	m := newModel(b, g)
	v, err := m.ViewOf(develop(b, g, "mark(2,2) ; mark(1,1) ; mark(1,2) ; mark(3,2) ; mark(1,3) ; mark(3,1) ; mark(3,3)"), 1)
	if err != nil {
		b.Fatal(err)
	}
	for _, steps := range []int{6, 7} {
		short := knowledge.View{Role: v.Role, Steps: v.Steps[:steps]}
		b.Run(map[int]string{6: "without", 7: "with"}[steps], func(b *testing.B) {
			members := 0
			for b.Loop() {
				set, err := newModel(b, g).Filter(b.Context(), short, 0)
				if err != nil {
					b.Fatal(err)
				}
				members = set.Len()
			}
			b.ReportMetric(float64(members), "members")
		})
	}
}

// BenchmarkUnfold goes through all developments of Kriegspiel tic-tac-toe of up
// to five attempts, with the views of both roles.
func BenchmarkUnfold(b *testing.B) {
	g := openKriegspiel(b)
	for b.Loop() {
		sets, err := newModel(b, g).Unfold(b.Context(), knowledge.UnfoldOptions{Steps: 5, Track: knowledge.Roles(0, 1)})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(sets[5].Len()), "members")
	}
}
