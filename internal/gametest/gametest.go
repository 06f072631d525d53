// Package gametest is the conformance suite that every engine of every language
// must pass.
package gametest

import (
	"context"
	"slices"
	"testing"

	"ludex/game"
)

// Run checks that a game satisfies the contracts of package game, along some
// random plays of at most maxSteps steps.
func Run(t *testing.T, g game.Game, maxSteps int) {
	t.Helper()
	if len(g.Roles()) == 0 {
		t.Fatal("the game has no roles")
	}
	c := &conformance{t: t, game: g, machine: g.NewMachine(), other: g.NewMachine()}
	for seed := range uint64(3) {
		c.play(seed, maxSteps)
	}
	c.reproducible()
	c.runs(c.seen)
}

type conformance struct {
	t              *testing.T
	game           game.Game
	machine, other game.Machine
	seen           []game.State // a few of the states that were met
}

func (c *conformance) play(seed uint64, maxSteps int) {
	p := game.NewPlayout(c.game, c.machine)
	p.Reset(nil, seed)
	for !p.Over() && p.Steps < maxSteps && !c.t.Failed() {
		before := slices.Clone(p.State)
		c.state(p.State)
		if len(c.seen) < 10 && maxSteps%3 == 0 {
			c.seen = append(c.seen, before)
		}
		if err := p.Choose(); err != nil {
			return // a stuck game is not the engine's fault
		}
		joint := slices.Clone(p.Joint)
		c.step(before, joint)
		next := c.machine.Next(before, joint, nil)
		p.Reset(next, seed+uint64(p.Steps)+1)
		maxSteps--
	}
	c.state(p.State)
	c.seen = append(c.seen, slices.Clone(p.State))
}

// state asks two machines, one of which saw other states before, about a state.
func (c *conformance) state(s game.State) {
	c.t.Helper()
	original := slices.Clone(s)
	back, err := c.game.ParseState(c.game.Facts(s))
	if err != nil || !slices.Equal(back, s) {
		c.t.Errorf("ParseState(Facts(s)) is %v, %v; want %v", back, err, s)
	}
	if c.machine.Terminal(s) != c.other.Terminal(s) {
		c.t.Error("two machines disagree whether a state is terminal")
	}
	for r, name := range c.game.Roles() {
		c.role(s, game.Role(r), name)
	}
	if !slices.Equal(s, original) {
		c.t.Error("asking about a state changed it")
	}
}

func (c *conformance) role(s game.State, r game.Role, name string) {
	c.t.Helper()
	moves := c.machine.Legal(s, r, []game.Move{-7})
	if len(moves) == 0 || moves[0] != -7 {
		c.t.Fatalf("Legal does not append to its buffer")
	}
	moves = moves[1:]
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = c.game.MoveText(r, m)
	}
	if !slices.IsSorted(texts) || len(slices.Compact(slices.Clone(texts))) != len(texts) {
		c.t.Errorf("the legal moves of %s are not sorted or not different: %v", name, texts)
	}
	if again := c.other.Legal(s, r, nil); !slices.Equal(again, moves) {
		c.t.Errorf("two machines disagree on the legal moves of %s", name)
	}
	c.listed(s, r, moves)
	c.parts(r, moves)
	goals := c.machine.Goals(s, r, nil)
	if !slices.IsSorted(goals) || !slices.Equal(goals, c.other.Goals(s, r, nil)) {
		c.t.Errorf("the goals of %s are not sorted, or two machines disagree: %v", name, goals)
	}
}

// step makes a joint move on both machines and twice on one.
func (c *conformance) step(s game.State, joint []game.Move) {
	c.t.Helper()
	a := c.machine.Next(s, joint, nil)
	b := c.other.Next(s, joint, make(game.State, 0, 1))
	if !slices.Equal(a, b) || !slices.Equal(a, c.machine.Next(s, joint, nil)) {
		c.t.Error("the same joint move leads to different states")
	}
	for r := range c.game.Roles() {
		p := c.machine.Percepts(s, joint, game.Role(r), nil)
		if !slices.Equal(p, c.other.Percepts(s, joint, game.Role(r), nil)) {
			c.t.Error("two machines disagree on percepts")
		}
		c.texts(game.Role(r), joint[r], p)
	}
	c.checkEnding(s, joint, a)
	if e := game.MachineCapabilitiesOf(c.machine).Expand; e != nil {
		twice := e.Expand(s, append(slices.Clone(joint), joint...), nil)
		if len(twice) != 2 || !slices.Equal(twice[0], a) || !slices.Equal(twice[1], a) {
			c.t.Error("Expand differs from Next")
		}
	}
}

// texts checks that a vocabulary finds a move, and percepts in games with hidden
// information.
func (c *conformance) texts(r game.Role, m game.Move, percepts []game.Percept) {
	l := game.CapabilitiesOf(c.game).Vocabulary
	if l == nil {
		return
	}
	if found, ok := l.FindMove(r, c.game.MoveText(r, m)); !ok || found != m {
		c.t.Errorf("the move %s is not found by its text", c.game.MoveText(r, m))
	}
	for _, p := range percepts {
		text := c.game.PerceptText(p)
		if found, ok := l.FindPercept(text); c.game.Hidden() && (!ok || found != p) {
			c.t.Errorf("the percept %s is not found by its text", text)
		}
	}
	if _, ok := l.FindMove(r, "("); ok {
		c.t.Error("a text that is no term is found as a move")
	}
}

// reproducible runs the same playouts twice.
func (c *conformance) reproducible() {
	c.t.Helper()
	opt := game.PlayoutOptions{Count: 3, Seed: 11, MaxSteps: 40}
	a, errA := game.Playouts(context.Background(), c.game, opt)
	b, errB := game.Playouts(context.Background(), c.game, opt)
	if errA != nil || errB != nil {
		c.t.Fatalf("Playouts: %v, %v", errA, errB)
	}
	if a.Playouts != 3 || a.Steps != b.Steps || !slices.Equal(a.Goals, b.Goals) {
		c.t.Errorf("the same seed gives different playouts: %+v and %+v", a, b)
	}
}
