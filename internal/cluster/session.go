package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"ludex/internal/sleep"
)

// A natsJob is a job whose items go through NATS.
type natsJob struct {
	*Job
	queue *natsQueue
}

// run keeps a job going across failures of the queues.
func (j natsJob) run(ctx context.Context) {
	for try := 0; ctx.Err() == nil; try++ {
		began := time.Now()
		err := j.session(ctx)
		if ctx.Err() != nil {
			return
		}
		if errors.Is(err, errProtocol) {
			j.mu.Lock()
			j.failed = err
			j.mu.Unlock()
			return
		}
		if time.Since(began) > maxBackoff {
			try = 0
		}
		j.queue.Log.Warn("the queue is disturbed", "job", j.name, "error", err)
		if sleep.For(ctx, backoff(try)) != nil {
			return
		}
	}
}

// errReconnected says that pending requests may never be answered.
var errReconnected = errors.New("the connection was lost and is there again")

// callTime is how long a server may take to answer.
const callTime = 5 * time.Second

// session uses the current queues until something fails.
func (j natsJob) session(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	m := j.queue
	defer reconnects(m.conn, func() { cancel(errReconnected) })()
	open, stop := context.WithTimeout(ctx, callTime)
	defer stop()
	q, err := openQueues(open, m.conn, m.js, m.Lease)
	if err != nil {
		return err
	}
	consumer, err := j.listen(open, q)
	if err != nil {
		return err
	}
	// Pending results are taken before anything is published, so that their work is not
	// done again.
	waiting := consumer.CachedInfo().NumPending
	caughtUp := make(chan struct{}, 1)
	if waiting == 0 {
		caughtUp <- struct{}{}
	}
	receive := func(msg jetstream.Msg) {
		j.receive(ctx, msg)
		if waiting > 0 {
			if waiting--; waiting == 0 {
				caughtUp <- struct{}{}
			}
		}
	}
	listening, err := consumer.Consume(receive,
		jetstream.PullExpiry(4*time.Second), jetstream.PullHeartbeat(time.Second), jetstream.PullMaxMessages(100),
		jetstream.ConsumeErrHandler(func(_ jetstream.ConsumeContext, err error) { cancel(fmt.Errorf("listening for results: %w", err)) }))
	if err != nil {
		return err
	}
	defer func() {
		listening.Stop()
		<-listening.Closed()
	}()
	select {
	case <-caughtUp:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	return j.supply(ctx, q)
}

// supply publishes items, and publishes lost ones again.
func (j natsJob) supply(ctx context.Context, q queues) error {
	j.republish()
	tick := time.NewTicker(j.queue.Check)
	defer tick.Stop()
	for {
		if err := j.publish(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-j.fresh:
		case <-tick.C:
			if err := j.compare(ctx, q); err != nil {
				return err
			}
		}
	}
}

// listen returns the consumer of the job's results. The consumer of an earlier
// manager is removed, so that all results that were not kept are redelivered at
// once.
func (j natsJob) listen(ctx context.Context, q queues) (jetstream.Consumer, error) {
	if err := q.results.DeleteConsumer(ctx, j.name); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil, err
	}
	return q.results.CreateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: j.name, FilterSubject: resultSubject + j.name + ".>", AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: time.Minute, MaxDeliver: -1, MaxAckPending: -1, InactiveThreshold: queueAge,
	})
}

// receive handles a result.
func (j natsJob) receive(ctx context.Context, msg jetstream.Msg) {
	id := msg.Subject()[strings.LastIndexByte(msg.Subject(), '.')+1:]
	result := new(Result)
	err := j.queue.unpack(ctx, msg, result)
	if err == nil && token(result.Key) != id {
		err = errors.New("it has the key of another one")
	}
	if err != nil {
		// The item will be found missing and done again.
		j.queue.Log.Warn("a result cannot be read", "job", j.name, "error", err)
		_ = msg.Term()
		return
	}
	j.arrive(id, arrival{result, func(ctx context.Context, kept bool) {
		_ = msg.Ack() // if this is lost, the result is delivered again
		if kept {
			j.queue.drop(ctx, msg)
		}
	}})
}

// republish marks all pending items to be published again, because the queues may
// be new. Queues refuse duplicates.
func (j *Job) republish() {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, p := range j.pending {
		p.published = false
	}
}

// publish puts items into the queue that are not there yet.
func (j natsJob) publish(ctx context.Context) error {
	for {
		id, item, ok := j.unpublished()
		if !ok {
			return nil
		}
		err := j.put(ctx, id, item)
		if err != nil && !isDuplicate(err) {
			return fmt.Errorf("publishing %s: %w", item.Key, err)
		}
	}
}

// unpublished returns an item that is not in the queue, and marks it as published.
func (j *Job) unpublished() (id string, item Item, ok bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for id, p := range j.pending {
		if !p.published && !p.here {
			p.published, p.missing = true, 0
			return id, p.item, true
		}
	}
	return "", Item{}, false
}

func (j natsJob) put(ctx context.Context, id string, item Item) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	msg, err := j.queue.pack(ctx, itemSubject+j.name+"."+id, item)
	if err != nil {
		return err
	}
	_, err = j.queue.js.PublishMsg(ctx, msg)
	return err
}

// errReplaced says that a queue was deleted and created again.
var errReplaced = errors.New("the queue was lost and is there anew")

// compare compares the queue with the pending items. An item that is missing twice
// and has no result was lost, because a worker publishes the result before it
// acknowledges the item.
func (j natsJob) compare(ctx context.Context, q queues) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	prefix := itemSubject + j.name + "."
	// Info replaces the cached information, so the old values are saved first.
	made := [2]time.Time{q.items.CachedInfo().Created, q.results.CachedInfo().Created}
	items, err := q.items.Info(ctx, jetstream.WithSubjectFilter(prefix+">"))
	if err != nil {
		return err
	}
	results, err := q.results.Info(ctx)
	if err != nil {
		return err
	}
	if !items.Created.Equal(made[0]) || !results.Created.Equal(made[1]) {
		return errReplaced
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	for id, p := range j.pending {
		if !p.published || p.here {
			continue
		}
		if items.State.Subjects[prefix+id] > 0 {
			p.missing = 0
		} else if p.missing++; p.missing > 1 {
			p.published = false
		}
	}
	return nil
}

// closeTime is how long cleaning up may take.
const closeTime = 500 * time.Millisecond

// close removes the items of a job from the queue, and makes workers stop working on them.
func (m *natsQueue) close(j *Job) {
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	if m.conn.Status() != nats.CONNECTED {
		return // workers notice when they deliver
	}
	_ = m.conn.Publish(stopSubject+j.name, nil)
	for stream, subject := range map[string]string{itemStream: itemSubject, resultStream: resultSubject} {
		if s, err := m.js.Stream(ctx, stream); err == nil {
			_ = s.Purge(ctx, jetstream.WithPurgeSubject(subject+j.name+".>"))
		}
	}
	if s, err := m.js.Stream(ctx, resultStream); err == nil {
		_ = s.DeleteConsumer(ctx, j.name)
	}
}
