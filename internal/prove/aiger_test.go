package prove_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/prove"
	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
)

// circuit returns what is written for model checkers.
func circuit(t *testing.T, f *claim.File) *aig.Machine {
	t.Helper()
	var b strings.Builder
	if err := f.WriteAIGER(&b); err != nil {
		t.Fatal(err)
	}
	m, err := aig.Read(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// outputsSeen follows a random play of the interpreter in a circuit, and returns the outputs that
// become true.
func outputsSeen(t *testing.T, l *prove.Loaded, m *aig.Machine, rng *rand.Rand) map[string]bool {
	t.Helper()
	seen := map[string]bool{}
	machine := l.Game.NewMachine()
	s := machine.Initial(nil)
	state := make([]bool, len(m.Latches))
	for !machine.Terminal(s) {
		made := map[string]bool{}
		var joint []game.Move
		for r, name := range l.Game.Roles() {
			legal := machine.Legal(s, game.Role(r), nil)
			move := legal[rng.IntN(len(legal))]
			made["does "+name+" "+l.Game.TextInSystem(s, game.Role(r), move)] = true
			joint = append(joint, move)
		}
		sim := m.Graph.Simulate()
		for _, in := range m.Inputs {
			if made[in.Name] {
				sim.Set(in.Lit, 1)
			}
		}
		for i, bit := range m.Latches {
			if state[i] {
				sim.Set(bit.Lit, 1)
			}
		}
		sim.Run(1, m.Graph.Len())
		for _, out := range m.Outputs {
			seen[out.Name] = seen[out.Name] || sim.Value(out.Lit)&1 == 1
		}
		for i, bit := range m.Latches {
			state[i] = sim.Value(bit.Next)&1 == 1
		}
		s = machine.Next(s, joint, nil)
	}
	return seen
}

// names returns the names of outputs.
func names(m *aig.Machine) []string {
	var list []string
	for _, out := range m.Outputs {
		list = append(list, out.Name)
	}
	return list
}

// A ranking that was proved is an output for model checkers, which no play makes true; with a
// group less, plays do. What is to come, and is not at the end of a play, is another.
func TestRankingAsOutput(t *testing.T) {
	l := load(t, "nim")
	_, p := decide(t, l, []prove.Question{
		{Name: "ends", Property: claim.Property{Kind: claim.Ends}},
		formula(t, l, "eventually", "control(second)"),
	})
	f := p.File()
	want := []string{
		"ends: the ranking does not fall",
		"eventually control(second): the play is over before", "eventually control(second): the ranking does not fall",
	}
	m := circuit(t, f)
	if got := names(m); !slices.Equal(got, want) || len(f.WithoutOutput()) > 0 {
		t.Fatalf("the outputs are %v, without %v", got, f.WithoutOutput())
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		for name, on := range outputsSeen(t, l, m, rng) {
			if on {
				t.Errorf("a play makes %q true", name)
			}
		}
	}
	tier := f.Parts[0].Claims[0].Ranking[0]
	f.Parts[0].Claims[0].Ranking[0] = tier[1:]
	broken := circuit(t, f)
	found := false
	for range 20 {
		found = found || outputsSeen(t, l, broken, rng)[want[0]]
	}
	if !found {
		t.Errorf("no play makes %q true, though a group of the ranking is missing", want[0])
	}
}

// What was not proved by a ranking is left out and said, and there is no circuit without outputs.
func TestNoOutput(t *testing.T) {
	const text = `(role a) (init (light off)) (legal a push)
		(<= (next (light on)) (true (light off)))
		(<= (next (light off)) (true (light on)))
		(<= (next (light broken)) (true (light broken)))
		(<= terminal (true (light broken))) (goal a 100)`
	_, p := ask(t, loadText(t, "endless.kif", text), "ends", "playable")
	f := p.File()
	if left := f.WithoutOutput(); len(left) != 1 || left[0].Kind != claim.Ends {
		t.Errorf("%v have no output", left)
	}
	if got := names(circuit(t, f)); !slices.Equal(got, []string{"playable"}) {
		t.Errorf("the outputs are %v", got)
	}
	_, p = ask(t, loadText(t, "endless.kif", text), "ends")
	var b strings.Builder
	if err := p.File().WriteAIGER(&b); !errors.Is(err, claim.ErrNoOutput) || b.Len() > 0 {
		t.Errorf("a circuit without outputs: %v, and %d bytes", err, b.Len())
	}
}

func formula(t *testing.T, l *prove.Loaded, word, text string) prove.Question {
	t.Helper()
	q, err := l.Formula(word, text)
	if err != nil {
		t.Fatal(err)
	}
	return q
}
