package match

import (
	"context"
	"errors"
	"time"

	"ludex/game"
	"ludex/player"
)

// A Played match is one that the caller played step by step instead of by [Run],
// because a person may take moves back.
type Played struct {
	Began  time.Time
	Steps  []PlayedStep
	Result player.Result
	Err    error // why the match was aborted; nil if it is over or was cut off
}

// A PlayedStep is a step with the time when it was made.
type PlayedStep struct {
	player.Step
	At time.Time
}

// Write returns the record of a match that was played, as [Run] would have written it.
// The game is turn-based. The seats need no players.
func Write(ctx context.Context, c Config, p Played) (*Record, error) {
	g, ok := c.Game.(game.Game)
	if !ok {
		return nil, errors.New("a match in real time is not played step by step")
	}
	c.Now = func() time.Time { return p.Began }
	k, err := newTurnRecorder(ctx, &c, g)
	if err != nil {
		return nil, err
	}
	for _, s := range p.Steps {
		k.add(s.Step, s.At)
	}
	if len(p.Steps) == 0 {
		k.begin(nil)
	}
	k.ending(p.Result, p.Err)
	return k.record, k.seal()
}
