package wellformed

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
)

// TestFailures checks that nothing is called proved if a machine has failed.
func TestFailures(t *testing.T) {
	declared := Options{Facts: map[string]bool{"0": true, "1": true, "2": true, "3": true, "4": true},
		Moves: []map[string]bool{{"l": true, "r": true, "wait": true}, {"l": true, "r": true, "wait": true}}}
	for name, opt := range map[string]Options{
		"all states": declared,
		"playouts":   {Limits: Limits{States: 1}, Playouts: 5, Moves: declared.Moves},
	} {
		t.Run(name, func(t *testing.T) {
			gametest.Failures(t, guessing(true), func(g game.Game) error {
				r, err := Check(context.Background(), g, opt)
				if err != nil {
					nothingProved(t, r)
				}
				return err
			})
		})
	}
}

// nothingProved checks that no question has an answer that a failed machine may
// have been asked for. That a win exists needs one play only.
func nothingProved(t *testing.T, r *Requirements) {
	t.Helper()
	if r.Stopped == "" {
		t.Error("the requirements do not say that they are incomplete")
	}
	if r.Exhausted {
		return // the states are known; what was asked of them afterwards failed
	}
	for name, f := range map[string]*Finding{"ends": &r.Terminates, "playable": &r.Playable, "goals": &r.Goals,
		"forced win": r.ForcedWin["x"], "strong win": r.StronglyWon["y"]} {
		if f.Verdict == Yes || f.Verdict == No {
			t.Errorf("%s: %s, though the machine has failed", name, f.Verdict)
		}
	}
}

func TestStoppedSaysWhatIsOpen(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	g := &stopping{Game: guessing(true), cancel: cancel}
	r, err := Check(ctx, g, Options{})
	if err == nil || r.Exhausted || r.Stopped != "stopped" {
		t.Fatalf("%+v, %v", r, err)
	}
	if r.Terminates.Verdict != Undecided || r.Terminates.Detail != "stopped" || r.ForcedWin["x"].Verdict != Undecided {
		t.Errorf("%+v", r)
	}
	if want := "looked at 1 states, then no further: stopped"; r.Extent() != want {
		t.Errorf("%q, want %q", r.Extent(), want)
	}
}

// A stopping game ends a context when the second state is looked at.
type stopping struct {
	game.Game
	cancel context.CancelFunc
}

func (g *stopping) NewMachine() game.Machine { return stoppingMachine{g.Game.NewMachine(), g} }

type stoppingMachine struct {
	game.Machine
	game *stopping
}

func (m stoppingMachine) Terminal(s game.State) bool {
	if s[0] != 0 {
		m.game.cancel()
	}
	return m.Machine.Terminal(s)
}
