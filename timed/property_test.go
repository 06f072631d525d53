package timed_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlmoves"
	"ludex/internal/timedmatch"
	"ludex/internal/timedtest"
	"ludex/timed"
)

// The numbers of a state are holes to the rule engine. Without them, each
// question answered by the plain program, everything must be the same.
func TestStatesAreThoseOfTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := timedtest.Program(timedtest.Everything).Draw(t, "program")
		g, err := timed.New(p)
		if err != nil {
			t.Fatal(err)
		}
		oracle := &oracle{t: t, program: p}
		s := g.Initial()
		for range 8 {
			oracle.check(g, s)
			move, dt, ok := drawUpdate(t, g, s)
			if !ok {
				return
			}
			u, err := g.Update(s, dt, move)
			if err != nil {
				t.Fatal(err)
			}
			oracle.checkUpdate(g, s, dt, move, &u)
			s = u.State
		}
	})
}

// drawUpdate draws legal moves of some roles, and a time at which they are made.
func drawUpdate(t *rapid.T, g *timed.Game, s timed.State) (made []timed.Move, dt timed.Time, ok bool) {
	for r := range g.Roles() {
		legal, err := g.Legal(s, game.Role(r))
		if err != nil {
			t.Fatal(err)
		}
		if len(legal) > 0 && rapid.Bool().Draw(t, "moves") {
			made = append(made, timed.Move{Role: game.Role(r), Text: rapid.SampledFrom(legal).Draw(t, "move")})
		}
	}
	left := s.Expiry() - s.Now()
	if s.Expiry() == timed.Forever {
		left = 3 * timed.Unit
		if len(made) == 0 {
			return nil, 0, false
		}
	}
	if len(made) == 0 {
		return nil, left, true
	}
	quarters := rapid.IntRange(0, int(left/(timed.Unit/8))).Draw(t, "eighths")
	return made, min(left, timed.Time(quarters)*timed.Unit/8), true
}

// An oracle computes the definitions literally.
type oracle struct {
	t       *rapid.T
	program *gdl.Program
}

func (o *oracle) eval(input []gdl.Term, relation string, arity int) []string {
	o.t.Helper()
	vars := []gdl.Term{gdl.Var("A"), gdl.Var("B")}
	query := gdl.Fn(relation, vars[:arity]...)
	answers, err := gdlref.Eval(context.Background(), o.program, input, &query, gdlref.Options{})
	if err != nil {
		o.t.Fatal(err)
	}
	var out []string
	for i := range answers {
		out = append(out, gdlformat.Term(&answers[i], gdl.Prefix))
	}
	return out
}

func term(t rapid.TB, text string) gdl.Term {
	t.Helper()
	list, err := gdlmoves.Terms(text, gdl.Prefix)
	if err != nil || len(list) != 1 {
		t.Fatalf("%s: %v", text, err)
	}
	return list[0]
}

// input returns the facts of a state for the rules.
func (o *oracle) input(facts []timed.Fact, expired []string) []gdl.Term {
	var out []gdl.Term
	for _, f := range facts {
		out = append(out, gdl.Fn(gdl.True, gdl.Const(f.Lifetime.String()), term(o.t, f.Fact)))
	}
	for _, e := range expired {
		out = append(out, gdl.Fn(gdl.Expired, term(o.t, e)))
	}
	return out
}

func (o *oracle) check(g *timed.Game, s timed.State) {
	o.t.Helper()
	input := o.input(s.Facts(), s.Expired())
	over, err := g.Terminal(s)
	if want := len(o.eval(input, gdl.Terminal, 0)) > 0; over != want || err != nil {
		o.t.Fatalf("terminal: got %v, %v, want %v in %v", over, err, want, s)
	}
	var legal, values []string
	for r, name := range g.Roles() {
		list, err := g.Legal(s, game.Role(r))
		if err != nil {
			o.t.Fatal(err)
		}
		for _, m := range list {
			legal = append(legal, fmt.Sprintf("(legal %s %s)", name, m))
		}
		numbers, err := g.Goals(s, game.Role(r))
		if err != nil {
			o.t.Fatal(err)
		}
		for _, n := range numbers {
			values = append(values, fmt.Sprintf("(goal %s %d)", name, n))
		}
	}
	o.compare("legal", legal, o.eval(input, gdl.Legal, 2))
	o.compare("goal", values, o.eval(input, gdl.Goal, 2))
}

func (o *oracle) compare(what string, got, want []string) {
	o.t.Helper()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		o.t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

func (o *oracle) checkUpdate(g *timed.Game, s timed.State, dt timed.Time, made []timed.Move, u *timed.Update) {
	o.t.Helper()
	var left []timed.Fact
	var expired []string
	for _, f := range s.Facts() {
		if f.Lifetime == timed.Forever || f.Lifetime > dt {
			if f.Lifetime != timed.Forever {
				f.Lifetime -= dt
			}
			left = append(left, f)
		} else {
			expired = append(expired, f.Fact)
		}
	}
	input := o.input(left, expired)
	for _, m := range made {
		input = append(input, gdl.Fn(gdl.Does, gdl.Const(g.Roles()[m.Role]), term(o.t, m.Text)))
	}
	var facts, seen []string
	for _, f := range u.State.Facts() {
		facts = append(facts, fmt.Sprintf("(next %v %s)", f.Lifetime, f.Fact))
	}
	o.compare("next", facts, o.eval(input, gdl.Next, 2))
	o.compare("expired", u.Expired(), slices.Compact(expired))
	if dt > 0 {
		o.compare("expired facts of the state", u.State.Expired(), u.Expired())
	} else {
		o.compare("expired facts of the state", u.State.Expired(), s.Expired())
	}
	for r, name := range g.Roles() {
		for _, p := range u.Percepts(game.Role(r)) {
			seen = append(seen, fmt.Sprintf("(sees %s %s)", name, p))
		}
	}
	if g.Hidden() {
		want := slices.DeleteFunc(o.eval(input, gdl.Sees, 2), func(p string) bool {
			return strings.HasPrefix(p, "(sees random ")
		})
		o.compare("sees", seen, want)
	}
}

func TestSplittingTimeChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := timedtest.Game(timedtest.Options{Percepts: true}).Draw(t, "game")
		end := timed.Time(rapid.Int64Range(0, int64(timedtest.Until)).Draw(t, "end"))
		want, err := g.Elapse(context.Background(), g.Initial(), end)
		if err != nil {
			t.Fatal(err)
		}
		s := g.Initial()
		for _, at := range splits(t, end) {
			if s, err = g.Elapse(context.Background(), s, at); err != nil {
				t.Fatal(err)
			}
		}
		if !s.Equal(want) || s.String() != want.String() {
			t.Fatalf("got  %v\nwant %v", s, want)
		}
	})
}

// splits draws instants up to an end, which is the last of them.
func splits(t *rapid.T, end timed.Time) []timed.Time {
	var out []timed.Time
	for range rapid.IntRange(0, 6).Draw(t, "splits") {
		out = append(out, timed.Time(rapid.Int64Range(0, int64(end)).Draw(t, "at")))
	}
	slices.Sort(out)
	return append(out, end)
}

// Theorem 1: each state can be computed from any preceding one, the moves and
// the times.
func TestStatesFollowFromAnyPrecedingState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := timedtest.Game(timedtest.Everything).Draw(t, "game")
		log := timedtest.Play(t, g, timedtest.Script(g, 3).Draw(t, "script"), timed.MatchOptions{Seed: 7})
		updates := slices.DeleteFunc(slices.Clone(log.Events), func(e timed.Event) bool {
			return e.Facts == nil && e.Kind != timed.Joint && e.Kind != timed.Chance && e.Kind != timed.Start
		})
		from := rapid.IntRange(0, len(updates)-1).Draw(t, "from")
		s := stateOf(t, g, &updates[from])
		for i := from + 1; i < len(updates); i++ {
			e := &updates[i]
			var made []timed.Move
			for _, m := range e.Moves {
				r, err := g.Role(m.Role)
				if err != nil {
					t.Fatal(err)
				}
				made = append(made, timed.Move{Role: r, Text: m.Move})
			}
			u, err := g.Update(s, e.Time-s.Now(), made)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := fmt.Sprint(u.State.Facts()), fmt.Sprint(e.Facts); got != want {
				t.Fatalf("event %d: got\n%s\nwant\n%s", e.Number, got, want)
			}
			s = u.State
		}
	})
}

// stateOf returns the state that an event says it led to. What expired is not
// in it, as the next states do not depend on it.
func stateOf(t rapid.TB, g *timed.Game, e *timed.Event) timed.State {
	t.Helper()
	s, err := g.State(e.Time, e.Facts, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestScalingChangesOnlyTimes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := timedtest.Program(timedtest.Options{Percepts: true}).Draw(t, "program")
		factor := timed.Time(rapid.SampledFrom([]int{2, 3, 1000}).Draw(t, "factor"))
		g, err := timed.New(p)
		if err != nil {
			t.Fatal(err)
		}
		scaled, err := timed.New(timedtest.Scaled(p, factor))
		if err != nil {
			t.Fatal(err)
		}
		script := timedtest.Script(g, 3).Draw(t, "script")
		var slow []timedmatch.Offer
		for _, o := range script {
			o.At *= factor
			o.Move = scaleText(o.Move, factor)
			slow = append(slow, o)
		}
		want := timedtest.Play(t, g, script, timed.MatchOptions{Seed: 5})
		got := timedtest.Play(t, scaled, slow, timed.MatchOptions{Seed: 5, MaxTime: timedtest.Until * factor})
		want.Header, got.Header = timedmatch.Header{}, timedmatch.Header{}
		if len(want.Events) != len(got.Events) {
			t.Fatalf("%d events instead of %d:\n%s\n%s", len(got.Events), len(want.Events), timedtest.LogText(t, got), timedtest.LogText(t, want))
		}
		for i := range want.Events {
			a, b := eventText(&want.Events[i], factor), eventText(&got.Events[i], 1)
			if a != b {
				t.Fatalf("got  %s\nwant %s", b, a)
			}
		}
	})
}

var number = regexp.MustCompile(`[0-9]+(\.[0-9]+)?`)

func scaleText(text string, factor timed.Time) string {
	return number.ReplaceAllStringFunc(text, func(n string) string { return timedtest.ScaledNumber(n, factor) })
}

// eventText returns an event with its numbers scaled, without what depends on
// the order of numbers as texts.
func eventText(e *timed.Event, factor timed.Time) string {
	facts := make([]string, 0, len(e.Facts))
	for _, f := range e.Facts {
		facts = append(facts, scaleText(f.String(), factor))
	}
	slices.Sort(facts)
	text := fmt.Sprint(e.Time*factor, e.Kind, e.Role, e.Ending, e.Goals, facts)
	for _, m := range e.Moves {
		text += fmt.Sprint(" ", m.Role, scaleText(m.Move, factor), m.At*factor)
	}
	for _, p := range e.Percepts {
		sees := make([]string, 0, len(p.Sees))
		for _, s := range p.Sees {
			sees = append(sees, scaleText(s, factor))
		}
		slices.Sort(sees)
		text += fmt.Sprint(" ", p.Role, sees, p.Moved)
	}
	return text
}

// Whether states are equal can often be told without their texts, and is what the
// texts say in any case. So it is with what roles see.
func TestEqualStatesHaveEqualTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := timedtest.Game(timedtest.Options{Percepts: true}).Draw(t, "game")
		var states []timed.State
		sees := map[uint64]string{}
		for range 2 {
			s := g.Initial()
			states = append(states, s)
			for _, o := range timedtest.Script(g, 2).Draw(t, "moves") {
				at := min(max(o.At, s.Now()), s.Expiry())
				u, err := g.Update(s, at-s.Now(), []timed.Move{{Role: o.Role, Text: o.Move}})
				if err != nil {
					t.Fatal(err)
				}
				s = u.State
				states = append(states, s)
				for r := range game.Role(2) {
					text, key := fmt.Sprint(u.Percepts(r)), u.PerceptKey(r)
					if other, known := sees[key]; known && other != text || u.Perceives(r) != (text != "[]") {
						t.Fatalf("%s and %s have one key", text, other)
					}
					sees[key] = text
				}
			}
		}
		for _, a := range states {
			for _, b := range states {
				if a.Equal(b) != (a.String() == b.String()) {
					t.Fatalf("%v\n%v", a, b)
				}
			}
		}
	})
}

func TestFork(t *testing.T) {
	g := libraryGame(t, "chicken")
	h, err := g.Fork()
	if err != nil {
		t.Fatal(err)
	}
	if !h.Initial().Equal(g.Initial()) || h == g {
		t.Error("another game")
	}
}
