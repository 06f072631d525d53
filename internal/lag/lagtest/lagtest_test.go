package lagtest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/lag"
	"ludex/internal/rulestest"
	"ludex/timed"
)

func chicken(t testing.TB) *timed.Game {
	t.Helper()
	g, err := rulestest.Read(t, "chicken").OpenTimed(t.Context(), game.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// once returns an agent that plans one move at the start.
func once(move PlannedMove) Agent {
	asked := false
	return func(*lag.Client, timed.Time) []PlannedMove {
		if asked {
			return nil
		}
		asked = true
		return []PlannedMove{move}
	}
}

func TestPlayRefuses(t *testing.T) {
	g := chicken(t)
	if _, err := Play(context.Background(), g, Options{}); err == nil {
		t.Error("no players are accepted")
	}
	if _, err := Play(context.Background(), g, Options{Players: []Player{{}, {Up: Link{Loss: 1000}}}}); err == nil {
		t.Error("a link that loses everything is accepted")
	}
}

func TestNetworkIsDeterministic(t *testing.T) {
	run := func() (out []string) {
		n := NewNetwork(11)
		link := &Link{Latency: 10, Jitter: 50, Loss: 200}
		for i := range 20 {
			n.Send(link, func() { out = append(out, fmt.Sprint(i, "@", n.Now())) })
		}
		for n.Next() != timed.Forever {
			n.Step()
		}
		n.Step() // does nothing
		return out
	}
	first := run()
	if !slices.Equal(first, run()) || len(first) == 20 || slices.IsSorted(first) {
		t.Errorf("got %v", first)
	}
}

func TestOrderedLinksKeepTheOrder(t *testing.T) {
	n := NewNetwork(3)
	link := &Link{Latency: 10, Jitter: 500, Ordered: true}
	var got []int
	for i := range 50 {
		n.Send(link, func() { got = append(got, i) })
	}
	for n.Next() != timed.Forever {
		n.Step()
	}
	if !slices.IsSorted(got) || len(got) != 50 {
		t.Errorf("got %v", got)
	}
}

// An agent that renews its wishes takes back what was not sent yet.
func TestAgentsChangeTheirMinds(t *testing.T) {
	g := chicken(t)
	for renews, want := range map[bool]int{false: 90, true: 100} {
		white := once(PlannedMove{Arrive: 9 * timed.Unit / 10, Move: "swerve"}) // black swerves before
		res, err := Play(context.Background(), g, Options{Players: []Player{
			{Agent: white, Renews: renews},
			{Agent: once(PlannedMove{Arrive: timed.Unit / 2, Move: "swerve"})},
		}})
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Ending.Goals[0]; !slices.Equal(got, []int{want}) {
			t.Errorf("renews %v: goal %v, want %d", renews, got, want)
		}
	}
}
