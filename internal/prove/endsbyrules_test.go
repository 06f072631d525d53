package prove_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ludex/internal/budget"
	"ludex/internal/corpustest"
	"ludex/internal/prove"
	"ludex/internal/prove/boardrank"
	"ludex/internal/prove/claim"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgtest"
	"ludex/library"
	"ludex/rbg"
	"ludex/rbg/rbgcheck"
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
		var withClock *boardrank.Proof
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
			if withClock != nil && x.loops() && boardrank.Check(t.Context(), r.RBG, withClock) == nil {
				t.Errorf("seed %d: it has a loop, and the proof of the game with a clock is accepted", seed)
			}
			why, proof := prove.EndsByRules(t.Context(), r)
			if (why != "") != (proof != nil) {
				t.Errorf("seed %d: %q, but the proof is %v", seed, why, proof)
			}
			if proof != nil {
				x.within(t, r.RBG, proof)
			}
			withClock = proof
			switch {
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

// within complains about cells that hold a piece which a proof does not list.
func (x *stateSpace) within(t *testing.T, g *rbg.Game, proof *boardrank.Proof) {
	t.Helper()
	base := x.game.Game.(interface{ Base() *rbgplay.Game }).Base()
	var p rbgplay.Position
	for _, s := range x.states {
		base.Position(s, &p)
		for c, piece := range p.Pieces {
			if !slices.Contains(proof.Held[c], g.Pieces[piece].Name) {
				t.Fatalf("cell %d holds %s, and the proof lists %v", c, g.Pieces[piece].Name, proof.Held[c])
			}
		}
	}
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
		got, _ := prove.EndsByRules(limit, libraryRules(t, name))
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

// All numbers that rules are seen to lower make a proof that the checker accepts, on graphs of their own.
func TestEndsOfAllBoardgames(t *testing.T) {
	shown, games := 0, 0
	for _, name := range allGames(t) {
		if !corpustest.Full() && !corpustest.Sampled(name) {
			continue
		}
		file, err := library.Open(name, strings.NewReader(""))
		if err != nil {
			t.Fatal(err)
		}
		r := rules.Read(file, rules.Options{})
		if r.RBG == nil {
			continue
		}
		games++
		limit, cancel := budget.WithSetup(t.Context(), "proving", time.Minute)
		if why, _ := prove.EndsByRules(limit, r); why != "" {
			shown++
		} else if _, ends := rbgcheck.Ends(limit, r.RBG); ends {
			t.Errorf("%s: the rules show that it ends, and there is no proof", name)
		}
		cancel()
	}
	t.Logf("%d of %d boardgames end by their rules", shown, games)
}
