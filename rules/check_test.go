package rules_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/enginecompare"
	"ludex/rules"
	"ludex/source"
)

const (
	head = "role(a) init(s) legal(a,go) goal(a,100) "
	rest = "terminal :- ~true(s)"
)

// TestRefused opens texts that check finds errors in.
func TestRefused(t *testing.T) {
	tests := []struct{ name, text, code string }{
		{"broken.kif", "(role white", "GDL002"},
		{"broken.rbg", "#players = a(100)\n#rules = ->a", "RBG006"},
		{"legal.gdl", head + "legal(a,stop) :- does(a,go) " + rest, "GDL054"},
		{"role.gdl", head + "role(X) :- p(X) p(b) " + rest, "GDL050"},
		{"goal.gdl", head + "goal(a,101) " + rest, "GDL075"},
		{"loop.gdl", head + rest + " terminal :- p p :- ~q q :- ~p", "GDL030"},
		{"timed.gdl", "role(a) init(0,s) legal(a,go) goal(a,100) terminal :- expired(s)", "GDL101"},
	}
	for _, tt := range tests {
		r := rules.Read(source.NewFile(tt.name, []byte(tt.text)), rules.Options{})
		for _, reasoner := range []string{"", "reference"} {
			_, _, err := r.Open(t.Context(), rules.Opening{Engine: reasoner})
			_, timedErr := r.OpenTimed(t.Context(), rules.Opening{})
			for _, err := range []error{err, timedErr} {
				var refused *rules.RefusedError
				if !errors.As(err, &refused) || !strings.Contains(err.Error(), tt.code) {
					t.Errorf("%s: opened with %v, want %s", tt.name, err, tt.code)
				}
			}
		}
	}
}

// TestLenient opens texts whose slips have a clear meaning, and plays what is meant.
func TestLenient(t *testing.T) {
	const frame = "role(a) role(b) init(n(1)) terminal :- true(n(3)) next(n(2)) :- true(n(1)) next(n(3)) :- true(n(2)) "
	tests := []struct{ name, slip, meant string }{
		{"role variable in a head", "legal(R,go) :- true(n(X)) goal(R,50) sees(R,X) :- true(n(X))",
			"legal(R,go) :- role(R) & true(n(X)) goal(R,50) :- role(R) sees(R,X) :- role(R) & true(n(X))"},
		{"variable in one negation", "legal(R,go) :- role(R) goal(R,100) :- role(R) & ~true(m(X,R)) goal(R,0) :- role(R) & true(m(X,R)) next(m(1,a)) :- true(n(1))",
			"legal(R,go) :- role(R) goal(R,100) :- role(R) & ~has(R) has(R) :- true(m(X,R)) goal(R,0) :- role(R) & has(R) next(m(1,a)) :- true(n(1))"},
		{"next in a body", "legal(R,go) :- role(R) goal(R,50) :- role(R) sees(R,X) :- role(R) & next(n(X))",
			"legal(R,go) :- role(R) goal(R,50) :- role(R) sees(R,2) :- role(R) & true(n(1)) sees(R,3) :- role(R) & true(n(2))"},
		{"base in a body", "legal(R,go(X)) :- role(R) & base(n(X)) base(n(1)) base(n(2)) base(n(3)) goal(R,50) :- role(R)",
			"legal(R,go(X)) :- role(R) & num(X) num(1) num(2) num(3) goal(R,50) :- role(R)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := source.NewFile("slip.gdl", []byte(frame+tt.slip))
			_, _, err := rules.Read(text, rules.Options{}).Open(t.Context(), rules.Opening{})
			var refused *rules.RefusedError
			if !errors.As(err, &refused) || !refused.Clear {
				t.Fatalf("opened with %v", err)
			}
			lenient := rules.Read(text, rules.Options{Lenient: true})
			played, err := lenient.Playable(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if list := lenient.Check(t.Context(), rules.CheckOptions{}); list.HasErrors() || len(played.Forgiven().Items) == 0 {
				t.Errorf("check finds %v; forgiven are %v", list.Err(), played.Forgiven().Items)
			}
			want := open(t, "meant.gdl", frame+tt.meant, "reference")
			for _, reasoner := range []string{"reference", "circuit"} {
				got, _, err := lenient.Open(t.Context(), rules.Opening{Engine: reasoner})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := (enginecompare.Comparison{Plies: 40}).Run(t.Context(), want, got); err != nil {
					t.Errorf("%s: %v", reasoner, err)
				}
			}
		})
	}
}

func open(t *testing.T, name, text, reasoner string) game.Game {
	t.Helper()
	g, _, err := rules.Read(source.NewFile(name, []byte(text)), rules.Options{}).Open(t.Context(), rules.Opening{Engine: reasoner})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestLenientSaysWhatIsNotClear keeps an error whose rule has no clear meaning, and
// only that.
func TestLenientSaysWhatIsNotClear(t *testing.T) {
	text := head + rest + " legal(R,stop) :- true(s) legal(a,give(X)) :- true(s)"
	r := rules.Read(source.NewFile("t.gdl", []byte(text)), rules.Options{Lenient: true})
	_, err := r.Playable(t.Context())
	var refused *rules.RefusedError
	if !errors.As(err, &refused) || refused.Problems.Count(source.Error) != 1 || !strings.Contains(err.Error(), "variable X") {
		t.Errorf("%v", err)
	}
}

// TestPlayableIsNotDecidedByAStop asks twice, the first time with a context that has
// ended.
func TestPlayableIsNotDecidedByAStop(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := rules.Read(source.NewFile("t.gdl", []byte(head+rest+" goal(a,0) :- ~goal(a,100)")), rules.Options{})
	if _, err := r.Playable(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	if _, err := r.Playable(t.Context()); err != nil {
		t.Error(err)
	}
}
