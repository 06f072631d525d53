package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ludex/internal/panics"
)

// A lease is an item that a worker is working on.
type lease struct {
	delivery
	what   Item
	cancel context.CancelCauseFunc
}

var (
	errUnwanted = errors.New("nobody wants it any more")
	errTooLong  = errors.New("it takes longer than it may")
)

// process does an item that was leased. The context ends when it has to be
// returned.
func (w *Worker) process(hard context.Context, d delivery) {
	began := time.Now()
	w.busy.Add(1)
	defer w.busy.Add(-1)
	ctx, cancel := context.WithCancelCause(hard)
	defer cancel(nil)
	l := &lease{delivery: d, cancel: cancel}
	w.track(l)
	defer w.untrack(l)
	stop := keepAlive(ctx, d)
	payload, err := w.attempt(hard, ctx, l)
	outcome := w.finish(hard, ctx, l, payload, err, time.Since(began))
	stop()
	switch outcome {
	case Done:
		w.done.Add(1)
	case Failed:
		w.failed.Add(1)
	}
	w.Log.Info("work", "job", l.job(), "kind", l.what.Kind, "key", l.what.Key, "outcome", outcome, "seconds", time.Since(began).Seconds(), "error", err)
	if w.Ended != nil {
		w.Ended(Ending{l.what.Kind, outcome, int(l.tries()), time.Since(began)})
	}
}

func (w *Worker) track(l *lease) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running[l] = true
}

func (w *Worker) untrack(l *lease) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.running, l)
}

// keepAlive tells the queue periodically that the item is being worked on.
func keepAlive(ctx context.Context, d delivery) (stop func()) {
	every := d.heartbeat()
	if every == 0 {
		return func() {}
	}
	over, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				d.alive()
			case <-over:
				return
			case <-ctx.Done():
				return
			}
		}
	}()
	return func() {
		close(over)
		<-gone
	}
}

// attempt does the work, unless too many attempts have crashed.
func (w *Worker) attempt(hard, ctx context.Context, l *lease) (json.RawMessage, error) {
	var err error
	if l.what, err = l.item(ctx); err != nil {
		return nil, fmt.Errorf("reading the work: %w", err)
	}
	if l.tries() > uint64(w.Deaths) {
		return nil, fmt.Errorf("given up: %d attempts ended without a word, as if the workers had died of it", l.tries()-1)
	}
	do := w.Do[l.what.Kind]
	if do == nil {
		return nil, fmt.Errorf("this worker cannot do work of the kind %q", l.what.Kind)
	}
	if l.what.Limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, l.what.Limit, errTooLong)
		defer cancel()
	}
	found, err := runDetached(hard, ctx, do, l.what.Payload)
	if err != nil {
		defect, isDefect := errors.AsType[*panics.Error](err)
		switch cause := context.Cause(ctx); {
		case isDefect:
			err = fmt.Errorf("%w\n%s", defect, defect.Stack)
		case errors.Is(cause, errTooLong):
			err = fmt.Errorf("%w (%v)", errTooLong, l.what.Limit)
		case errors.Is(cause, errTooLarge):
			err = fmt.Errorf("%w (%d MB)", errTooLarge, w.Memory>>20)
		}
		return nil, err
	}
	return json.Marshal(found)
}

// stopGrace is how long work may take to stop before it is left running.
const stopGrace = 500 * time.Millisecond

// runDetached runs a handler in a goroutine of its own. A panic becomes an error,
// since one item must not end the others, and a handler that ignores its context
// does not keep the worker from stopping.
func runDetached(hard, ctx context.Context, do Handler, payload json.RawMessage) (any, error) {
	type outcome struct {
		found any
		err   error
	}
	ended := make(chan outcome, 1)
	go func() {
		var o outcome
		o.err = panics.Catch(func() (err error) {
			o.found, err = do(ctx, payload)
			return err
		})
		ended <- o
	}()
	select {
	case o := <-ended:
		return o.found, o.err
	case <-hard.Done():
	}
	timer := time.NewTimer(stopGrace)
	defer timer.Stop()
	select {
	case o := <-ended:
		return o.found, o.err
	case <-timer.C:
		return nil, errors.New("it did not stop when it was told to")
	}
}

// finish publishes a result and acknowledges the item, or returns it to the queue.
func (w *Worker) finish(hard, ctx context.Context, l *lease, payload json.RawMessage, err error, took time.Duration) Outcome {
	switch {
	case err == nil:
	case errors.Is(context.Cause(ctx), errUnwanted):
		l.drop()
		return Stopped
	case hard.Err() != nil:
		l.again(0)
		return Returned
	case l.tries() < uint64(w.Errors):
		l.again(backoff(int(l.tries()))) // another worker may succeed
		return Returned
	}
	r := Result{Key: l.what.Key, Worker: w.Name, Seconds: took.Seconds(), Payload: payload}
	if err != nil {
		r.Error = err.Error()
	}
	if err := l.deliver(hard, r); err != nil {
		w.Log.Warn("a result could not be delivered", "job", l.job(), "key", l.what.Key, "error", err)
		l.again(0)
		return Returned
	}
	if r.Error != "" {
		return Failed
	}
	return Done
}
