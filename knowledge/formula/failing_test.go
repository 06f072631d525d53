package formula

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/knowledge"
)

// questions ask machines in all ways that there are.
var questions = []string{
	"shows(head)",
	"terminal | legal(ann,m1)",
	"exists V in goal(ann,V): knows(ann, goal(ann,V))",
	"next[2] (does(ann,m0) | ~knows(ann, shows(tail)))",
	"always (knows(ann, shows(head)) | ~shows(side))",
	"eventually (terminal | shows(head))",
	"can (terminal & common({ann}, terminal))",
	"exists M in legal(ann,M): possible(ann, can does(ann,M))",
}

// TestFailures asks machines that fail: there is an error then, and no answer.
func TestFailures(t *testing.T) {
	played := knowledge.Development{Joints: [][]game.Move{{0}, {1}}}
	view := knowledge.View{Steps: []knowledge.Experience{{Move: "m0"}, {Move: "m1"}}}
	for _, text := range questions {
		f, err := parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for name, ask := range map[string]func(*Query, *knowledge.Model) (*Answer, error){
			"at":      func(q *Query, m *knowledge.Model) (*Answer, error) { return q.At(t.Context(), m, played) },
			"in view": func(q *Query, m *knowledge.Model) (*Answer, error) { return q.InView(t.Context(), m, view) },
		} {
			t.Run(name+" "+text, func(t *testing.T) {
				gametest.Failures(t, coin(), func(g game.Game) error {
					m, err := knowledge.New(g, knowledge.Limits{Developments: 100})
					if err != nil {
						return err
					}
					a, err := ask(bind(t, f, g, Options{}), m)
					if err != nil && (a.Verdict != Undecided || a.Evidence != nil) {
						t.Errorf("after a failure the answer is %v", a)
					}
					return err
				})
			})
		}
	}
}

// TestStopsInTheMiddle lets the context end at every question that a machine is
// asked: what is not decided is said to be, with what was counted.
func TestStopsInTheMiddle(t *testing.T) {
	f, err := parse("can knows(ann, shows(tail))")
	if err != nil {
		t.Fatal(err)
	}
	view := knowledge.View{Steps: []knowledge.Experience{{Move: "m0"}}}
	stopped := 0
	for at := int64(1); ; at++ {
		ctx, cancel := context.WithCancel(t.Context())
		g := &gametest.Failing{Game: coin(), Answered: at, Answers: gametest.Stuck, Why: func() error { cancel(); return ctx.Err() }}
		m, err := knowledge.New(g, knowledge.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		a, err := bind(t, f, g, Options{}).InView(ctx, m, view)
		cancel()
		if !g.Failed() {
			break
		}
		if stopped++; err == nil || a.Verdict != Undecided || a.Reason != "stopped" || a.States == 0 {
			t.Errorf("stopped at question %d: %v, %v", at, a, err)
		}
	}
	if stopped < 5 {
		t.Errorf("only %d questions were asked", stopped)
	}
}
