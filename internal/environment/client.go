package environment

import (
	"context"
	"errors"
	"time"
)

// errGone is the cause for which a context ends whose client is gone.
var errGone = errors.New("the program that asked has ended")

// watchAfter is how long an answer may take before the client is watched. Most take much less,
// and reading ahead would make the next request slower.
const watchAfter = 100 * time.Millisecond

// watchClient returns a context that ends when the input ends, which is when the client ends
// or is killed: then nobody waits for an answer any more. Stop must be called when there is
// one.
//
// A client sends nothing while it waits, so what is read ahead is the next request or the end.
func (s *Server) watchClient(ctx context.Context) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	ahead := make(chan struct{})
	timer := time.AfterFunc(watchAfter, func() {
		defer close(ahead)
		if _, err := s.in.Peek(1); err != nil {
			cancel(errGone)
		}
	})
	return ctx, func() {
		if !timer.Stop() {
			s.ahead = ahead
		}
		cancel(nil)
	}
}

// stopReadingAhead waits until nothing else reads the input.
func (s *Server) stopReadingAhead() {
	if s.ahead != nil {
		<-s.ahead
		s.ahead = nil
	}
}
