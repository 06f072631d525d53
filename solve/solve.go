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
)

// DefaultMemory is how much memory tables take unless an option says otherwise.
const DefaultMemory = 256 << 20

// Options says how to solve a game and how much may be spent on it. The zero
// value chooses a method and has no limit but the context and DefaultMemory.
type Options struct {
	Method Method
	Nodes  uint64 // states to compute at most; 0 is no limit
	Memory int64  // bytes for tables; 0 is DefaultMemory
	Seed   uint64 // of the playouts that show which moves to try first
}

// maxTries bounds how often a method may turn out not to fit. There are fewer
// reasons for it.
const maxTries = 8

var (
	// ErrHidden is reported for games in which roles do not see everything.
	ErrHidden = errors.New("what a state is worth depends on what the roles know; games with hidden information cannot be solved here")
	// ErrUnsuited is reported if a method was asked for that does not fit the
	// game.
	ErrUnsuited = errors.New("the method does not fit the game")
	// ErrNoMethod is reported if a method was asked for that does not exist.
	ErrNoMethod = errors.New("there is no such method")
)

// Solve finds out what a state of a game is worth, or the initial one if from is
// nil. A game that cannot be decided within the limits, the context among them,
// is no error: the result is Undecided, with the bounds that are known.
func Solve(ctx context.Context, g game.Game, from game.State, opt Options) (*Result, error) {
	if g.Hidden() {
		return nil, fmt.Errorf("%s: %w", g.Name(), ErrHidden)
	}
	if opt.Method != Auto && !slices.Contains(Methods, opt.Method) {
		return nil, fmt.Errorf("%q: %w", opt.Method, ErrNoMethod)
	}
	start := time.Now()
	s := newSession(ctx, g, from, opt)
	if err := s.solve(); game.Ended(ctx, err) {
		s.reason = TimeUp
		s.conclude()
	} else if err != nil {
		return nil, fmt.Errorf("solving %s: %w", g.Name(), err)
	}
	s.result.Nodes = s.nodes
	s.result.Elapsed = time.Since(start)
	return s.result, nil
}

// A session is one call of Solve.
type session struct {
	*walker
	opt    Options
	root   game.State
	survey survey
	result *Result
}

func newSession(ctx context.Context, g game.Game, from game.State, opt Options) *session {
	if opt.Memory == 0 {
		opt.Memory = DefaultMemory
	}
	s := &session{walker: newWalker(g, newBudget(ctx, opt.Nodes)), opt: opt}
	if from == nil {
		s.root = s.machine.Initial(nil)
	} else {
		s.root = slices.Clone(from)
	}
	s.begin()
	return s
}

// begin makes the result one in which nothing is known.
func (s *session) begin() {
	s.result = &Result{Outcome: Undecided, Final: s.root}
	for range s.game.Roles() {
		s.result.Goals = append(s.result.Goals, Bounds{new(big.Rat), big.NewRat(maxGoal, 1)})
	}
}

// solve looks at the game, tries what seems to fit, and tries something else if
// it turns out not to.
func (s *session) solve() error {
	p := position{state: s.root}
	err := cmp.Or(s.look(&p), s.machine.Err())
	if err == nil && p.kind == over {
		return s.finished()
	}
	if err == nil {
		err = s.explore()
	}
	if err != nil {
		return s.interrupted(err)
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
		if !isMisfit(err) {
			return s.interrupted(err)
		}
		if !s.adapts(err) {
			return fmt.Errorf("%s: %w: %w", s.opt.Method, ErrUnsuited, err)
		}
		s.survey.learn(err)
		s.resume()
	}
	return ErrUnsuited
}

// interrupted makes an error of the context, which may have ended while a machine
// computed, the reason why nothing is decided. What the machine said last means
// nothing. Other errors are returned.
func (s *session) interrupted(err error) error {
	if !game.Ended(s.ctx, err) {
		return err
	}
	s.restart()
	s.result.Outcome, s.result.Reason = Undecided, TimeUp
	return nil
}

// adapts reports whether there is another way to try after a misfit: another
// method if none was asked for, or a horizon for alpha-beta search in a game that
// turns out to have loops.
func (s *session) adapts(err error) bool {
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

// conclude says why nothing was decided, if so.
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

// narrow notes bounds of a role's goal.
func (s *session) narrow(r game.Role, low, high int64) {
	s.narrowTo(r, big.NewRat(low, 1), big.NewRat(high, 1))
}

// narrowTo notes bounds of a role's goal that may be fractions. Those that a failed
// machine leads to mean nothing.
func (s *session) narrowTo(r game.Role, low, high *big.Rat) {
	if s.machine.Err() != nil {
		return
	}
	b := &s.result.Goals[r]
	if low.Cmp(b.Low) > 0 {
		b.Low = new(big.Rat).Set(low)
	}
	if high.Cmp(b.High) < 0 {
		b.High = new(big.Rat).Set(high)
	}
}

// note adds a remark to the result, once.
func (s *session) note(text string) {
	if !slices.Contains(s.result.Notes, text) {
		s.result.Notes = append(s.result.Notes, text)
	}
}
