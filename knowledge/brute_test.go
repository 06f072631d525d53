package knowledge_test

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/knowledgetest"
	"ludex/knowledge"
)

func newModel(t testing.TB, g game.Game) *knowledge.Model {
	t.Helper()
	m, err := knowledge.New(g, knowledge.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestViewsAreLiteral compares numbered views with views spelled out, for all
// pairs of developments.
func TestViewsAreLiteral(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, all := knowledgetest.Levels(t)
		m, err := knowledge.New(g, knowledge.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for _, plays := range all {
			traces := make([]*knowledge.Trace, len(plays))
			for i, p := range plays {
				if traces[i], err = m.Follow(knowledge.Development{Joints: p.Joints}); err != nil {
					t.Fatal(err)
				}
				if s, _ := traces[i].Last(); !slices.Equal(m.State(s), p.Last()) {
					t.Fatal("a development leads to another state")
				}
			}
			for _, r := range m.Players() {
				first := map[string]int{}
				known := map[knowledge.ViewID]int{}
				for i, p := range plays {
					_, views := traces[i].Last()
					a, again := first[p.Views[r]]
					b, same := known[views[r]]
					if again != same || again && a != b {
						t.Fatalf("views of %v and %v", plays[i].Joints, plays[a].Joints)
					}
					if !again {
						first[p.Views[r]], known[views[r]] = i, i
					}
				}
			}
		}
	})
}

// TestInformationSets compares information sets and beliefs with what the
// definition says.
func TestInformationSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, all := knowledgetest.Levels(t)
		m, err := knowledge.New(g, knowledge.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		plays := all[rapid.IntRange(0, len(all)-1).Draw(t, "step")]
		if len(plays) == 0 {
			return
		}
		truth := rapid.SampledFrom(plays).Draw(t, "truth")
		for _, r := range m.Players() {
			compareSets(t, m, r, truth, plays)
		}
	})
}

func compareSets(t *rapid.T, m *knowledge.Model, r game.Role, truth *knowledgetest.Play, plays []*knowledgetest.Play) {
	var count int64
	mass, total := map[uint64]*big.Rat{}, new(big.Rat)
	for _, p := range plays {
		if p.Views[r] != truth.Views[r] {
			continue
		}
		count++
		chance := big.NewRat(1, 1)
		for q, n := range p.Chances {
			if game.Role(q) != r {
				chance.Mul(chance, big.NewRat(1, n))
			}
		}
		s := p.Last()[0]
		if mass[s] == nil {
			mass[s] = new(big.Rat)
		}
		mass[s].Add(mass[s], chance)
		total.Add(total, chance)
	}
	d := knowledge.Development{Joints: truth.Joints}
	view, err := m.ViewOf(d, r)
	if err != nil {
		t.Fatal(err)
	}
	trace, err := m.Follow(d)
	if err != nil {
		t.Fatal(err)
	}
	_, ids := trace.Last()
	track := knowledge.Roles(m.Players()...)
	byID, err := m.Possible(t.Context(), r, ids[r], track)
	if err != nil {
		t.Fatal(err)
	}
	byText, err := m.Filter(t.Context(), view, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range []*knowledge.Set{byID, byText} {
		if set.Developments().Int64() != count || set.States() != len(mass) || set.Step() != d.Step() {
			t.Fatalf("%v developments to %d states, want %d to %d", set.Developments(), set.States(), count, len(mass))
		}
		checkMembers(t, m, set, r, ids[r])
	}
	belief, err := m.Belief(t.Context(), view, knowledge.Policy{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range belief.Len() {
		want := new(big.Rat).Quo(mass[belief.State(i)[0]], total)
		if belief.P(i).Cmp(want) != 0 {
			t.Fatalf("state %v has the probability %v, want %v", belief.State(i), belief.P(i), want)
		}
	}
	if one := belief.Probability(func(game.State) bool { return true }); one.Cmp(big.NewRat(1, 1)) != 0 {
		t.Fatalf("the belief adds up to %v", one)
	}
}

// checkMembers plays every member's development through: it has the view, the
// state and the tracked views that the set says.
func checkMembers(t *rapid.T, m *knowledge.Model, set *knowledge.Set, r game.Role, view knowledge.ViewID) {
	for i := range set.Len() {
		trace, err := m.Follow(set.Development(i))
		if err != nil {
			t.Fatal(err)
		}
		s, views := trace.Last()
		if views[r] != view || set.ViewID(i, r) != view || s != set.StateID(i) {
			t.Fatalf("member %d is no member", i)
		}
		for _, q := range m.Players() {
			if v := set.ViewID(i, q); v != knowledge.NoView && v != views[q] {
				t.Fatalf("member %d has another view of role %d", i, q)
			}
		}
	}
}

// TestMeasureAddsUp compares the probabilities of all developments with the
// definition; they add up to one.
func TestMeasureAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, all := knowledgetest.Levels(t)
		m, err := knowledge.New(g, knowledge.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		steps := len(all) - 1
		chances, err := m.Distribution(t.Context(), steps, knowledge.Policy{})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]*big.Rat{}
		for _, plays := range all {
			for _, p := range plays {
				chance := big.NewRat(1, 1)
				for _, n := range p.Chances {
					chance.Mul(chance, big.NewRat(1, n))
				}
				want[knowledge.Development{Joints: p.Joints}.Text(g)] = chance
			}
		}
		sum := new(big.Rat)
		for _, c := range chances {
			if c.P.Cmp(want[c.Development.Text(g)]) != 0 {
				t.Fatalf("%s has the probability %v", c.Development.Text(g), c.P)
			}
			sum.Add(sum, c.P)
		}
		if sum.Cmp(big.NewRat(1, 1)) != 0 {
			t.Fatalf("the probabilities add up to %v", sum)
		}
	})
}

// TestUnfold compares the sets of all developments, merged and not, with the
// developments spelled out.
func TestUnfold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, all := knowledgetest.Levels(t)
		m, err := knowledge.New(g, knowledge.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		track := knowledge.Roles(m.Players()[:rapid.IntRange(0, len(m.Players())).Draw(t, "tracked")]...)
		merged, err := m.Unfold(t.Context(), knowledge.UnfoldOptions{Steps: len(all) - 1, Track: track})
		if err != nil {
			t.Fatal(err)
		}
		apart, err := m.Unfold(t.Context(), knowledge.UnfoldOptions{Steps: len(all) - 1, ByDevelopment: true})
		if err != nil {
			t.Fatal(err)
		}
		for k := range merged {
			different := map[string]bool{}
			for _, p := range all[k] {
				key := knowledge.Development{Joints: [][]game.Move{{game.Move(p.Last()[0])}}}.Text(g)
				for _, r := range track.List() {
					key += "/" + p.Views[r]
				}
				different[key] = true
			}
			if merged[k].Len() != len(different) || merged[k].Developments().Int64() != int64(len(all[k])) {
				t.Fatalf("step %d: %d members, want %d", k+1, merged[k].Len(), len(different))
			}
			if apart[k].Len() != len(all[k]) {
				t.Fatalf("step %d: %d developments, want %d", k+1, apart[k].Len(), len(all[k]))
			}
		}
	})
}

// TestEachSet compares the sets of all developments that are visited, and what the model
// says about their states, with the developments spelled out and the game's machine.
func TestEachSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const steps = 2
		g := knowledgetest.Bounded(knowledgetest.Toys().Draw(t, "game"), steps)
		m, err := knowledge.New(g, knowledge.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		r := rapid.SampledFrom(m.Players()).Draw(t, "role")
		all, visited := knowledgetest.Plays(g, steps), 0
		last := rapid.IntRange(0, steps).Draw(t, "last")
		err = m.EachSet(t.Context(), r, true, func(set *knowledge.Set) (bool, error) {
			if set.Len() != len(all[visited]) {
				t.Fatalf("step %d: %d developments, want %d", visited+1, set.Len(), len(all[visited]))
			}
			for i := range set.Len() {
				compareState(t, m, g, r, set.StateID(i))
			}
			visited++
			return visited <= last, nil
		})
		if err != nil || visited > last+1 || visited <= last && len(all[visited]) > 0 {
			t.Fatalf("%d sets are visited, %v", visited, err)
		}
	})
}

func compareState(t *rapid.T, m *knowledge.Model, g game.Game, r game.Role, id knowledge.StateID) {
	s, machine := m.State(id), g.NewMachine()
	if over, err := m.Terminal(id); err != nil || over != machine.Terminal(s) {
		t.Fatalf("state %v is terminal: %v, %v", s, over, err)
	}
	if legal, err := m.Legal(id, r); err != nil || !slices.Equal(legal, machine.Legal(s, r, nil)) {
		t.Fatalf("state %v has the legal moves %v, %v", s, legal, err)
	}
	if goals, err := m.Goals(id, r); err != nil || !slices.Equal(goals, machine.Goals(s, r, nil)) {
		t.Fatalf("state %v has the goals %v, %v", s, goals, err)
	}
}
