package circuit_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/circuit"
	"ludex/internal/circuit/bitslice"
	"ludex/internal/corpustest"
	"ludex/internal/gdlengine/gdlenginetest"
	"ludex/internal/gdlengine/ground"
	"ludex/internal/gdlparse"
	"ludex/library"
	"ludex/source"
)

// eachHidden runs a test for each game with hidden information of the library,
// for some without, and for the public ones that can be played.
func eachHidden(t *testing.T, run func(t *testing.T, g *circuit.Game)) {
	try := func(name string, file *source.File) {
		t.Run(name, func(t *testing.T) {
			short(t, []byte(file.Text()))
			prog, list := gdlparse.File(file, gdlparse.Options{})
			if err := list.Err(); err != nil {
				t.Fatal(err)
			}
			r, err := ground.Ground(t.Context(), prog, ground.Options{ForceHidden: prog.Dialect == gdl.GDLII})
			if err != nil {
				t.Fatal(err)
			}
			g, err := circuit.New(t.Context(), r.Spec, circuit.Options{})
			if err != nil {
				t.Fatal(err)
			}
			run(t, g)
		})
	}
	open := []string{"tictactoe", "connectfour", "rockpaperscissors"}
	for _, lib := range library.GDLGames() {
		if lib.Dialect == "gdl-ii" && corpustest.Sampled(lib.Name) || slices.Contains(open, lib.Name) {
			try(lib.Name, source.NewFile(lib.File, lib.Rules()))
		}
	}
	dir := filepath.Join(gdlenginetest.CorpusDir, "..", "gdl2")
	for _, name := range []string{"kriegTTT_4x4", "mastermind2x3", "montyhall", "guessSix", "transit"} {
		text, err := os.ReadFile(filepath.Join(dir, name+".kif"))
		if err != nil {
			t.Logf("a public game is not there: %v", err)
			continue
		}
		try("public "+name, source.NewFile(name+".kif", text))
	}
}

// someStates returns states of random plays, the terminal ones included.
func someStates(t testing.TB, g *circuit.Game, n int) []game.State {
	t.Helper()
	p := game.NewPlayout(g, g.NewMachine())
	var states []game.State
	for seed := uint64(1); len(states) < n; seed++ {
		for p.Reset(nil, seed); len(states) < n; {
			states = append(states, slices.Clone(p.State))
			if p.Over() || p.Steps > 60 {
				break
			}
			if err := p.Step(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return states
}

func allRoles(g game.Game) (roles []game.Role) {
	for r := range g.Roles() {
		roles = append(roles, game.Role(r))
	}
	return roles
}

// A follower plays what lanes have played once more, on a machine.
type follower struct {
	t       *testing.T
	game    *circuit.Game
	machine game.Machine
	states  []game.State // by playout
	steps   []int        // by playout
}

func follow(t *testing.T, g *circuit.Game, from []game.State) *follower {
	f := &follower{t: t, game: g, machine: g.NewMachine(), steps: make([]int, len(from))}
	for _, s := range from {
		f.states = append(f.states, slices.Clone(s))
	}
	return f
}

// step compares a step with what the machine makes of its moves.
func (f *follower) step(s *game.PerceivedStep) error {
	for i, k := range s.Playouts {
		joint, at := s.Joint(i), f.states[k]
		if f.machine.Terminal(at) || s.Number != f.steps[k] {
			f.t.Fatalf("playout %d: step %d in a state after %d steps", k, s.Number, f.steps[k])
		}
		for r, move := range joint {
			if !slices.Contains(f.machine.Legal(at, game.Role(r), nil), move) {
				f.t.Fatalf("playout %d: move %d of role %d is not legal", k, move, r)
			}
		}
		f.percepts(&s.Percepts, i, at, joint)
		f.states[k] = f.machine.Next(at, joint, nil)
		f.steps[k]++
		if !slices.Equal(s.Next[i], f.states[k]) {
			f.t.Fatalf("playout %d: next state %v, want %v", k, f.game.Facts(s.Next[i]), f.game.Facts(f.states[k]))
		}
	}
	return nil
}

func (f *follower) percepts(seen *game.Percepts, i int, at game.State, joint []game.Move) {
	for c, r := range seen.Roles {
		want := f.machine.Percepts(at, joint, r, nil)
		if got := seen.Of(i, c); !slices.Equal(got, want) {
			f.t.Fatalf("position %d: role %d perceives %v, want %v", i, r, got, want)
		}
	}
}

// end compares what came of the playouts.
func (f *follower) end(res *game.PerceivedResult, maxSteps int) {
	roles := len(f.game.Roles())
	for k, s := range f.states {
		end := game.CutOff
		if f.machine.Terminal(s) {
			end = game.Finished
		}
		if res.Ends[k] != end || res.Steps[k] != f.steps[k] || end == game.CutOff && f.steps[k] != maxSteps {
			f.t.Fatalf("playout %d: end %d after %d steps, want %d after %d", k, res.Ends[k], res.Steps[k], end, f.steps[k])
		}
		for r := range roles {
			want := game.NoGoal
			if goals := f.machine.Goals(s, game.Role(r), nil); end == game.Finished && len(goals) == 1 {
				want = goals[0]
			}
			if got := res.Goals[k*roles+r]; got != want {
				f.t.Fatalf("playout %d: goal %d of role %d, want %d", k, got, r, want)
			}
		}
	}
}

// TestPerceivedLockStep plays random playouts in lanes from states in the midst of
// plays, and compares states, percepts and goals with the machine, step by step.
func TestPerceivedLockStep(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	eachHidden(t, func(t *testing.T, g *circuit.Game) {
		from := someStates(t, g, 700) // more than one batch
		f := follow(t, g, from)
		opt := game.PerceivedOptions{From: from, Roles: allRoles(g), Seed: 3, MaxSteps: 40}
		res, err := game.PerceivedPlayouts(t.Context(), g, opt, f.step)
		if err != nil {
			t.Fatal(err)
		}
		f.end(&res, opt.MaxSteps)
	})
}

// TestPerceivedKernels wants the same playouts from every kernel.
func TestPerceivedKernels(t *testing.T) {
	eachHidden(t, func(t *testing.T, g *circuit.Game) {
		opt := game.PerceivedOptions{From: someStates(t, g, 40), Roles: allRoles(g)[:1], Seed: 5, MaxSteps: 20}
		var want []int
		for i, k := range bitslice.Kernels() {
			f := follow(t, g, opt.From)
			var got []int
			on, err := g.On(k)
			if err != nil {
				t.Fatal(err)
			}
			res, err := on.PerceivedPlayouts(t.Context(), opt, func(s *game.PerceivedStep) error {
				for _, m := range s.Joints {
					got = append(got, int(m))
				}
				for _, p := range s.Percepts.Values {
					got = append(got, int(p))
				}
				return f.step(s)
			})
			if err != nil {
				t.Fatal(err)
			}
			f.end(&res, opt.MaxSteps)
			if i > 0 && !slices.Equal(got, want) {
				t.Errorf("%s plays something else than %s", k, bitslice.Kernels()[0])
			}
			want = got
		}
	})
}

// TestPerceivedMeans compares playouts in lanes and one by one: how long they are,
// what they are worth, and how much is perceived must agree within their errors.
func TestPerceivedMeans(t *testing.T) {
	for _, name := range []string{"kriegspiel-tictactoe", "mastermind", "montyhall", "kuhnpoker"} {
		t.Run(name, func(t *testing.T) {
			lib, _ := library.Lookup(name)
			prog, _ := gdlparse.File(source.NewFile(lib.File, lib.Rules()), gdlparse.Options{})
			g := mustOpen(t, prog)
			many := means(t, g, 20_000, game.PerceivedPlayouts)
			few := means(t, g, 4_000, game.ScalarPerceivedPlayouts)
			for i := range many {
				a, b := many[i], few[i]
				if d := math.Abs(a.mean - b.mean); d > 5*math.Hypot(a.deviation, b.deviation)+1e-9 {
					t.Errorf("mean %d: %v in lanes, %v one by one", i, a.mean, b.mean)
				}
			}
		})
	}
}
