package ground

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"ludex/internal/budget"
)

// explosive has four nested choices of 40 values each, in one relation that
// nothing can be left out of.
func explosive() string {
	var b strings.Builder
	b.WriteString("(role a) (legal a x) terminal (init p) (<= (next ?f) (true ?f))\n")
	for i := range 40 {
		b.WriteString("(num n" + strings.Repeat("i", i) + ")\n")
	}
	b.WriteString(`(<= (all ?a ?b ?c ?d) (num ?a) (num ?b) (num ?c) (num ?d) (true p))
(<= (goal a 100) (all ?a ?b ?c ?d) (all ?d ?b ?c ?a) (distinct ?a ?d) (all ?b ?a ?d ?c) (all ?c ?a ?b ?d))
`)
	return b.String()
}

func TestLimits(t *testing.T) {
	p := read(t, "explosive.kif", explosive())
	for _, c := range []struct {
		limits Limits
		time   time.Duration
		want   string
	}{
		{Limits{Literals: 10_000}, -1, "the limit of literals: there are more than 10000"},
		{Limits{Memory: 1 << 20}, -1, "grounding takes more than 1 MB (--memory allows more)"},
		{Limits{}, time.Millisecond, "setting up takes more than 1ms of CPU time (--setup-time allows more)"},
	} {
		ctx, cancel := budget.WithSetup(t.Context(), "setting up", c.time)
		_, err := Ground(ctx, p, Options{Limits: c.limits})
		cancel()
		var limit *LimitError
		if !errors.As(err, &limit) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the error is %v, want %q", err, c.want)
			continue
		}
		if len(limit.Rules) == 0 || !strings.Contains(err.Error(), "explosive.kif:") {
			t.Errorf("the message does not show the rules:\n%v", err)
		}
	}
}

// TestGrowth has rules build ever larger terms.
func TestGrowth(t *testing.T) {
	for _, text := range []string{
		"(init (n z)) (<= (next (n (s ?x))) (true (n ?x)))",
		"(init (n z z)) (<= (next (n (s ?y) (s ?x))) (true (n ?x ?y)))",
		"(num z) (<= (num (s ?x)) (num ?x)) (init (n z)) (<= (next (n ?x)) (num ?x))",
	} {
		p := read(t, "growing.kif", "(role a) (legal a x) (goal a 0) terminal "+text)
		res, err := Ground(t.Context(), p, Options{})
		if !errors.Is(err, errDepth) {
			t.Errorf("%s: the error is %v", text, err)
			continue
		}
		var limit *LimitError
		if !errors.As(err, &limit) || limit.Rules[0].Instances > 10_000 {
			t.Errorf("%s: growth is noticed late: %v, %v", text, err, res)
		}
	}
}

func TestCancelling(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, err := Ground(ctx, read(t, "", explosive()), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

func TestRefusals(t *testing.T) {
	const frame = `(role a) (legal a x) (goal a 0) terminal `
	for _, c := range []struct{ text, problem string }{
		{`(<= (next (at ?x)) (true p))`, "test.kif:1:42: the variable X occurs in no positive condition"},
		{`(<= (next p) (not (true (at ?x))))`, "the variable X"},
		{`(<= (next p) (true (at ?x)) (distinct ?x ?y))`, "the variable Y"},
		{`(true p)`, "true cannot be defined"},
		{`(<= (does a x) (true p))`, "does cannot be defined"},
		{`(<= (init p) q) (<= q (true p))`, "init or role depends on true"},
		{`(<= (init 1 p) (true 2 p))`, "lifetimes"},
	} {
		_, err := Ground(context.Background(), read(t, "test.kif", frame+c.text), Options{})
		if err == nil || !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%s: the error is %v", c.text, err)
		}
	}
}

// TestLongRules makes sure that rules with very many conditions are refused in
// time, however they are to be joined.
func TestLongRules(t *testing.T) {
	var b strings.Builder
	b.WriteString("(role a) (legal a x) terminal (init (p 0 1)) (init (p 1 0)) (<= (next ?f) (true ?f))\n(<= (goal a 0)")
	for i := range 190 {
		fmt.Fprintf(&b, " (true (p ?x%d ?x%d))", i, (i*7+1)%190)
	}
	b.WriteString(")")
	ctx, cancel := budget.WithSetup(t.Context(), "setting up", 200*time.Millisecond)
	defer cancel()
	if _, err := Ground(ctx, read(t, "", b.String()), Options{}); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the error is %v", err)
	}
}
