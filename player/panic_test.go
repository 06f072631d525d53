package player_test

import (
	"context"
	"errors"
	"testing"

	"ludex/game"
	"ludex/internal/panics"
	"ludex/player"
)

// A panicking player has a defect where a test says.
type panicking struct {
	stub
	at string
}

func (p *panicking) Start(ctx context.Context, s player.Setup) error {
	p.reach("start")
	return p.stub.Start(ctx, s)
}

func (p *panicking) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	p.reach("choose")
	return p.stub.Choose(ctx, legal)
}

func (p *panicking) Observe(ctx context.Context, e player.Event) error {
	p.reach("observe")
	return p.stub.Observe(ctx, e)
}

func (p *panicking) Stop() { p.reach("stop") }

func (p *panicking) reach(at string) {
	if p.at == at {
		panic(at)
	}
}

// A player that panics has failed, which is a fault and ends nothing else.
func TestPanickingPlayers(t *testing.T) {
	for at, faults := range map[string]int{"start": 3, "choose": 2, "observe": 1, "stop": 0} {
		res, err := player.Play(t.Context(), player.Match{Game: coins(2), Players: []player.Player{&panicking{at: at}, new(stub)}})
		if err != nil || !res.Over {
			t.Errorf("%s: %+v, %v", at, res, err)
		}
		if len(res.Moves) != 2 { // others than the first move lead to the end
			faults -= 2 - len(res.Moves)
		}
		if len(res.Faults) != faults {
			t.Errorf("%s: %d faults in %d steps, want %d", at, len(res.Faults), len(res.Moves), faults)
		}
		for _, f := range res.Faults {
			if _, ok := errors.AsType[*panics.Error](f.Err); !ok || f.Kind != player.Failed {
				t.Errorf("%s: %+v", at, f)
			}
		}
	}
}
