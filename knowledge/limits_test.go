package knowledge_test

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"ludex/knowledge"
)

func TestLimits(t *testing.T) {
	g := openKriegspiel(t)
	d := develop(t, g, "mark(2,2) ; mark(2,2) ; mark(1,1) ; mark(1,2)")
	for _, limits := range []knowledge.Limits{{Developments: 5}, {States: 9}, {Edges: 50}} {
		m, err := knowledge.New(g, limits)
		if err != nil {
			t.Fatal(err)
		}
		v, err := newModel(t, g).ViewOf(d, 0)
		if err != nil {
			t.Fatal(err)
		}
		var limit *knowledge.LimitError
		if _, err := m.Filter(t.Context(), v, 0); !errors.As(err, &limit) {
			t.Errorf("%+v: filtering gives %v", limits, err)
		}
		if _, err := m.Unfold(t.Context(), knowledge.UnfoldOptions{}); !errors.As(err, &limit) {
			t.Errorf("%+v: unfolding gives %v", limits, err)
		}
	}
}

// TestRoomForOthers asks for a set that is too large and then for one that is
// not: the first must not take the room of the second.
func TestRoomForOthers(t *testing.T) {
	g := openKriegspiel(t)
	m, err := knowledge.New(g, knowledge.Limits{Developments: 30})
	if err != nil {
		t.Fatal(err)
	}
	trace, err := m.Follow(develop(t, g, "mark(2,2) ; mark(1,1) ; mark(1,2) ; mark(1,3)"))
	if err != nil {
		t.Fatal(err)
	}
	var limit *knowledge.LimitError
	if _, err := m.Possible(t.Context(), 0, trace.Views[4][0], 0); !errors.As(err, &limit) {
		t.Fatalf("the large set: %v", err)
	}
	if _, err := m.Possible(t.Context(), 1, trace.Views[1][1], 0); err != nil {
		t.Errorf("the small set: %v", err)
	}
	m.ClearSets()
	if set, err := m.Possible(t.Context(), 1, trace.Views[1][1], 0); err != nil || set.Len() != 9 {
		t.Errorf("the small set again: %v, %v", set, err)
	}
}

func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := openKriegspiel(t)
	m := newModel(t, g)
	v, err := m.ViewOf(develop(t, g, "mark(2,2)"), 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Filter(ctx, v, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("filtering gives %v", err)
	}
	if _, err := m.Unfold(ctx, knowledge.UnfoldOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("unfolding gives %v", err)
	}
}

// TestMillionDevelopments unfolds as many developments as the default limit
// allows, each for itself and with all views, in less than 2 GB.
func TestMillionDevelopments(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	g := openKriegspiel(t)
	m := newModel(t, g)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var limit *knowledge.LimitError
	sets, err := m.Unfold(t.Context(), knowledge.UnfoldOptions{Track: knowledge.Roles(0, 1), ByDevelopment: true})
	if !errors.As(err, &limit) || limit.What != "developments" {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after) // all that was ever allocated since, a bound of what was held
	total := 0
	for _, s := range sets {
		total += s.Len()
	}
	bytes := after.TotalAlloc - before.TotalAlloc
	t.Logf("%d developments in %d sets, %d states, %d MB allocated", total, len(sets), m.States(), bytes>>20)
	if bytes > 2<<30 {
		t.Errorf("%d MB were allocated", bytes>>20)
	}
	runtime.KeepAlive(m)
}
