package cluster

import (
	"context"
	"errors"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
)

// silent is a JetStream whose servers do not answer.
type silent struct {
	jetstream.JetStream
	asked chan bool
}

func (s *silent) Stream(ctx context.Context, _ string) (jetstream.Stream, error) {
	s.asked <- true
	<-ctx.Done()
	return nil, ctx.Err()
}

// TestQueueIsAskedForWithoutTheLock has servers that do not answer a thread of a
// worker. What others do meanwhile is not held up, and a new connection ends the
// question.
func TestQueueIsAskedForWithoutTheLock(t *testing.T) {
	js := &silent{asked: make(chan bool)}
	w := &natsSource{codec: codec{js: js}, requests: map[*context.CancelFunc]bool{}}
	ended := make(chan error)
	go func() {
		_, err := w.queue(t.Context())
		ended <- err
	}()
	<-js.asked
	if !w.mu.TryLock() {
		t.Fatal("the worker is locked while it waits for a server")
	}
	w.mu.Unlock()
	w.cancelRequests()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
