package deepcheck_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"ludex/internal/deepcheck"
	"ludex/internal/gdlwellformed"
	"ludex/internal/wellformed"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

func run(ctx context.Context, t *testing.T, name string) (*deepcheck.Report, *source.List, error) {
	t.Helper()
	entry, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %q", name)
	}
	r, err := rules.Parse(entry.File, string(entry.Rules()))
	if err != nil {
		t.Fatal(err)
	}
	list := &source.List{File: r.File}
	opt := gdlwellformed.Options{Limits: wellformed.Limits{States: 20_000}, Playouts: 20, Seed: 1, Developments: 20_000}
	report, err := deepcheck.Run(ctx, r, opt, list)
	return report, list, err
}

func lines(answers []deepcheck.Answer) string {
	var b strings.Builder
	for _, a := range answers {
		b.WriteString(a.Question + ": " + a.Text + "\n")
	}
	return b.String()
}

// Each language has its own answers.
func TestRun(t *testing.T) {
	for _, tt := range []struct {
		name, answers, knowledge, timed string
	}{
		{name: "nim", answers: "always ends: yes\nalways playable: yes\none goal value at the end: yes\n"},
		{name: "tictactoe-rbg", answers: "always ends: yes\nalways playable: yes\n"},
		{name: "montyhall", answers: "always ends: yes\n", knowledge: "roles know their legal moves: yes"},
		{name: "chicken", timed: " of them to the end, with "},
	} {
		r, list, err := run(t.Context(), t, tt.name)
		if err != nil || list.HasErrors() {
			t.Errorf("%s: %v, %v", tt.name, err, list.Err())
		}
		if got := lines(r.Answers()); !strings.HasPrefix(got, tt.answers) || (got == "") != (tt.answers == "") {
			t.Errorf("%s: the answers are\n%s", tt.name, got)
		}
		if got := lines(r.KnowledgeAnswers()); !strings.HasPrefix(got, tt.knowledge) {
			t.Errorf("%s: the answers about knowledge are\n%s", tt.name, got)
		}
		if got := r.TimedText(); !strings.Contains(got, tt.timed) || (got == "") != (tt.timed == "") {
			t.Errorf("%s: played %q", tt.name, got)
		}
	}
}

// The answers are grouped by question, then by role; the detail of a "no" is left to the
// diagnostics.
func TestAnswers(t *testing.T) {
	r, _, err := run(t.Context(), t, "nim")
	if err != nil {
		t.Fatal(err)
	}
	r.Requirements.Terminates = wellformed.Finding{Verdict: wellformed.No, Detail: "it loops"}
	r.Requirements.Playable = wellformed.Finding{Verdict: wellformed.Yes, Detail: "in 3 states"}
	got := lines(r.Answers())
	if !strings.HasPrefix(got, "always ends: no\nalways playable: yes (in 3 states)\n") {
		t.Errorf("the answers are\n%s", got)
	}
	if weak, strong := strings.LastIndex(got, "weakly"), strings.Index(got, "strongly"); weak < 0 || weak > strong {
		t.Errorf("the answers are in this order:\n%s", got)
	}
}

// What playing does not decide is proved, and both a yes and a no say by what.
func TestProved(t *testing.T) {
	entry, ok := library.Lookup("leducpoker")
	if !ok {
		t.Fatal("there is no such game")
	}
	r, err := rules.Parse(entry.File, string(entry.Rules()))
	if err != nil {
		t.Fatal(err)
	}
	list := &source.List{File: r.File}
	opt := gdlwellformed.Options{Limits: wellformed.Limits{States: 50}, Playouts: 5, Seed: 1, Developments: 50, ProofTime: 20 * time.Second}
	report, err := deepcheck.Run(t.Context(), r, opt, list)
	if err != nil {
		t.Fatal(err)
	}
	got := lines(report.Answers())
	for _, want := range []string{"always ends: yes (proved: ranking of ", "weakly winnable for alice: no (proved: induction"} {
		if !strings.Contains(got, want) {
			t.Errorf("the answers have no %q:\n%s", want, got)
		}
	}
}

// declaring is a game whose rules seem to allow more than what is declared: the counter has a stop, which
// the rules check by a fact that is always there unless the game is changed.
const declaring = `
(role a) (init (at 0)) (init guard)
(base guard) (base (at 0)) (base (at 1)) (base (at 2)) (input a go)
(after 0 1) (after 1 2) (after 2 0)
(<= (legal a go) (true guard))
(<= (legal a jump) (not (true guard)))
(<= (next guard) (true guard))
(<= (next (at ?y)) (true (at ?x)) (after ?x ?y) (not extra))
(<= extra (not (true guard)))
(<= (next (at 3)) extra)
(<= terminal (true (at 3)))
(goal a 100)
`

// That base and input cover a game is proved, too, or refuted by a play.
func TestDeclarationsProved(t *testing.T) {
	for name, tt := range map[string]struct{ old, new, want string }{
		"covered":     {"", "", "base covers it: yes (proved: induction"},
		"no others":   {"(base (at 2))", "(base (at 2)) (base (at 3)) (input a jump)", "input covers it: yes (proved: the ground rules have no others)"},
		"not covered": {"(next guard) (true guard)", "(next guard) (true guard) (not (true (at 2)))", "input covers it: no"},
	} {
		r, err := rules.Parse("declaring.kif", strings.Replace(declaring, tt.old, tt.new, 1))
		if err != nil {
			t.Fatal(err)
		}
		list := &source.List{File: r.File}
		opt := gdlwellformed.Options{Limits: wellformed.Limits{States: 1}, Playouts: 1, Seed: 1, ProofTime: 20 * time.Second}
		report, err := deepcheck.Run(t.Context(), r, opt, list)
		if err != nil {
			t.Fatal(err)
		}
		if got := lines(report.Answers()); !strings.Contains(got, tt.want) {
			t.Errorf("%s: the answers have no %q:\n%s", name, tt.want, got)
		}
	}
}

func TestStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	r, _, err := run(ctx, t, "nim")
	if !errors.Is(err, context.Canceled) || r == nil || r.Answers() != nil || r.KnowledgeAnswers() != nil {
		t.Errorf("%+v, %v", r, err)
	}
}
