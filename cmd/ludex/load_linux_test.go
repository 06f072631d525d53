package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ludex/internal/server/humanplay"
	"ludex/internal/server/tableclient"
	"ludex/internal/sleep"
	"ludex/internal/store"
)

// A load is a number of tables at which two scripted people play, with people who look on.
type load struct {
	tables, watchers int
	every            time.Duration // between moves at a table
	length           time.Duration // of the measurement
	game             string
}

// readLoad reads "tables,watchers,every,length", for example "2000,5000,2s,60s".
func readLoad(text string) (l load, err error) {
	parts := strings.Split(text, ",")
	if len(parts) != 4 {
		return l, errors.New("LUDEX_LOAD is tables,watchers,every,length")
	}
	if _, err = fmt.Sscan(parts[0]+" "+parts[1], &l.tables, &l.watchers); err != nil {
		return l, err
	}
	if l.every, err = time.ParseDuration(parts[2]); err != nil {
		return l, err
	}
	l.length, err = time.ParseDuration(parts[3])
	return l, err
}

// generatorHeap is the value of GOGC for the load generator, which measures the time of the
// server.
const generatorHeap = 1000

// TestLoad plays at many tables at once, with people who look on, against a server that is
// its own program, kills the server, and makes sure that each move was seen by everybody and
// is in the store. With LUDEX_LOAD=2000,5000,2s,60s it measures how long that takes.
func TestLoad(t *testing.T) {
	l := load{tables: 6, watchers: 15, every: 20 * time.Millisecond, length: time.Second, game: "breakthrough"}
	measured := os.Getenv("LUDEX_LOAD") != ""
	if measured {
		var err error
		if l, err = readLoad(os.Getenv("LUDEX_LOAD")); err != nil {
			t.Fatal(err)
		}
		l.game = "breakthrough"
		defer debug.SetGCPercent(debug.SetGCPercent(generatorHeap)) // the pauses of the generator are not the server's
	}
	db := filepath.Join(t.TempDir(), "arena.db")
	server, url, _ := serve(t, "--store", db, "--token", "sesame")
	g := &loadGenerator{load: l, url: strings.TrimSuffix(url, "/"), http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1000, DisableCompression: true}}}
	before := loadAverage()
	if err := g.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	if measured {
		t.Logf("%d tables and %d streams are open; the server has used %v", l.tables, 2*l.tables+l.watchers, processTime(server))
	}
	busy, own := processTime(server), ownTime()
	began := time.Now()
	if err := g.play(t.Context()); err != nil {
		t.Error(err)
	}
	length := time.Since(began)
	if measured {
		g.report(t, length, processTime(server)-busy, ownTime()-own, before, server)
	}
	kill(t, server)
	g.check(t, db)
}

// A loadGenerator plays at the tables of a server.
type loadGenerator struct {
	load
	url    string
	http   *http.Client
	tables []*loadTable

	mu        sync.Mutex
	confirmed []time.Duration // from sending a move to its answer
	seen      []time.Duration // from sending a move to everybody who sees it
}

// A loadTable is a table with two people.
type loadTable struct {
	*loadGenerator
	id     string
	people [2]*tableclient.Client
	ready  sync.WaitGroup // streams that have not begun

	mu    sync.Mutex
	views [2]loadView
	sent  time.Time
	step  int // confirmed by the server
	shown map[int]int
	wake  chan struct{}
}

// A loadView is what the generator needs of a view.
type loadView struct {
	Step  int
	Phase humanplay.Phase
	Moves []struct{ Text string }
}

// person returns a client with an address of its own.
func (g *loadGenerator) person(n int) *tableclient.Client {
	address := fmt.Sprintf("10.%d.%d.%d", n>>16, n>>8&255, n&255)
	return &tableclient.Client{Server: g.url, HTTP: g.http, Token: "sesame", Header: http.Header{"X-Forwarded-For": {address}}}
}

// open opens the tables and all streams, a few at a time.
func (g *loadGenerator) open(ctx context.Context) error {
	g.tables = make([]*loadTable, g.load.tables)
	return inParallel(8, len(g.tables), func(i int) error {
		t := &loadTable{loadGenerator: g, wake: make(chan struct{}, 1), shown: map[int]int{}, people: [2]*tableclient.Client{g.person(2 * i), g.person(2*i + 1)}}
		g.tables[i] = t
		v, err := t.people[0].Open(ctx, tableclient.Opening{Game: g.game, Opponents: map[string]string{"": "friend"}})
		if err != nil {
			return err
		}
		t.id = v.ID
		for _, s := range v.Seats {
			if s.Invitation != "" {
				a, err := tableclient.ParseAddress(g.url + s.Invitation)
				if err != nil {
					return err
				}
				if err := t.people[1].Join(ctx, a, "Ben"); err != nil {
					return err
				}
			}
		}
		for n := range 2 + t.watchers(i) {
			t.ready.Add(1)
			go t.follow(ctx, n, 2*g.load.tables+i+n*g.load.tables)
		}
		t.ready.Wait()
		return nil
	})
}

// watchers returns how many people look on at a table.
func (t *loadTable) watchers(i int) int {
	n := t.load.watchers / t.load.tables
	if i < t.load.watchers%t.load.tables {
		n++
	}
	return n
}

// follow follows the table as one of the people, or as somebody who looks on.
func (t *loadTable) follow(ctx context.Context, n, address int) {
	first := sync.OnceFunc(t.ready.Done)
	defer first()
	c := t.person(address)
	if n < 2 {
		c = t.people[n]
	}
	_ = c.Stream(ctx, t.id, func(data []byte) error { // what is missing is found by check
		var v loadView
		if err := json.Unmarshal(data, &v); err != nil {
			return err
		}
		t.look(n, v)
		first()
		return nil
	})
}

// look takes a view.
func (t *loadTable) look(n int, v loadView) {
	now := time.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.shown[n] = max(t.shown[n], v.Step)
	if v.Step > 0 && v.Step == t.step+1 && !t.sent.IsZero() || v.Step == t.step && v.Step > 0 {
		t.loadGenerator.mu.Lock()
		t.seen = append(t.seen, now.Sub(t.sent))
		t.loadGenerator.mu.Unlock()
	}
	if n < 2 && v.Step >= t.views[n].Step {
		t.views[n] = v
		select {
		case t.wake <- struct{}{}:
		default:
		}
	}
}

// play plays at all tables for the length of the measurement.
func (g *loadGenerator) play(ctx context.Context) error {
	end := time.Now().Add(g.length)
	return inParallel(len(g.tables), len(g.tables), func(i int) error { return g.tables[i].play(ctx, end) })
}

// play makes moves until a time, or the end of the game.
func (t *loadTable) play(ctx context.Context, end time.Time) error {
	next := time.Now().Add(time.Duration(rand.Int64N(int64(t.every))))
	for next.Before(end) {
		if err := sleep.For(ctx, time.Until(next)); err != nil {
			return err
		}
		if over, err := t.move(ctx); over || err != nil {
			return err
		}
		next = next.Add(t.every)
	}
	return nil
}

// move makes a move for whoever is to move, when the views show it.
func (t *loadTable) move(ctx context.Context) (over bool, err error) {
	for {
		t.mu.Lock()
		who := slices.IndexFunc(t.views[:], func(v loadView) bool { return v.Phase == humanplay.Yours && v.Step == t.step })
		over := t.views[0].Phase == humanplay.Over
		var v loadView
		if who >= 0 {
			v = t.views[who]
			t.sent = time.Now()
		}
		t.mu.Unlock()
		if over {
			return true, nil
		}
		if who >= 0 {
			return false, t.send(ctx, who, v)
		}
		select {
		case <-t.wake:
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

func (t *loadTable) send(ctx context.Context, who int, v loadView) error {
	began := time.Now()
	step := v.Step
	_, err := t.people[who].Do(ctx, t.id, humanplay.DoMove, tableclient.Act{Step: &step, Move: v.Moves[rand.IntN(len(v.Moves))].Text})
	if err != nil {
		return err
	}
	took := time.Since(began)
	t.mu.Lock()
	t.step = step + 1
	t.mu.Unlock()
	t.loadGenerator.mu.Lock()
	defer t.loadGenerator.mu.Unlock()
	t.confirmed = append(t.confirmed, took)
	return nil
}

// check makes sure that every move that was confirmed is in the store, and was shown to
// everybody but for the last one, which may have been on its way when the server was killed.
func (g *loadGenerator) check(t *testing.T, db string) {
	s, err := store.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	all := 0
	for i, table := range g.tables {
		events, err := s.TableEvents(t.Context(), table.id, 0)
		if err != nil {
			t.Fatal(err)
		}
		moves := 0
		for _, e := range events {
			if strings.Contains(string(e.Body), `"kind":"moved"`) {
				moves++
			}
		}
		table.mu.Lock()
		all += table.step
		if moves < table.step {
			t.Errorf("table %d: %d moves were confirmed, and %d are in the store", i, table.step, moves)
		}
		for n := range 2 + table.watchers(i) {
			if table.shown[n] > moves || table.shown[n] < table.step-1 {
				t.Errorf("table %d: stream %d saw %d moves of %d", i, n, table.shown[n], moves)
			}
		}
		table.mu.Unlock()
	}
	if all < len(g.tables) {
		t.Errorf("%d moves were made at %d tables", all, len(g.tables))
	}
}

// report logs what was measured.
func (g *loadGenerator) report(t *testing.T, length, server, own time.Duration, before string, cmd *exec.Cmd) {
	g.mu.Lock()
	defer g.mu.Unlock()
	t.Logf("%d tables, %d who look on, a move every %v at a table, %v, on %d processors", g.load.tables, g.load.watchers, g.every, length.Round(time.Second), runtime.NumCPU())
	t.Logf("%d moves, %.0f a second, shown %d times", len(g.confirmed), float64(len(g.confirmed))/length.Seconds(), len(g.seen))
	t.Logf("a move is confirmed after %s", quantiles(g.confirmed))
	t.Logf("a move is shown after     %s", quantiles(g.seen))
	t.Logf("processors used: server %.2f, load generator %.2f; a move costs the server %v", server.Seconds()/length.Seconds(), own.Seconds()/length.Seconds(),
		(server / time.Duration(max(len(g.confirmed), 1))).Round(10*time.Microsecond))
	t.Logf("the server's memory: %s", residentMemory(cmd))
	t.Logf("load of the machine: %s before, %s after", before, loadAverage())
}

func quantiles(list []time.Duration) string {
	if len(list) == 0 {
		return "nothing"
	}
	slices.Sort(list)
	at := func(share float64) time.Duration {
		return list[min(len(list)-1, int(share*float64(len(list))))].Round(100 * time.Microsecond)
	}
	return fmt.Sprintf("%v (median), %v (90 %%), %v (99 %%), %v (at most)", at(0.5), at(0.9), at(0.99), list[len(list)-1].Round(time.Millisecond))
}

// inParallel calls f for 0 to n-1, some at a time, and returns the first error.
func inParallel(some, n int, f func(i int) error) error {
	var group sync.WaitGroup
	var next atomic.Int64
	errs := make(chan error, some)
	for range min(some, n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if err := f(i); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	group.Wait()
	close(errs)
	return <-errs
}
