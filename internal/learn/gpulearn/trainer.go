//go:build !js && !small

// Package gpulearn learns games on a GPU: self-play, and gradient descent.
package gpulearn

import (
	"context"
	"errors"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/circuit/gpu"
	"ludex/internal/learn"
	"ludex/internal/neural"
)

// ErrCannot says that a game cannot be learned on a GPU.
var ErrCannot = errors.New("learning on a GPU is for games whose roles move in turns and see everything, and that have a circuit")

// A Trainer learns one game on a GPU, by plays of the game with itself. It implements [learn.Device].
type Trainer struct {
	subject
	plays    int // that are made at once
	start    func(n gpu.Network, maxSteps int) (*gpu.SelfPlay, error)
	self     *gpu.SelfPlay
	maxSteps int
}

const (
	// plays is how many plays are made at once, so that the device is busy.
	plays = 4096
	// rateShare is the part of the rate that is used. Batches on a device are larger than on the processor, and what their positions
	// ask for is added up.
	rateShare = 0.5
)

// Usable returns an error if there is no GPU that can be used.
func Usable() error { return circuit.UsableGPU() }

// New returns a trainer for a game and networks with a number of hidden units, or an error if it cannot be learned so.
func New(ctx context.Context, g game.Game, hidden int) (*Trainer, error) {
	if g.Hidden() {
		return nil, ErrCannot
	}
	if err := gpu.CanLearn(hidden, len(g.Roles())); err != nil {
		return nil, err
	}
	if at, err := learn.Simultaneous(ctx, g); err != nil || at {
		return nil, errors.Join(err, ErrCannot)
	}
	s, err := newSubject(ctx, game.First(game.Fixed(g)))
	if err != nil {
		return nil, err
	}
	return &Trainer{subject: s, plays: plays, start: s.circuit.NewSelfPlay}, nil
}

// Close frees what the device has. A trainer that is nil has nothing.
func (p *Trainer) Close() error {
	if p == nil || p.self == nil {
		return nil
	}
	self := p.self
	p.self = nil
	return self.Close()
}

// Round implements [learn.Device].
func (p *Trainer) Round(ctx context.Context, net *neural.Network, r learn.DeviceRound) (learn.DeviceResult, error) {
	if err := p.prepare(net, r.MaxSteps); err != nil {
		return learn.DeviceResult{}, err
	}
	res, err := p.self.Learn(ctx, gpu.LearnOptions{
		SelfPlayOptions: gpu.SelfPlayOptions{Seed: r.Seed, Temperature: r.Temperature, Opening: r.Options.Opening, Random: r.Options.Random},
		Plays:           p.plays, Lambda: r.Options.Lambda, Rate: rateShare * r.Rate,
	})
	if err != nil {
		return learn.DeviceResult{}, err
	}
	after, err := p.self.Network()
	if err != nil {
		return learn.DeviceResult{}, err
	}
	return learn.DeviceResult{Plays: res.Plays, Positions: res.Positions, Loss: res.Loss}, net.SetWeights(p.fromDevice(net, after))
}

// prepare gives the device the network.
func (p *Trainer) prepare(net *neural.Network, maxSteps int) (err error) {
	n := p.forDevice(net)
	if p.self != nil && p.maxSteps == maxSteps {
		return p.self.SetNetwork(n)
	}
	if err := p.Close(); err != nil {
		return err
	}
	p.maxSteps = maxSteps
	p.self, err = p.start(n, maxSteps)
	return err
}

// Lacks implements [learn.Device].
func (p *Trainer) Lacks() []int { return p.lacks }

// forDevice returns a network as a device has it.
func (p *Trainer) forDevice(net *neural.Network) gpu.Network {
	w := net.Weights()
	n := gpu.Network{Hidden: w.Hidden, Values: w.Values, Leak: neural.Leak, Bias: w.Bias, Output: w.Output, Offset: w.Offset}
	for f, bit := range p.bits {
		if bit < 0 {
			continue
		}
		feature := gpu.NetworkFeature{Bit: bit, Mover: neural.Nobody}
		if p.movers == nil {
			feature.Mover = int(w.Movers[f])
		}
		if !w.Ignored[f] {
			feature.Weights = w.Input[f*w.Hidden : (f+1)*w.Hidden]
		}
		n.Features = append(n.Features, feature)
	}
	for _, m := range p.movers {
		n.Features = append(n.Features, gpu.NetworkFeature{Bit: m.Bit, Mover: m.Role})
	}
	return n
}

// fromDevice returns the weights of a network that a device has changed.
func (p *Trainer) fromDevice(net *neural.Network, n gpu.Network) neural.Weights {
	w := net.Weights()
	w.Bias, w.Output, w.Offset = n.Bias, n.Output, n.Offset
	w.Input = append([]float32(nil), w.Input...)
	next := 0
	for f, bit := range p.bits {
		if bit >= 0 {
			copy(w.Input[f*w.Hidden:(f+1)*w.Hidden], n.Features[next].Weights)
			next++
		}
	}
	return w
}
