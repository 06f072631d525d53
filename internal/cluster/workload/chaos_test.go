//go:build unix

package workload_test

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"

	"ludex/game"
	"ludex/internal/cluster/clustertest"
	"ludex/internal/store"
	"ludex/internal/tournament"
)

// tournamentText is a tournament of sixty matches.
const tournamentText = `
name = "cup"
kind = %q
games = ["tictactoe", "nim", "connectthree"]
players = ["random", "legal", {name = "eager", player = "greedy"}, {name = "tree", player = "mcts:memory=1"}, {name = "lucky", player = "random"}]
nodes = 8
seed = %d
%s
`

// A process is a manager or a worker that can be killed.
type process struct {
	*exec.Cmd
	out io.ReadCloser
}

// start starts this program in a role.
func start(t testing.TB, role string, env ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(os.Args[0])}
	p.Env = append(append(os.Environ(), roleEnv+"="+role), env...)
	p.Stderr = os.Stderr
	clustertest.EndWithParent(p.Cmd)
	var err error
	if p.out, err = p.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	return p
}

// kill kills the process, and reports whether it had ended well before.
func (p *process) kill() bool {
	_ = p.Process.Kill()
	_, _ = io.Copy(io.Discard, p.out)
	return p.Wait() == nil
}

// A stage is everything that takes part in a tournament and can be disturbed.
type stage struct {
	t       testing.TB
	rand    *game.Rand
	nats    *clustertest.NATS
	proxy   *clustertest.Proxy
	base    *database
	text    string
	workers []*process
	number  int // of workers that were started
	manager *process
	counts  map[string]int
	only    func(what string) bool // which disturbances happen; nil is all
	every   int                    // matches between two of them, at most
}

// A database is a store that can be disturbed.
type database struct {
	path  string
	kinds func(*stage) map[string]func() // disturbances; nil if there are none
}

func (s *stage) worker() *process {
	s.number++
	return start(s.t, "worker", natsEnv+"="+s.proxy.URL(), nameEnv+fmt.Sprintf("=w%d", s.number))
}

func (s *stage) newManager() *process {
	return start(s.t, "manager", natsEnv+"="+s.proxy.URL(), storeEnv+"="+s.base.path, tournamentEnv+"="+s.text)
}

// yield lets the other goroutines make some progress.
func (s *stage) yield() {
	for range s.rand.Choose(20_000) {
		runtime.Gosched()
	}
}

// disturbances returns what can go wrong, by name. The play method disturbs the manager.
func (s *stage) disturbances() map[string]func() {
	kinds := map[string]func(){
		"worker killed": func() {
			i := s.rand.Choose(len(s.workers))
			s.workers[i].kill()
			s.workers[i] = s.worker()
		},
		"worker paused": func() {
			clustertest.Pause(s.t, s.workers[s.rand.Choose(len(s.workers))].Process, s.yield)
		},
		"worker replaced": func() { // told to stop, as when a machine is shut down
			i := s.rand.Choose(len(s.workers))
			_ = s.workers[i].Process.Signal(syscall.SIGTERM)
			_ = s.workers[i].Wait()
			s.workers[i] = s.worker()
		},
		"manager paused":        func() { clustertest.Pause(s.t, s.manager.Process, s.yield) },
		"NATS killed":           s.nats.Restart,
		"NATS lost":             s.nats.Wipe,
		"NATS paused":           func() { s.nats.Pause(s.yield) },
		"connections cut":       s.proxy.Cut,
		"connections cut twice": func() { s.proxy.Cut(); s.yield(); s.proxy.Cut() },
	}
	if s.base.kinds != nil {
		maps.Copy(kinds, s.base.kinds(s))
	}
	return kinds
}

// play plays the tournament to its end, with a disturbance after every few matches.
func (s *stage) play() {
	s.t.Helper()
	for range 2 {
		s.workers = append(s.workers, s.worker())
	}
	defer func() {
		for _, w := range s.workers {
			w.kill()
		}
	}()
	kinds := s.disturbances()
	names := append(slices.Sorted(maps.Keys(kinds)), "manager killed")
	if s.only != nil {
		names = slices.DeleteFunc(names, func(what string) bool { return !s.only(what) })
	}
	s.manager = s.newManager()
	lines := bufio.NewScanner(s.manager.out)
	for {
		for range 1 + s.rand.Choose(s.every) {
			if !lines.Scan() {
				if !s.manager.kill() {
					s.t.Fatal("the manager failed")
				}
				return
			}
		}
		s.yield()
		what := names[s.rand.Choose(len(names))]
		s.counts[what]++
		if what != "manager killed" {
			kinds[what]()
			continue
		}
		if s.manager.kill() {
			return
		}
		s.manager = s.newManager()
		lines = bufio.NewScanner(s.manager.out)
	}
}

// chaos disturbs a tournament, and compares its end with an undisturbed one. The stage
// says how, if it is not to be as usual. It returns how many matches and disturbances
// there were.
func chaos(t *testing.T, seed uint64, kind tournament.Kind, more string, base *database, how stage) (matches int, disturbances map[string]int) {
	t.Helper()
	ctx := context.Background()
	text := fmt.Sprintf(tournamentText, kind, seed+1, more)
	calm, err := newHost(ctx, filepath.Join(t.TempDir(), "calm.db"), text)
	if err != nil {
		t.Fatal(err)
	}
	defer calm.Store.Close()
	want, err := calm.Run(ctx)
	if err != nil {
		t.Fatal(err)
	}
	nats := clustertest.StartNATS(t)
	s := &how
	s.t, s.rand, s.nats, s.proxy, s.base, s.text = t, game.NewRand(seed), nats, clustertest.StartProxy(t, nats.Address()), base, text
	s.counts, s.every = map[string]int{}, cmp.Or(s.every, 10)
	s.play()
	h, err := newHost(ctx, base.path, text)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Store.Close()
	got, err := tournament.Load(ctx, h.Store, "cup")
	if err != nil {
		t.Fatal(err)
	}
	if !got.Finished() || tableText(t, got) != tableText(t, want) {
		t.Errorf("after %v the table is\n%s, and undisturbed\n%s", s.counts, tableText(t, got), tableText(t, want))
	}
	checkStore(t, h, got)
	return got.Done, s.counts
}

// checkStore checks that the store has exactly one completed record for each match
// of a tournament, which follows from the rules, and nothing else that is complete.
func checkStore(t testing.TB, h *tournament.Host, p *tournament.Progress) {
	t.Helper()
	ctx := context.Background()
	results, err := h.Store.Results(ctx, h.Config.Name)
	if err != nil || len(results) != len(p.Schedule.Fixtures) {
		t.Fatalf("%d results for %d fixtures: %v", len(results), len(p.Schedule.Fixtures), err)
	}
	var of []string
	for _, res := range results {
		of = append(of, res.Match)
		r, err := h.Store.Match(ctx, res.Match)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(h.Config.Games, func(g tournament.Game) bool { return g.Name == res.Game })
		if err := r.Check(ctx, h.Games[i].Rules, h.Games[i].Game); err != nil || !slices.Equal(r.Goals, res.Goals) {
			t.Errorf("%s: %v, goals %v and %v", res.Key, err, r.Goals, res.Goals)
		}
	}
	complete, err := h.Store.IDs(ctx, store.Filter{Status: store.Completed})
	slices.Sort(of)
	slices.Sort(complete)
	if err != nil || !slices.Equal(of, complete) {
		t.Errorf("%v: %d records are complete, and %d have results", err, len(complete), len(of))
	}
}

// kindsOfCups are the tournaments that are disturbed.
var kindsOfCups = []struct {
	kind tournament.Kind
	more string
}{{tournament.RoundRobin, ""}, {tournament.Swiss, "rounds = 5"}, {tournament.Gauntlet, "repeats = 3\nchallengers = [\"tree\"]"}, {tournament.Knockout, "matches = 5"}}

// TestChaos kills, pauses and cuts off whatever takes part in a tournament, at
// random points. In the end the table is the same as for an undisturbed tournament,
// and no match is lost or stored twice.
func TestChaos(t *testing.T) {
	t.Parallel()
	seeds := 2
	if testing.Short() {
		seeds = 1
	}
	if os.Getenv("LUDEX_FULL") != "" {
		seeds = 60
	}
	played, sum := 0, map[string]int{}
	for seed := range seeds {
		of := kindsOfCups[seed%len(kindsOfCups)]
		t.Run(fmt.Sprintf("%d-%s", seed, of.kind), func(t *testing.T) {
			base := &database{path: filepath.Join(t.TempDir(), "chaos.db")}
			_, disturbances := chaos(t, uint64(seed), of.kind, of.more, base, stage{})
			for what, n := range disturbances {
				sum[what] += n
			}
			played++
		})
	}
	t.Logf("%d tournaments; disturbances: %v", played, sum)
}
