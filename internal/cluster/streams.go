package cluster

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The streams, the consumer that all workers share, and the subjects.
const (
	itemStream   = "LUDEX_WORK"
	resultStream = "LUDEX_RESULTS"
	workers      = "workers"

	itemSubject     = "ludex.work."   // and the job, and the token of the key
	resultSubject   = "ludex.result." // likewise
	stopSubject     = "ludex.stop."   // and the job: it was closed
	presenceSubject = "ludex.worker." // and the worker: it is present
	helloSubject    = "ludex.hello"   // managers ask workers to announce themselves

	protocolKey = "ludex-protocol" // in the metadata of the stream of items
)

// queueAge is the maximum time that items and results stay in their queues.
const queueAge = 7 * 24 * time.Hour

// DefaultLease is how long a worker may be silent before its item is given to
// another.
const DefaultLease = 10 * time.Second

// queues are the two streams.
type queues struct {
	items, results jetstream.Stream
}

// openQueues creates the streams and the consumer of the workers if they do not
// exist.
func openQueues(ctx context.Context, conn *nats.Conn, js jetstream.JetStream, lease time.Duration) (queues, error) {
	var q queues
	config := jetstream.StreamConfig{
		// An item can be in its queue once only, and so can a result.
		Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1,
		MaxAge: queueAge, Storage: jetstream.FileStorage, Replicas: replicas(conn),
		Metadata: map[string]string{protocolKey: strconv.Itoa(Protocol)},
	}
	var err error
	config.Name, config.Subjects = itemStream, []string{itemSubject + ">"}
	if q.items, err = openStream(ctx, js, config); err != nil {
		return q, err
	}
	config.Name, config.Subjects = resultStream, []string{resultSubject + ">"}
	if q.results, err = openStream(ctx, js, config); err != nil {
		return q, err
	}
	_, err = q.items.Consumer(ctx, workers)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		_, err = q.items.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: workers, AckPolicy: jetstream.AckExplicitPolicy, AckWait: lease, MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: maxWaiting,
		})
	}
	return q, err
}

// maxWaiting is how many threads of workers can wait for an item at a time.
const maxWaiting = 1 << 16

func openStream(ctx context.Context, js jetstream.JetStream, config jetstream.StreamConfig) (jetstream.Stream, error) {
	s, err := js.Stream(ctx, config.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		s, err = js.CreateStream(ctx, config)
		if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
			s, err = js.Stream(ctx, config.Name) // another manager was faster
		}
	}
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", config.Name, err)
	}
	return s, checkProtocol(s.CachedInfo())
}

// errProtocol reports that the peers speak different protocol versions.
var errProtocol = errors.New("the queue is of another version of ludex: use the same version for the manager and all workers")

func checkProtocol(info *jetstream.StreamInfo) error {
	if got := info.Config.Metadata[protocolKey]; got != strconv.Itoa(Protocol) {
		return fmt.Errorf("%w (it has %q, this program %d)", errProtocol, got, Protocol)
	}
	return nil
}

// replicas returns how many servers of a cluster replicate a stream: three, if
// there are that many.
func replicas(conn *nats.Conn) int {
	// Servers tell their clients about the others of their cluster.
	seen := map[string]bool{}
	for _, address := range conn.Servers() {
		if u, err := url.Parse(address); err == nil {
			seen[u.Host] = true
		}
	}
	if len(seen) < 3 || conn.ConnectedClusterName() == "" {
		return 1
	}
	return 3
}

// isDuplicate reports whether a message was refused because the same item or result
// is in the queue already.
func isDuplicate(err error) bool {
	api, ok := errors.AsType[*jetstream.APIError](err)
	return ok && strings.Contains(api.Description, "per subject")
}
