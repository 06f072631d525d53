package prove_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ludex/internal/prove"
	"ludex/internal/prove/claim"
	"ludex/internal/rbgengine/lanes"
	"ludex/internal/rbgtest"
	"ludex/rules"
)

// withoutSystem loads a game that has no transition system.
func withoutSystem(t *testing.T, r *rules.Rules) *prove.Loaded {
	t.Helper()
	_, err := prove.Load(t.Context(), r)
	var refused *lanes.RefusedError
	if !errors.As(err, &refused) {
		t.Fatalf("%s has a transition system (%v)", r.Name(), err)
	}
	l, err := prove.LoadWithoutSystem(t.Context(), r, err)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// counting is a boardgame whose keeper moves as often as the role on turn said before, and in which a
// piece can go to and fro for ever. One wins by ending the play, and takes Two's points.
const counting = `
#players = one(100), two(50)
#pieces = e, x
#variables = n(3)
#board = rectangle(up,down,left,right, [x,e,e])
#go = (up* + down*) (left* + right*) {x} [e] (left + right) {e} [x]
#keep = ({$ n > 0} [$ n = n - 1] ->>)* {$ n == 0}
#rules = (
    ->one (go [$ n = 3] + {x} [$ one = 100, two = 0]) ->> keep {$ one < 100}
    ->two (go [$ n = 2] + {x} [$ two = 50]) ->> keep
  )*
`

// A boardgame without a transition system has what the language gives it; plays answer what they can
// show, and the rest is open, with the reason. No file has proofs of that.
func TestWithoutSystem(t *testing.T) {
	r, err := rules.Parse("counting.rbg", counting)
	if err != nil {
		t.Fatal(err)
	}
	l := withoutSystem(t, r)
	list, err := l.Questions(t.Context(), prove.Words, 1)
	if err != nil {
		t.Fatal(err)
	}
	list = append(list, formula(t, l, "never", "terminal"))
	got, p := decide(t, l, list)
	for property, want := range map[string]struct {
		verdict prove.Verdict
		method  string
		play    bool
	}{
		"playable":         {prove.Proved, "the language: ", false},
		"goals":            {prove.Proved, "the language: ", false},
		"turns":            {prove.Proved, "the language: ", false},
		"ends":             {prove.Refuted, "random plays", true},
		"winnable one":     {prove.Proved, "random plays", true},
		"winnable two":     {prove.Open, "before a player does, and none of 2000 random plays shows anything", false},
		"constant-sum 100": {prove.Open, "random plays shows anything", false},
		"monotone":         {prove.Refuted, "random plays", true},
		"never terminal":   {prove.Open, "no circuit: the keeper can move again and again", false},
	} {
		a := got[property]
		if a.Verdict != want.verdict || !strings.Contains(a.Method, want.method) || (a.Play != nil) != want.play {
			t.Errorf("%s is %s (%s), play %v", property, a.Verdict, a.Method, a.Play)
		}
		if a.Language != strings.HasPrefix(a.Method, "the language: ") {
			t.Errorf("%s: %+v", property, a)
		}
	}
	if n := len(p.File().Parts); n != 0 {
		t.Errorf("the file has %d proofs", n)
	}
	if err := p.File().WriteAIGER(io.Discard); !errors.Is(err, claim.ErrNoOutput) {
		t.Errorf("a circuit without a system: %v", err)
	}
}

// Where engines cannot compute a state, the language still says what it says, and the rest is open.
func TestPlaysThatFail(t *testing.T) {
	r, err := rules.Parse("endless.rbg", "#players = one(100)\n#pieces = e, x\n#variables = w(2000000000)\n"+
		"#board = rectangle(up,down,left,right, [x,e])\n#rules = ->one right [x] ->> ([$ w = w + 1] ->>)*")
	if err != nil {
		t.Fatal(err)
	}
	list, err := withoutSystem(t, r).Questions(t.Context(), prove.Usual, 1)
	if err != nil {
		t.Fatal(err)
	}
	answers, err := prove.New(withoutSystem(t, r), prove.Options{Time: 10 * time.Second}).Decide(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"the language: ", "the language: ", "the rules: no player ", "playing at random failed: "} {
		if !strings.Contains(answers[i].Method, want) {
			t.Errorf("%s is %s (%s)", answers[i].Property, answers[i].Verdict, answers[i].Method)
		}
	}
}

// What follows from the language has a proof of its own where there is time for one, and is proved by the
// language where there is not.
func TestLanguageInsteadOfProof(t *testing.T) {
	for _, x := range []struct {
		time     time.Duration
		language bool
	}{{time.Minute, false}, {time.Microsecond, true}} {
		l := load(t, "tictactoe-rbg")
		list, err := l.Questions(t.Context(), []string{"goals", "ends"}, 1)
		if err != nil {
			t.Fatal(err)
		}
		answers, err := prove.New(l, prove.Options{Time: x.time}).Decide(t.Context(), list)
		if err != nil {
			t.Fatal(err)
		}
		if a := answers[0]; a.Verdict == prove.Proved && a.Language != x.language || a.Verdict == prove.Open && !x.language {
			t.Errorf("in %v, goals: %+v", x.time, a)
		}
		if a := answers[1]; a.Verdict == prove.Proved && a.Language != x.language || a.Verdict == prove.Open && !x.language {
			t.Errorf("in %v, ends: %+v", x.time, a)
		}
	}
}

// What follows from the language is so in all states of random boardgames.
func TestByLanguage(t *testing.T) {
	generator := rapid.Custom(rbgtest.Source)
	seen := 0
	for seed := range 40 {
		r, err := rules.Parse("random.rbg", generator.Example(seed))
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
		seen++
		for _, kind := range []claim.Kind{claim.Playable, claim.Goals, claim.Turns} {
			p := claim.Property{Kind: kind}
			if prove.ByLanguage(r, p) == "" || !x.holds(p) {
				t.Errorf("seed %d: %s does not hold", seed, kind)
			}
		}
	}
	if seen < 5 {
		t.Errorf("only %d games were looked through", seen)
	}
	nim, err := rules.Parse("nim.kif", "(role a) (legal a go) terminal (goal a 1)")
	if err != nil {
		t.Fatal(err)
	}
	if why := prove.ByLanguage(nim, claim.Property{Kind: claim.Playable}); why != "" {
		t.Errorf("GDL: %s", why)
	}
}

// Where the time ends while a play is replayed, that is what is said, not that the interpreter refuses a move.
func TestReplayWithoutTime(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	l := load(t, "tictactoe-rbg")
	property := claim.Property{Kind: claim.Ends}
	play := &prove.Play{Moves: [][]string{{"a1", "noop"}}, Loop: 0}
	if err := prove.Replay(ctx, l.Game, property, play); !errors.Is(err, context.Canceled) {
		t.Errorf("without time: %v", err)
	}
	if err := prove.Replay(t.Context(), l.Game, property, play); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("with time: %v", err)
	}
}
