package circuit_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/circuit/bitslice"
	"ludex/internal/circuit/lockstep"
	"ludex/internal/gdlengine/gdlenginetest"
)

// TestLockStep compares the gate programs of public games, run in lanes, with
// the machine, which has evaluated other circuits in another way: 512 states of
// each phase, with everything that is to be known about them. With LUDEX_FULL=1
// it takes all games.
func TestLockStep(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	games, states := 0, 0
	for _, row := range gdlenginetest.Golden(t) {
		if !gdlenginetest.Full() && !inQuick(row) {
			continue
		}
		t.Run(row.File(), func(t *testing.T) {
			g := mustOpen(t, row.Program(t))
			games++
			for phase, list := range collect(t, g) {
				states += len(list)
				lockStep(t, g, phase, list)
			}
		})
	}
	t.Logf("circuit lock step: %d states of %d games", states, games)
}

// collect returns states of random plays by phase, up to 512 of each.
func collect(t *testing.T, g *circuit.Game) [][]game.State {
	byPhase := make([][]game.State, len(g.Program().Phases))
	p := game.NewPlayout(g, g.NewMachine())
	full, steps := 0, 0
	for seed := uint64(1); full < len(byPhase) && steps < 3000; seed++ {
		p.Reset(nil, seed)
		for {
			phase := g.PhaseOf(p.State)
			if phase < 0 {
				t.Fatalf("a reached state has no phase: %v", g.Facts(p.State))
			}
			if list := &byPhase[phase]; len(*list) < bitslice.Count {
				*list = append(*list, slices.Clone(p.State))
				if len(*list) == bitslice.Count {
					full++
				}
			}
			steps++
			if p.Over() || p.Steps >= 300 {
				break
			}
			if err := p.Step(); errors.Is(err, game.ErrStuck) {
				break
			}
		}
	}
	return byPhase
}

// lockStep compares states of a phase.
func lockStep(t *testing.T, g *circuit.Game, phase int, states []game.State) {
	if len(states) == 0 {
		return
	}
	v, err := bitslice.NewEvaluator(g.Program(), phase)
	if err != nil {
		t.Fatal(err)
	}
	c := &laneChecker{t: t, game: g, lanes: v, machine: g.NewMachine(), phase: &g.Program().Phases[phase]}
	v.Load(slices.Concat(states...))
	v.Legal()
	joints := make([][]game.Move, len(states))
	v.ClearMoves()
	rand := game.NewRand(7)
	for lane, s := range states {
		joints[lane] = c.legal(lane, s, rand)
	}
	v.Goals()
	for lane, s := range states {
		c.goals(lane, s)
	}
	v.Next()
	next := make([]uint64, len(states)*len(states[0]))
	v.Store(next)
	for lane, s := range states {
		if joints[lane] == nil {
			continue
		}
		want := c.machine.Next(s, joints[lane], nil)
		if got := next[lane*len(s) : (lane+1)*len(s)]; !slices.Equal(got, want) {
			t.Fatalf("lane %d: next state %v, want %v", lane, g.Facts(got), g.Facts(want))
		}
	}
	children(t, g, states[0], joints[0])
}

type laneChecker struct {
	t       *testing.T
	game    *circuit.Game
	lanes   *bitslice.Evaluator
	machine game.Machine
	phase   *bitslice.Phase
}

// legal compares the end and the legal moves, and sets moves drawn from them;
// it returns nil where there are none.
func (c *laneChecker) legal(lane int, s game.State, rand *game.Rand) []game.Move {
	over := c.machine.Terminal(s)
	if got := c.lanes.Terminal()[lane/64]>>(lane%64)&1 == 1; got != over {
		c.t.Fatalf("lane %d: terminal %v, want %v", lane, got, over)
	}
	var joint []game.Move
	for r := range c.game.Roles() {
		moves := c.phase.Roles[r].Moves
		positions := c.lanes.LegalMoves(lane, r, nil)
		var got []game.Move
		for _, p := range positions {
			got = append(got, game.Move(moves[p]))
		}
		slices.Sort(got)
		if want := c.machine.Legal(s, game.Role(r), nil); !slices.Equal(got, want) {
			c.t.Fatalf("lane %d: role %d may make %v, want %v", lane, r, got, want)
		}
		if len(positions) == 0 {
			return nil
		}
		p := positions[rand.Choose(len(positions))]
		c.lanes.SetMove(lane, r, int(p))
		joint = append(joint, game.Move(moves[p]))
	}
	if over {
		return nil
	}
	return joint
}

func (c *laneChecker) goals(lane int, s game.State) {
	for r := range c.game.Roles() {
		var got []int
		for i, goal := range c.game.Program().Goals {
			if goal.Role == r && c.lanes.Goal(i)[lane/64]>>(lane%64)&1 == 1 {
				got = append(got, goal.Value)
			}
		}
		slices.Sort(got)
		want := c.machine.Goals(s, game.Role(r), nil)
		if !slices.Equal(got, want) {
			c.t.Fatalf("lane %d: goals of role %d are %v, want %v", lane, r, got, want)
		}
	}
}

// children compares the children of a state with the one of a joint move.
func children(t *testing.T, g *circuit.Game, s game.State, joint []game.Move) {
	if joint == nil {
		return
	}
	m := g.NewMachine()
	var joints []game.Move
	for range 600 {
		joints = append(joints, joint...)
	}
	want := m.Next(s, joint, nil)
	for i, got := range m.(game.Expander).Expand(s, joints, nil) {
		if !slices.Equal(got, want) {
			t.Fatalf("child %d is %v, want %v", i, g.Facts(got), g.Facts(want))
		}
	}
}

// TestPlayoutMeans compares the playouts of public games in lanes and one by
// one: mean lengths and goals must agree within their errors.
func TestPlayoutMeans(t *testing.T) {
	if testing.Short() {
		t.Skip("means take many playouts")
	}
	for _, row := range gdlenginetest.Golden(t) {
		if file := row.File(); file != "connectFour/connectFour.kif" && file != "blocker/blocker.kif" && file != "chineseCheckers4/v1/chineseCheckers4.kif" {
			continue
		}
		t.Run(row.File(), func(t *testing.T) {
			g, err := openGame(row.Program(t))
			if err != nil {
				t.Fatal(err)
			}
			many, err := g.Playouts(context.Background(), game.PlayoutOptions{Count: 50_000, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			few, err := game.ScalarPlayouts(context.Background(), g, game.PlayoutOptions{Count: 3_000, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			if a, b := many.MeanLength(), few.MeanLength(); a < 0.97*b || a > 1.03*b {
				t.Errorf("mean length %v in lanes, %v one by one", a, b)
			}
			for r := range g.Roles() {
				if a, b := many.MeanGoal(game.Role(r)), few.MeanGoal(game.Role(r)); a < b-4 || a > b+4 {
					t.Errorf("mean goal of role %d: %v in lanes, %v one by one", r, a, b)
				}
			}
		})
	}
}

// TestLockStepGPU compares the code for GPUs, run by its interpreter, with machines on public
// games. With LUDEX_FULL=1 it takes all games.
func TestLockStepGPU(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	compared, moves := 0, uint64(0)
	for i, row := range gdlenginetest.Golden(t) {
		if !gdlenginetest.Full() && (!inQuick(row) || i%3 != 0 || row.File() == "hex/hex.kif") { // hex takes long
			continue
		}
		t.Run(row.File(), func(t *testing.T) {
			g := mustOpen(t, row.Program(t))
			n, err := lockstep.Comparison{Playouts: bitslice.Count, MaxSteps: 5, Seed: 1}.Emulate(t.Context(), g)
			if err != nil {
				t.Error(err)
			}
			compared++
			moves += n.Moves
		})
	}
	t.Logf("code for GPUs: %d games compared, %d joint moves", compared, moves)
}
