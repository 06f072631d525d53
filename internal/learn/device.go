package learn

import (
	"context"

	"ludex/internal/neural"
)

// A Device makes rounds of learning by itself: plays, and gradient descent.
type Device interface {
	// Round makes plays with a network and changes its weights.
	Round(ctx context.Context, net *neural.Network, r DeviceRound) (DeviceResult, error)
	// Lacks returns the features that networks cannot have weights for.
	Lacks() []int
}

// A DeviceRound says how plays are made and learned from.
type DeviceRound struct {
	Seed        uint64
	Temperature float64
	Rate        float32
	MaxSteps    int // of a play
	Options     *Options
}

// A DeviceResult says what a round has learned from.
type DeviceResult struct {
	Plays, Positions int
	Loss             float64 // the mean squared error of a position
}

// deviceRound has a device make a round.
func (l *Learner) deviceRound(ctx context.Context, temperature float64, rate float32) error {
	res, err := l.opt.Device.Round(ctx, l.Model.Net, DeviceRound{
		Seed: l.opt.Seed<<32 + uint64(l.Model.Plays), Temperature: temperature, Rate: rate, MaxSteps: l.limit, Options: &l.opt,
	})
	if err != nil {
		return err
	}
	l.Model.Plays += res.Plays
	l.Model.Positions += res.Positions
	l.Loss = res.Loss
	return nil
}
