package cluster_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"ludex/internal/cluster"
)

// manageLocally makes a manager for workers of this machine.
func manageLocally(t testing.TB) (*cluster.LocalManager, joiner) {
	t.Helper()
	m, err := cluster.ListenLocally(cluster.ManagerOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m, func(w *cluster.Worker) *cluster.Worker {
		w.Local = dialLocally(t, m)
		return w
	}
}

func dialLocally(t testing.TB, m *cluster.LocalManager) *cluster.LocalConn {
	t.Helper()
	conn, err := cluster.DialLocally(t.Context(), m.Address, m.Token)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// TestLocalDeaths cuts the connections of workers while they work, as if they had died. The
// item is given to others, and given up in the end.
func TestLocalDeaths(t *testing.T) {
	m, _ := manageLocally(t)
	j := m.Open("deadly")
	defer j.Close()
	over := make(chan error, 1)
	go func() {
		over <- j.Do(context.Background(), number(t, 1), func(*cluster.Result) error { return nil })
	}()
	for range 3 {
		conn := dialLocally(t, m)
		startWorker(t, &cluster.Worker{Local: conn, Name: "w", Deaths: 2, Do: map[cluster.Kind]cluster.Handler{
			double: func(ctx context.Context, _ json.RawMessage) (any, error) {
				conn.Close()
				<-ctx.Done()
				return nil, ctx.Err()
			},
		}})
		// The third one refuses to begin. Before, the worker is ended by the loss of its manager.
	}
	if failed, ok := errors.AsType[*cluster.ItemError](<-over); !ok || !strings.Contains(failed.Reason, "given up: 2 attempts") {
		t.Error(failed)
	}
}

// TestLocalSilence has a program that greets the manager, takes an item and says no more. The
// item is given to another worker.
func TestLocalSilence(t *testing.T) {
	m, err := cluster.ListenLocally(cluster.ManagerOptions{Lease: 300 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	conn, err := net.Dial("tcp", m.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	in, out := json.NewDecoder(conn), json.NewEncoder(conn)
	var told json.RawMessage
	if err := errors.Join(out.Encode(map[string]any{"Token": m.Token, "Protocol": cluster.Protocol, "Presence": cluster.Presence{Name: "mute", Threads: 1}}), in.Decode(&told)); err != nil {
		t.Fatal(err)
	}
	j := m.Open("numbers")
	defer j.Close()
	over := make(chan struct{})
	go func() {
		defer close(over)
		doAll(t, j, 0, 1, func() {})
	}()
	if err := in.Decode(&told); err != nil || !strings.Contains(string(told), "number 0") {
		t.Fatalf("%s %v", told, err)
	}
	startWorker(t, &cluster.Worker{Local: dialLocally(t, m), Name: "w", Do: map[cluster.Kind]cluster.Handler{double: doubler}})
	<-over
}

// TestLocalRefused covers workers that the manager refuses, and one whose manager ends.
func TestLocalRefused(t *testing.T) {
	m, join := manageLocally(t)
	wrong, err := cluster.DialLocally(t.Context(), m.Address, "guessed")
	if err != nil {
		t.Fatal(err)
	}
	defer wrong.Close()
	if err := (&cluster.Worker{Local: wrong}).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "token") {
		t.Error(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- join(&cluster.Worker{Name: "w"}).Run(context.Background()) }()
	if err := m.Await(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	m.Close()
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "the manager is gone") {
		t.Error(err)
	}
}
