package equilibrium

import (
	"context"
	"errors"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }

// TestExactIsAnEquilibrium checks that no player gains by deviating from an exact
// solution, and that the solution has the stated value.
func TestExactIsAnEquilibrium(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := drawTree(t, rapid.IntRange(1, 2).Draw(t, "players"), true)
		e, err := tree.exact(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		a := tree.Assess(e.Profile())
		for p, v := range e.Values {
			if !near(a.Values[p], float(v), 1e-9) {
				t.Fatalf("player %d gets %g, not %s", p, a.Values[p], v)
			}
		}
		if a.NashConv > 1e-9 {
			t.Fatalf("somebody gains %g by departing", a.NashConv)
		}
	})
}

// TestMethodsAgree compares regret minimisation with the linear program. It never
// gets more than NashConv away from the value.
func TestMethodsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := drawTree(t, rapid.IntRange(1, 2).Draw(t, "players"), true)
		e, err := tree.exact(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		cfr := newCFR(tree)
		cfr.Run(context.Background(), 300)
		sampler := newSampler(tree, 1)
		sampler.Run(context.Background(), 3000)
		for _, c := range []struct {
			name    string
			profile Profile
			within  float64
		}{{"CFR+", cfr.Profile(), 0.25}, {"sampling", sampler.Profile(), 2}} {
			a := tree.Assess(c.profile)
			if a.NashConv > c.within {
				t.Fatalf("%s is %g from an equilibrium", c.name, a.NashConv)
			}
			for p, v := range e.Values {
				if !near(a.Values[p], float(v), a.NashConv+1e-9) || a.Best[p] < float(v)-1e-9 && tree.Players() == 2 {
					t.Fatalf("%s brings player %d %g, at best %g; the value is %s", c.name, p, a.Values[p], a.Best[p], v)
				}
			}
		}
	})
}

// TestBestResponseIsBest compares with all pure strategies of a player in games of
// any kind.
func TestBestResponseIsBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := drawTree(t, rapid.IntRange(1, 3).Draw(t, "players"), false)
		profile := tree.Uniform()
		for p := range tree.Players() {
			for s := range tree.Sets(p) {
				mix(t, tree.Actions(profile, p, s))
			}
		}
		for p := range tree.Players() {
			response, value := tree.BestReply(profile, p)
			if got := tree.Assess(response).Values[p]; !near(got, value, 1e-9) {
				t.Fatalf("the best response of player %d brings %g, not %g", p, got, value)
			}
			if got := tree.Assess(profile).Best[p]; !near(got, value, 1e-9) {
				t.Fatalf("player %d can get %g or %g at best", p, value, got)
			}
			for range 20 {
				other := append(Profile(nil), profile...)
				for s := range tree.Sets(p) {
					pure(t, tree.Actions(other, p, s))
				}
				if got := tree.Assess(other).Values[p]; got > value+1e-9 {
					t.Fatalf("player %d gets %g by another strategy and %g by the best", p, got, value)
				}
			}
		}
	})
}

// mix makes actions of any likelihood.
func mix(t *rapid.T, actions []float64) {
	sum := 0.0
	for a := range actions {
		actions[a] = float64(rapid.IntRange(1, 9).Draw(t, "weight"))
		sum += actions[a]
	}
	for a := range actions {
		actions[a] /= sum
	}
}

func pure(t *rapid.T, actions []float64) {
	clear(actions)
	actions[rapid.IntRange(0, len(actions)-1).Draw(t, "action")] = 1
}

// pennies is matching pennies: the second player does not see the first one's
// coin.
func pennies(t *testing.T, sum int32) *Tree {
	t.Helper()
	b := newBuilder(2, 0)
	first, second := b.Set(0, 2), b.Set(1, 2)
	at := b.Decide(0, first)
	for i := range 2 {
		end := b.Decide(at+i, second)
		for j := range 2 {
			gain := int32(1)
			if i != j {
				gain = -1
			}
			b.Leaf(end+j, []int32{gain, sum - gain})
		}
	}
	tree, _, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestMatchingPennies(t *testing.T) {
	tree := pennies(t, 0)
	e, err := tree.exact(context.Background())
	if err != nil || e.Values[0].Sign() != 0 || e.Values[1].Sign() != 0 {
		t.Fatalf("the values are %v with the error %v", e, err)
	}
	for p := range 2 {
		for a, x := range tree.Actions(e.Profile(), p, 0) {
			if x != 0.5 {
				t.Errorf("player %d takes action %d with %g", p, a, x)
			}
		}
	}
	if a := tree.Assess(tree.Uniform()); a.NashConv != 0 || a.Values[0] != 0 {
		t.Errorf("uniform play has %v", a)
	}
}

func TestIterationsAllocateNothing(t *testing.T) {
	tree := pennies(t, 0)
	cfr, sampler := newCFR(tree), newSampler(tree, 1)
	ctx := context.Background()
	sampler.Run(ctx, 10)
	if n := testing.AllocsPerRun(10, func() { cfr.Run(ctx, 10) }); n > 0 {
		t.Errorf("CFR+ allocates %g times", n)
	}
	if n := testing.AllocsPerRun(10, func() { sampler.Run(ctx, 10) }); n > 0 {
		t.Errorf("sampling allocates %g times", n)
	}
}

func TestNotRivals(t *testing.T) {
	b := newBuilder(2, 0)
	at := b.Decide(0, b.Set(0, 2))
	b.Leaf(at, []int32{1, 1})
	b.Leaf(at+1, []int32{2, 3})
	tree, _, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tree.exact(context.Background()); !errors.Is(err, ErrNotConstantSum) {
		t.Errorf("the error is %v", err)
	}
}

func TestBuilderRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		want  error
		build func(b *builder)
	}{
		{"an undefined node", errTree, func(b *builder) { b.Decide(0, b.Set(0, 2)) }},
		{"a node defined twice", errTree, func(b *builder) {
			b.Leaf(0, []int32{1, 1})
			b.Leaf(0, []int32{1, 1})
		}},
		{"no such set", errTree, func(b *builder) { b.Decide(0, 3) }},
		{"no such player", errTree, func(b *builder) { b.Set(2, 2) }},
		{"an empty set", errTree, func(b *builder) {
			b.Set(0, 2)
			b.Leaf(0, []int32{1, 1})
		}},
		{"no draws", errTree, func(b *builder) { b.Chance(0, nil) }},
		{"a draw that cannot happen", errTree, func(b *builder) { b.Chance(0, []int32{1, 0}) }},
		{"payoffs for others", errTree, func(b *builder) { b.Leaf(0, []int32{1}) }},
		{"a player who forgets", errImperfectRecall, func(b *builder) {
			s, later := b.Set(0, 2), b.Set(0, 1)
			at := b.Decide(0, s)
			for i := range 2 {
				b.Leaf(b.Decide(at+i, later), []int32{1, 1})
			}
		}},
		{"a set after itself", errImperfectRecall, func(b *builder) {
			s := b.Set(0, 1)
			b.Leaf(b.Decide(b.Decide(0, s), s), []int32{1, 1})
		}},
	} {
		b := newBuilder(2, 0)
		c.build(b)
		if _, _, err := b.Finish(); !errors.Is(err, c.want) {
			t.Errorf("%s: the error is %v", c.name, err)
		}
	}
	b := newBuilder(1, 2)
	b.Decide(0, b.Set(0, 2))
	var limit *LimitError
	if _, _, err := b.Finish(); !errors.As(err, &limit) || limit.Limit != 2 {
		t.Errorf("beyond the limit the error is %v", err)
	}
}
