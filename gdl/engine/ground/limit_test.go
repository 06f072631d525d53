package ground

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
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
		what   string
		limits Limits
	}{
		{"literals", Limits{Literals: 10_000}},
		{"memory", Limits{Memory: 1 << 20}},
		{"time", Limits{Time: time.Millisecond}},
	} {
		_, err := Ground(context.Background(), p, Options{Limits: c.limits})
		var limit *LimitError
		if !errors.As(err, &limit) {
			t.Errorf("%s: the error is %v", c.what, err)
			continue
		}
		if limit.What != c.what || len(limit.Rules) == 0 {
			t.Errorf("%s: passed %s because of %v", c.what, limit.What, limit.Rules)
		}
		if c.what == "literals" && !strings.Contains(err.Error(), "explosive.kif:42:1: ") {
			t.Errorf("the message does not show the rule:\n%v", err)
		}
	}
}

func TestCancelling(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	start := time.Now()
	_, err := Ground(ctx, read(t, "", explosive()), Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if d := time.Since(start); d > time.Second {
		t.Errorf("it took %v to stop", d)
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
	for i := range 600 {
		fmt.Fprintf(&b, " (true (p ?x%d ?x%d))", i, (i*7+1)%600)
	}
	b.WriteString(")")
	start := time.Now()
	_, err := Ground(context.Background(), read(t, "", b.String()), Options{Limits: Limits{Time: 200 * time.Millisecond}})
	if d := time.Since(start); d > 3*time.Second {
		t.Errorf("it took %v, and the error is %v", d, err)
	}
}
