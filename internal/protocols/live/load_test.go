package live

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/disguise"
	"ludex/internal/players/basic"
	"ludex/internal/protocols/ggp"
	"ludex/internal/protocols/playerprotocol"
	"ludex/internal/protocols/seat"
	"ludex/internal/rulestest"
	"ludex/match"
	"ludex/player"
	"ludex/rules"
)

// A load is how much a manager has to do: so many matches at a time, one after the
// other for a length of time, with players that take a while for every move.
type load struct {
	matches int
	time    time.Duration // after which no match is started
	think   time.Duration // for a move, on average
	game    string
}

// loads are what is played quickly, and with LUDEX_FULL.
var loads = map[bool]load{
	false: {matches: 20, time: 2 * time.Second, think: 20 * time.Millisecond, game: "tictactoe"},
	true:  {matches: 200, time: 2 * time.Minute, think: time.Second, game: "connectfour"},
}

func currentLoad() load { return loads[os.Getenv("LUDEX_FULL") != ""] }

// TestLoad plays many matches at the same time, each between a player that has
// connected by WebSocket and one that answers by HTTP, all of them in another
// process. No player makes a fault, memory does not grow, and no goroutine is
// left. It reports what a turn costs the manager: the time between two states,
// less the time that the slowest player took to answer.
func TestLoad(t *testing.T) {
	l := currentLoad()
	before := runtime.NumGoroutine()
	r := l.run(t)
	for limit := time.Now().Add(30 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(limit); {
		runtime.Gosched()
	}
	after := runtime.NumGoroutine()
	slices.Sort(r.turns)
	if len(r.turns) == 0 {
		t.Fatal("nothing was played")
	}
	t.Logf("%d matches with %d turns, %d at a time with %d players", r.played, len(r.turns), l.matches, 2*l.matches)
	t.Logf("the manager's own time per turn: median %v, 99th percentile %v, longest %v",
		r.turns[len(r.turns)/2], r.turns[len(r.turns)*99/100], r.turns[len(r.turns)-1])
	t.Logf("heap in use: %.1f MB at the start, %.1f MB in the middle, %.1f MB in the end", r.heap[0], r.heap[1], r.heap[2])
	t.Logf("goroutines: %d before, %d after", before, after)
	if len(r.faults) > 0 {
		t.Errorf("%d faults, such as %+v", len(r.faults), r.faults[0])
	}
	if r.heap[2] > 1.25*r.heap[1]+8 {
		t.Error("memory grows")
	}
	if after > before {
		t.Errorf("there were %d goroutines, now %d", before, after)
	}
}

// A loadResult is what was measured.
type loadResult struct {
	mu     sync.Mutex
	played int
	turns  []time.Duration
	faults []match.Fault
	heap   [3]float64 // in MB, at the start, in the middle and in the end
}

func (l *load) run(t *testing.T) *loadResult {
	h := new(Host)
	at, err := h.Listen(context.Background(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addresses, stop := startPlayers(t, at.String(), l.matches)
	res := new(loadResult)
	rs, g := rulestest.Open(t, l.game)
	start := time.Now()
	var managers sync.WaitGroup
	for i, address := range addresses {
		managers.Go(func() {
			first := start.Add(l.time / 12 * time.Duration(i) / time.Duration(l.matches)) // not all at the same moment
			<-time.After(time.Until(first))
			for n := 0; time.Since(start) < l.time; n++ {
				l.match(t, res, rs, g, uint64(i*1000+n), remote(h, disguise.Plain(rs), loadName(i)), address)
			}
		})
	}
	for i := range res.heap {
		<-time.After(time.Until(start.Add(l.time * time.Duration(i*7+4) / 20)))
		res.heap[i] = heap()
	}
	managers.Wait()
	stop()
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	return res
}

// loadName is what a player that connects is called.
func loadName(i int) string { return fmt.Sprint("player", i) }

// startPlayers starts the players in a separate process. It returns the
// addresses of the players that answer by HTTP, and a function that stops them.
func startPlayers(t *testing.T, manager string, n int) (addresses []string, stop func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestLoadPlayers$", "-test.timeout=10m")
	cmd.Env = append(os.Environ(), "LUDEX_LOAD_MANAGER="+manager)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for len(addresses) < n && lines.Scan() {
		addresses = append(addresses, lines.Text())
	}
	stop = func() {
		in.Close()
		for lines.Scan() { // what the test prints in the end
		}
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	if len(addresses) < n {
		stop()
		t.Fatalf("%d of %d players were started", len(addresses), n)
	}
	return addresses, stop
}

// TestLoadPlayers is not a test but the process with the players of TestLoad. It plays
// until its input ends.
func TestLoadPlayers(*testing.T) {
	manager := os.Getenv("LUDEX_LOAD_MANAGER")
	if manager == "" {
		return
	}
	l := currentLoad()
	ctx, cancel := context.WithCancel(context.Background())
	var players sync.WaitGroup
	for i := range l.matches {
		p := &Player{URL: "ws://" + manager + "/", Name: loadName(i), Server: &playerprotocol.Server{Options: seat.Options{NewPlayer: l.player}}}
		players.Go(func() { _ = p.Run(ctx) })
		server := httptest.NewServer(&ggp.Server{Name: loadName(i), Options: seat.Options{NewPlayer: l.player}})
		defer server.Close()
		fmt.Println(strings.TrimPrefix(server.URL, "http://"))
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
	cancel()
	players.Wait()
}

// heap returns how much memory is in use, in MB.
func heap() float64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return float64(stats.HeapAlloc) / (1 << 20)
}

// match plays a match and notes what its turns cost.
func (l *load) match(t *testing.T, res *loadResult, rs *rules.Rules, g game.Game, seed uint64, live *playerprotocol.Player, address string) {
	id := fmt.Sprint("load", seed)
	live.Match = id
	var times []time.Time
	record, err := match.Run(context.Background(), match.Config{
		ID: id, Rules: rs, Game: g, Seed: seed, StartClock: 2 * time.Minute, PlayClock: time.Minute,
		Seats: []match.Seat{
			{Name: "live", Player: live},
			{Name: "ggp", Player: &ggp.Player{Address: address, Match: id, Disguise: disguise.Plain(rs)}},
		},
		Now: func() time.Time {
			now := time.Now()
			times = append(times, now)
			return now
		},
	})
	if err != nil {
		t.Error(err)
		return
	}
	res.mu.Lock()
	defer res.mu.Unlock()
	res.played++
	res.faults = append(res.faults, record.Details.Faults...)
	for i := 1; i < len(record.Details.Took); i++ { // the first turn has the start in it
		slowest := time.Duration(slices.Max(record.Details.Took[i]) * float64(time.Millisecond))
		res.turns = append(res.turns, max(0, times[i+1].Sub(times[i])-slowest))
	}
}

// player returns a player that makes random moves after a while.
func (l *load) player() player.Player { return &thinking{think: l.think} }

// A thinking player waits before it answers, without using the processor.
type thinking struct {
	basic.Random
	think time.Duration
	rand  *game.Rand
}

func (p *thinking) Start(ctx context.Context, s player.Setup) error {
	p.rand = game.NewRand(s.Seed)
	return p.Random.Start(ctx, s)
}

func (p *thinking) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	timer := time.NewTimer(p.think/2 + time.Duration(p.rand.Choose(int(p.think))))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return p.Random.Choose(ctx, legal)
}
