package protocols

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/protocols/live"
	"ludex/internal/protocols/playerprotocol"
	"ludex/internal/protocols/seat"
	"ludex/internal/rulestest"
	"ludex/match"
	"ludex/player"
)

// The clock of TestLateness, and how many moves it asks for on each way.
const (
	latenessClock = 100 * time.Millisecond
	latenessStart = 2 * time.Second
	latenessMoves = 10_000
)

// TestLateness plays 10,000 moves with a clock of 100 ms, in process and again over the
// wire, two matches at a time, and reports how long the answers take, as the match sees it. The players are auto, which
// learns beside playing where it has no network, or those that LUDEX_LATENESS_PLAYER names. LUDEX_LATENESS_MOVES is another number of moves.
// How punctual a machine is says more about the machine than about the player, so nothing
// but the end of all goroutines is asserted.
func TestLateness(t *testing.T) {
	if os.Getenv("LUDEX_FULL") == "" {
		t.Skip("takes half an hour; LUDEX_FULL=1 runs it")
	}
	ways := map[string]func(*testing.T, string) *latenessTable{"in process": tableInProcess, "over the wire": tableOverTheWire}
	for way, set := range ways {
		t.Run(way, func(t *testing.T) {
			before := runtime.NumGoroutine()
			measureLateness(t, set)
			for limit := time.Now().Add(30 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(limit); {
				runtime.GC() // engines may still be prepared, and the processes of some end with their games
			}
			if after := runtime.NumGoroutine(); after > before {
				var stacks strings.Builder
				_ = pprof.Lookup("goroutine").WriteTo(&stacks, 1)
				t.Errorf("%d goroutines before, %d after:\n%s", before, after, stacks.String())
			}
		})
	}
}

// measureLateness plays on some games, two at a time.
func measureLateness(t *testing.T, set func(*testing.T, string) *latenessTable) {
	names := []string{"connectfour", "breakthrough-rbg", "chess", "go", "amazons"}
	work := make(chan string, len(names))
	for _, name := range names {
		work <- name
	}
	close(work)
	var group sync.WaitGroup
	moves := latenessMoves
	if text := os.Getenv("LUDEX_LATENESS_MOVES"); text != "" {
		var err error
		if moves, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		group.Go(func() {
			for name := range work {
				table := set(t, name)
				for seed := uint64(1); len(table.took) < moves/len(names); seed++ {
					if err := table.play(t.Context(), seed); err != nil {
						t.Errorf("%s: %v", name, err)
						break
					}
				}
				t.Log(name + ": " + table.String())
				if err := table.close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}

// A latenessTable plays matches of a game and notes how long the answers take.
type latenessTable struct {
	game    game.Game
	players []player.Maker
	await   func([]player.Player) error // waits until they are there; nil if they always are
	close   func() error
	took    []time.Duration
	faults  []player.Fault
}

// play plays one match.
func (l *latenessTable) play(ctx context.Context, seed uint64) error {
	m := player.Match{Game: l.game, StartClock: latenessStart, PlayClock: latenessClock, Seed: seed}
	for _, build := range l.players {
		m.Players = append(m.Players, build())
	}
	if l.await != nil {
		if err := l.await(m.Players); err != nil {
			return err
		}
	}
	m.Watch = func(s player.Step) error {
		for _, d := range s.Took {
			if d > 0 {
				l.took = append(l.took, d)
			}
		}
		return nil
	}
	res, err := player.Play(ctx, m)
	for _, f := range res.Faults {
		if f.Step != player.StartStep {
			l.faults = append(l.faults, f)
		}
	}
	return err
}

// String describes how long the answers took.
func (l *latenessTable) String() string {
	slices.Sort(l.took)
	n := len(l.took)
	over, _ := slices.BinarySearch(l.took, latenessClock+1)
	return fmt.Sprintf("%d moves, median %v, 99th percentile %v, 999th permille %v, longest %v; %d over %v, %d faults %v",
		n, l.took[n/2], l.took[n*99/100], l.took[n*999/1000], l.took[n-1], n-over, latenessClock, len(l.faults), l.faults)
}

// latePlayer returns what makes the player whose answers are timed.
func latePlayer(t *testing.T, name string) player.Maker {
	t.Helper()
	build, err := players(t, name).Roster.Maker(cmp.Or(os.Getenv("LUDEX_LATENESS_PLAYER"), "auto"))
	if err != nil {
		t.Fatal(err)
	}
	return func() player.Player { return build().(player.Player) }
}

// tableInProcess has players in this process.
func tableInProcess(t *testing.T, name string) *latenessTable {
	_, g := rulestest.Open(t, name)
	l := &latenessTable{game: g, close: func() error { return nil }}
	for range l.game.Roles() {
		l.players = append(l.players, latePlayer(t, name))
	}
	return l
}

// tableOverTheWire has players that are connected by WebSockets.
func tableOverTheWire(t *testing.T, name string) *latenessTable {
	p := players(t, name)
	url, err := p.Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, g := rulestest.Open(t, name)
	l := &latenessTable{game: g}
	ctx, leave := context.WithCancel(t.Context())
	served := make(chan error, len(l.game.Roles()))
	for _, role := range l.game.Roles() {
		build, err := p.Maker("live:" + role)
		if err != nil {
			t.Fatal(err)
		}
		l.players = append(l.players, func() player.Player { return build().(*playerprotocol.Player) })
		server := &playerprotocol.Server{Options: seat.Options{NewPlayer: latePlayer(t, name)}}
		go func() { served <- (&live.Player{URL: url, Name: role, Server: server}).Run(ctx) }()
	}
	l.await = func(list []player.Player) error {
		var connected []match.Player
		for _, one := range list {
			connected = append(connected, one)
		}
		return p.Await(t.Context(), latenessStart, connected...)
	}
	l.close = func() error {
		leave()
		errs := []error{p.Close()}
		for range l.game.Roles() {
			errs = append(errs, <-served)
		}
		return errors.Join(errs...)
	}
	return l
}
