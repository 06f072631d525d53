//go:build unix

package workload_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"ludex/internal/cluster"
	"ludex/internal/cluster/clustertest"
	"ludex/internal/cluster/workload"
	"ludex/internal/tournament"
)

// playTournament plays a tournament with workers in this process, calls a function after
// each match, and compares its table with the table of a tournament without workers.
func playTournament(t *testing.T, d cluster.DialOptions, after func(*cluster.Manager, int)) {
	t.Helper()
	ctx := context.Background()
	text := fmt.Sprintf(tournamentText, tournament.RoundRobin, 1, "")
	var tables []string
	for _, elsewhere := range []bool{false, true} {
		h, err := newHost(ctx, filepath.Join(t.TempDir(), "cup.db"), text)
		if err != nil {
			t.Fatal(err)
		}
		defer h.Store.Close()
		if elsewhere {
			m := startCluster(t, d)
			j := m.Open("cup")
			defer j.Close()
			var done atomic.Int64
			h.PlayRemotely = workload.PlayRemotely(j, func(*cluster.Result) { after(m, int(done.Add(1))) })
			h.Window = m.Window
		}
		p, err := h.Run(ctx)
		if err != nil {
			t.Fatal(err, p.Failed)
		}
		checkStore(t, h, p)
		tables = append(tables, tableText(t, p))
	}
	if tables[0] != tables[1] {
		t.Errorf("here the table is\n%s, and elsewhere\n%s", tables[0], tables[1])
	}
}

// startCluster makes a manager and two workers in this process.
func startCluster(t *testing.T, d cluster.DialOptions) *cluster.Manager {
	t.Helper()
	d.Name, d.Patience = "manager", -1
	conn, err := cluster.Dial(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	m, err := cluster.NewManager(conn, hasty)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	for i := range 2 {
		d.Name = fmt.Sprint("w", i)
		startWorker(t, d)
	}
	return m
}

// TestCluster plays a tournament over a cluster of three servers, of which one is
// killed and comes back, and then another one.
func TestCluster(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector, and TestChaos disturbs more: left to the complete run")
	}
	t.Parallel() // servers that elect a leader take their time
	again := os.Getenv("LUDEX_FULL") != ""
	routes := make([]string, 3)
	for i := range routes {
		routes[i] = fmt.Sprintf("nats://127.0.0.1:%d", clustertest.FreePort(t))
	}
	servers := make([]*clustertest.NATS, len(routes))
	urls := make([]string, len(routes))
	for i := range servers {
		servers[i] = clustertest.StartNATS(t, "-n", fmt.Sprint("n", i), "--cluster_name", "ludex", "--cluster", routes[i], "--routes", strings.Join(routes, ","))
		urls[i] = servers[i].URL()
	}
	d := cluster.DialOptions{URL: strings.Join(urls, ",")}
	playTournament(t, d, func(_ *cluster.Manager, done int) {
		switch {
		case done == 10:
			servers[0].Kill()
		case done == 25 && again:
			servers[0].Start()
		case done == 40 && again:
			servers[1].Kill()
		}
	})
	conn, err := cluster.Dial(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	s, err := js.Stream(context.Background(), "LUDEX_RESULTS")
	if err != nil {
		t.Fatal(err)
	}
	if n := s.CachedInfo().Config.Replicas; n != 3 {
		t.Errorf("results are on %d servers", n)
	}
}

// TestSecured plays a tournament over a server that speaks TLS and asks for
// credentials. Who has none does not get in.
func TestSecured(t *testing.T) {
	t.Parallel()
	secure := clustertest.NewSecure(t)
	server := clustertest.StartNATS(t, "-c", secure.Config)
	d := cluster.DialOptions{URL: "tls://" + server.Address(), CA: secure.CA, Credentials: secure.Credentials}
	for _, bad := range []cluster.DialOptions{{URL: d.URL, CA: d.CA}, {URL: d.URL, Credentials: d.Credentials}, {URL: d.URL, CA: "missing.pem"}} {
		bad.Patience = -1
		if conn, err := cluster.Dial(context.Background(), bad); err == nil {
			conn.Close()
			t.Errorf("%+v gets in", bad)
		}
	}
	playTournament(t, d, func(*cluster.Manager, int) {})
}
