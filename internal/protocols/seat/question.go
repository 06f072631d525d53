package seat

import (
	"context"
	"errors"
	"slices"
	"time"
)

// A question asks for a move.
type question struct {
	ctx     context.Context // ends when thinking has to end
	cancel  context.CancelFunc
	left    chan struct{} // closed when nobody waits for the answer
	legal   []string      // what the manager lists; nil if it does not
	answers chan answer
	asked   []*engine
	waiting int // the number of engines that have not answered
}

// An answer is the reply of an engine to a question.
type answer struct {
	engine *engine
	move   string
	err    error
}

// Choose returns a move. The clock, 0 is none, began to run when the question was
// received. If the manager lists the legal moves, one of those is returned. A
// question ends the previous one, whose manager no longer waits, and so does the context.
func (s *Seat) Choose(ctx context.Context, received time.Time, clock time.Duration, legal []string) string {
	q := s.ask(received, clock, legal)
	defer q.cancel()
	move, err := s.wait(ctx, q, received, clock)
	if move == "" {
		move = s.fallback(legal)
		if ctx.Err() == nil {
			s.Log.Warn("no move was chosen", "answer", move, "error", err)
		}
	}
	s.margin.sent(time.Since(received), clock)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asked == q {
		s.said = move
	}
	return move
}

// ask asks the fast engine, and the one on standby too if the fast one is not
// ready, or still busy. A program is not run twice for that: its engine is open early.
func (s *Seat) ask(received time.Time, clock time.Duration, legal []string) *question {
	q := &question{legal: legal, left: make(chan struct{}), answers: make(chan answer, len(s.engines))}
	q.ctx, q.cancel = s.thinking(received, clock)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asked != nil {
		s.asked.cancel()
		close(s.asked.left)
	}
	s.asked = q
	covered := s.fast().upToDate() || s.NewFor != nil && !s.fast().dead
	for _, e := range s.engines {
		if !e.standby || !covered {
			e.put(q)
		}
	}
	s.announce()
	return q
}

// put gives an engine a question, unless it has ended. The seat's mutex must be
// held.
func (e *engine) put(q *question) {
	if e.dead {
		return
	}
	e.question = q
	if e.hurry != nil {
		e.hurry()
	}
	q.asked, q.waiting = append(q.asked, e), q.waiting+1
}

// askOthers puts a question that an engine could not answer to those that were not
// asked yet.
func (s *Seat) askOthers(q *question) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.engines {
		if s.asked == q && !slices.Contains(q.asked, e) {
			e.put(q)
		}
	}
	s.announce()
}

var (
	errLate    = errors.New("the clock ran out")
	errStopped = errors.New("the match was stopped")
	errLeft    = errors.New("another question came")
	errNobody  = errors.New("no engine works")
)

// wait waits for a move. It returns "" if none comes in time. If an engine used
// all of its time, the fast one gets the rest and may give a better answer.
func (s *Seat) wait(ctx context.Context, q *question, received time.Time, clock time.Duration) (string, error) {
	alarm, stop := s.alarm(received, clock)
	defer stop()
	move, failed := "", errNobody
	for q.waiting > 0 {
		select {
		case a := <-q.answers:
			q.waiting--
			switch {
			case a.err != nil:
				failed = a.err
				s.askOthers(q)
			case !a.engine.standby || q.ctx.Err() == nil:
				return a.move, nil
			default:
				move = a.move
			}
		case <-alarm:
			return move, errLate
		case <-q.left:
			return move, errLeft
		case <-ctx.Done():
			return move, ctx.Err()
		case <-s.ctx.Done():
			return move, errStopped
		}
	}
	return move, failed
}

// fallback returns an answer without thinking: a legal move of the last state
// known, or else a guess.
func (s *Seat) fallback(legal []string) string {
	if move := s.knownMove(); move != "" && (legal == nil || slices.Contains(legal, move)) {
		return move
	}
	if len(legal) > 0 {
		return legal[0]
	}
	select {
	case <-s.read:
		return guess(s.rules, s.match.Role, s.match.Guess)
	default:
		return s.match.Guess
	}
}

// knownMove returns a legal move of the last state of this play that an engine
// knows, or "".
func (s *Seat) knownMove() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	last, move := -1, ""
	for _, e := range s.engines {
		if k := e.known; k.play == s.play && k.steps > last && k.move != "" {
			last, move = k.steps, k.move
		}
	}
	return move
}
