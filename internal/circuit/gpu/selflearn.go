package gpu

import (
	"context"
	"errors"
	"fmt"
)

// LearnOptions say how the network learns from plays.
type LearnOptions struct {
	SelfPlayOptions
	Plays  int     // that are made at once
	Lambda float32 // of TD(λ)
	Rate   float32 // of gradient descent, for each position
}

// Learned says what was learned from.
type Learned struct {
	Plays, Positions int
	Loss             float64 // the mean of the squared errors of a position
}

// A learningExecutor learns from records.
type learningExecutor interface {
	// targets gives records their targets.
	targets(lambda float32) error
	// batch returns from how many positions a step of gradient descent learns.
	batch() int
	// train makes steps of gradient descent with records, of which a play has so many at most. It returns the sum of the
	// squared errors, and of how many positions.
	train(records, steps int, seed uint32, rate float32) (loss float64, positions int, err error)
	// weights returns the numbers of the network.
	weights() ([]float32, error)
}

// Limits of learning on a device.
const (
	learnMemory = 1 << 30 // bytes for records
	trainSteps  = 512     // of a launch
	livingEvery = 8       // steps after which it is looked whether plays go on
)

// unitsTogether is what the number of hidden units must be a multiple of, and mostUnits how many there may be: all of them are in
// registers.
const (
	unitsTogether = warp
	mostUnits     = 192
)

// CanLearn returns an error if a network of a size cannot learn on a device.
func CanLearn(hidden, values int) error {
	if hidden%unitsTogether != 0 || hidden > mostUnits || values > 8 {
		return fmt.Errorf("a network with %d hidden units and %d values does not learn on a GPU: use a multiple of %d, at most %d, and at most 8 values", hidden, values, unitsTogether, mostUnits)
	}
	return nil
}

// Learn makes plays and learns from each of their positions once on average. The same seed and network give the same result
// on every device with as many processors.
func (s *SelfPlay) Learn(ctx context.Context, opt LearnOptions) (Learned, error) {
	var out Learned
	most := s.env.maxSteps
	plays := max(1, min(opt.Plays, learnMemory/(4*most*s.recordWords())))
	c := opt.choice()
	if err := s.x.begin(plays, most, c.seed, opt.Opening); err != nil {
		return out, err
	}
	records, positions, err := s.makeRecords(ctx, plays, c)
	if err != nil {
		return out, err
	}
	if err := s.x.targets(opt.Lambda); err != nil {
		return out, err
	}
	out.Plays = plays
	loss := 0.0
	for left := (positions + s.x.batch() - 1) / s.x.batch(); left > 0; left -= trainSteps {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		sum, n, err := s.x.train(records, min(left, trainSteps), c.seed+uint32(left), opt.Rate)
		if err != nil {
			return out, err
		}
		loss += sum
		out.Positions += n
	}
	out.Loss = loss / float64(max(out.Positions, 1))
	return out, nil
}

// makeRecords makes plays to their ends. It returns how many records a play has at most, and about how many there are in all.
func (s *SelfPlay) makeRecords(ctx context.Context, plays int, c choice) (records, positions int, err error) {
	for living := plays; living > 0 && records < s.env.maxSteps; {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		positions += living * min(livingEvery, s.env.maxSteps-records)
		for range min(livingEvery, s.env.maxSteps-records) {
			if err := errors.Join(s.x.step(), s.x.choose(records, c)); err != nil {
				return 0, 0, err
			}
			c.now++
			records++
		}
		if living, err = s.x.living(); err != nil {
			return 0, 0, err
		}
	}
	return records, positions, nil
}

// Network returns the network as it is after learning.
func (s *SelfPlay) Network() (Network, error) {
	numbers, err := s.x.weights()
	if err != nil {
		return Network{}, err
	}
	s.setNumbers(numbers)
	return s.network, nil
}

// setNumbers sets the numbers of the network, in the order in which devices have them.
func (s *SelfPlay) setNumbers(numbers []float32) {
	n := s.network
	rows := numbers[s.rowsAt():]
	take := func(k int) []float32 {
		part := numbers[:k:k]
		numbers = numbers[k:]
		return part
	}
	n.Bias, n.Output, n.Offset = take(len(n.Bias)), take(len(n.Output)), take(len(n.Offset))
	numbers = rows
	n.Features = append([]NetworkFeature(nil), n.Features...)
	for i := range n.Features {
		if n.Features[i].Weights != nil {
			n.Features[i].Weights = take(n.Hidden)
		}
	}
	s.network = n
}
