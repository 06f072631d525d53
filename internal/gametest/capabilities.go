package gametest

import (
	"context"
	"slices"

	"ludex/game"
)

// listed checks that a lister has the same moves, in the same order on every
// machine.
func (c *conformance) listed(s game.State, r game.Role, moves []game.Move) {
	c.t.Helper()
	l := game.MachineCapabilitiesOf(c.game.NewMachine()).Moves
	if l == nil {
		return
	}
	got := l.Moves(s, r, nil)
	if !slices.Equal(got, game.MachineCapabilitiesOf(c.game.NewMachine()).Moves.Moves(s, r, nil)) {
		c.t.Error("two machines list the moves in different orders")
	}
	slices.Sort(got)
	want := slices.Clone(moves)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		c.t.Errorf("Moves has %v, and Legal %v", got, want)
	}
}

// parts checks that moves differ in their parts.
func (c *conformance) parts(r game.Role, moves []game.Move) {
	c.t.Helper()
	s := game.CapabilitiesOf(c.game).MoveParts
	if s == nil {
		return
	}
	keys := map[uint64]bool{}
	for _, m := range moves {
		keys[game.MoveKey(s, r, m)] = true
	}
	if len(keys) != len(moves) {
		c.t.Errorf("%d moves have %d keys", len(moves), len(keys))
	}
}

// checkEnding checks that a TerminalFinder agrees with making each joint move.
func (c *conformance) checkEnding(s game.State, joint []game.Move, after game.State) {
	c.t.Helper()
	f := game.MachineCapabilitiesOf(c.machine).Ending
	if f == nil {
		return
	}
	over := c.other.Terminal(after)
	got := f.Ending(s, append(slices.Clone(joint), joint...), []bool{true})
	if !slices.Equal(got, []bool{true, over, over}) {
		c.t.Errorf("Ending says %v of a move for which Terminal says %v", got, over)
	}
	if !slices.Equal(c.machine.Next(s, joint, nil), after) {
		c.t.Error("after Ending, the same move leads elsewhere")
	}
}

// runs checks that a runner runs the requested number of playouts from several
// states, and the same ones for the same seed.
func (c *conformance) runs(states []game.State) {
	c.t.Helper()
	opt := game.PlayoutOptions{Count: 3, Seed: 5, MaxSteps: 60, Trail: 20}
	runner := game.NewRunner(c.game)
	a, b := make([]game.PlayoutResult, len(states)), make([]game.PlayoutResult, len(states))
	for _, results := range [][]game.PlayoutResult{b, a, b} {
		if err := runner.Run(context.Background(), states, opt, results); err != nil {
			c.t.Fatalf("Run: %v", err)
		}
	}
	for i := range states {
		x, y := &a[i], &b[i]
		if x.Playouts < 3 || len(x.Goals) != len(c.game.Roles()) || x.Finished > x.Playouts {
			c.t.Errorf("state %d: %+v", i, *x)
		}
		if x.Steps != y.Steps || x.Finished != y.Finished || !slices.Equal(x.Goals, y.Goals) || !slices.Equal(x.Trail, y.Trail) {
			c.t.Errorf("state %d: the same seed gives different playouts: %+v and %+v", i, *x, *y)
		}
		if c.machine.Terminal(states[i]) && (x.Steps != 0 || x.Finished != x.Playouts) {
			c.t.Errorf("state %d is terminal, and playouts from it have %d steps", i, x.Steps)
		}
	}
	if t, ok := runner.(game.Tracer); ok && t.Traces() {
		c.traced(runner, states)
	}
	if s, ok := runner.(game.Streamer); ok {
		c.streams(s, states)
	}
}

// streams checks that every state that is added to a stream comes back once, with the
// playouts that were asked for.
func (c *conformance) streams(s game.Streamer, states []game.State) {
	c.t.Helper()
	if err := s.Begin(game.PlayoutOptions{Seed: 5, MaxSteps: 60}); err != nil {
		c.t.Fatalf("Begin: %v", err)
	}
	const most = 200
	playing := map[int]int{} // playouts by number
	for added := 0; added == 0 || len(playing) > 0; {
		for ; added < most && s.Room() > 0 && len(playing) < s.Width(1); added++ {
			playing[added] = 1 + added%9
			if err := s.Add(states[added%len(states)], playing[added], added); err != nil {
				c.t.Fatalf("Add: %v", err)
			}
		}
		before := len(playing)
		err := s.Next(context.Background(), func(number int, res *game.PlayoutResult) {
			if count := playing[number]; count == 0 || res.Playouts != uint64(count) || len(res.Goals) != len(c.game.Roles()) || res.Finished > res.Playouts {
				c.t.Errorf("number %d came back with %+v instead of %d playouts", number, *res, count)
			}
			if c.machine.Terminal(states[number%len(states)]) && (res.Steps != 0 || res.Finished != res.Playouts) {
				c.t.Errorf("number %d has a terminal state, and playouts from it have %d steps", number, res.Steps)
			}
			delete(playing, number)
		})
		if err != nil || len(playing) == before {
			c.t.Fatalf("Next brought nothing back: %v", err)
		}
	}
}

// traced checks that the trail of the first step of a playout has the key of a
// legal move.
func (c *conformance) traced(runner game.Runner, states []game.State) {
	c.t.Helper()
	results := make([]game.PlayoutResult, 1)
	for _, s := range states {
		opt := game.PlayoutOptions{Count: 1, Seed: 5, MaxSteps: 1, Trail: 1}
		if err := runner.Run(context.Background(), []game.State{s}, opt, results); err != nil {
			c.t.Fatalf("Run: %v", err)
		}
		for _, made := range results[0].Trail {
			legal := c.machine.Legal(s, made.Role, nil)
			if !slices.ContainsFunc(legal, func(m game.Move) bool {
				return game.MoveKey(game.CapabilitiesOf(c.game).MoveParts, made.Role, m) == made.Key
			}) {
				c.t.Errorf("the trail has a move that is not legal for role %d", made.Role)
			}
		}
	}
}
