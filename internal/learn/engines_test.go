package learn_test

import (
	"math"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/disguise"
	"ludex/internal/learn"
	"ludex/internal/playertest"
	"ludex/internal/rulestest"
	"ludex/rules"
)

// eachState calls visit with the facts of the states of a random play.
func eachState(t *testing.T, g game.Game, visit func(facts []string)) {
	t.Helper()
	p := game.NewPlayout(g, g.NewMachine())
	for p.Reset(nil, 5); ; {
		visit(g.Facts(p.State))
		if p.Over() {
			return
		}
		if err := p.Step(); err != nil {
			t.Fatal(err)
		}
	}
}

// valuer returns a function that values the state with some facts by a model.
func valuer(t *testing.T, m *learn.Model, g game.Game) func(facts []string) []float64 {
	t.Helper()
	net, err := m.For(g)
	if err != nil {
		t.Fatal(err)
	}
	e := net.NewEvaluator(game.CapabilitiesOf(g).Features)
	return func(facts []string) []float64 {
		s, err := g.ParseState(facts)
		if err != nil {
			t.Fatal(err)
		}
		return slices.Clone(e.Goals(s))
	}
}

// A network that was learned on one engine gives the same values on all others, bit by bit.
func TestEngines(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	for name, engines := range map[string][]string{
		"tictactoe-rbg":    {"reference", "sets", "compiled", "lanes"},
		"breakthrough-rbg": {"sets", "lanes"},
		"draughts":         {"sets", "lanes"},
	} {
		m := learned(t, name, 2, 3).Model
		values := valuer(t, m, playertest.Open(t, name))
		for _, engine := range engines {
			g := playertest.OpenWith(t, name, engine)
			if g.Engine() != engine {
				t.Fatalf("%s is played on %s, not on %s", name, g.Engine(), engine)
			}
			other := valuer(t, m, g)
			eachState(t, g, func(facts []string) {
				if a, b := values(facts), other(facts); !slices.Equal(a, b) {
					t.Fatalf("%s: %s values %v as %v, not %v", name, engine, facts, b, a)
				}
			})
		}
	}
}

// Nothing that is learned depends on words: scrambled rules have the same features and
// symmetries, and a network whose words are scrambled gives the same values but for the
// order of additions.
func TestScrambled(t *testing.T) {
	for _, name := range []string{"tictactoe", "connectfour-5x4", "breakthrough-5x5"} {
		r := rulestest.Read(t, name)
		d, err := disguise.Scramble(r, 7)
		if err != nil {
			t.Fatal(err)
		}
		g, hidden := open(t, r), open(t, d.Rules)
		symmetries := func(g game.Game) int {
			return len(game.CapabilitiesOf(g).Features.(game.Symmetric).Symmetries(t.Context()))
		}
		if a, b := symmetries(g), symmetries(hidden); a != b || a == 0 {
			t.Errorf("%s: %d symmetries, and %d of scrambled rules", name, a, b)
		}
		m := learned(t, name, 2, 3).Model
		scrambled := *m
		scrambled.Rules, scrambled.Features = d.Rules.Fingerprint(), slices.Clone(m.Features)
		for f, text := range m.Features {
			scrambled.Features[f] = d.Out(text)
		}
		if a, b := sorted(scrambled.Features), sorted(game.CapabilitiesOf(hidden).Features.Features()); !slices.Equal(a, b) {
			t.Fatalf("%s: the features are %v, not %v", name, b, a)
		}
		values, other := valuer(t, m, g), valuer(t, &scrambled, hidden)
		eachState(t, g, func(facts []string) {
			words := make([]string, len(facts))
			for i, fact := range facts {
				words[i] = d.Out(fact)
			}
			a, b := values(facts), other(words)
			for r := range a {
				if math.Abs(a[r]-b[r]) > 1e-5 {
					t.Fatalf("%s: %v is worth %v, and %v with scrambled words", name, facts, a, b)
				}
			}
		})
	}
}

// Scrambled rules are learned as others are: ends of plays are valued as the goals say.
func TestLearnsScrambled(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	d, err := disguise.Scramble(rulestest.Read(t, "tictactoe"), 7)
	if err != nil {
		t.Fatal(err)
	}
	opt := learn.Defaults()
	opt.Hidden = 16
	g := open(t, d.Rules)
	l, err := learn.New(t.Context(), g, nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	before := errorAtEnds(t, g, l.Model)
	for i := range 400 {
		if err := l.Round(t.Context(), float64(i)/400); err != nil {
			t.Fatal(err)
		}
	}
	if after := errorAtEnds(t, g, l.Model); after > 0.05 || after > before/2 {
		t.Errorf("the mean squared error at ends of plays was %.3f and is %.3f", before, after)
	}
}

// errorAtEnds returns the mean squared error of a model at the ends of random plays.
func errorAtEnds(t *testing.T, g game.Game, model *learn.Model) float64 {
	t.Helper()
	e := model.Net.NewEvaluator(game.CapabilitiesOf(g).Features)
	m := g.NewMachine()
	const plays = 200
	sum := 0.0
	for seed := range uint64(plays) {
		p := game.NewPlayout(g, m)
		for p.Reset(nil, seed); !p.Over(); {
			if err := p.Step(); err != nil {
				t.Fatal(err)
			}
		}
		diff := e.Goals(p.State)[0] - float64(m.Goals(p.State, 0, nil)[0])/100
		sum += diff * diff
	}
	return sum / plays
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

func open(t *testing.T, r *rules.Rules) game.Game {
	t.Helper()
	g, _, err := r.Open(t.Context(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}
