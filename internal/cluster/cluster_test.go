package cluster_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"ludex/internal/cluster"
	"ludex/internal/cluster/clustertest"
)

const double cluster.Kind = "double"

// embed starts a server for a test.
func embed(t testing.TB) *clustertest.Server {
	t.Helper()
	s, err := clustertest.Embed()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func connect(t testing.TB, s *clustertest.Server) *nats.Conn {
	t.Helper()
	conn, err := s.Connect(t.Name())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// manage makes a manager that notices everything soon.
func manage(t testing.TB, conn *nats.Conn) *cluster.Manager {
	t.Helper()
	m, err := cluster.NewManager(conn, cluster.ManagerOptions{Lease: 400 * time.Millisecond, Check: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

// A joiner connects a worker to its manager.
type joiner func(*cluster.Worker) *cluster.Worker

// onBoth runs a test with a manager that is reached through NATS, and with one for this
// machine.
func onBoth(t *testing.T, test func(t *testing.T, m *cluster.Manager, join joiner)) {
	t.Run("nats", func(t *testing.T) {
		s := embed(t)
		test(t, manage(t, connect(t, s)), func(w *cluster.Worker) *cluster.Worker {
			w.Conn = connect(t, s)
			return w
		})
	})
	t.Run("local", func(t *testing.T) {
		m, join := manageLocally(t)
		test(t, m.Manager, join)
	})
}

// startWorker starts a worker, and returns a function that stops it and waits for its end.
func startWorker(t testing.TB, w *cluster.Worker) (stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan error, 1)
	go func() { over <- w.Run(ctx) }()
	stop = sync.OnceValue(func() error {
		cancel()
		return <-over
	})
	t.Cleanup(func() { _ = stop() })
	return stop
}

// doubler doubles numbers.
func doubler(_ context.Context, payload json.RawMessage) (any, error) {
	var n int
	err := json.Unmarshal(payload, &n)
	return 2 * n, err
}

func number(t testing.TB, n int) cluster.Item {
	t.Helper()
	item, err := cluster.NewItem(double, fmt.Sprintf("number %d", n), n)
	if err != nil {
		t.Fatal(err)
	}
	return item
}

// doAll has numbers doubled, all at a time, and checks the results.
func doAll(t *testing.T, j *cluster.Job, from, to int, each func()) {
	t.Helper()
	var group sync.WaitGroup
	for n := from; n < to; n++ {
		item := number(t, n)
		group.Go(func() {
			calls := 0
			err := j.Do(context.Background(), item, func(r *cluster.Result) error {
				calls++
				if string(r.Payload) != fmt.Sprint(2*n) || r.Key != item.Key || r.Worker == "" {
					return fmt.Errorf("the result is %+v", r)
				}
				return nil
			})
			if err != nil || calls != 1 {
				t.Errorf("%d: %v after %d calls", n, err, calls)
			}
			each()
		})
	}
	group.Wait()
}

func TestWork(t *testing.T) { onBoth(t, checkWork) }

func checkWork(t *testing.T, m *cluster.Manager, join joiner) {
	for i := range 3 {
		startWorker(t, join(&cluster.Worker{Name: fmt.Sprint("w", i), Threads: 2, Do: map[cluster.Kind]cluster.Handler{double: doubler}}))
	}
	j := m.Open("numbers")
	defer j.Close()
	doAll(t, j, 0, 100, func() {})
	if err := j.Do(context.Background(), number(t, 3), func(*cluster.Result) error { return nil }); err == nil {
		t.Error("the same key is done again")
	}
	if m.Window() < 2 || m.Slots() > 6 {
		t.Errorf("%d slots, a window of %d", m.Slots(), m.Window())
	}
}

// TestLostQueues removes the streams again and again while work is done.
func TestLostQueues(t *testing.T) {
	s := embed(t)
	conn := connect(t, s)
	m := manage(t, conn)
	for i := range 2 {
		startWorker(t, &cluster.Worker{Conn: connect(t, s), Name: fmt.Sprint("w", i), Do: map[cluster.Kind]cluster.Handler{double: doubler}})
	}
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	j := m.Open("numbers")
	defer j.Close()
	var done atomic.Int64
	doAll(t, j, 0, 40, func() {
		switch done.Add(1) {
		case 5:
			_ = js.DeleteStream(context.Background(), "LUDEX_WORK")
		case 15:
			_ = js.DeleteStream(context.Background(), "LUDEX_RESULTS")
		case 25:
			_ = js.DeleteStream(context.Background(), "LUDEX_RESULTS")
			_ = js.DeleteStream(context.Background(), "LUDEX_WORK")
		}
	})
}

// TestSecondManager lets a manager end that did not keep its results; the next one
// gets them without having the work done again.
func TestSecondManager(t *testing.T) {
	s := embed(t)
	var times atomic.Int64
	startWorker(t, &cluster.Worker{Conn: connect(t, s), Name: "w", Do: map[cluster.Kind]cluster.Handler{
		double: func(ctx context.Context, payload json.RawMessage) (any, error) {
			times.Add(1)
			return doubler(ctx, payload)
		},
	}})
	first := manage(t, connect(t, s))
	full := errors.New("the disk is full")
	if err := first.Open("numbers").Do(context.Background(), number(t, 1), func(*cluster.Result) error { return full }); !errors.Is(err, full) {
		t.Fatal(err)
	}
	first.Close() // as if it died: the job is not closed
	j := manage(t, connect(t, s)).Open("numbers")
	defer j.Close()
	doAll(t, j, 1, 2, func() {})
	if times.Load() != 1 {
		t.Errorf("the work was done %d times", times.Load())
	}
}

// TestFailures covers items that cannot be done: they fail, and the others are done.
func TestFailures(t *testing.T) { onBoth(t, checkFailures) }

func checkFailures(t *testing.T, m *cluster.Manager, join joiner) {
	var tries atomic.Int64
	startWorker(t, join(&cluster.Worker{Name: "w", Threads: 2, Do: map[cluster.Kind]cluster.Handler{
		double: doubler,
		"panic": func(context.Context, json.RawMessage) (any, error) {
			tries.Add(1)
			panic("at the disco")
		},
		"slow": func(ctx context.Context, _ json.RawMessage) (any, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		},
	}}))
	j := m.Open("mixed")
	defer j.Close()
	for kind, want := range map[cluster.Kind]string{"panic": "at the disco", "slow": "longer than it may", "strange": "cannot do work of the kind"} {
		err := j.Do(context.Background(), cluster.Item{Kind: kind, Key: string(kind), Limit: 10 * time.Millisecond}, func(*cluster.Result) error {
			t.Errorf("%s: there is a result", kind)
			return nil
		})
		failed, ok := errors.AsType[*cluster.ItemError](err)
		if !ok || !strings.Contains(failed.Reason, want) || failed.Worker != "w" || failed.Key != string(kind) {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if tries.Load() != cluster.DefaultErrors {
		t.Errorf("%d attempts", tries.Load())
	}
	doAll(t, j, 0, 5, func() {})
	for _, bad := range []cluster.Item{{Kind: double}, {Key: "x"}, {Kind: double, Key: "x", Limit: -1}} {
		if err := j.Do(context.Background(), bad, nil); err == nil {
			t.Errorf("%+v is done", bad)
		}
	}
}

// TestMemory covers an item that takes more memory than it may: it fails, and the worker
// goes on.
func TestMemory(t *testing.T) { onBoth(t, checkMemory) }

func checkMemory(t *testing.T, m *cluster.Manager, join joiner) {
	startWorker(t, join(&cluster.Worker{Name: "w", Memory: 256 << 20, Errors: 1, Do: map[cluster.Kind]cluster.Handler{
		double: doubler,
		"glutton": func(ctx context.Context, _ json.RawMessage) (any, error) {
			var all [][]byte
			for len(all) < 100 && ctx.Err() == nil {
				more := make([]byte, 16<<20)
				for i := 0; i < len(more); i += 4096 {
					more[i] = 1 // so that it is really there
				}
				all = append(all, more)
			}
			<-ctx.Done()
			return len(all), ctx.Err()
		},
	}}))
	j := m.Open("mixed")
	defer j.Close()
	err := j.Do(context.Background(), cluster.Item{Kind: "glutton", Key: "glutton"}, func(*cluster.Result) error { return nil })
	if failed, ok := errors.AsType[*cluster.ItemError](err); !ok || !strings.Contains(failed.Reason, "more memory than it may (256 MB)") {
		t.Error(err)
	}
	doAll(t, j, 0, 3, func() {})
}

// TestSilentDeaths covers an item that kills its workers: the queue receives no more
// messages about it. After some attempts it is given up.
func TestSilentDeaths(t *testing.T) {
	s := embed(t)
	conn := connect(t, s)
	m := manage(t, conn)
	j := m.Open("deadly")
	defer j.Close()
	over := make(chan error, 1)
	go func() {
		over <- j.Do(context.Background(), number(t, 1), func(*cluster.Result) error { return nil })
	}()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	for died := 0; died < 3; {
		c, err := js.Consumer(context.Background(), "LUDEX_WORK", "workers")
		if err != nil {
			continue // the manager makes it just now
		}
		if batch, err := c.Fetch(1, jetstream.FetchMaxWait(2*time.Second)); err == nil {
			for range batch.Messages() {
				died++
			}
		}
	}
	startWorker(t, &cluster.Worker{Conn: connect(t, s), Name: "w", Deaths: 3, Do: map[cluster.Kind]cluster.Handler{double: doubler}})
	if failed, ok := errors.AsType[*cluster.ItemError](<-over); !ok || !strings.Contains(failed.Reason, "given up: 3 attempts") {
		t.Error(failed)
	}
}

// TestDrain ends a worker: it hands back what it cannot finish in time, and another
// one does it.
func TestDrain(t *testing.T) { onBoth(t, checkDrain) }

func checkDrain(t *testing.T, m *cluster.Manager, join joiner) {
	begun := make(chan bool, 10)
	stop := startWorker(t, join(&cluster.Worker{Name: "first", Do: map[cluster.Kind]cluster.Handler{
		double: func(ctx context.Context, _ json.RawMessage) (any, error) {
			begun <- true
			<-ctx.Done()
			return nil, ctx.Err()
		},
	}}))
	j := m.Open("numbers")
	defer j.Close()
	over := make(chan string, 1)
	go func() {
		who := ""
		if err := j.Do(context.Background(), number(t, 1), func(r *cluster.Result) error { who = r.Worker; return nil }); err != nil {
			who = err.Error()
		}
		over <- who
	}()
	<-begun
	if err := stop(); err != nil {
		t.Error(err)
	}
	startWorker(t, join(&cluster.Worker{Name: "second", Do: map[cluster.Kind]cluster.Handler{double: doubler}}))
	if who := <-over; who != "second" {
		t.Errorf("it was done by %s", who)
	}
}

// TestFinishes ends a worker that has the time to finish what it does.
func TestFinishes(t *testing.T) { onBoth(t, checkFinishes) }

func checkFinishes(t *testing.T, m *cluster.Manager, join joiner) {
	begun, finish := make(chan bool, 10), make(chan bool)
	stop := startWorker(t, join(&cluster.Worker{Name: "w", Drain: time.Hour, Do: map[cluster.Kind]cluster.Handler{
		double: func(ctx context.Context, payload json.RawMessage) (any, error) {
			begun <- true
			<-finish
			return doubler(ctx, payload)
		},
	}}))
	j := m.Open("numbers")
	defer j.Close()
	go func() {
		<-begun
		go func() { _ = stop() }()
		close(finish)
	}()
	doAll(t, j, 1, 2, func() {})
}

// TestUnresponsiveWork stops a worker whose work ignores that: it is still handed back.
func TestUnresponsiveWork(t *testing.T) { onBoth(t, checkUnresponsiveWork) }

func checkUnresponsiveWork(t *testing.T, m *cluster.Manager, join joiner) {
	begun, finish := make(chan bool, 1), make(chan bool)
	defer close(finish)
	stop := startWorker(t, join(&cluster.Worker{Name: "deaf", Do: map[cluster.Kind]cluster.Handler{
		double: func(context.Context, json.RawMessage) (any, error) {
			begun <- true
			<-finish
			return nil, nil
		},
	}}))
	j := m.Open("numbers")
	defer j.Close()
	go func() {
		<-begun
		if err := stop(); err != nil {
			t.Error(err)
		}
		startWorker(t, join(&cluster.Worker{Name: "w", Do: map[cluster.Kind]cluster.Handler{double: doubler}}))
	}()
	doAll(t, j, 1, 2, func() {})
}

// TestDialIsGivenUp stops while a server takes its time to answer: the connection is
// not yet given up by the library.
func TestDialIsGivenUp(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ctx, stop := context.WithCancel(t.Context())
	dialed := make(chan error, 1)
	go func() {
		_, err := cluster.Dial(ctx, cluster.DialOptions{URL: "nats://" + l.Addr().String(), Patience: -1})
		dialed <- err
	}()
	server, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	stop()
	if err := <-dialed; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := io.WriteString(server, "INFO {}\r\n"); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 7)
	if _, err := io.ReadFull(server, answer); err != nil || string(answer) != "CONNECT" {
		t.Errorf("the library says %q, %v", answer, err)
	}
}

// TestUnwanted closes a job: the worker stops working on it.
func TestUnwanted(t *testing.T) { onBoth(t, checkUnwanted) }

func checkUnwanted(t *testing.T, m *cluster.Manager, join joiner) {
	begun, stopped := make(chan bool, 1), make(chan cluster.Ending, 1)
	startWorker(t, join(&cluster.Worker{Name: "w", Ended: func(e cluster.Ending) { stopped <- e }, Do: map[cluster.Kind]cluster.Handler{
		double: func(ctx context.Context, _ json.RawMessage) (any, error) {
			begun <- true
			<-ctx.Done()
			return nil, ctx.Err()
		},
	}}))
	j := m.Open("numbers")
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-begun
		cancel()
	}()
	if err := j.Do(ctx, number(t, 1), nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	j.Close()
	if e := <-stopped; e.Outcome != cluster.Stopped || e.Kind != double {
		t.Errorf("%+v", e)
	}
}

// TestLarge covers items and results that are too large for a message.
func TestLarge(t *testing.T) {
	s := embed(t)
	m := manage(t, connect(t, s))
	m.Limit(10_000)
	w := &cluster.Worker{Conn: connect(t, s), Name: "w", Do: map[cluster.Kind]cluster.Handler{
		"echo": func(_ context.Context, payload json.RawMessage) (any, error) { return payload, nil },
	}}
	w.Limit(10_000)
	startWorker(t, w)
	j := m.Open("large")
	defer j.Close()
	// Text that cannot be compressed much.
	var text strings.Builder
	for x := uint64(1); text.Len() < 400_000; x = x*6364136223846793005 + 1442695040888963407 {
		fmt.Fprintf(&text, "%016x", x)
	}
	item, err := cluster.NewItem("echo", "large", text.String())
	if err != nil {
		t.Fatal(err)
	}
	err = j.Do(context.Background(), item, func(r *cluster.Result) error {
		if string(r.Payload) != string(item.Payload) {
			t.Errorf("%d bytes came back of %d", len(r.Payload), len(item.Payload))
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestVersions covers a queue of another version.
func TestVersions(t *testing.T) {
	s := embed(t)
	conn := connect(t, s)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	_, err = js.CreateStream(context.Background(), jetstream.StreamConfig{Name: "LUDEX_WORK", Subjects: []string{"ludex.work.>"},
		Metadata: map[string]string{"ludex-protocol": "0"}, Storage: jetstream.MemoryStorage})
	if err != nil {
		t.Fatal(err)
	}
	w := &cluster.Worker{Conn: conn, Name: "w"}
	if err := w.Run(context.Background()); err == nil || !strings.Contains(err.Error(), "another version of ludex") {
		t.Errorf("the worker says %v", err)
	}
	j := manage(t, conn).Open("numbers")
	defer j.Close()
	if err := j.Do(context.Background(), number(t, 1), nil); err == nil || !strings.Contains(err.Error(), "another version of ludex") {
		t.Errorf("the manager says %v", err)
	}
}

// TestMissingToken connects without the token.
func TestMissingToken(t *testing.T) {
	s := embed(t)
	_, err := cluster.Dial(context.Background(), cluster.DialOptions{URL: strings.Replace(s.URL, "nats://", "nats://secret@", 1), Patience: -1})
	if err == nil || strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), "127.0.0.1") {
		t.Errorf("the error is %v", err)
	}
	conn, err := cluster.Dial(context.Background(), cluster.DialOptions{URL: s.URL, Token: s.Token})
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
}

// BenchmarkItem measures what an item costs besides the work itself.
func BenchmarkItem(b *testing.B) {
	s := embed(b)
	m, err := cluster.NewManager(connect(b, s), cluster.ManagerOptions{})
	if err != nil {
		b.Fatal(err)
	}
	defer m.Close()
	for i := range 2 {
		conn, err := cluster.Dial(context.Background(), cluster.DialOptions{URL: s.URL, Token: s.Token})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(conn.Close)
		startWorker(b, &cluster.Worker{Conn: conn, Name: fmt.Sprint(i), Do: map[cluster.Kind]cluster.Handler{double: doubler}})
	}
	j := m.Open("bench")
	defer j.Close()
	var group sync.WaitGroup
	next := make(chan int)
	for range 8 {
		group.Go(func() {
			for n := range next {
				if err := j.Do(context.Background(), number(b, n), func(*cluster.Result) error { return nil }); err != nil {
					b.Error(err)
				}
			}
		})
	}
	n := 0
	for b.Loop() {
		next <- n
		n++
	}
	close(next)
	group.Wait()
}
