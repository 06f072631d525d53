package learn

import (
	"context"
	"errors"
	"fmt"

	"ludex/game"
	"ludex/internal/neural"
)

// A Batch is a number of plays of self-play that another process can make.
type Batch struct {
	First       uint64  `json:"first,string"` // seed of the first play; each further one is one more
	Count       int     `json:"count"`
	Temperature float64 `json:"temperature"`
	MaxSteps    int     `json:"max_steps"` // of a play
	Options     Options `json:"options"`
}

// A BatchPlayer makes the plays of batches with the network of a model, and returns the
// samples of each play, in order. Features are numbered by the order of their texts, so
// that processes need not number them alike.
type BatchPlayer func(ctx context.Context, m *Model, batches []Batch) ([][]neural.Sample, error)

// batchPlays is the number of plays of a batch.
const batchPlays = 16

// maxBatchPlays bounds the plays of a batch that comes from elsewhere.
const maxBatchPlays = 1 << 16

// check refuses batches that cannot be played.
func (b *Batch) check() error {
	switch {
	case b.Count < 1 || b.Count > maxBatchPlays:
		return fmt.Errorf("a batch of %d plays", b.Count)
	case b.MaxSteps < 1 || b.Options.Random < 1 || b.Options.Opening < 0:
		return errors.New("a batch with options that make no sense")
	}
	return nil
}

// Play makes the plays of a batch; see [BatchPlayer].
func (m *Model) Play(ctx context.Context, g game.Game, b Batch) ([][]neural.Sample, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	net, err := m.For(g)
	if err != nil {
		return nil, err
	}
	source := game.CapabilitiesOf(g).Features
	rank := make([]int32, len(source.Features()))
	for place, f := range neural.Order(source.Features()) {
		rank[f] = int32(place)
	}
	p := newSelfPlayer(g, net, source, &b.Options, b.MaxSteps)
	plays := make([][]neural.Sample, b.Count)
	for i := range plays {
		if plays[i], err = p.play(ctx, b.First+uint64(i), b.Temperature); err != nil {
			return nil, err
		}
		for _, s := range plays[i] {
			for k, f := range s.Features {
				s.Features[k] = rank[f]
			}
		}
	}
	return plays, ctx.Err()
}

// playElsewhere has the plays of a round made by other processes.
func (l *Learner) playElsewhere(ctx context.Context, r *round) error {
	var batches []Batch
	for at := 0; at < l.opt.Plays; at += batchPlays {
		batches = append(batches, Batch{
			First: r.first + uint64(at), Count: min(batchPlays, l.opt.Plays-at), Temperature: r.temperature, MaxSteps: l.limit, Options: l.opt,
		})
	}
	plays, err := l.opt.Elsewhere(ctx, l.Model, batches)
	if err == nil && len(plays) != l.opt.Plays {
		err = fmt.Errorf("%d of %d plays came back", len(plays), l.opt.Plays)
	}
	if err != nil {
		return err
	}
	r.plays = plays
	return l.renumber(plays)
}

// renumber replaces the ranks of features by their numbers, and refuses samples that do
// not fit the network.
func (l *Learner) renumber(plays [][]neural.Sample) error {
	number := neural.Order(l.Model.Features)
	for _, play := range plays {
		for _, s := range play {
			if len(s.Goals) != len(l.game.Roles()) {
				return fmt.Errorf("a sample has %d goals", len(s.Goals))
			}
			for k, rank := range s.Features {
				if rank < 0 || int(rank) >= len(number) {
					return fmt.Errorf("a sample has feature %d", rank)
				}
				s.Features[k] = int32(number[rank])
			}
		}
	}
	return nil
}
