package store_test

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"

	"ludex/internal/recorddelta"
	"ludex/internal/store"
	"ludex/match"
)

// TestOpenTogether opens a new store from many sides at once, each of which would
// make the tables.
func TestOpenTogether(t *testing.T) { onBoth(t, testOpenTogether) }

func testOpenTogether(t *testing.T, where place) {
	path := where(t)
	var group sync.WaitGroup
	for i := range 6 {
		group.Go(func() {
			s, err := store.Open(t.Context(), path)
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			if err := s.Save(t.Context(), &match.Record{ID: fmt.Sprint(i)}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	ids, err := open(t, path).IDs(t.Context(), store.Filter{})
	if err != nil || !reflect.DeepEqual(ids, []string{"0", "1", "2", "3", "4", "5"}) {
		t.Errorf("%v, %v", ids, err)
	}
}

// TestOrder checks that names are sorted byte by byte, whatever the language of the
// server.
func TestOrder(t *testing.T) { onBoth(t, testOrder) }

func testOrder(t *testing.T, where place) {
	s := open(t, where(t))
	names := []string{"A", "B", "Z-", "Z_", "a", "a b", "ab", "b", "Ä", "ä", "日"}
	for i := range names {
		if err := s.Save(t.Context(), &match.Record{ID: names[len(names)-1-i]}); err != nil {
			t.Fatal(err)
		}
	}
	if ids, err := s.IDs(t.Context(), store.Filter{}); err != nil || !reflect.DeepEqual(ids, names) {
		t.Errorf("%q, %v", ids, err)
	}
}

// TestKeptForGood checks that late writers cannot change matches that are over.
func TestKeptForGood(t *testing.T) { onBoth(t, testKeptForGood) }

func testKeptForGood(t *testing.T, where place) {
	ctx := t.Context()
	s := open(t, where(t))
	late := s.Saver(ctx)
	whole, err := play(t, "m", s.Saver(ctx))
	if err != nil {
		t.Fatal(err)
	}
	half := *whole
	half.Completed = false
	if err := late(&half); err != nil { // from a writer that believes the match is running
		t.Fatal(err)
	}
	half.Aborted = true
	if err := s.Save(ctx, &half); err != nil {
		t.Fatal(err)
	}
	if _, err := s.AddTournament(ctx, store.Tournament{Name: "cup"}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.AddResult(ctx, store.Result{Tournament: "cup", Key: "1", Match: "m"}, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Forget(ctx, "m"); err != nil {
		t.Fatal(err)
	}
	if have, err := s.Match(ctx, "m"); err != nil || !reflect.DeepEqual(have, whole) {
		t.Errorf("%v: the store has\n%+v, and not\n%+v", err, have, whole)
	}
	if err := s.Abandon(ctx, "n", ""); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
}

// TestPlayedAgain restarts a match that was aborted. Nothing of the first attempt
// is left.
func TestPlayedAgain(t *testing.T) { onBoth(t, testPlayedAgain) }

func testPlayedAgain(t *testing.T, where place) {
	ctx := t.Context()
	s := open(t, where(t))
	first := s.Saver(ctx)
	whole, err := play(t, "m", func(r *match.Record) error {
		if r.Completed {
			return nil
		}
		return first(r)
	})
	if err != nil {
		t.Fatal(err)
	}
	short := recorddelta.Head(whole)
	short.Completed, short.States, short.StateTimes = false, whole.States[:1], whole.StateTimes[:1]
	if err := s.Saver(ctx)(short); err != nil {
		t.Fatal(err)
	}
	if have, err := s.Match(ctx, "m"); err != nil || len(have.States) != 1 || len(have.Moves) != 0 {
		t.Errorf("%+v, %v", have, err)
	}
}

func TestNames(t *testing.T) {
	for _, tt := range [][2]string{
		{"some/file.db", "some/file.db"},
		{"postgres://u:p@h:1/d?sslmode=disable", "postgres://u@h:1/d"},
		{"postgresql://u:p@h/d?password=q", "postgres://u@h:5432/d"},
		{"postgres://u:p@h:1,g:2/d", "postgres://u@h:1/d"},
		{"postgres://u:p/q@h:1/d", "postgres://…"},
		{"postgres://u:1/q@h:1/d", "postgres://…"},
		{"postgres://u:p@h:x/d", "postgres://…"},
	} {
		if name := store.Name(tt[0]); name != tt[1] {
			t.Errorf("%s is called %s, and not %s", tt[0], name, tt[1])
		}
	}
}
