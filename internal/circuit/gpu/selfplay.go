package gpu

import (
	"context"
	"errors"
	"math"
	"slices"

	"ludex/game"
	"ludex/internal/cuda"
)

// A Network estimates goals from the state of a play; see package neural.
type Network struct {
	Hidden   int // units, a multiple of 4
	Values   int // outputs: one per role, or the first one's only if those of two roles add up to 1
	Leak     float32
	Features []NetworkFeature
	Bias     []float32 // by unit
	Output   []float32 // by mover, nobody last, value and unit
	Offset   []float32 // by mover, nobody last, and value
}

// A NetworkFeature is an input of a network. It is true where a bit of the state is set.
type NetworkFeature struct {
	Bit     int
	Mover   int       // the role to move where it is true, or -1
	Weights []float32 // by unit; nil if it has none
}

// SelfPlayOptions say how plays choose their moves.
type SelfPlayOptions struct {
	Seed        uint64
	Temperature float64
	Opening     int // random steps at the beginning of a play, at most
	Random      int // one in so many steps is random
}

// A PlayedStep is a step of a play: the state after it, the estimated goals in it, and how the play ended
// if it did.
type PlayedStep struct {
	State     game.State
	Estimates []float32 // by role
	Done      bool
	Truncated bool
	Goals     []int // by role, if the play is done
}

// SelfPlay makes plays in which every role looks one step ahead with a network, on a device. A thread has one
// play. Its 32 lanes draw moves at random, the network estimates the states after them, one of them is drawn by
// the estimates, and all lanes take its state. Where several roles have a choice at once that makes no sense.
type SelfPlay struct {
	env     *Environment
	network Network
	x       selfExecutor
}

// A selfExecutor runs the steps of self-play.
type selfExecutor interface {
	// set takes over new weights of the network.
	set() error
	// begin begins a number of plays, with room for a number of records of each.
	begin(plays, records int, seed uint32, opening int) error
	// step makes a step in all lanes, with moves that are drawn.
	step() error
	// choose has each play take one of its lanes. It writes records with a number.
	choose(record int, c choice) error
	// records returns the records with numbers below n, and how many plays go on.
	records(n int) (words []uint32, living int, err error)
	// living returns how many plays go on.
	living() (int, error)
	learningExecutor
	free() error
}

// A choice has the parameters of a choice among lanes.
type choice struct {
	seed        uint32
	now         uint32
	temperature float32
	random      uint32 // below this a random number of 32 bits makes the choice a random one
}

// choice returns the parameters of the first choice.
func (o *SelfPlayOptions) choice() choice {
	c := choice{seed: uint32(o.Seed ^ o.Seed>>32), temperature: float32(o.Temperature)}
	if o.Random > 0 {
		c.random = math.MaxUint32 / uint32(o.Random)
	}
	return c
}

// recordsKept is how many steps are made before their records are read.
const recordsKept = 32

// Play makes a number of plays, and returns their steps. They are the same for the same seed and network.
func (s *SelfPlay) Play(ctx context.Context, plays int, opt SelfPlayOptions) ([][]PlayedStep, error) {
	c := opt.choice()
	if err := s.x.begin(plays, recordsKept, c.seed, opt.Opening); err != nil {
		return nil, err
	}
	out := make([][]PlayedStep, plays)
	for living := plays; living > 0; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for k := range recordsKept {
			if err := errors.Join(s.x.step(), s.x.choose(k, c)); err != nil {
				return nil, err
			}
			c.now++
		}
		words, n, err := s.x.records(recordsKept)
		if err != nil {
			return nil, err
		}
		living = n
		s.collect(words, out)
	}
	return out, nil
}

// A record has the words: flags, goals by role, estimates by value, the state.
const (
	flagWritten = 1 << iota
	flagDone
	flagTruncated
)

// recordWords returns how many words a record has.
func (s *SelfPlay) recordWords() int {
	return 1 + s.env.program.Roles + s.network.Values + s.stateWords()
}

// stateWords returns how many words a state has.
func (s *SelfPlay) stateWords() int { return (s.env.Layout.States + 31) / 32 }

// collect appends the steps in records to the plays.
func (s *SelfPlay) collect(words []uint32, out [][]PlayedStep) {
	size, n := s.recordWords(), len(out)
	for k := range recordsKept {
		for play := range out {
			at := func(i int) uint32 { return words[(k*size+i)*n+play] }
			if at(0)&flagWritten != 0 {
				out[play] = append(out[play], s.decode(at))
			}
		}
	}
}

// decode reads a record.
func (s *SelfPlay) decode(at func(int) uint32) PlayedStep {
	roles, values := s.env.program.Roles, s.network.Values
	p := PlayedStep{Done: at(0)&flagDone != 0, Truncated: at(0)&flagTruncated != 0, Estimates: make([]float32, roles)}
	for v := range values {
		p.Estimates[v] = math.Float32frombits(at(1 + roles + v))
	}
	if values < roles {
		p.Estimates[1] = 1 - p.Estimates[0]
	}
	if p.Done {
		for r := range roles {
			p.Goals = append(p.Goals, int(at(1+r)))
		}
	}
	p.State = make(game.State, (s.env.Layout.States+63)/64)
	for i := range s.stateWords() {
		p.State[i/2] |= uint64(at(1+roles+values+i)) << (i % 2 * 32)
	}
	return p
}

// NewSelfPlay returns self-play on a device. The environment must leave plays that have ended as they are.
func NewSelfPlay(d *cuda.Device, e *Environment, n Network) (*SelfPlay, error) {
	s := &SelfPlay{env: e, network: n}
	x, err := newSelfLauncher(d, s)
	if err != nil {
		return nil, err
	}
	s.x = x
	return s, nil
}

// SetNetwork replaces the weights of the network. Its features must be the same as before.
func (s *SelfPlay) SetNetwork(n Network) error {
	before, _ := s.network.table()
	now, _ := n.table()
	if !slices.Equal(before, now) || n.Hidden != s.network.Hidden || n.Values != s.network.Values {
		return errors.New("the network has another shape than before")
	}
	s.network = n
	return s.x.set()
}

// firstMover returns who has a choice at the beginning of a play, plus 1, or 0.
func (s *SelfPlay) firstMover() uint32 {
	mover, words := 0, s.env.Initial()
	for r := range s.env.Layout.Roles {
		if role := &s.env.Layout.Roles[r]; !role.Chance && words[role.Decides]&1 == 1 {
			mover = r + 1
		}
	}
	return uint32(mover)
}

// Close frees what the device has of it.
func (s *SelfPlay) Close() error { return s.x.free() }

// Parts of an entry of the table of features. The lowest ones are the number of its bit.
const (
	entryWeights = 1 << 25 // it has weights
	entryMover   = 26      // from this bit on: the role to move where it is true, plus 1
	entryBit     = 1<<24 - 1
)

// table returns the features for the kernels, and their weights.
func (n *Network) table() (entries []uint32, weights []float32) {
	for _, f := range n.Features {
		if f.Mover < 0 && f.Weights == nil {
			continue
		}
		e := uint32(f.Bit) | uint32(f.Mover+1)<<entryMover
		if f.Weights != nil {
			e |= entryWeights
		}
		entries, weights = append(entries, e), append(weights, f.Weights...)
	}
	return entries, weights
}

// mix returns a random number for a play, a step and a lane.
func mix(seed, play, now, lane uint32) uint32 {
	h := seed + play*mixPlay ^ now*mixNow ^ lane*mixLane
	h ^= h >> 16
	h *= mixFirst
	h ^= h >> 15
	h *= mixSecond
	return h ^ h>>16
}

// Factors of [mix].
const (
	mixPlay   = 0x9E3779B1
	mixNow    = 0x85EBCA77
	mixLane   = 0xC2B2AE3D
	mixFirst  = 0x7FEB352D
	mixSecond = 0x846CA68B
)

// Numbers of lanes that stand for other random numbers of a play.
const (
	laneRandom  = 32 // whether a step is random
	laneOpening = 33 // how many steps of the beginning are random
	laneLow     = 34 // the generator of the play
	laneHigh    = 35
)

// Words about a play.
const (
	auxOver = iota
	auxMover
	auxSteps
	auxOpening
	auxWords
)
