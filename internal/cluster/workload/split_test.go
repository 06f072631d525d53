//go:build unix

package workload_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/cluster"
	"ludex/internal/cluster/workload"
	"ludex/internal/report"
	"ludex/internal/roster"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

// split makes a split with its own job.
func split(t testing.TB, m *cluster.Manager) workload.Split {
	t.Helper()
	j := m.Open(cluster.JobName(t.Name(), rand.Text()))
	t.Cleanup(j.Close)
	return workload.Split{Job: j, Parts: 10, Ended: func(*cluster.Result) {}}
}

// startManager makes a manager with workers in this process.
func startManager(t testing.TB, workers int) *cluster.Manager {
	t.Helper()
	m, err := cluster.ListenLocally(cluster.ManagerOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	for i := range workers {
		conn, err := cluster.DialLocally(t.Context(), m.Address, m.Token)
		if err != nil {
			t.Fatal(err)
		}
		runner := workload.NewRunner(seats)
		keepWorking(t, &cluster.Worker{Local: conn, Name: fmt.Sprint("w", i), Do: runner.Handlers()}, func() {
			runner.Close()
			_ = conn.Close()
		})
	}
	if err := m.Await(context.Background(), workers); err != nil {
		t.Fatal(err)
	}
	return m.Manager
}

// startWorker runs a worker until the test ends.
func startWorker(t testing.TB, d cluster.DialOptions) {
	t.Helper()
	w, stop, err := newFullWorker(d)
	if err != nil {
		t.Fatal(err)
	}
	keepWorking(t, w, stop)
}

// keepWorking runs a worker until the test ends, and then calls stop.
func keepWorking(t testing.TB, w *cluster.Worker, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan error)
	go func() { over <- w.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-over; err != nil {
			t.Error(err)
		}
		stop()
	})
}

// open opens a game of the library.
func open(t testing.TB, name string) (workload.Rules, *rules.Rules, game.Game) {
	t.Helper()
	entry, ok := library.Lookup(name)
	if !ok {
		t.Fatal(name)
	}
	file := source.NewFile(entry.File, entry.Rules())
	r := rules.Read(file, rules.Options{})
	if r.IsTimed() {
		return workload.NewRules(file, rules.Options{}, "auto"), r, nil
	}
	g, _, err := r.Open(context.Background(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	return workload.NewRules(file, rules.Options{}, "auto"), r, g
}

// TestPerft counts games of several kinds in parts and as a whole.
func TestPerft(t *testing.T) {
	t.Parallel()
	m := startManager(t, 2)
	for name, depth := range map[string]int{"tictactoe": 5, "connectthree": 5, "rockpaperscissors": 3, "breakthrough": 2, "nim": 4, "highlow": 3, "eightpuzzle": 7} {
		t.Run(name, func(t *testing.T) {
			r, _, g := open(t, name)
			machine := g.NewMachine()
			p := game.NewPlayout(g, machine)
			p.Reset(nil, 1)
			if err := p.Step(); err != nil {
				t.Fatal(err)
			}
			for _, from := range []game.State{nil, slices.Clone(p.State)} {
				want, err := game.Perft(context.Background(), g, from, depth, true)
				if err != nil {
					t.Fatal(err)
				}
				for _, terminal := range []bool{true, false} {
					c := workload.PerftCounter{Split: split(t, m), Rules: r, Game: g, From: from, Terminal: terminal}
					for d := range depth + 1 {
						at := want[d]
						if !terminal {
							at.Terminal = 0
						}
						got, before, err := c.At(context.Background(), d, depth)
						if err != nil || got != at || d > 0 && before != want[d-1].Terminal {
							t.Errorf("depth %d: %+v, %d before, %v; want %+v", d, got, before, err, at)
						}
					}
				}
			}
		})
	}
}

// TestPlayouts runs deterministic playouts in parts and as a whole.
func TestPlayouts(t *testing.T) {
	t.Parallel()
	r, _, g := open(t, "nim")
	want, err := game.ScalarPlayouts(context.Background(), g, game.PlayoutOptions{Count: 333, Seed: 5, MaxSteps: 6})
	if err != nil {
		t.Fatal(err)
	}
	m := startManager(t, 2)
	s := split(t, m)
	got, took, err := s.Playouts(context.Background(), workload.PlayoutBatch{Rules: r, Count: 333, Seed: 5, MaxSteps: 6, Deterministic: true})
	if err != nil || got.Playouts != 333 || got.States != want.States || got.Cut != want.Cut || !slices.Equal(got.Goals, want.Goals) || took <= 0 {
		t.Errorf("%v: %+v, want %+v", err, got, want)
	}
	first := g.Facts(g.NewMachine().Initial(nil))
	batch := workload.PlayoutBatch{Rules: r, From: first, Time: 20 * time.Millisecond}
	other := split(t, m)
	if got, _, err := other.Playouts(context.Background(), batch); err != nil || got.Playouts == 0 || got.Finished != got.Playouts {
		t.Errorf("%v: %+v", err, got)
	}
}

// TestReport makes reports in parts and as a whole: of a game in turns, one that
// hides information and one in real time.
func TestReport(t *testing.T) {
	t.Parallel()
	games := []string{"nim"}
	if os.Getenv("LUDEX_FULL") != "" {
		games = []string{"nim", "kuhnpoker", "tictactoe"}
	}
	m := startManager(t, 2)
	for _, name := range games {
		r, read, g := open(t, name)
		maker, err := roster.All().Maker("mcts:memory=1")
		if err != nil {
			t.Fatal(err)
		}
		opt := report.Options{Playouts: 100, Games: 6, Nodes: 20, Player: "mcts:memory=1", New: maker, Seed: 3}
		about := report.About{Name: name, Hash: read.Hash(), Facts: []report.Fact{{Name: "a", Text: "b"}}}
		want, err := report.Collect(context.Background(), report.Subject{About: about, Game: g}, opt, report.Shard{Of: 1})
		if err != nil {
			t.Fatal(err)
		}
		s := split(t, m)
		got, err := s.Report(context.Background(), workload.NewReportShard(r, about, opt, report.Shard{}))
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Shards) != 10 {
			t.Errorf("%s: the shards are %v", name, got.Shards)
		}
		got.Shards = want.Shards
		if a, b := asJSON(t, want), asJSON(t, got); a != b {
			t.Errorf("%s: in one part\n%s\nin ten\n%s", name, a, b)
		}
	}
}

func TestTimedReport(t *testing.T) {
	t.Parallel()
	r, read, _ := open(t, "duel")
	s := split(t, startManager(t, 1))
	s.Parts = 2
	study := workload.NewReportShard(r, report.About{Name: "duel", Hash: read.Hash()}, report.Options{Playouts: 8, Games: 2, Nodes: 5, Player: "realtime", Seed: 1}, report.Shard{})
	got, err := s.Report(context.Background(), study)
	if err != nil || got.Timed == nil || got.SelfTimed == nil {
		t.Fatalf("%v: %+v", err, got)
	}
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestBadWork checks that work that cannot be done fails with a reason.
func TestBadWork(t *testing.T) {
	t.Parallel()
	s := split(t, startManager(t, 4))
	good, _, _ := open(t, "nim")
	timed, _, _ := open(t, "duel")
	var group sync.WaitGroup
	for _, tt := range []struct {
		kind    cluster.Kind
		payload any
		want    string
	}{
		{workload.Perft, 5, "reading the work"},
		{workload.Perft, workload.PerftShard{Rules: workload.Rules{File: "x.kif", Text: "(role"}}, "game x.kif"},
		{workload.Perft, workload.PerftShard{Rules: timed}, "in real time"},
		{workload.Perft, workload.PerftShard{Rules: good, Depth: -1}, "depth of -1"},
		{workload.Perft, workload.PerftShard{Rules: good, Depth: 1, States: []workload.WeightedState{{Facts: []string{"(strange"}}}}, "strange"},
		{workload.Playouts, workload.PlayoutBatch{Rules: good}, "without an end"},
		{workload.Playouts, workload.PlayoutBatch{Rules: timed, Count: 1}, "in real time"},
		{workload.Report, workload.ReportShard{Rules: good, Player: "nobody"}, "nobody"},
		{workload.Report, workload.ReportShard{Rules: timed, Player: "nobody"}, "nobody"},
		{workload.Match, map[string]any{"file": "x.kif", "rules": "(role"}, "game x.kif"},
		{workload.Match, map[string]any{"file": good.File, "rules": good.Text}, "a match of 0 games"},
	} {
		item, err := cluster.NewItem(tt.kind, fmt.Sprintf("%s %s", tt.kind, asJSON(t, tt.payload)), tt.payload)
		if err != nil {
			t.Fatal(err)
		}
		group.Go(func() {
			err := s.Job.Do(context.Background(), item, func(*cluster.Result) error { return errors.New("it is done") })
			if failed, ok := errors.AsType[*cluster.ItemError](err); !ok || !strings.Contains(failed.Reason, tt.want) {
				t.Errorf("%s: %v, want %q", tt.kind, err, tt.want)
			}
		})
	}
	group.Wait()
}
