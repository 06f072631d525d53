package gpu_test

import (
	"math"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/circuit/gpu"
	"ludex/internal/cuda"
)

// randomNetwork returns a network with random weights for the bits of a game's states.
func randomNetwork(g *circuit.Game, hidden, values int) gpu.Network {
	random := game.NewRand(3)
	numbers := func(n int) []float32 {
		out := make([]float32, n)
		for i := range out {
			out[i] = float32(random.Uint64()>>40)/(1<<23) - 1
		}
		return out
	}
	movers := (len(g.Roles()) + 1) * values
	n := gpu.Network{Hidden: hidden, Values: values, Leak: 0.03, Bias: numbers(hidden), Output: numbers(movers * hidden), Offset: numbers(movers)}
	for f := range g.Features() {
		feature := gpu.NetworkFeature{Bit: f, Mover: -1}
		if f%3 > 0 {
			feature.Weights = numbers(hidden)
		}
		if f%7 == 0 {
			feature.Mover = f % len(g.Roles())
		}
		n.Features = append(n.Features, feature)
	}
	return n
}

// TestSelfPlay follows plays of self-play, by the interpreter, with machines: every step leads to a state after a legal
// move, plays end where the game does, with its goals, and the same seed gives the same plays.
func TestSelfPlay(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	for _, c := range []struct {
		name   string
		values int
	}{{"tictactoe", 2}, {"connectfour", 1}, {"nim", 2}} {
		g := open(t, c.name)
		e, err := g.SelfPlayEnvironment(12)
		if err != nil {
			t.Fatal(err)
		}
		s := gpu.EmulatedSelfPlay(e, randomNetwork(g, 16, c.values))
		opt := gpu.SelfPlayOptions{Seed: 5, Temperature: 0.3, Opening: 2, Random: 20}
		plays, err := s.Play(t.Context(), 20, opt)
		if err != nil {
			t.Fatal(err)
		}
		for i := range plays {
			follow(t, c.name, g, plays[i], 12)
		}
		again, err := s.Play(t.Context(), 20, opt)
		if err != nil || len(again[7]) != len(plays[7]) || !slices.Equal(again[7][1].State, plays[7][1].State) {
			t.Errorf("%s: another play 7 for the same seed (%v)", c.name, err)
		}
	}
}

// follow follows a play with a machine.
func follow(t *testing.T, name string, g *circuit.Game, steps []gpu.PlayedStep, limit int) {
	t.Helper()
	m := g.NewMachine()
	s := m.Initial(nil)
	for i := range steps {
		if m.Terminal(s) {
			t.Fatalf("%s: a play goes on after its end", name)
		}
		if !leadsTo(g, m, s, steps[i].State) {
			t.Fatalf("%s, step %d: no legal moves lead to %v", name, i, g.Facts(steps[i].State))
		}
		s = steps[i].State
		over := m.Terminal(s)
		if over != steps[i].Done || steps[i].Truncated != (!over && i+1 == limit) || (over || i+1 == limit) != (i+1 == len(steps)) {
			t.Fatalf("%s, step %d of %d: %+v", name, i, len(steps), steps[i])
		}
		for r, goal := range steps[i].Goals {
			if want := m.Goals(s, game.Role(r), nil); !slices.Equal(want, []int{goal}) {
				t.Errorf("%s: goal %d of role %d, want %v", name, goal, r, want)
			}
		}
		for _, e := range steps[i].Estimates {
			if e < 0 || e > 1 || math.IsNaN(float64(e)) {
				t.Errorf("%s: an estimate of %g", name, e)
			}
		}
	}
}

// leadsTo reports whether moves of two roles lead from one state to another.
func leadsTo(g *circuit.Game, m game.Machine, from, to game.State) bool {
	for _, a := range m.Legal(from, 0, nil) {
		for _, b := range m.Legal(from, 1, nil) {
			if slices.Equal(g.Facts(m.Next(from, []game.Move{a, b}, nil)), g.Facts(to)) {
				return true
			}
		}
	}
	return false
}

// TestSelfPlayPrefers plays with a network that knows nothing but one fact: the role that it favours makes it true where it can.
func TestSelfPlayPrefers(t *testing.T) {
	g := open(t, "tictactoe")
	e, err := g.SelfPlayEnvironment(12)
	if err != nil {
		t.Fatal(err)
	}
	n := randomNetwork(g, 4, 1)
	clear(n.Bias)
	clear(n.Offset)
	for i := range n.Output {
		n.Output[i] = 10
	}
	for f, text := range g.Features() {
		n.Features[f] = gpu.NetworkFeature{Bit: f, Mover: -1, Weights: make([]float32, 4)}
		if text == "(cell 2 2 x)" {
			n.Features[f].Weights = []float32{1, 1, 1, 1}
		}
	}
	plays, err := gpu.EmulatedSelfPlay(e, n).Play(t.Context(), 16, gpu.SelfPlayOptions{Seed: 1, Temperature: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	centre := 0
	for _, p := range plays {
		if slices.Contains(g.Facts(p[0].State), "(cell 2 2 x)") {
			centre++
		}
	}
	if centre < 14 { // each misses it by chance with (8/9)³², 2 %
		t.Errorf("%d of 16 plays begin in the centre", centre)
	}
}

// TestSelfPlayPTX compares the text for a small game with what it was. LUDEX_UPDATE=1 writes it.
func TestSelfPlayPTX(t *testing.T) {
	g := open(t, "nim")
	e, err := g.SelfPlayEnvironment(12)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "selfplay", gpu.SelfPlayPTX(e, randomNetwork(g, 32, 2)))
	golden(t, "environment", e.PTX())
}

// TestSelfPlayOnDevice compares a device with the interpreter, where there is one.
func TestSelfPlayOnDevice(t *testing.T) {
	d, err := cuda.Open()
	if err != nil {
		t.Skip(err)
	}
	defer d.Close()
	for _, name := range []string{"tictactoe", "connectfour", "breakthrough"} {
		for _, values := range []int{1, 2} {
			g := open(t, name)
			e, err := g.SelfPlayEnvironment(50)
			if err != nil {
				t.Fatal(err)
			}
			s, err := gpu.NewSelfPlay(d, e, randomNetwork(g, 32, values))
			if err != nil {
				t.Fatal(err)
			}
			n, err := s.CheckSelfPlay(t.Context())
			if err != nil {
				t.Errorf("%s, %d values, after %d steps: %v", name, values, n, err)
			}
			t.Logf("%s, %d values: %d steps agree", name, values, n)
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestLearn learns a small game by the interpreter: estimates come closer to what happens.
func TestLearn(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	g := open(t, "tictactoe")
	e, err := g.SelfPlayEnvironment(12)
	if err != nil {
		t.Fatal(err)
	}
	n := randomNetwork(g, 32, 1)
	small := make([]float32, 32)
	for f := range n.Features { // it sees everything, and knows nothing
		for h := range small {
			small[h] = 0.1 * n.Bias[(f+h)%32]
		}
		n.Features[f] = gpu.NetworkFeature{Bit: f, Mover: -1, Weights: slices.Clone(small)}
	}
	s := gpu.EmulatedSelfPlay(e, n)
	var losses []float64
	for round := range 40 {
		opt := gpu.LearnOptions{SelfPlayOptions: gpu.SelfPlayOptions{Seed: uint64(round), Temperature: 0.5, Opening: 3, Random: 50}, Plays: 200, Lambda: 0.8, Rate: 0.01}
		res, err := s.Learn(t.Context(), opt)
		if err != nil {
			t.Fatal(err)
		}
		if res.Plays != 200 || res.Positions < 1000 {
			t.Fatalf("%+v", res)
		}
		losses = append(losses, res.Loss)
	}
	if first, last := losses[0], losses[len(losses)-1]; last > first/2 {
		t.Errorf("the loss is %.4f in the end, and was %.4f", last, first)
	}
}

// TestLearnOnDevice compares what a device learns with the interpreter, where there is one. All moves are random ones, so that the
// plays are the same.
func TestLearnOnDevice(t *testing.T) {
	d, err := cuda.Open()
	if err != nil {
		t.Skip(err)
	}
	defer d.Close()
	for _, name := range []string{"tictactoe", "breakthrough"} {
		for _, values := range []int{1, 2} {
			g := open(t, name)
			e, err := g.SelfPlayEnvironment(40)
			if err != nil {
				t.Fatal(err)
			}
			n := randomNetwork(g, 64, values)
			s, err := gpu.NewSelfPlay(d, e, n)
			if err != nil {
				t.Fatal(err)
			}
			opt := gpu.LearnOptions{SelfPlayOptions: gpu.SelfPlayOptions{Seed: 3, Random: 1}, Plays: 100, Lambda: 0.8, Rate: 0.01}
			got, err := s.Learn(t.Context(), opt)
			if err != nil {
				t.Fatal(err)
			}
			after, err := s.Network()
			if err != nil {
				t.Fatal(err)
			}
			emulated := gpu.EmulatedSelfPlay(e, n)
			want, err := emulated.Learn(t.Context(), opt)
			if err != nil {
				t.Fatal(err)
			}
			expected, _ := emulated.Network()
			if got.Plays != want.Plays || got.Positions != want.Positions || math.Abs(got.Loss-want.Loss) > 1e-3*want.Loss {
				t.Errorf("%s, %d values: %+v, by the interpreter %+v", name, values, got, want)
			}
			far := 0.0
			for f := range expected.Features {
				for h, x := range expected.Features[f].Weights {
					far = max(far, math.Abs(float64(after.Features[f].Weights[h]-x)))
				}
			}
			for i, x := range expected.Output {
				far = max(far, math.Abs(float64(after.Output[i]-x)))
			}
			if far > 1e-3 {
				t.Errorf("%s, %d values: weights differ by %g", name, values, far)
			}
			t.Logf("%s, %d values: %+v, weights differ by at most %g", name, values, got, far)
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
