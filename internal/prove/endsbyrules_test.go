package prove_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ludex/internal/budget"
	"ludex/internal/corpustest"
	"ludex/internal/prove"
	"ludex/internal/prove/claim"
	"ludex/internal/rbgtest"
	"ludex/library"
	"ludex/rules"
)

// Random boardgames that the rules show to end have no loop, with the clock that random games have and without it.
func TestEndsByRules(t *testing.T) {
	seeds := 80
	if corpustest.Full() {
		seeds = 3000
	}
	generator := rapid.Custom(rbgtest.Source)
	shown, loops, open := 0, 0, 0
	for seed := range seeds {
		text := generator.Example(seed)
		for _, clock := range []string{"+1]", "]"} {
			r, err := rules.Parse("random.rbg", strings.ReplaceAll(text, "[$ clock = clock+1]", "[$ clock = clock"+clock))
			if err != nil {
				t.Fatal(err)
			}
			l, err := prove.LoadWithoutSystem(t.Context(), r, errors.New("not asked"))
			if err != nil {
				t.Fatal(err)
			}
			x := lookThrough(t, l.Game)
			if x == nil {
				continue
			}
			switch why := prove.EndsByRules(t.Context(), r); {
			case why != "" && x.loops():
				t.Errorf("seed %d: it has a loop, and is said to end by %s", seed, why)
			case why != "":
				shown++
			case x.loops():
				loops++
			default:
				open++
			}
		}
	}
	t.Logf("%d are shown to end, %d have a loop, %d end though it is not shown", shown, loops, open)
	if shown < 10 || loops < 3 {
		t.Errorf("only %d games end, and %d have a loop", shown, loops)
	}
}

// loops reports whether a state can come back.
func (x *stateSpace) loops() bool {
	open := make([]int, len(x.states)) // how many ways on are not known to end
	from := make([][]int, len(x.states))
	var ended []int
	for i, steps := range x.steps {
		open[i] = len(steps)
		for _, s := range steps {
			from[s.to] = append(from[s.to], i)
		}
		if open[i] == 0 {
			ended = append(ended, i)
		}
	}
	n := 0
	for ; len(ended) > n; n++ {
		for _, i := range from[ended[n]] {
			if open[i]--; open[i] == 0 {
				ended = append(ended, i)
			}
		}
	}
	return n < len(x.states)
}

// libraryRules returns the rules of a game of the library.
func libraryRules(t *testing.T, name string) *rules.Rules {
	t.Helper()
	entry, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %q", name)
	}
	r, err := rules.Parse(entry.File, string(entry.Rules()))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Boardgames are shown to end by their rules, with a transition system or without one.
func TestEndsOfLibrary(t *testing.T) {
	for name, want := range map[string]string{
		"amazons":       "the rules: the number of arrow rises",
		"draughts":      "quiet rises",
		"hex-9x9":       "the rules: the number of ",
		"kalah":         "", // seeds go round
		"tictactoe-rbg": "the rules: the number of blank falls",
		"tictactoe":     "", // is in another language
		"arimaa":        "the rules: turns rises",
	} {
		limit, cancel := budget.WithSetup(t.Context(), "proving", time.Minute)
		got := prove.EndsByRules(limit, libraryRules(t, name))
		cancel()
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	l := load(t, "draughts")
	list, err := l.Questions(t.Context(), []string{"ends"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	answers, err := prove.New(l, prove.Options{Time: 8 * time.Second}).Decide(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	if a := answers[0]; a.Verdict != prove.Proved || !a.Language || list[0].Property.Kind != claim.Ends {
		t.Errorf("draughts: %+v", a)
	}
}
