package tournament_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"ludex/game"
	"ludex/internal/roster"
	"ludex/internal/store"
	"ludex/internal/tournament"
	"ludex/match"
	"ludex/player"
)

func openStore(t testing.TB, path string) *store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), path)
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

// newHost makes a host of a tournament with a store in a file.
func newHost(t testing.TB, path, text string) *tournament.Host {
	t.Helper()
	c, err := tournament.Read("cup.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	fields, err := c.OpenGames(context.Background(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return &tournament.Host{Config: c, Games: fields, Store: openStore(t, path), Players: tournament.InProcess(roster.All())}
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

// checkStore checks that the store has exactly one completed record for each match
// of a tournament, which follows from the rules, and nothing else that is complete.
func checkStore(t testing.TB, h *tournament.Host, p *tournament.Progress) {
	t.Helper()
	ctx := context.Background()
	results, err := h.Store.Results(ctx, h.Config.Name)
	if err != nil || len(results) != len(p.Schedule.Fixtures) || len(results) != p.Done {
		t.Fatalf("%d results for %d fixtures, %d done: %v", len(results), len(p.Schedule.Fixtures), p.Done, err)
	}
	var of []string
	for _, res := range results {
		of = append(of, res.Match)
		r, err := h.Store.Match(ctx, res.Match)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(r.Goals, res.Goals) || len(r.Moves) != res.Steps || r.Tournament != h.Config.Name {
			t.Errorf("%s: the result is %+v, and the record %+v", res.Key, res, r.Goals)
		}
		i := slices.IndexFunc(h.Config.Games, func(g tournament.Game) bool { return g.Name == res.Game })
		f := h.Games[i]
		if f.Game == nil {
			continue
		}
		if err := r.Check(ctx, f.Rules, f.Game); err != nil {
			t.Errorf("%s: %v", res.Key, err)
		}
	}
	complete, err := h.Store.IDs(ctx, store.Filter{Status: store.Completed})
	slices.Sort(of)
	slices.Sort(complete)
	if err != nil || !slices.Equal(of, complete) {
		t.Errorf("%v: %d records are complete, and %d have results", err, len(complete), len(of))
	}
	if running, err := h.Store.IDs(ctx, store.Filter{Status: store.Running}); err != nil || len(running) > 0 {
		t.Errorf("%v: %v are still running", err, running)
	}
}

const small = `
name = "cup"
games = ["tictactoe", "nim"]
players = ["random", "legal", {name = "big", player = "greedy"}, {name = "tree", player = "mcts:memory=1"}]
nodes = 10
workers = 2
`

func TestKinds(t *testing.T) {
	for kind, matches := range map[tournament.Kind]int{tournament.RoundRobin: 24, tournament.Swiss: 16, tournament.Gauntlet: 12, tournament.Knockout: -12} {
		t.Run(string(kind), func(t *testing.T) {
			h := newHost(t, filepath.Join(t.TempDir(), "x.db"), fmt.Sprintf("kind = %q\n", kind)+small)
			calls := 0
			h.Watch = func(p *tournament.Progress) { calls++ }
			p, err := h.Run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if matches > 0 && p.Done != matches || p.Done > max(matches, -matches) || calls <= p.Done || !p.Schedule.Final {
				t.Errorf("%d matches, %d calls", p.Done, calls)
			}
			checkStore(t, h, p)
			again, err := h.Run(context.Background())
			if err != nil || tableText(t, again) != tableText(t, p) {
				t.Errorf("%v: it goes on after its end", err)
			}
			checkStore(t, h, again)
		})
	}
}

// TestManyRoles plays puzzles, games of three and of chance, and in real time.
func TestManyRoles(t *testing.T) {
	text := `
name = "mixed"
kind = "round-robin"
games = ["eightpuzzle", "minority", "duel", "highlow"]
players = [{name = "a", player = "random"}, {name = "b", player = "random"}, {name = "c", player = "random"}]
nodes = 5
matches = 1
max-steps = 20
`
	var tables []string
	for _, workers := range []int{1, 3} {
		h := newHost(t, filepath.Join(t.TempDir(), "x.db"), text)
		h.Workers = workers
		p, err := h.Run(context.Background())
		if err != nil {
			t.Fatal(err, p.Failed)
		}
		if p.Done != p.Schedule.Total {
			t.Errorf("%d of %d", p.Done, p.Schedule.Total)
		}
		for _, res := range p.Results {
			if res.Game == "eightpuzzle" && (res.Over || res.Points[0] != 0) {
				t.Errorf("%+v", res)
			}
		}
		tables = append(tables, tableText(t, p))
	}
	if tables[0] != tables[1] {
		t.Errorf("the table depends on who plays when:\n%s\n%s", tables[0], tables[1])
	}
}

// TestStop stops a tournament after some matches, as Ctrl-C does, and goes on.
func TestStop(t *testing.T) {
	text := "kind = \"swiss\"\n" + small
	whole := newHost(t, filepath.Join(t.TempDir(), "x.db"), text)
	want, err := whole.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "y.db")
	for stop := 1; ; stop += 5 {
		h := newHost(t, path, text)
		ctx, cancel := context.WithCancel(context.Background())
		moves := atomic.Int64{}
		h.Players = watched(h.Players, func() {
			if moves.Add(1) == int64(stop) {
				cancel()
			}
		})
		p, err := h.Run(ctx)
		cancel()
		if err == nil {
			if tableText(t, p) != tableText(t, want) {
				t.Error("the table is another one after stops")
			}
			checkStore(t, h, p)
			return
		}
		if !errors.Is(err, context.Canceled) || len(p.Failed) > 0 {
			t.Fatal(err, p.Failed)
		}
	}
}

// watched calls a function before every move.
func watched(s tournament.Players, f func()) tournament.Players {
	return tournament.Players{Maker: func(ctx context.Context, spec string, field *tournament.OpenedGame) (tournament.Maker, error) {
		inner, err := s.Maker(ctx, spec, field)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, to tournament.Invitation) (match.Player, error) {
			p, err := inner(ctx, to)
			if err != nil {
				return nil, err
			}
			return &watcher{p.(player.Player), f}, nil
		}, nil
	}}
}

type watcher struct {
	player.Player
	f func()
}

func (w *watcher) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	w.f()
	return w.Player.Choose(ctx, legal)
}

// TestFailures checks that players who cannot be made leave their matches without
// a result, and harm no others.
func TestFailures(t *testing.T) {
	h := newHost(t, filepath.Join(t.TempDir(), "x.db"), "kind = \"round-robin\"\n"+small)
	working := h.Players
	h.Players.Maker = func(ctx context.Context, spec string, f *tournament.OpenedGame) (tournament.Maker, error) {
		if spec == "legal" {
			return func(context.Context, tournament.Invitation) (match.Player, error) {
				return nil, errors.New("nobody at home")
			}, nil
		}
		return working.Maker(ctx, spec, f)
	}
	p, err := h.Run(context.Background())
	if !errors.Is(err, tournament.ErrUnplayed) || p.Done != 12 || len(p.Failed) != 12 || !strings.Contains(p.Failed[0].Err.Error(), "nobody at home") {
		t.Fatal(err, p.Done, p.Failed)
	}
	h.Players = working
	if p, err = h.Run(context.Background()); err != nil || p.Done != 24 {
		t.Fatal(err)
	}
	checkStore(t, h, p)
}

// TestOtherSetup checks that a tournament that has begun cannot be changed.
func TestOtherSetup(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	text := "kind = \"gauntlet\"\n" + small
	if _, err := newHost(t, path, text).Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	_, err := newHost(t, path, strings.Replace(text, "nodes = 10", "nodes = 20", 1)).Run(context.Background())
	if err == nil || !strings.Contains(err.Error(), "differs in nodes;") {
		t.Error(err)
	}
	if _, err := newHost(t, path, strings.Replace(text, "workers = 2", "workers = 1", 1)).Run(context.Background()); err != nil {
		t.Error(err)
	}
}

// TestSingle checks that a player who plays one match at a time is not asked for
// more.
func TestSingle(t *testing.T) {
	h := newHost(t, filepath.Join(t.TempDir(), "x.db"), "kind = \"round-robin\"\n"+small)
	h.Workers = 4
	h.Players.Single = func(spec string) string {
		if spec == "random" || spec == "greedy" {
			return spec
		}
		return ""
	}
	h.Watch = func(p *tournament.Progress) {
		busy := map[int]int{}
		for _, f := range p.Running {
			for _, i := range f.Players {
				busy[i]++
			}
		}
		if busy[0] > 1 || busy[2] > 1 {
			t.Errorf("players play several matches at once: %v", busy)
		}
	}
	p, err := h.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	checkStore(t, h, p)
}

func TestSigned(t *testing.T) {
	h := newHost(t, filepath.Join(t.TempDir(), "x.db"), "kind = \"gauntlet\"\nmatches=1\n"+small)
	var err error
	if h.Key, err = match.NewKey(); err != nil {
		t.Fatal(err)
	}
	p, err := h.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, res := range p.Results {
		r, err := h.Store.Match(context.Background(), res.Match)
		if err != nil || r.Verify() != nil {
			t.Fatal(err, r.Verify())
		}
	}
}

func TestBadPlayer(t *testing.T) {
	h := newHost(t, filepath.Join(t.TempDir(), "x.db"), "kind = \"gauntlet\"\n"+strings.Replace(small, `"legal"`, `"leagl"`, 1))
	if _, err := h.Run(context.Background()); err == nil || !strings.Contains(err.Error(), `player "leagl" in tictactoe: there is no player "leagl"`) {
		t.Error(err)
	}
}

// TestTwoManagers lets two managers play the same tournament at once: every match
// counts once.
func TestTwoManagers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	text := "kind = \"round-robin\"\n" + small
	first := newHost(t, path, text)
	second := newHost(t, path, text)
	done := make(chan error)
	go func() {
		_, err := second.Run(context.Background())
		done <- err
	}()
	p, err := first.Run(context.Background())
	if err := errors.Join(err, <-done); err != nil {
		t.Fatal(err)
	}
	checkStore(t, first, p)
}
