package trial_test

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"ludex/internal/learn"
	"ludex/internal/trial"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

func read(name, text string) *rules.Rules {
	return rules.Read(source.NewFile(name, []byte(text)), rules.Options{})
}

func lookup(t *testing.T, name string) *rules.Rules {
	t.Helper()
	g, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %s", name)
	}
	return read(g.File, string(g.Rules()))
}

var short = trial.Options{Playouts: 200, Sample: 20, Games: 6, Nodes: 10, Player: "mcts:memory=1", Seed: 3}

func run(t *testing.T, rs *rules.Rules, opt trial.Options) trial.Result {
	t.Helper()
	r, err := trial.Run(t.Context(), rs, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPassed measures games of both languages, twice with the same result.
func TestPassed(t *testing.T) {
	for _, name := range []string{"nim", "breakthrough-5x5"} {
		rs := lookup(t, name)
		r := run(t, rs, short)
		if r.Tier != trial.Passed || r.Failed != "" || r.Quality <= 0 || r.Quality > 1 {
			t.Errorf("%s: %+v", name, r)
		}
		for _, measure := range []string{"lanes-goal", "random-length", "agency", "score", "length", "branching", "skill", "depth"} {
			if f := r.Figure(measure); f == nil || f.Value.N == 0 {
				t.Errorf("%s has no %s", name, measure)
			}
		}
		if again := run(t, rs, short); !reflect.DeepEqual(r, again) {
			t.Errorf("%s: %+v, and then %+v", name, r, again)
		}
	}
}

// A game in GDL to be spoilt: two players say one of two words for six turns, and the last
// word decides.
const words = `(role a) (role b) (init (turn 1)) (init (mover a))
(succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7)
(word x) (word y) (other a b) (other b a)
(<= (legal ?r ?w) (true (mover ?r)) (word ?w))
(<= (legal ?r noop) (role ?r) (not (true (mover ?r))))
(<= (next (turn ?m)) (true (turn ?n)) (succ ?n ?m))
(<= (next (mover ?s)) (true (mover ?r)) (other ?r ?s))
(<= (next (said ?w)) (does ?r ?w) (word ?w))
(<= terminal (true (turn 7)))
(<= (goal a 100) (true (said x)))
(<= (goal a 0) (not (true (said x))))
(<= (goal b 0) (true (said x)))
(<= (goal b 100) (not (true (said x))))
`

// TestTiers spoils a game so that it fails at each tier.
func TestTiers(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many games")
	}
	demands := trial.DefaultDemands
	opt := short
	opt.Sample, opt.Demands = 64, &demands
	for _, tt := range []struct {
		old, new string
		tier     trial.Tier
		reason   string
	}{
		{"(role a)", "(role a", trial.Check, "error"},
		{"(true (turn 7))", "(true (turn 8)) (true (turn 9))", trial.Random, "random plays end"},
		{"(true (turn 7))", "(true (turn 3))", trial.Random, "steps"},
		{"(word x) (word y)", "(word x)", trial.Random, "nobody has a choice"},
		{"(not (true (mover ?r)))", "(true (mover ?r)) (true (turn 9))", trial.Random, "no legal move"},
		{"(<= (goal b 100) (not (true (said x))))", "", trial.Random, "no goal value"},
		{"(goal a 100) (true (said x))", "(goal a 50) (true (said x))", trial.Random, ""},
		{"(<= (goal a 0) (not (true (said x))))\n(<= (goal b 0) (true (said x)))", "(goal a 0)\n(goal b 0)", trial.Random, ""},
	} {
		text := strings.Replace(words, tt.old, tt.new, 1)
		if text == words {
			t.Fatalf("%s is not there", tt.old)
		}
		r := run(t, read("words.kif", text), opt)
		if tt.reason == "" {
			continue // it must only come to an end
		}
		if r.Tier != tt.tier || !strings.Contains(r.Failed, tt.reason) {
			t.Errorf("%s: %s, %q", tt.new, r.Tier, r.Failed)
		}
	}
	// Words and turns are declared, and one turn and one word are not.
	for declared, reason := range map[string]string{
		"(<= (base (turn ?n)) (succ ?n ?m)) (base (turn 7)) (<= (base (mover ?r)) (role ?r)) (<= (base (said ?w)) (word ?w))": "",
		"(<= (base (turn ?n)) (succ ?n ?m)) (<= (base (mover ?r)) (role ?r)) (<= (base (said ?w)) (word ?w))":                 "(turn 7) is true but not declared by base",
		"(<= (input ?r noop) (role ?r)) (<= (input ?r ?w) (role ?r) (word ?w))":                                               "",
		"(<= (input ?r noop) (role ?r)) (<= (input ?r x) (role ?r))":                                                          "y is legal for ",
	} {
		r := run(t, read("words.kif", words+declared), opt)
		if reason == "" && r.Tier != trial.Play || reason != "" && (r.Tier != trial.Random || !strings.Contains(r.Failed, reason)) {
			t.Errorf("%s: %s, %q", declared, r.Tier, r.Failed)
		}
		// Where nothing is demanded it is noted.
		free := opt
		free.Demands = nil
		if r := run(t, read("words.kif", words+declared), free); r.Failed != "" || (reason == "") != (r.Note == "") || !strings.Contains(r.Note, reason) {
			t.Errorf("%s: %q, note %q", declared, r.Failed, r.Note)
		}
	}
	// The last word wins, so that the second player always does.
	if r := run(t, read("words.kif", words), opt); r.Tier != trial.Play || r.Failed == "" {
		t.Errorf("%+v", r)
	}
	demands.States = 10
	if r := run(t, read("words.kif", words), opt); r.Tier != trial.Random || !strings.Contains(r.Failed, "states") {
		t.Errorf("%+v", r)
	}
}

// TestUnlike finds games that are played as another one.
func TestUnlike(t *testing.T) {
	opt := short
	opt.Games, opt.Playouts = 0, 0
	first := run(t, read("words.kif", words), opt)
	opt.Unlike = first.Signature
	same := strings.Replace(words, "(word x) (word y)", "(word x) (word y) (unused z)", 1)
	if r := run(t, read("words.kif", same), opt); r.Tier != trial.Random || r.Failed == "" {
		t.Errorf("%+v", r)
	}
	other := strings.Replace(words, "(word x) (word y)", "(word x) (word y) (word z)", 1)
	if r := run(t, read("words.kif", other), opt); r.Tier != trial.Passed {
		t.Errorf("%+v", r)
	}
}

// TestLimits ends trials by the time for each, and by their context.
func TestLimits(t *testing.T) {
	opt := short
	opt.Limits = trial.DefaultLimits
	opt.Limits.Time = time.Nanosecond
	if r := run(t, lookup(t, "nim"), opt); !r.OutOfTime || r.Failed == "" {
		t.Errorf("%+v", r)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := trial.Run(ctx, lookup(t, "nim"), short); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestNoLanes has no time for the engine that plays many games at a time: the result says that a
// faster machine would make other plays.
func TestNoLanes(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs on one goroutine, so the race detector would find nothing")
	}
	opt := short
	opt.Games, opt.Sample, opt.Playouts = 0, 4, 10_000
	opt.Limits = trial.DefaultLimits
	if r := run(t, lookup(t, "tictactoe-rbg"), opt); r.Tier != trial.Passed || r.Note != "" {
		t.Errorf("with time: %+v", r)
	}
	opt.Limits.Setup = time.Nanosecond
	if r := run(t, lookup(t, "tictactoe-rbg"), opt); r.Tier != trial.Passed || !strings.Contains(r.Note, "on a faster machine") {
		t.Errorf("without time: %+v", r)
	}
}

// TestEach tries games one and several at a time.
func TestEach(t *testing.T) {
	var items []trial.Item
	for _, name := range []string{"nim", "duel", "tictactoe"} {
		items = append(items, trial.Item{Key: name, Rules: lookup(t, name), Options: short})
	}
	var want []trial.Result
	for _, threads := range []int{1, 3} {
		got := make([]trial.Result, len(items))
		if err := trial.Each(t.Context(), threads, items, func(i int, r trial.Result) error { got[i] = r; return nil }); err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d threads: %+v, want %+v", threads, got, want)
		}
	}
	if want[1].Tier != trial.Check || !strings.Contains(want[1].Failed, "real time") {
		t.Errorf("%+v", want[1])
	}
	stop := errors.New("stop")
	if err := trial.Each(t.Context(), 2, items, func(int, trial.Result) error { return stop }); !errors.Is(err, stop) {
		t.Error(err)
	}
}

// TestLearned has the player learn before it plays. A network that helps is in the result, and is
// the same each time.
func TestLearned(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from many plays")
	}
	opt := short
	opt.Playouts, opt.Learn, opt.Nodes = 0, 4096, 80
	rs := lookup(t, "breakthrough-5x5")
	r := run(t, rs, opt)
	f := r.Figure("learned")
	if r.Tier != trial.Passed || f == nil || f.Value.Mean < 0.55 || f.Value.Interval == nil {
		t.Fatalf("%s %q, learned %+v", r.Tier, r.Failed, f)
	}
	m, err := learn.Read(bytes.NewReader(r.Network))
	if err != nil || !m.Helps() || m.Plays != 4096 {
		t.Errorf("%v: %+v", err, m)
	}
	if again := run(t, rs, opt); !reflect.DeepEqual(r, again) {
		t.Error("the same trial has another result")
	}
	unlearned := opt
	unlearned.Learn = 0
	if other := run(t, rs, unlearned); reflect.DeepEqual(other.Figure("length"), r.Figure("length")) {
		t.Error("the network does not play the games")
	}
	for _, name := range []string{"eightpuzzle", "montyhall"} { // nobody to play against
		if alone := run(t, lookup(t, name), opt); alone.Figure("learned") != nil || alone.Network != nil || alone.Note != "" {
			t.Errorf("%s: %+v", name, alone)
		}
	}
}
