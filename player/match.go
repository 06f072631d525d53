package player

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ludex/game"
)

// A Match is one play of a game, with a player for each role except chance.
type Match struct {
	Game    game.Game
	Players []Player   // by role; nil for chance
	From    game.State // where the match begins; nil is the initial state

	StartClock time.Duration // for preparing; 0 is no clock
	PlayClock  time.Duration // for each move; 0 is no clock
	Nodes      int           // the budget of every player, see [Setup]
	Seed       uint64
	MaxSteps   int // where the match is cut off; 0 is the game's default

	// FullClock makes every step last as long as the clock and the grace, however
	// early the answers come. Otherwise, in a game with hidden information, the
	// duration of a step reveals how long others thought.
	FullClock bool

	// Allowance is how many faults a player may make. After that it is not asked
	// again, and random moves are made in its place. 0 is no limit.
	Allowance int

	// Watch is called after each step, before a player is asked for another move. It
	// may be nil. If it returns an error, the match ends.
	Watch func(Step) error
}

// A Step is a step of a match. It must not be changed.
type Step struct {
	Number int // counted from 0
	Joint  []game.Move
	State  game.State // after the step
	Faults []Fault
	Start  []Fault         // with the first step: the faults made while preparing
	Took   []time.Duration // by role: how long the answer took; 0 if no player was asked
}

// A Result is how a match went.
type Result struct {
	Over     bool     // the play reached its end and was not cut off
	Goals    []int    // by role, if the play is over; 0 if the rules do not give exactly one value
	Scores   []int    // in the game's own points, if the play is over and it has some
	Defects  []string // errors in the goals that the rules give
	Moves    [][]game.Move
	Final    game.State
	Faults   []Fault
	Retired  []bool         // by role: the player lost its seat, and random moves were made in its place
	Notes    []string       // what the players have to say, by role
	Thinking []ThinkingTime // by role
	Elapsed  time.Duration
}

// ThinkingTime is how long a player thought.
type ThinkingTime struct {
	Moves          int // for which it was asked
	Total, Longest time.Duration
}

// Play runs a match. A player that answers late, or not with a legal move, gets a
// fault and a random move; the match goes on. The error says that the match could
// not be played to its end: the context ended, the rules failed, or a player did
// not stop; the result then covers the play so far.
func Play(ctx context.Context, m Match) (Result, error) {
	r, err := newRunner(ctx, m)
	if err != nil {
		return Result{}, err
	}
	began := time.Now()
	inner, cancel := context.WithCancel(ctx)
	r.start(inner)
	err = r.run(inner)
	cancel()
	err = errors.Join(err, r.stop())
	if r.res.Final = r.state; r.res.Over {
		err = errors.Join(err, r.finish())
	}
	r.res.Elapsed = time.Since(began)
	return r.res, err
}

// A runner runs a match.
type runner struct {
	Match
	outer   context.Context // of the match and what follows it, such as stopping the players
	machine game.Machine
	chance  *Chance
	state   game.State
	seats   []*seat // by role; nil for chance
	legal   [][]game.Move
	drawn   []game.Move // by role: the move made if there is no answer
	faults  []int       // by role
	res     Result
}

func newRunner(ctx context.Context, m Match) (*runner, error) {
	roles := m.Game.Roles()
	switch {
	case len(m.Players) != len(roles):
		return nil, fmt.Errorf("%d players for %d roles", len(m.Players), len(roles))
	case m.FullClock && m.PlayClock <= 0:
		return nil, errors.New("there is no clock that could be used to its end")
	}
	r := &runner{Match: m, outer: ctx, machine: m.Game.NewMachine(), chance: NewChance(m.Seed)}
	r.machine.Bind(ctx)
	if r.MaxSteps == 0 {
		r.MaxSteps = game.MaxSteps(m.Game)
	}
	if r.state = m.From; r.state == nil {
		r.state = r.machine.Initial(nil)
	}
	r.seats, r.legal = make([]*seat, len(roles)), make([][]game.Move, len(roles))
	r.drawn, r.faults = make([]game.Move, len(roles)), make([]int, len(roles))
	r.res.Thinking, r.res.Retired = make([]ThinkingTime, len(roles)), make([]bool, len(roles))
	for i, p := range m.Players {
		switch {
		case game.Role(i) == m.Game.Random():
		case p == nil:
			return nil, fmt.Errorf("role %s has no player", roles[i])
		default:
			r.seats[i] = newSeat(p)
		}
	}
	return r, nil
}

// start has all players prepare. A player that takes longer than its clock is not
// waited for; it has to catch up.
func (r *runner) start(ctx context.Context) {
	started := make([]*reply, len(r.seats))
	limits := make([]limit, len(r.seats))
	for i, s := range r.seats {
		if s == nil {
			continue
		}
		setup := Setup{
			Game: r.Game, Role: game.Role(i), From: r.From,
			StartClock: r.StartClock, PlayClock: r.PlayClock,
			Nodes: r.Nodes, Seed: DeriveSeed(r.Seed, uint64(i)),
		}
		limits[i] = newLimit(ctx, startClock(r.StartClock, s.player), s)
		defer limits[i].stop()
		started[i] = s.start(limits[i].think, setup.Reproducible())
	}
	for i, reply := range started {
		if reply == nil {
			continue
		}
		if fault := reply.judge(limits[i]); fault != nil {
			fault.Step, fault.Role = StartStep, game.Role(i)
			r.res.Faults = append(r.res.Faults, *fault)
			r.count(*fault)
		}
	}
}

// startClock returns how long a player may prepare; 0 is no clock.
func startClock(clock time.Duration, p Player) time.Duration {
	if s, ok := p.(Starter); ok && clock > 0 {
		clock += s.StartUpTime()
	}
	return clock
}

// run plays until the end.
func (r *runner) run(ctx context.Context) error {
	for step := 0; step < r.MaxSteps; step++ {
		r.res.Over = r.machine.Terminal(r.state)
		if err := errors.Join(ctx.Err(), r.machine.Err()); err != nil {
			r.res.Over = false
			return err
		}
		if r.res.Over {
			return nil
		}
		if err := r.step(ctx, step); err != nil {
			return fmt.Errorf("step %d: %w", step, err)
		}
	}
	over := r.machine.Terminal(r.state)
	if err := r.machine.Err(); err != nil {
		return err
	}
	r.res.Over = over
	return nil
}

// step makes one step.
func (r *runner) step(ctx context.Context, number int) error {
	if err := game.LegalMoves(r.Game, r.machine, r.state, r.legal); err != nil {
		return err
	}
	began := time.Now()
	joint, faults, took := r.ask(ctx)
	if r.FullClock {
		waitFullClock(ctx, began, r.PlayClock)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	next := r.machine.Next(r.state, joint, nil)
	events := r.events(joint)
	if err := r.machine.Err(); err != nil {
		return err
	}
	r.tell(ctx, events)
	r.state = next
	r.res.Moves = append(r.res.Moves, joint)
	for i := range faults {
		faults[i].Step = number
		r.count(faults[i])
	}
	r.res.Faults = append(r.res.Faults, faults...)
	if r.Watch != nil {
		step := Step{Number: number, Joint: joint, State: next, Faults: faults, Took: took}
		if number == 0 {
			step.Start = r.res.Faults[:len(r.res.Faults)-len(faults)]
		}
		return r.Watch(step)
	}
	return nil
}

// ask returns the joint move. Only roles with a choice, and remote players, are
// asked, all at once. The moves of chance and the moves in place of missing answers
// are drawn before, so that they do not depend on the players.
func (r *runner) ask(ctx context.Context) ([]game.Move, []Fault, []time.Duration) {
	replies := make([]*reply, len(r.seats))
	limits := make([]limit, len(r.seats))
	r.chance.Draw(r.legal, r.drawn)
	for i, s := range r.seats {
		if s != nil && !r.res.Retired[i] && (len(r.legal[i]) > 1 || s.remote) {
			limits[i] = newLimit(ctx, r.PlayClock, s)
			defer limits[i].stop()
			replies[i] = s.choose(limits[i].think, r.legal[i])
		}
	}
	joint, took := make([]game.Move, len(r.seats)), make([]time.Duration, len(r.seats))
	var faults []Fault
	for i, reply := range replies {
		joint[i] = r.drawn[i]
		if reply == nil {
			continue
		}
		move, fault := r.judge(limits[i], i, reply)
		if fault == nil {
			joint[i], took[i] = move, reply.took
			continue
		}
		fault.Role = game.Role(i)
		faults = append(faults, *fault)
	}
	return joint, faults, took
}

// judge waits for a reply and returns the move, or what is wrong.
func (r *runner) judge(l limit, role int, a *reply) (game.Move, *Fault) {
	fault := a.judge(l)
	if fault != nil && fault.unheard {
		return 0, fault
	}
	t := &r.res.Thinking[role]
	t.Moves++
	t.Total += a.took
	t.Longest = max(t.Longest, a.took)
	if fault != nil {
		return 0, fault
	}
	if slices.Contains(r.legal[role], a.move) {
		return a.move, nil
	}
	return 0, &Fault{Kind: Illegal}
}

// count counts a fault against the allowance of a role.
func (r *runner) count(f Fault) {
	r.faults[f.Role]++
	if r.Allowance > 0 && r.faults[f.Role] >= r.Allowance || errors.Is(f.Err, ErrOut) {
		r.res.Retired[f.Role] = true
	}
}

// events returns what the roles learn of a joint move.
func (r *runner) events(joint []game.Move) []Event {
	events := make([]Event, len(joint))
	for i := range joint {
		if r.seats[i] != nil {
			events[i] = NewEvent(r.Game, r.machine, r.state, joint, game.Role(i))
		}
	}
	return events
}

// tell lets the players know what happened. It does not wait for them: the time
// that they need is on the clock of their next move.
func (r *runner) tell(ctx context.Context, events []Event) {
	for i, s := range r.seats {
		if s == nil || r.res.Retired[i] {
			continue
		}
		until := ctx
		if s.remote {
			until = r.outer // it learns of the last step even if the match ends right after it
		}
		s.try("observe", func() error { return s.player.Observe(until, events[i]) })
	}
}

// stopTime is how long players may take to stop.
const stopTime = 5 * time.Second

// stop stops all players and waits for them.
func (r *runner) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	r.res.Notes = make([]string, len(r.seats))
	var errs []error
	stopped := make([]chan struct{}, len(r.seats))
	notes, last := make([]string, len(r.seats)), make([]error, len(r.seats))
	for i, s := range r.seats {
		if s != nil {
			stopped[i] = s.do(func() { notes[i], last[i] = NoteOf(s.player), s.err; s.player.Stop() })
		}
	}
	for i, done := range stopped {
		switch {
		case done == nil:
		case finished(ctx, done):
			r.res.Notes[i] = notes[i]
			r.failedLast(i, last[i])
		default:
			errs = append(errs, fmt.Errorf("the player of %s did not stop within %v", r.Game.Roles()[i], stopTime))
		}
	}
	return errors.Join(errs...)
}

// failedLast records the failure of a player that was told of the last step. Failures
// before it are faults of the step in which a move was asked for.
func (r *runner) failedLast(i int, err error) {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return
	}
	if slices.ContainsFunc(r.res.Faults, func(f Fault) bool { return f.Role == game.Role(i) && f.Kind == Failed }) {
		return
	}
	r.res.Faults = append(r.res.Faults, Fault{Step: len(r.res.Moves), Role: game.Role(i), Kind: Failed, Err: err})
}

// finish records the result of a play that is over.
func (r *runner) finish() error {
	r.machine.Bind(context.WithoutCancel(r.outer))
	return r.res.Finish(r.Game, r.machine, r.state)
}

// Finish notes that a play is over in a state, with the goals and points that the rules
// give. If the rules fail, the play does not count as over.
func (res *Result) Finish(g game.Game, m game.Machine, final game.State) error {
	var goals []int
	var defects []string
	for i, name := range g.Roles() {
		goal, defect := Goal(name, m.Goals(final, game.Role(i), nil))
		if defect != "" && game.Role(i) != g.Random() {
			defects = append(defects, defect)
		}
		goals = append(goals, goal)
	}
	var scores []int
	if s := game.MachineCapabilitiesOf(m).Scores; s != nil {
		scores = s.Scores(final, nil)
	}
	if err := m.Err(); err != nil {
		res.Over = false
		return err
	}
	res.Over, res.Final, res.Goals, res.Scores, res.Defects = true, final, goals, scores, defects
	return nil
}

// Goal returns the goal value of a role where a play is over, and an error if
// there is not exactly one; it then counts as 0.
func Goal(role string, values []int) (goal int, defect string) {
	switch len(values) {
	case 1:
		return values[0], ""
	case 0:
		return 0, role + " has no goal value"
	}
	return 0, fmt.Sprintf("%s has the goal values %v", role, values)
}
