package gpu_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/circuit/gpu"
)

// TestEnvironment steps plays by the interpreter of the instructions for GPUs, with moves of which
// some are given and some are drawn, and compares everything with lanes on the processor.
func TestEnvironment(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	for _, name := range []string{"tictactoe", "connectfour", "breakthrough-rbg", "rockpaperscissors", "pig", "nim", "kuhnpoker", "battleships"} {
		for _, memory := range []gpu.Choice{gpu.Auto, gpu.Yes} {
			t.Run(fmt.Sprint(name, memory), func(t *testing.T) { compareEnvironment(t, open(t, name), memory) })
		}
	}
}

func compareEnvironment(t *testing.T, g *circuit.Game, memory gpu.Choice) {
	t.Helper()
	const maxSteps = 40
	s, err := g.NewStepper(nil, true)
	if err != nil {
		t.Fatal(err)
	}
	program, err := g.PerceivedProgram()
	if err != nil {
		t.Fatal(err)
	}
	roles, n := len(g.Roles()), 2*gpu.Lanes
	start := newRows(g, s, 1)
	copy(start.States, g.NewMachine().Initial(nil))
	if err := s.Look(start); err != nil {
		t.Fatal(err)
	}
	opt := gpu.EnvironmentOptions{MaxSteps: maxSteps, Memory: memory}
	for r := range roles {
		count := moves(g, r)
		actions, first, idle := make([]int32, count), make([]bool, count), make([]bool, count)
		for a := range actions {
			actions[a] = int32(a)
			first[a] = bit(start.Legal[r], a)
			idle[a] = a == 0
		}
		opt.Actions, opt.First, opt.Idle = append(opt.Actions, actions), append(opt.First, first), append(opt.Idle, idle)
	}
	e, err := gpu.NewEnvironment(program, opt)
	if err != nil {
		t.Fatal(err)
	}
	p := e.Emulate(2, 5)
	want := newRows(g, s, n)
	for i := range n {
		copy(want.States[i*s.Words():], start.States)
	}
	if err := s.Look(want); err != nil {
		t.Fatal(err)
	}
	steps := make([]int, n)
	random := rand.New(rand.NewPCG(1, 2))
	ended, cut := 0, 0
	for range 3 * maxSteps {
		comparePlays(t, g, s, p, want, steps)
		given := make([]int32, n*roles)
		for i := range given {
			given[i] = -1
			if r := i % roles; random.IntN(2) == 0 && g.Random() != game.Role(r) {
				given[i] = drawn(random, want.Legal[r][i/roles*s.LegalWords(game.Role(r)):][:s.LegalWords(game.Role(r))])
			}
		}
		p.Step(given)
		made := make([]int32, n*roles)
		for i := range made {
			made[i] = p.Made(i/roles, i%roles)
			if given[i] >= 0 && made[i] != given[i] {
				t.Fatalf("play %d, role %d: made %d instead of %d", i/roles, i%roles, made[i], given[i])
			}
			if !bit(want.Legal[i%roles][i/roles*s.LegalWords(game.Role(i%roles)):], int(made[i])) {
				t.Fatalf("play %d, role %d: made %d, which is not legal", i/roles, i%roles, made[i])
			}
		}
		if err := s.Step(want, made); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			steps[i]++
			over, limit := want.Over[i] == 1, want.Over[i] == 0 && steps[i] == maxSteps
			if p.Done(i) != over || p.Truncated(i) != limit {
				t.Fatalf("play %d: done %v, truncated %v; want %v, %v", i, p.Done(i), p.Truncated(i), over, limit)
			}
			for r := range roles {
				goal := 0
				if over {
					goal = max(0, int(want.Goals[i*roles+r]))
				}
				if got := p.Goal(i, r); got != goal {
					t.Fatalf("play %d, role %d: goal %d, want %d", i, r, got, goal)
				}
			}
			for k := range program.Percepts {
				perceived := !over && !limit && bit(want.Percepts[i*s.PerceptWords():], k)
				if p.Percept(i, k) != perceived {
					t.Fatalf("play %d: percept %d is %v", i, k, !perceived)
				}
			}
			if over || limit {
				ended += b2i(over)
				cut += b2i(limit)
				steps[i] = 0
				copy(want.States[i*s.Words():(i+1)*s.Words()], start.States)
			}
		}
		if err := s.Look(want); err != nil {
			t.Fatal(err)
		}
	}
	if ended+cut == 0 {
		t.Error("no play has ended")
	}
}

// comparePlays compares states, legal moves and numbers of steps.
func comparePlays(t *testing.T, g *circuit.Game, s *circuit.Stepper, p *gpu.EmulatedEnvironment, want *circuit.Rows, steps []int) {
	t.Helper()
	for i := range steps {
		for k := range g.Program().State {
			if p.State(i, k) != bit(want.States[i*s.Words():], k) {
				t.Fatalf("play %d: bit %d of the state is %v", i, k, p.State(i, k))
			}
		}
		decides, sole := 0, 0
		for r := range g.Roles() {
			legal := want.Legal[r][i*s.LegalWords(game.Role(r)):]
			count := 0
			for a := range moves(g, r) {
				if p.Legal(i, r, a) != bit(legal, a) {
					t.Fatalf("play %d, role %d: action %d legal: %v", i, r, a, p.Legal(i, r, a))
				}
				count += b2i(bit(legal, a))
			}
			busy := g.Random() != game.Role(r) && (count > 1 || count == 1 && !bit(legal, 0))
			if p.Decides(i, r) != busy {
				t.Fatalf("play %d, role %d: decides %v", i, r, !busy)
			}
			if busy {
				decides, sole = decides+1, r
			}
		}
		for a := range moves(g, sole) {
			legal := decides == 1 && bit(want.Legal[sole][i*s.LegalWords(game.Role(sole)):], a)
			if p.Mask(i, a) != legal {
				t.Fatalf("play %d: mask of action %d is %v", i, a, !legal)
			}
		}
		if p.Steps(i) != steps[i] {
			t.Fatalf("play %d has %d steps, want %d", i, p.Steps(i), steps[i])
		}
	}
}

// moves returns how many moves a role has.
func moves(g *circuit.Game, role int) int {
	most := int32(0)
	for _, ph := range g.Program().Phases {
		for _, m := range ph.Roles[role].Moves {
			most = max(most, m)
		}
	}
	return int(most) + 1
}

// newRows returns rows without anything.
func newRows(g *circuit.Game, s *circuit.Stepper, n int) *circuit.Rows {
	rows := &circuit.Rows{States: make([]uint64, n*s.Words()), Over: make([]uint8, n), Goals: make([]int32, n*len(g.Roles())), Percepts: make([]uint64, n*s.PerceptWords())}
	for r := range g.Roles() {
		rows.Legal = append(rows.Legal, make([]uint64, n*s.LegalWords(game.Role(r))))
	}
	return rows
}

func bit(words []uint64, k int) bool { return words[k/64]>>(k%64)&1 == 1 }

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// drawn returns one of the bits that are set.
func drawn(random *rand.Rand, words []uint64) int32 {
	var list []int32
	for k := range 64 * len(words) {
		if bit(words, k) {
			list = append(list, int32(k))
		}
	}
	return list[random.IntN(len(list))]
}
