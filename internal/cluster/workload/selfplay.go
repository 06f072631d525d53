package workload

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"ludex/internal/learn"
	"ludex/internal/neural"
)

// A SelfPlayBatch is a number of plays with a network, from which the network learns.
type SelfPlayBatch struct {
	Rules   Rules       `json:"rules"`
	Network []byte      `json:"network"` // as in a file
	Batch   learn.Batch `json:"batch"`
	Index   int         `json:"index"` // among the batches of a round
}

// selfPlayed is the result of a batch.
type selfPlayed struct {
	Index int               `json:"index"`
	Plays [][]neural.Sample `json:"plays"`
}

// selfPlay makes the plays of a batch. They depend on the batch only.
func (r *Runner) selfPlay(ctx context.Context, b *SelfPlayBatch) (*selfPlayed, error) {
	g, err := r.openTurns(ctx, &b.Rules)
	if err != nil {
		return nil, err
	}
	m, err := learn.Read(bytes.NewReader(b.Network))
	if err != nil {
		return nil, err
	}
	plays, err := m.Play(ctx, g, b.Batch)
	return &selfPlayed{b.Index, plays}, err
}

// SelfPlay returns a function that has workers make the plays of a learner.
func (s *Split) SelfPlay(rs Rules) learn.BatchPlayer {
	return func(ctx context.Context, m *learn.Model, batches []learn.Batch) ([][]neural.Sample, error) {
		var file bytes.Buffer
		if err := m.Write(&file); err != nil {
			return nil, err
		}
		plays := make([][][]neural.Sample, len(batches))
		err := each(ctx, s, SelfPlay, func(yield func(string, SelfPlayBatch) bool) {
			for i, b := range batches {
				if !yield(fmt.Sprintf("plays from %d", b.First), SelfPlayBatch{rs, file.Bytes(), b, i}) {
					return
				}
			}
		}, func(r selfPlayed) error {
			if r.Index < 0 || r.Index >= len(plays) {
				return fmt.Errorf("there is no batch %d", r.Index)
			}
			plays[r.Index] = r.Plays
			return nil
		})
		return slices.Concat(plays...), err
	}
}
