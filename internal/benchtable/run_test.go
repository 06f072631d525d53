package benchtable

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"ludex/game"
	"ludex/rules"
)

func subjects(t *testing.T, q Query) []*Subject {
	t.Helper()
	list, err := FindSubjects(q)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestRun measures a small game in both languages, and holds what was counted
// against perft itself.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	list := subjects(t, Query{Args: []string{
		write(t, "tictactoe-rbg", dir, "small.rbg"), write(t, "tictactoe", dir, "small.kif"),
	}, Games: []string{"small", "Double chess"}})
	list[0].found = [3]found{} // as if nobody had described it
	calls := 0
	table, err := Run(t.Context(), list, Options{Time: 200 * time.Millisecond, Engine: "reference", Seed: 1, Progress: func(what string, done, all int) {
		if calls != done || all != 2 || !strings.HasPrefix(what, "small, ") {
			t.Errorf("%s: %d of %d", what, done, all)
		}
		calls++
	}})
	if err != nil {
		t.Fatal(err)
	}
	if calls != 2 || !table.Complete || len(table.Rows) != 2 || len(table.Columns) != 2 {
		t.Fatalf("%d measurements, %+v", calls, table)
	}
	if none := table.Rows[0]; none.Game != "Double chess" || none.Cells[0] != nil || none.Cells[1] != nil {
		t.Errorf("%+v", none)
	}
	for k, c := range table.Rows[1].Cells {
		if c == nil || c.Column != table.Columns[k] || c.Flat == nil || c.Flat.States == 0 || c.Flat.Rate <= 0 {
			t.Errorf("column %d: %+v", k, c)
			continue
		}
		if c.Perft != nil { // which a very busy machine may have no time for
			compareCount(t, list[1].found[k].rules, c.Perft)
		}
	}
}

// compareCount compares what was measured with perft.
func compareCount(t *testing.T, r *rules.Rules, p *Perft) {
	t.Helper()
	g, _, err := r.Open(t.Context(), rules.Opening{Engine: "reference"})
	if err != nil {
		t.Fatal(err)
	}
	counts, err := game.Perft(t.Context(), g, nil, p.Depth, true)
	if err != nil {
		t.Fatal(err)
	}
	if want := counts[p.Depth]; p.Leaves != want.Leaves || p.States != want.States {
		t.Errorf("%s, depth %d: %d leaves and %d states, not %d and %d", r.Name(), p.Depth, p.Leaves, p.States, want.Leaves, want.States)
	}
}

// TestStop stops before the second measurement: the first one stays.
func TestStop(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	list := subjects(t, Query{Args: []string{"tictactoe", "nim"}, Games: []string{"tictactoe", "nim"}})
	table, err := Run(ctx, list, Options{Time: 20 * time.Millisecond, Engine: "reference", Progress: func(_ string, done, _ int) {
		if done == 1 {
			cancel()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if table.Complete || table.Rows[0].Cells[1] == nil || table.Rows[1].Cells[1] != nil {
		t.Errorf("%+v", table)
	}
}

// TestFixedPosition: arimaa's perft needs the description with the fixed position.
func TestFixedPosition(t *testing.T) {
	dir := t.TempDir()
	write(t, "tictactoe-rbg", dir, "arimaa.rbg")
	q := Query{Args: []string{dir}, Games: []string{"arimaa"}}
	opt := Options{Time: 20 * time.Millisecond, Engine: "sets"}
	table, err := Run(t.Context(), subjects(t, q), opt)
	if err != nil {
		t.Fatal(err)
	}
	if c := table.Rows[0].Cells[0]; c.Perft != nil || c.Flat == nil || !slices.Contains(c.Notes, "perft: no description called arimaa_fixedPosition") {
		t.Errorf("%+v", c)
	}
	write(t, "connectfour-rbg", dir, "arimaa_fixedPosition.rbg")
	if table, err = Run(t.Context(), subjects(t, q), opt); err != nil {
		t.Fatal(err)
	}
	if p := table.Rows[0].Cells[0].Perft; p != nil && p.Depth == 1 && p.Leaves != 7 {
		t.Errorf("the tree of another description was counted: %+v", p)
	}
}

// TestDoubts checks that speeds that do not come from whole playouts are marked.
func TestDoubts(t *testing.T) {
	for want, f := range map[string]*Flat{
		"":                              {Playouts: 3, States: 20},
		"no playout":                    {States: 20},
		"of 3 playouts, 1 were cut off": {Playouts: 3, States: 20, Cut: 1},
	} {
		if got := strings.Join(f.doubts(), "; "); !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("%+v: %q", f, got)
		}
	}
	if got := (*Flat)(nil).doubts(); got != nil {
		t.Errorf("got %q", got)
	}
	list := subjects(t, Query{Args: []string{"tictactoe"}, Games: []string{"tictactoe"}})
	table, err := Run(t.Context(), list, Options{Time: 20 * time.Millisecond, Engine: "reference", MaxSteps: 2})
	if err != nil {
		t.Fatal(err)
	}
	if c := table.Rows[0].Cells[1]; c.Flat == nil || len(c.Notes) == 0 || !strings.HasPrefix(c.Notes[0], "flat Monte Carlo: ") {
		t.Errorf("%+v", c)
	}
}

func TestOptions(t *testing.T) {
	if _, err := Run(t.Context(), nil, Options{Engine: "steam", Time: time.Second}); err == nil || !strings.Contains(err.Error(), `unknown engine "steam"`) {
		t.Errorf("the error is %v", err)
	}
	if _, err := Run(t.Context(), nil, Options{}); err == nil {
		t.Error("no time is enough")
	}
	all, err := Columns("auto")
	if err != nil || len(all) < 4 || all[0].Language != RBG || all[len(all)-1] != (Column{GDL, "reference"}) {
		t.Errorf("%v, %v", all, err)
	}
}
