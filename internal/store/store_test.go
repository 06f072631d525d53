package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"ludex/internal/players/basic"
	"ludex/internal/rulestest"
	"ludex/internal/store"
	"ludex/match"
)

func open(t *testing.T, path string) *store.Store {
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

// play plays a match with a function that keeps it.
func play(t *testing.T, id string, keep func(*match.Record) error) (*match.Record, error) {
	t.Helper()
	rs, g := rulestest.Open(t, "tictactoe")
	return match.Run(context.Background(), match.Config{
		ID: id, Rules: rs, Game: g, Tournament: "cup", Keep: keep,
		Seats: []match.Seat{{Name: "a", Player: new(basic.Random)}, {Name: "b", Player: new(basic.Legal)}},
	})
}

func TestMatches(t *testing.T) { onBoth(t, testMatches) }

func testMatches(t *testing.T, where place) {
	ctx := context.Background()
	path := where(t)
	s := open(t, path)
	keep := s.Saver(ctx)
	steps := 0
	r, err := play(t, "m1", func(r *match.Record) error {
		if err := keep(r); err != nil {
			return err
		}
		have, err := open(t, path).Match(ctx, "m1") // as another program would see it
		if err != nil {
			return err
		}
		if !reflect.DeepEqual(have.States, r.States) || len(have.Moves) != len(r.Moves) || have.Completed != r.Completed {
			t.Errorf("after %d steps the store has\n%+v, and not\n%+v", steps, have, r)
		}
		steps++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	have, err := s.Match(ctx, "m1")
	if err != nil || !reflect.DeepEqual(have, r) {
		t.Errorf("%v: the store has\n%+v, and not\n%+v", err, have, r)
	}
	if _, err := s.Match(ctx, "m2"); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
}

// TestCrash checks that a match that was broken off is stored up to that point,
// and can be played again.
func TestCrash(t *testing.T) { onBoth(t, testCrash) }

func testCrash(t *testing.T, where place) {
	ctx := context.Background()
	s := open(t, where(t))
	crash := errors.New("power cut")
	keep := s.Saver(ctx)
	if _, err := play(t, "m", func(r *match.Record) error {
		if len(r.Moves) == 3 {
			return crash
		}
		return keep(r)
	}); !errors.Is(err, crash) {
		t.Fatal(err)
	}
	ids, err := s.IDs(ctx, store.Filter{Status: store.Running})
	if err != nil || len(ids) != 1 {
		t.Fatal(ids, err)
	}
	half, err := s.Match(ctx, "m")
	if err != nil || len(half.Moves) != 2 || len(half.States) != 3 {
		t.Fatalf("%+v, %v", half, err)
	}
	if err := s.Abandon(ctx, "m", "power cut"); err != nil {
		t.Fatal(err)
	}
	if left, err := s.Match(ctx, "m"); err != nil || !left.Aborted || left.Details.Reason != "power cut" || len(left.Moves) != 2 {
		t.Fatalf("%+v, %v", left, err)
	}
	if err := s.Forget(ctx, "m"); err != nil {
		t.Fatal(err)
	}
	whole, err := play(t, "m", s.Saver(ctx))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Abandon(ctx, "m", "too late"); err != nil {
		t.Fatal(err)
	}
	if have, err := s.Match(ctx, "m"); err != nil || !reflect.DeepEqual(have, whole) {
		t.Errorf("%+v, %v", have, err)
	}
}

// TestResultsOnce adds the same results from many sides at once.
func TestResultsOnce(t *testing.T) { onBoth(t, testResultsOnce) }

func testResultsOnce(t *testing.T, where place) {
	ctx := context.Background()
	path := where(t)
	s := open(t, path)
	made := time.UnixMilli(1_700_000_000_000).UTC()
	first, err := s.AddTournament(ctx, store.Tournament{Name: "cup", Config: "one", Made: made})
	if err != nil || first.Config != "one" || !first.Made.Equal(made) {
		t.Fatal(first, err)
	}
	if again, err := s.AddTournament(ctx, store.Tournament{Name: "cup", Config: "two"}); err != nil || again.Config != "one" {
		t.Fatal(again, err)
	}
	var mu sync.Mutex
	added := map[string]int{}
	var group sync.WaitGroup
	for worker := range 4 {
		other := open(t, path)
		group.Go(func() {
			for k := range 10 {
				key := fmt.Sprintf("%02d", k)
				r := &match.Record{ID: fmt.Sprintf("%s-%d", key, worker)}
				ok, err := other.AddResult(ctx, store.Result{Tournament: "cup", Key: key, Match: r.ID, Points: []float64{1, 0}}, r)
				if err != nil {
					t.Error(err)
				}
				if ok {
					mu.Lock()
					added[key]++
					mu.Unlock()
				}
			}
		})
	}
	group.Wait()
	results, err := s.Results(ctx, "cup")
	if err != nil || len(results) != 10 || len(added) != 10 {
		t.Fatal(results, added, err)
	}
	ids, err := s.IDs(ctx, store.Filter{})
	if err != nil || len(ids) != 10 {
		t.Errorf("%v, %v", ids, err)
	}
	for i, r := range results {
		if added[r.Key] != 1 || r.Key != fmt.Sprintf("%02d", i) {
			t.Errorf("%s was added %d times", r.Key, added[r.Key])
		}
		if _, err := s.Match(ctx, r.Match); err != nil {
			t.Error(err)
		}
	}
	if _, err := s.AddResult(ctx, store.Result{Tournament: "no such", Key: "1"}, nil); err == nil {
		t.Error("a result without a tournament is kept")
	}
}

func TestTransfer(t *testing.T) { onBoth(t, testTransfer) }

func testTransfer(t *testing.T, where place) {
	ctx := context.Background()
	a, b := open(t, where(t)), open(t, where(t))
	if _, err := a.AddTournament(ctx, store.Tournament{Name: "cup", Config: "{}"}); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		r, err := play(t, fmt.Sprintf("m%d", i), a.Saver(ctx))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.AddResult(ctx, store.Result{Tournament: "cup", Key: r.ID, Match: r.ID, Game: "tictactoe"}, r); err != nil {
			t.Fatal(err)
		}
	}
	var file, again, table bytes.Buffer
	if err := a.Export(ctx, &file, store.Filter{}); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	if n, err := b.Import(ctx, &file); err != nil || n != (store.Imported{Tournaments: 1, Matches: 3, Results: 3}) {
		t.Errorf("%+v, %v", n, err)
	}
	if n, err := b.Import(ctx, strings.NewReader(text)); err != nil || n != (store.Imported{Known: 7}) {
		t.Errorf("%+v, %v", n, err)
	}
	if err := b.Export(ctx, &again, store.Filter{}); err != nil || again.String() != text {
		t.Errorf("%v: exported\n%s\nand then\n%s", err, text, again.String())
	}
	if err := a.ExportCSV(ctx, &table, store.Filter{Game: "tictactoe"}); err != nil || strings.Count(table.String(), "\n") != 7 {
		t.Errorf("%v: %s", err, table.String())
	}
	for _, bad := range []string{"x", "{}", `{"match":{}}`, `{"tournament":{"name":"cup","config":"other"}}`} {
		if _, err := b.Import(ctx, strings.NewReader(bad)); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
