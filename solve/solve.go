package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"ludex/game"
	"ludex/solve/internal/memory"
)

// defaultMemory is the default memory limit of tables in bytes.
const defaultMemory = 256 << 20

// Options select a method and limit the effort. The zero value chooses a method and
// has no limits except the context and DefaultMemory.
type Options struct {
	Method Method
	Nodes  uint64 // states to compute at most; 0 is no limit
	Memory int64  // bytes for tables; 0 is DefaultMemory
	Seed   uint64 // of the playouts for move ordering
	Plain  bool   // store every state, and look for no symmetries

	// Progress is called from time to time by the goroutine that solves. It may be nil.
	Progress func(Progress)
}

// Progress says how far a solver has come.
type Progress struct {
	Nodes uint64   // states that were computed
	Goals []Bounds // by role: what is proved
}

// maxTries bounds how often a method may turn out to be unsuited.
const maxTries = 8

var (
	// ErrHidden is returned for games of imperfect information.
	ErrHidden = errors.New("what a state is worth depends on what the roles know; games with hidden information cannot be solved here")
	// ErrUnsuited is returned if the requested method does not suit the game.
	ErrUnsuited = errors.New("the method does not fit the game")
	// ErrNoMethod is returned if the requested method does not exist.
	ErrNoMethod = errors.New("there is no such method")
)

// Solve computes the value of a state, or of the initial state if from is nil.
// Reaching a limit, or the end of the context, is not an error: the result is
// Undecided, with the bounds that are known.
func Solve(ctx context.Context, g game.Game, from game.State, opt Options) (*Result, error) {
	if g.Hidden() {
		return nil, fmt.Errorf("%s: %w", g.Name(), ErrHidden)
	}
	if opt.Method != Auto && !slices.Contains(Methods, opt.Method) {
		return nil, fmt.Errorf("%q: %w", opt.Method, ErrNoMethod)
	}
	res, err := solveSmallFirst(ctx, g, from, opt)
	if errors.Is(err, errReplay) && !opt.Plain {
		// A state and its image may differ in what no longer matters, such as where the
		// last move ended. Then lines may not be found again.
		opt.Plain = true
		return solve(ctx, g, from, opt)
	}
	return res, err
}

// solveSmallFirst tries without symmetries first where these take long to prove.
func solveSmallFirst(ctx context.Context, g game.Game, from game.State, opt Options) (*Result, error) {
	if orbits := game.CapabilitiesOf(g).Orbits; orbits == nil || orbits.FindsQuickly() || !opt.smallFirst() {
		return solve(ctx, g, from, opt)
	}
	small := opt
	small.Plain, small.Nodes = true, headStart
	first, err := solve(ctx, g, from, small)
	if err != nil || first.Outcome == Solved || ctx.Err() != nil {
		return first, err
	}
	if opt.Nodes > 0 {
		opt.Nodes -= min(opt.Nodes-1, first.Nodes)
	}
	if report := opt.Progress; report != nil {
		opt.Progress = func(p Progress) {
			p.Nodes += first.Nodes
			report(p)
		}
	}
	res, err := solve(ctx, g, from, opt)
	if err != nil {
		return nil, err
	}
	res.goOnFrom(first)
	return res, nil
}

// headStart is the number of nodes within which a game is solved sooner than its symmetries are proved.
const headStart = 20_000

// smallFirst reports whether the options allow to try without symmetries first. Who names a
// method wants to see what it does with them.
func (o *Options) smallFirst() bool {
	return o.Method == Auto && !o.Plain && (o.Nodes == 0 || o.Nodes > headStart)
}

// solve is Solve with all options as they are.
func solve(ctx context.Context, g game.Game, from game.State, opt Options) (*Result, error) {
	start := time.Now()
	s := newSession(ctx, g, from, opt)
	if err := s.solve(); game.Ended(ctx, err) {
		s.reason = TimeUp
		s.conclude()
	} else if err != nil {
		return nil, fmt.Errorf("solving %s: %w", g.Name(), err)
	}
	for _, t := range s.tables {
		s.result.Stored += uint64(t.Len())
	}
	s.result.Nodes, s.result.Symmetries = s.nodes, s.orbits.count()
	s.result.Elapsed = time.Since(start)
	return s.result, nil
}

// A session is one call of Solve.
type session struct {
	*walker
	opt    Options
	root   game.State
	survey survey
	orbits *orbits
	tables []*memory.Table
	result *Result
}

func newSession(ctx context.Context, g game.Game, from game.State, opt Options) *session {
	if opt.Memory == 0 {
		opt.Memory = defaultMemory
	}
	s := &session{walker: newWalker(g, newBudget(ctx, opt.Nodes)), opt: opt}
	if from == nil {
		s.root = s.machine.Initial(nil)
	} else {
		s.root = slices.Clone(from)
	}
	s.resetResult()
	if opt.Progress != nil {
		s.report = func() { opt.Progress(Progress{s.nodes, slices.Clone(s.result.Goals)}) }
	}
	return s
}

// resetResult clears everything known from the result.
func (s *session) resetResult() {
	s.result = &Result{Outcome: Undecided, Final: s.root}
	for range s.game.Roles() {
		s.result.Goals = append(s.result.Goals, Bounds{new(big.Rat), big.NewRat(maxGoal, 1)})
	}
}

// solve samples the game, runs a suitable method, and another one if it turns out to
// be unsuited.
func (s *session) solve() error {
	p := position{state: s.root}
	err := cmp.Or(s.classify(&p), s.machine.Err())
	if err == nil && p.kind == over {
		return s.finished()
	}
	if err == nil {
		err = s.samplePlays()
	}
	if err != nil {
		return s.interrupted(err)
	}
	if !s.opt.Plain {
		s.orbits = newOrbits(s.ctx, s.game, s.root)
	}
	for range maxTries {
		err := s.run()
		if err == nil && s.machine.Err() == nil {
			s.conclude()
			return nil
		}
		if failed := s.machine.Err(); failed != nil {
			err = failed
		}
		if !isUnsuited(err) {
			return s.interrupted(err)
		}
		if !s.canAdapt(err) {
			return fmt.Errorf("%s: %w: %w", s.opt.Method, ErrUnsuited, err)
		}
		s.survey.learn(err)
		s.resume()
	}
	return ErrUnsuited
}

// interrupted makes the result undecided if the error comes from the end of the
// context, possibly during a computation of the machine. Other errors are returned.
func (s *session) interrupted(err error) error {
	if !game.Ended(s.ctx, err) {
		return err
	}
	s.clearLine()
	s.result.Outcome, s.result.Reason = Undecided, TimeUp
	return nil
}

// canAdapt reports whether there is another way after a method was unsuited: another
// method if none was requested, or a horizon for alpha-beta search in a game with
// loops.
func (s *session) canAdapt(err error) bool {
	return s.opt.Method == Auto || s.opt.Method == AlphaBeta && errors.Is(err, errLoop) && !s.survey.loops
}

// finished reports the goals of a play that is over.
func (s *session) finished() error {
	for _, r := range s.players {
		goal, err := s.goal(s.root, r)
		if err != nil {
			return err
		}
		s.narrow(r, int64(goal), int64(goal))
	}
	s.result.Outcome, s.result.Complete = Solved, true
	return s.machine.Err()
}

// conclude sets the reason if the game is undecided.
func (s *session) conclude() {
	if s.result.Outcome == Solved {
		s.result.Reason = ""
		return
	}
	if s.result.Reason == "" {
		s.result.Reason = s.reason
	}
	if s.result.Reason == "" {
		s.result.Reason = Endless
	}
}

// narrow sets bounds of a role's goal.
func (s *session) narrow(r game.Role, low, high int64) {
	s.narrowTo(r, big.NewRat(low, 1), big.NewRat(high, 1))
}

// narrowTo sets bounds of a role's goal, which may be fractions. Results of a failed
// machine are ignored.
func (s *session) narrowTo(r game.Role, low, high *big.Rat) {
	if s.machine.Err() != nil {
		return
	}
	s.result.Goals[r].narrow(low, high)
}

// note adds a remark to the result, once.
func (s *session) note(text string) {
	if !slices.Contains(s.result.Notes, text) {
		s.result.Notes = append(s.result.Notes, text)
	}
}
