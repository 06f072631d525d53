package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"ludex/internal/panics"
	"ludex/internal/sleep"
)

// A lease is an item that a worker is working on.
type lease struct {
	msg    jetstream.Msg
	job    string
	id     string // token of the key
	tries  uint64 // this one included
	item   Item
	cancel context.CancelCauseFunc
}

var (
	errUnwanted = errors.New("nobody wants it any more")
	errTooLong  = errors.New("it takes longer than it may")
)

// process does an item that was leased. The context ends when it has to be
// returned.
func (w *Worker) process(hard context.Context, msg jetstream.Msg) {
	began := time.Now()
	w.busy.Add(1)
	defer w.busy.Add(-1)
	l, err := newLease(msg)
	if err != nil {
		w.Log.Error("a message in the queue is no work", "subject", msg.Subject(), "error", err)
		_ = msg.Term()
		return
	}
	ctx, cancel := context.WithCancelCause(hard)
	defer cancel(nil)
	l.cancel = cancel
	w.track(l)
	defer w.untrack(l)
	stop := w.heartbeat(ctx, msg)
	payload, err := w.attempt(hard, ctx, l)
	outcome := w.finish(hard, ctx, l, payload, err, time.Since(began))
	stop()
	switch outcome {
	case Done:
		w.done.Add(1)
	case Failed:
		w.failed.Add(1)
	}
	w.Log.Info("work", "job", l.job, "kind", l.item.Kind, "key", l.item.Key, "outcome", outcome, "seconds", time.Since(began).Seconds(), "error", err)
	if w.Ended != nil {
		w.Ended(Ending{l.item.Kind, outcome, int(l.tries), time.Since(began)})
	}
}

// newLease reads the subject and what the queue says about a message.
func newLease(msg jetstream.Msg) (*lease, error) {
	meta, err := msg.Metadata()
	if err != nil {
		return nil, err
	}
	job, id, ok := strings.Cut(strings.TrimPrefix(msg.Subject(), itemSubject), ".")
	if !ok || job == "" || id == "" || strings.Contains(id, ".") {
		return nil, errors.New("its subject names no work")
	}
	return &lease{msg: msg, job: job, id: id, tries: meta.NumDelivered}, nil
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

// heartbeat tells the queue periodically that the item is being worked on.
func (w *Worker) heartbeat(ctx context.Context, msg jetstream.Msg) (stop func()) {
	w.mu.Lock()
	every := max(w.silence/4, 50*time.Millisecond)
	w.mu.Unlock()
	over, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				_ = msg.InProgress() // a broken connection is re-established
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
	if err := w.unpack(ctx, l.msg, &l.item); err != nil {
		return nil, fmt.Errorf("reading the work: %w", err)
	}
	if token(l.item.Key) != l.id {
		return nil, errors.New("the work has the key of another one")
	}
	if l.tries > uint64(w.Deaths) {
		return nil, fmt.Errorf("given up: %d attempts ended without a word, as if the workers had died of it", l.tries-1)
	}
	do := w.Do[l.item.Kind]
	if do == nil {
		return nil, fmt.Errorf("this worker cannot do work of the kind %q", l.item.Kind)
	}
	if l.item.Limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, l.item.Limit, errTooLong)
		defer cancel()
	}
	found, err := runDetached(hard, ctx, do, l.item.Payload)
	if err != nil {
		defect, isDefect := errors.AsType[*panics.Error](err)
		switch cause := context.Cause(ctx); {
		case isDefect:
			err = fmt.Errorf("%w\n%s", defect, defect.Stack)
		case errors.Is(cause, errTooLong):
			err = fmt.Errorf("%w (%v)", errTooLong, l.item.Limit)
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
		_ = l.msg.Term()
		return Stopped
	case hard.Err() != nil:
		_ = l.msg.Nak()
		return Returned
	case l.tries < uint64(w.Errors):
		_ = l.msg.NakWithDelay(backoff(int(l.tries))) // another worker may succeed
		return Returned
	}
	r := Result{Key: l.item.Key, Worker: w.Name, Seconds: took.Seconds(), Payload: payload}
	if err != nil {
		r.Error = err.Error()
	}
	if err := w.deliver(hard, l, r); err != nil {
		w.Log.Warn("a result could not be delivered", "job", l.job, "key", l.item.Key, "error", err)
		_ = l.msg.Nak()
		return Returned
	}
	if r.Error != "" {
		return Failed
	}
	return Done
}

// How long a worker tries to deliver a result, and how long if it has to stop. An item
// whose result cannot be delivered is done again.
const (
	deliverTime = 30 * time.Second
	lastTime    = 300 * time.Millisecond
)

// deliver publishes a result, and then removes the item from the queue.
func (w *Worker) deliver(hard context.Context, l *lease, r Result) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(hard), deliverTime)
	defer cancel()
	defer context.AfterFunc(hard, func() { time.AfterFunc(lastTime, cancel) })()
	for try := 0; ; try++ {
		err := w.publishResult(ctx, l, r)
		if err == nil || isDuplicate(err) {
			break
		}
		if sleep.For(ctx, backoff(try)) != nil {
			return err
		}
	}
	if err := l.msg.Ack(); err == nil {
		w.drop(ctx, l.msg)
	}
	return nil
}

func (w *Worker) publishResult(ctx context.Context, l *lease, r Result) error {
	ctx, cancel := w.request(ctx, callTime)
	defer cancel()
	msg, err := w.pack(ctx, resultSubject+l.job+"."+l.id, r)
	if err != nil {
		return err
	}
	_, err = w.js.PublishMsg(ctx, msg)
	return err
}
