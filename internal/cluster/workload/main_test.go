//go:build unix

package workload_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"testing"
	"time"

	"ludex/internal/cluster"
	"ludex/internal/cluster/workload"
	"ludex/internal/roster"
	"ludex/internal/store"
	"ludex/internal/tournament"
)

// What a process of the tests is to be.
const (
	roleEnv       = "LUDEX_TEST_ROLE" // manager or worker; otherwise it is the test
	natsEnv       = "LUDEX_TEST_NATS"
	storeEnv      = "LUDEX_TEST_STORE"
	tournamentEnv = "LUDEX_TEST_TOURNAMENT"
	nameEnv       = "LUDEX_TEST_NAME"
)

func TestMain(m *testing.M) {
	role := map[string]func(context.Context) error{"manager": runManager, "worker": runWorker}[os.Getenv(roleEnv)]
	if role == nil {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := role(ctx); err != nil {
		fmt.Fprintln(os.Stderr, os.Getenv(roleEnv), err)
		os.Exit(1)
	}
}

// seats are the players of these tests.
func seats() (tournament.Players, func()) { return tournament.InProcess(roster.All()), func() {} }

// newFullWorker makes a worker that can do everything.
func newFullWorker(dialing cluster.DialOptions) (w *cluster.Worker, stop func(), err error) {
	conn, err := cluster.Dial(context.Background(), dialing)
	if err != nil {
		return nil, nil, err
	}
	runner := workload.NewRunner(seats)
	return &cluster.Worker{Conn: conn, Name: dialing.Name, Do: runner.Handlers()}, func() {
		runner.Close()
		conn.Close()
	}, nil
}

func runWorker(ctx context.Context) error {
	w, stop, err := newFullWorker(cluster.DialOptions{URL: os.Getenv(natsEnv), Name: os.Getenv(nameEnv), Patience: -1})
	if err != nil {
		return err
	}
	defer stop()
	w.Deaths = 1000 // here they are not the fault of the work
	return w.Run(ctx)
}

// hasty is a manager that notices everything soon.
var hasty = cluster.ManagerOptions{Lease: 500 * time.Millisecond, Check: 100 * time.Millisecond}

// runManager plays the matches of a tournament on workers, and prints a word after each.
func runManager(ctx context.Context) error {
	h, err := newHost(ctx, os.Getenv(storeEnv), os.Getenv(tournamentEnv))
	if err != nil {
		return err
	}
	defer h.Store.Close()
	conn, err := cluster.Dial(ctx, cluster.DialOptions{URL: os.Getenv(natsEnv), Name: "manager", Patience: -1})
	if err != nil {
		return err
	}
	defer conn.Close()
	m, err := cluster.NewManager(conn, hasty)
	if err != nil {
		return err
	}
	defer m.Close()
	j := m.Open("cup")
	defer j.Close()
	h.PlayRemotely, h.Window = workload.PlayRemotely(j, func(*cluster.Result) {}), func() int { return 6 }
	h.Watch = func(p *tournament.Progress) {
		if p.Last != nil {
			fmt.Println("match", p.Done)
		}
	}
	p, err := h.Run(ctx)
	if err != nil {
		return fmt.Errorf("%w %v", err, p)
	}
	return nil
}

// newHost makes the host of a tournament with a store.
func newHost(ctx context.Context, path, text string) (*tournament.Host, error) {
	c, err := tournament.Read("cup.toml", text)
	if err != nil {
		return nil, err
	}
	fields, err := c.OpenGames(ctx, os.TempDir())
	if err != nil {
		return nil, err
	}
	s, err := store.OpenWith(ctx, path, store.Options{Wait: time.Minute})
	if err != nil {
		return nil, err
	}
	players, _ := seats()
	return &tournament.Host{Config: c, Games: fields, Store: s, Players: players}, nil
}

// tableText returns the final table of a tournament.
func tableText(t testing.TB, p *tournament.Progress) string {
	t.Helper()
	text, err := json.Marshal(p.Config.Table(p.Schedule, p.Results))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
