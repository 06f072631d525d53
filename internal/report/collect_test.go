package report_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/players/auto"
	"ludex/internal/players/basic"
	"ludex/internal/playertest"
	"ludex/internal/report"
	"ludex/library"
	"ludex/player"
	"ludex/player/realtime"
	"ludex/rules"
	"ludex/timed"
)

// ladder is a game of two roles: x chooses among three moves, of which one ends the
// game, and then y among two.
func ladder() *gametest.Explicit {
	return &gametest.Explicit{RoleNames: []string{"x", "y"}, RandomRole: game.NoRole, States: []gametest.ExplicitState{
		{Moves: [][]string{{"a", "b", "c"}, {"noop"}}, Next: map[string]int{"a noop": 1, "b noop": 2, "c noop": 2}},
		{Terminal: true, Goals: [][]int{{100}, {0}}},
		{Moves: [][]string{{"noop"}, {"d", "e"}}, Next: map[string]int{"noop d": 3, "noop e": 4}},
		{Terminal: true, Goals: [][]int{{0}, {100}}},
		{Terminal: true, Goals: [][]int{{50}, {50}}},
	}}
}

func options(name string, playouts, games int) report.Options {
	maker, err := player.Roster(append(basic.Kinds(), auto.Kind(nil))).Maker(name)
	if err != nil {
		panic(err)
	}
	return report.Options{Playouts: playouts, Games: games, Player: name, New: maker, Nodes: 20, Seed: 1}
}

func collect(t *testing.T, s report.Subject, opt report.Options, shard report.Shard) *report.Data {
	t.Helper()
	d, err := report.Collect(context.Background(), s, opt, shard)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// encode takes a test of either kind.
func encode(t interface {
	Helper()
	Fatal(args ...any)
}, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestRandomPlays(t *testing.T) {
	d := collect(t, report.Subject{About: report.About{Name: "ladder"}, Game: ladder()}, options("random", 3000, 10), report.Shard{Of: 1})
	r := d.Random
	if r.Playouts != 3000 || r.Lengths[1]+r.Lengths[2] != 3000 || r.Cut+r.Stuck+r.BadGoals != 0 {
		t.Fatalf("3000 plays of one or two steps are %+v", r)
	}
	if n := r.Lengths[1]; n < 900 || n > 1100 {
		t.Errorf("%d of 3000 plays have one step, want about 1000", n)
	}
	if r.Choices[0] != (report.Summary{N: 3000, Sum: 9000, Squares: 27000, Min: 3, Max: 3}) {
		t.Errorf("the choices of x are %+v", r.Choices[0])
	}
	if r.Steps[1].N != r.Lengths[2] || r.Steps[1].Min != 2 || r.Steps[1].Max != 2 {
		t.Errorf("the choices of the second step are %+v", r.Steps[1])
	}
	if r.First[0] != 3000 || r.Deciders[1] != 3000+r.Lengths[2] {
		t.Errorf("first %v, deciders %v", r.First, r.Deciders)
	}
	if r.Outcomes["100 0"] != r.Lengths[1] || r.Outcomes["0 100"]+r.Outcomes["50 50"] != r.Lengths[2] {
		t.Errorf("the outcomes are %v", r.Outcomes)
	}
	m := report.Measure(d)
	if m.Random.FirstRole != "x" || m.Random.First == nil {
		t.Errorf("x moves first, and the measures say %+v", m.Random)
	}
	if d.Rules == nil || !d.Rules.Exhausted || d.Rules.States != 5 {
		t.Errorf("the rules have five states: %+v", d.Rules)
	}
}

// TestExtent plays as much as the length of a game allows.
func TestExtent(t *testing.T) {
	opt := options("random", 0, 0)
	opt.Nodes = 0
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, want := range map[string]report.Extent{
		"tictactoe":    report.Most,
		"breakthrough": {Playouts: report.Most.Playouts, Games: report.Least.Games, Nodes: report.Most.Nodes},
	} {
		d, _ := report.Collect(ctx, report.Subject{Game: playertest.Open(t, name)}, opt, report.Shard{Of: 1})
		if got := (report.Extent{Playouts: d.Method.Playouts, Games: d.Method.Games, Nodes: d.Method.Nodes}); got != want {
			t.Errorf("%s is played to the extent of %+v, want %+v", name, got, want)
		}
	}
}

func TestFaultyGames(t *testing.T) {
	stuck := ladder()
	stuck.States[2].Moves[1] = nil
	d := collect(t, report.Subject{Game: stuck}, options("random", 60, 4), report.Shard{Of: 1})
	if n := d.Random.Stuck; n == 0 || n+d.Random.Lengths[1] != 60 {
		t.Errorf("%d of 60 plays are stuck, and %d ended", n, d.Random.Lengths[1])
	}
	bad := ladder()
	bad.States[1].Goals[0] = []int{0, 100}
	d = collect(t, report.Subject{Game: bad}, options("random", 60, 0), report.Shard{Of: 1})
	if d.Random.BadGoals != d.Random.Lengths[1] || d.Random.BadGoals == 0 {
		t.Errorf("%d of %d ends have bad goals", d.Random.BadGoals, d.Random.Lengths[1])
	}
	endless := ladder()
	endless.States[0].Next = map[string]int{"a noop": 0, "b noop": 0, "c noop": 0}
	d = collect(t, report.Subject{Game: endless}, options("random", 3, 1), report.Shard{Of: 1})
	if d.Random.Cut != 3 || d.Self[0].Over {
		t.Errorf("endless plays are %+v and %+v", d.Random, d.Self)
	}
	if err := report.Page(new(bytes.Buffer), d, report.Measure(d)); err != nil {
		t.Error(err)
	}
}

// TestShards puts shards together and wants what one machine finds, with any number
// of threads.
func TestShards(t *testing.T) {
	subjects := map[string]report.Subject{
		"ladder":    {Game: ladder()},
		"tictactoe": {Game: playertest.Open(t, "tictactoe")},
		"kuhnpoker": {Game: playertest.Open(t, "kuhnpoker")},
		"duel":      realtimeGame(t, "duel"),
	}
	for name, s := range subjects {
		opt := options("auto", 200, 6)
		opt.NewTimed = func() realtime.Player { return realtime.NewSearch() }
		whole := collect(t, s, opt, report.Shard{Of: 1})
		if missing := whole.Missing(); missing != "" {
			t.Errorf("%s: there are only %s", name, missing)
		}
		var sum *report.Data
		for _, i := range []int{2, 0, 1} {
			opt.Threads = 3
			part := collect(t, s, opt, report.Shard{Index: i, Of: 3})
			if sum == nil {
				sum = part
				continue
			}
			var err error
			if sum, err = report.Merge(sum, part); err != nil {
				t.Fatal(err)
			}
		}
		if len(sum.Shards) != 3 {
			t.Errorf("%s: the shards are %v", name, sum.Shards)
		}
		sum.Shards = whole.Shards
		if got, want := encode(t, sum), encode(t, whole); got != want {
			t.Errorf("%s: three shards give\n%s\nand one gives\n%s", name, got, want)
		}
	}
}

func realtimeGame(t *testing.T, name string) report.Subject {
	t.Helper()
	entry, _ := library.Lookup(name)
	r, err := rules.Parse(entry.File, string(entry.Rules()))
	if err != nil {
		t.Fatal(err)
	}
	g, err := timed.New(r.GDL)
	if err != nil {
		t.Fatal(err)
	}
	return report.Subject{Timed: g}
}

func TestMergeRefuses(t *testing.T) {
	s := report.Subject{Game: ladder()}
	opt := options("random", 100, 2)
	whole, half := collect(t, s, opt, report.Shard{Of: 1}), collect(t, s, opt, report.Shard{Of: 2})
	for _, pair := range [][2]*report.Data{{whole, whole}, {whole, half}, {half, half}} {
		if _, err := report.Merge(pair[0], pair[1]); err == nil {
			t.Error("plays are counted twice")
		}
	}
	opt.Seed = 2
	if _, err := report.Merge(half, collect(t, s, opt, report.Shard{Index: 1, Of: 2})); err == nil {
		t.Error("data of different seeds are put together")
	}
	s.About.Name = "other"
	opt.Seed = 1
	if _, err := report.Merge(half, collect(t, s, opt, report.Shard{Index: 1, Of: 2})); err == nil {
		t.Error("data of different games are put together")
	}
	if _, err := report.Collect(context.Background(), s, opt, report.Shard{Index: 2, Of: 2}); err == nil {
		t.Error("there is no shard 2 of 2, and it was done")
	}
}

func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	opt := options("random", 1000, 10)
	opt.Progress = func(p report.Progress) {
		if p.Playouts == 70 {
			cancel()
		}
	}
	d, err := report.Collect(ctx, report.Subject{Game: ladder()}, opt, report.Shard{Of: 1})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if d.Random.Playouts != 70 || len(d.Self) != 0 {
		t.Errorf("%d plays and %d games, want 70 and none", d.Random.Playouts, len(d.Self))
	}
	if want := "70 of 1,000 random plays, 0 of 10 games of the player against itself and 0 of 34 games against rivals or between weaker players"; d.Missing() != want {
		t.Errorf("missing: %s, want %s", d.Missing(), want)
	}
}

// A constantAnalyst always expects the same values.
type constantAnalyst struct{ basic.Random }

func (*constantAnalyst) Analysis() player.Analysis { return player.Analysis{Values: []float64{62, 38}} }

func TestValues(t *testing.T) {
	opt := options("random", -1, 2)
	opt.New = func() player.Player { return new(constantAnalyst) }
	d := collect(t, report.Subject{Game: ladder()}, opt, report.Shard{Of: 1})
	for _, p := range d.Self {
		if len(p.Values) != p.Steps+1 || p.Values[0][0] != 620 || p.Values[0][1] != 380 || p.Values[p.Steps][0] != 10*p.Goals[0] {
			t.Errorf("the values of %d steps are %v", p.Steps, p.Values)
		}
	}
}

func TestInformation(t *testing.T) {
	d := collect(t, report.Subject{Game: playertest.Open(t, "kuhnpoker")}, options("random", 100, 2), report.Shard{Of: 1})
	v := d.Views.Roles[1] // alice, who has a card from the second step on
	for i, want := range []uint64{1, 2} {
		if s := v.States[i]; s.Min != want || s.Max != want {
			t.Errorf("at step %d alice thinks %d to %d states possible, want %d", i+1, s.Min, s.Max, want)
		}
	}
	if bits := v.Bits[1].Mean(); bits != 1000 {
		t.Errorf("one of two cards is %v thousandths of a bit", bits)
	}
}

var update = flag.Bool("update", os.Getenv("LUDEX_UPDATE") != "", "write golden files")

// TestGolden keeps what a small report finds, by players that do not change.
func TestGolden(t *testing.T) {
	s := report.Subject{About: report.About{Name: "tictactoe", Title: "Tic-tac-toe"}, Game: playertest.Open(t, "tictactoe")}
	d := collect(t, s, options("random", 50, 3), report.Shard{Of: 1})
	var got bytes.Buffer
	e := json.NewEncoder(&got)
	e.SetIndent("", "\t")
	m := report.Measure(d)
	m.Verdict = nil // it depends on the values of other games
	if err := e.Encode(map[string]any{"data": d, "measures": m}); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join("testdata", "tictactoe.json")
	if *update {
		if err := os.WriteFile(name, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s differs from\n%s", name, got.Bytes())
	}
	var back struct{ Data report.Data }
	if err := json.Unmarshal(want, &back); err != nil {
		t.Fatal(err)
	}
	if encode(t, &back.Data) != encode(t, d) {
		t.Error("the data are not the same after they were written and read")
	}
}
