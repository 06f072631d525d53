package deepcheck_test

import (
	"context"
	"errors"
	"strings"
	"testing"

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

func TestStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	r, _, err := run(ctx, t, "nim")
	if !errors.Is(err, context.Canceled) || r == nil || r.Answers() != nil || r.KnowledgeAnswers() != nil {
		t.Errorf("%+v, %v", r, err)
	}
}
