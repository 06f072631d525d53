package game

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"ludex/internal/sleep"
)

// DefaultMaxSteps is the number of steps after which a playout is cut off, unless an
// option or the game, as a [StepLimiter], says otherwise.
const DefaultMaxSteps = 1000

// PlayoutOptions configures playouts. The zero value runs one thread from the initial
// state until the context ends.
type PlayoutOptions struct {
	From     State         // where playouts start; nil is the initial state
	Count    int           // stop after this many playouts; 0 is no limit
	Time     time.Duration // stop after this time; 0 is no limit
	Seed     uint64
	Threads  int // 0 is 1
	MaxSteps int // 0 is the result of MaxSteps
	// Trail asks for the moves made in this many first steps of each playout, if the
	// engine records them.
	Trail int
}

// A PlayoutResult has the counts of random playouts. A state counts when a joint move
// is applied in which each role's move was chosen uniformly.
type PlayoutResult struct {
	Playouts uint64 // that ended, or were cut off
	States   uint64 // joint moves applied
	Cut      uint64 // playouts cut off at MaxSteps
	Stuck    uint64 // playouts ended by a live state in which a role has no legal move
	// Abandoned is the number of playouts that were not finished because time was up.
	// They count in States and nowhere else; many of them bias the means towards
	// shorter plays.
	Abandoned uint64
	BadGoals  uint64        // terminal states in which a role has no goal value or several
	Steps     uint64        // joint moves of the playouts counted in Playouts, for the mean length
	Goals     []uint64      // sums of the goal values of finished playouts, by role
	Finished  uint64        // playouts that reached a terminal state and have goals
	Elapsed   time.Duration // wall clock of the counted part
	First     time.Duration // from the start until the first playout ended
	// Trail has the moves of roles with a choice, in no particular order.
	Trail []Traced
}

// A Traced is a move made in a playout, identified by its [MoveKey].
type Traced struct {
	Role Role
	Key  uint64
}

// MeanLength returns the mean number of steps of the counted playouts.
func (r *PlayoutResult) MeanLength() float64 { return ratio(r.Steps, r.Playouts) }

// MeanGoal returns a role's mean goal value over the finished playouts.
func (r *PlayoutResult) MeanGoal(role Role) float64 { return ratio(r.Goals[role], r.Finished) }

func ratio(a, b uint64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// Add adds the counts of another thread. Elapsed becomes the longer and First the
// shorter of the two; the trails are joined.
func (r *PlayoutResult) Add(o *PlayoutResult) {
	r.Playouts += o.Playouts
	r.States += o.States
	r.Cut += o.Cut
	r.Stuck += o.Stuck
	r.Abandoned += o.Abandoned
	r.BadGoals += o.BadGoals
	r.Steps += o.Steps
	r.Finished += o.Finished
	if r.Goals == nil {
		r.Goals = make([]uint64, len(o.Goals))
	}
	for i, g := range o.Goals {
		r.Goals[i] += g
	}
	r.Elapsed = max(r.Elapsed, o.Elapsed)
	if r.First == 0 || o.First > 0 && o.First < r.First {
		r.First = o.First
	}
	r.Trail = append(r.Trail, o.Trail...)
}

// Playouts runs random playouts. It uses the game's own [Playouter] if there is one.
func Playouts(ctx context.Context, g Game, opt PlayoutOptions) (PlayoutResult, error) {
	if p := CapabilitiesOf(g).Playouts; p != nil {
		return p.Playouts(ctx, opt)
	}
	return ScalarPlayouts(ctx, g, opt)
}

// ScalarPlayouts runs random playouts one state at a time. Playout k of thread t
// draws from the generator with seed Seed + t·2³² + k.
func ScalarPlayouts(ctx context.Context, g Game, opt PlayoutOptions) (PlayoutResult, error) {
	opt.Threads = max(opt.Threads, 1)
	if opt.MaxSteps == 0 {
		opt.MaxSteps = MaxSteps(g)
	}
	return PlayThreads(ctx, opt, func(ctx context.Context, t int) (PlayoutResult, error) { return scalarThread(ctx, g, opt, t) })
}

// PlayThreads has each of the threads of the options, one at least, run its share of playouts,
// for no longer than their time, and adds up what they return.
func PlayThreads(ctx context.Context, opt PlayoutOptions, play func(ctx context.Context, thread int) (PlayoutResult, error)) (PlayoutResult, error) {
	threads := max(opt.Threads, 1)
	if opt.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, opt.Time)
		defer cancel()
	}
	results := make([]PlayoutResult, threads)
	errs := make([]error, threads)
	var wg sync.WaitGroup
	for t := range threads {
		wg.Go(func() { results[t], errs[t] = play(ctx, t) })
	}
	wg.Wait()
	var sum PlayoutResult
	for t := range results {
		sum.Add(&results[t])
	}
	return sum, errors.Join(errs...)
}

func scalarThread(ctx context.Context, g Game, opt PlayoutOptions, thread int) (PlayoutResult, error) {
	res := PlayoutResult{Goals: make([]uint64, len(g.Roles()))}
	m := g.NewMachine()
	m.Bind(ctx)
	p := NewPlayout(g, m)
	count := (opt.Count + thread) / opt.Threads // spread over the threads
	start := time.Now()
	for k := 0; (opt.Count == 0 || k < count) && ctx.Err() == nil; k++ {
		sleep.Turn()
		p.Reset(opt.From, opt.Seed+uint64(thread)<<32+uint64(k))
		err := p.Run(ctx, opt.MaxSteps)
		res.States += uint64(p.Steps)
		if Ended(ctx, err) {
			res.Abandoned++ // its moves still count in States
			break
		}
		if err := res.count(p, err); err != nil {
			return res, err
		}
		if k == 0 {
			res.First = time.Since(start)
		}
	}
	res.Elapsed = time.Since(start)
	return res, nil
}

// count adds a playout that has ended, given the error of its Run. It returns that
// error, or the error of computing goals, if the playout does not count.
func (r *PlayoutResult) count(p *Playout, err error) error {
	stuck := errors.Is(err, ErrStuck)
	if err != nil && !stuck {
		return err
	}
	if p.over {
		if err := r.addGoals(p); err != nil {
			return err
		}
		r.Finished++
	}
	r.Playouts++
	r.Steps += uint64(p.Steps)
	switch {
	case stuck:
		r.Stuck++
	case !p.over:
		r.Cut++
	}
	return nil
}

// addGoals adds the goals of a finished playout.
func (r *PlayoutResult) addGoals(p *Playout) error {
	bad := false
	p.values = p.values[:0]
	for role := range p.game.Roles() {
		p.goals = p.machine.Goals(p.State, Role(role), p.goals[:0])
		value := 0
		if len(p.goals) == 1 {
			value = p.goals[0]
		} else if Role(role) != p.game.Random() {
			bad = true
		}
		p.values = append(p.values, value)
	}
	if err := p.machine.Err(); err != nil {
		return err
	}
	for role, v := range p.values {
		r.Goals[role] += uint64(v)
	}
	if bad {
		r.BadGoals++
	}
	return nil
}

// ErrStuck is returned when a role has no legal move in a state that is not terminal.
// That does not happen in a well-formed game.
var ErrStuck = errors.New("a role has no legal move in a state that is not terminal")

// A Playout is one random play, step by step.
type Playout struct {
	State State
	Joint []Move // the last joint move
	Steps int

	game    Game
	machine Machine
	rand    Rand
	next    State
	moves   []Move
	goals   []int
	values  []int // goals by role
	over    bool
	failed  error // of the machine, in Reset
}

// NewPlayout returns a playout on a machine of the game. It must be Reset.
func NewPlayout(g Game, m Machine) *Playout {
	return &Playout{game: g, machine: m, Joint: make([]Move, len(g.Roles()))}
}

// Reset starts again from a state, or from the initial one if it is nil. A failure
// of the machine is reported by the next call.
func (p *Playout) Reset(from State, seed uint64) {
	p.rand = Rand{seed}
	p.Steps = 0
	if from == nil {
		p.State = p.machine.Initial(p.State[:0])
	} else {
		p.State = append(p.State[:0], from...)
	}
	p.over = p.machine.Terminal(p.State)
	if p.failed = p.machine.Err(); p.failed != nil {
		p.over = false // it is not known
	}
}

// Over reports whether the play has reached a terminal state.
func (p *Playout) Over() bool { return p.over }

// Choose draws a joint move of uniformly chosen legal moves into p.Joint.
func (p *Playout) Choose() error {
	for r := range p.Joint {
		p.moves = p.machine.Legal(p.State, Role(r), p.moves[:0])
		if len(p.moves) == 0 {
			return cmp.Or(p.machine.Err(), fmt.Errorf("role %s: %w", p.game.Roles()[r], ErrStuck))
		}
		p.Joint[r] = p.moves[p.rand.Choose(len(p.moves))]
	}
	return p.machine.Err()
}

// Step chooses and applies a joint move.
func (p *Playout) Step() error {
	if err := p.Choose(); err != nil {
		return err
	}
	p.apply()
	if err := p.machine.Err(); err != nil {
		p.Steps-- // the next state is unknown
		return err
	}
	return nil
}

// apply applies p.Joint.
func (p *Playout) apply() {
	p.next = p.machine.Next(p.State, p.Joint, p.next[:0])
	p.State, p.next = p.next, p.State
	p.Steps++
	p.over = p.machine.Terminal(p.State)
}

// Run plays until the play is over or has reached the number of steps. It returns
// an error if the context ends first, if the play is stuck, and if the machine
// fails.
func (p *Playout) Run(ctx context.Context, maxSteps int) error {
	if p.failed != nil { // to bind the machine would clear that
		return p.failed
	}
	p.machine.Bind(ctx)
	if err := p.machine.Err(); err != nil {
		return err
	}
	for !p.over && p.Steps < maxSteps {
		if p.Steps&7 == 7 {
			if sleep.Turn(); ctx.Err() != nil {
				return ctx.Err()
			}
		}
		if err := p.Step(); err != nil {
			return err
		}
	}
	return nil
}
