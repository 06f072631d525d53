package infotracker_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/infotracker"
	"ludex/internal/knowledgetest"
	"ludex/internal/rulestest"
	"ludex/knowledge"
)

// A walk is a random play with what one role sees of it.
type walk struct {
	states []game.State
	sights []infotracker.Observation
}

func newWalk(g game.Game, r game.Role, seed uint64, steps int) walk {
	m := g.NewMachine()
	p := game.NewPlayout(g, m)
	p.Reset(nil, seed)
	w := walk{states: []game.State{slices.Clone(p.State)}}
	for !p.Over() && len(w.sights) < steps {
		before := slices.Clone(p.State)
		if p.Step() != nil {
			break
		}
		s := infotracker.Observation{Own: p.Joint[r], Joint: slices.Clone(p.Joint)}
		if g.Hidden() {
			s.Joint, s.Percepts = nil, m.Percepts(before, p.Joint, r, nil)
		}
		w.states, w.sights = append(w.states, slices.Clone(p.State)), append(w.sights, s)
	}
	return w
}

// view returns what the role has seen after some steps, as texts.
func (w walk) view(g game.Game, r game.Role, steps int) knowledge.View {
	v := knowledge.View{Role: r}
	for _, s := range w.sights[:steps] {
		e := knowledge.Experience{Move: g.MoveText(r, s.Own)}
		for _, p := range s.Percepts {
			e.Percepts = append(e.Percepts, g.PerceptText(p))
		}
		for q, m := range s.Joint {
			e.Percepts = append(e.Percepts, "(moves "+g.Roles()[q]+" "+g.MoveText(game.Role(q), m)+")")
		}
		v.Steps = append(v.Steps, e)
	}
	return v
}

// chances returns how likely a tracker thinks each state.
func chances(t *infotracker.Tracker) map[string]float64 {
	out := map[string]float64{}
	for i := range t.Len() {
		out[key(t.State(i))] += t.Weight(i)
	}
	return out
}

func key(s game.State) string {
	var b []byte
	for _, w := range s {
		for range 8 {
			b, w = append(b, byte(w)), w>>8
		}
	}
	return string(b)
}

type reporter interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// compare checks a tracker against the belief that a model computes with fractions.
func compare(t reporter, g game.Game, r game.Role, w walk, opt infotracker.TrackerOptions) {
	t.Helper()
	ctx := context.Background()
	tracker, err := infotracker.NewTracker(g, r, opt)
	if err != nil {
		t.Fatal(err)
	}
	for k, sight := range w.sights {
		model, err := knowledge.New(g, knowledge.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		belief, err := model.Belief(ctx, w.view(g, r, k+1), knowledge.Policy{})
		if err != nil {
			return // too large
		}
		if err := tracker.Step(ctx, sight); err != nil {
			t.Fatalf("step %d: %v", k+1, err)
		}
		if tracker.Mode() == infotracker.Sampled {
			return
		}
		got := chances(tracker)
		if len(got) != belief.Len() {
			t.Fatalf("step %d (%v): %d states instead of %d", k+1, tracker.Mode(), len(got), belief.Len())
		}
		for i := range belief.Len() {
			want, _ := belief.P(i).Float64()
			if p := got[key(belief.State(i))]; math.Abs(p-want) > 1e-9 {
				t.Fatalf("step %d (%v): a state has probability %v instead of %v", k+1, tracker.Mode(), p, want)
			}
		}
	}
}

func TestTrackerBelievesWhatTheModelDoes(t *testing.T) {
	for _, name := range []string{"montyhall", "kuhnpoker", "leducpoker", "liarsdice", "mastermind", "numberguessing",
		"kriegspiel-tictactoe", "threeknow", "bankerandthief", "colouredtrails", "unfaircoin", "tictactoe"} {
		t.Run(name, func(t *testing.T) {
			_, g := rulestest.Open(t, name)
			for r := range g.Roles() {
				if game.Role(r) == g.Random() {
					continue
				}
				w := newWalk(g, game.Role(r), uint64(r)+1, 7)
				compare(t, g, game.Role(r), w, infotracker.TrackerOptions{})
				compare(t, g, game.Role(r), w, infotracker.TrackerOptions{Common: -1})
			}
		})
	}
}

func TestTrackerOfRandomGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := knowledgetest.Toys().Draw(t, "game")
		role := game.Role(rapid.IntRange(0, len(g.Roles())-1).Draw(t, "role"))
		if role == g.Random() {
			return
		}
		w := newWalk(g, role, rapid.Uint64().Draw(t, "seed"), 5)
		compare(t, g, role, w, infotracker.TrackerOptions{Common: -1})
	})
}

// TestTrackerSamples follows plays of games by few particles, and checks that all
// of them have the role's view.
func TestTrackerSamples(t *testing.T) {
	for _, name := range []string{"kriegspiel-tictactoe", "battleships", "kriegspiel-chess", "mastermind"} {
		t.Run(name, func(t *testing.T) {
			_, g := rulestest.Open(t, name)
			w := newWalk(g, 0, 5, 30)
			tracker, err := infotracker.NewTracker(g, 0, infotracker.TrackerOptions{Common: -1, Exact: 100, Particles: 50, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			for k, sight := range w.sights {
				if err := tracker.Step(t.Context(), sight); err != nil {
					t.Fatalf("step %d: %v", k+1, err)
				}
				for i := range tracker.Len() {
					if tracker.Views(i)[0] != tracker.View() {
						t.Fatalf("step %d: particle %d has another view", k+1, i)
					}
				}
			}
			if tracker.Mode() != infotracker.Sampled {
				t.Errorf("the mode is %v", tracker.Mode())
			}
		})
	}
}

func TestTrackerRefusesWhatCannotBe(t *testing.T) {
	_, g := rulestest.Open(t, "montyhall")
	tracker, err := infotracker.NewTracker(g, 0, infotracker.TrackerOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var wrong *knowledge.InconsistentError
	if err := tracker.Step(t.Context(), infotracker.Observation{Own: 99}); !errors.As(err, &wrong) {
		t.Errorf("the error is %v", err)
	}
	if _, err := infotracker.NewTracker(g, g.Random(), infotracker.TrackerOptions{}); !errors.Is(err, knowledge.ErrNoPlayer) {
		t.Errorf("the error is %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	legal := g.NewMachine().Legal(g.NewMachine().Initial(nil), 0, nil)
	if err := tracker.Step(ctx, infotracker.Observation{Own: legal[0]}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if err := tracker.Step(t.Context(), infotracker.Observation{Own: legal[0]}); err != nil || tracker.Len() != 3 {
		t.Errorf("%d developments, error %v", tracker.Len(), err)
	}
}

// TestTrackerKeepsWhatOthersThinkPossible checks that a banker, who knows which
// bank is his, does not forget that the thief does not.
func TestTrackerKeepsWhatOthersThinkPossible(t *testing.T) {
	_, g := rulestest.Open(t, "bankerandthief")
	tracker, err := infotracker.NewTracker(g, 0, infotracker.TrackerOptions{})
	if err != nil {
		t.Fatal(err)
	}
	w := newWalk(g, 0, 3, 2)
	if err := tracker.Step(t.Context(), w.sights[0]); err != nil {
		t.Fatal(err)
	}
	if tracker.Mode() != infotracker.Common || tracker.Len() != 1 || tracker.All() != 2 {
		t.Errorf("%v with %d of %d developments", tracker.Mode(), tracker.Len(), tracker.All())
	}
	if err := tracker.Step(t.Context(), w.sights[1]); err != nil {
		t.Fatal(err)
	}
	if tracker.Len() != 1 || tracker.All() != 2 {
		t.Errorf("after the deposit %d of %d developments", tracker.Len(), tracker.All())
	}
}

// TestTrackerBeginsLater follows a match from a state in the middle of the game, by
// particles too.
func TestTrackerBeginsLater(t *testing.T) {
	for mode, opt := range map[infotracker.Mode]infotracker.TrackerOptions{
		infotracker.Common: {}, infotracker.Exact: {Common: -1}, infotracker.Sampled: {Common: -1, Exact: -1, Particles: 20},
	} {
		opt.From = game.State{2}
		tracker, err := infotracker.NewTracker(betting(), 0, opt)
		if err != nil {
			t.Fatal(err)
		}
		if err := tracker.Step(t.Context(), infotracker.Observation{Own: 0, Percepts: []game.Percept{1}}); err != nil {
			t.Fatal(err)
		}
		if tracker.Mode() != mode || tracker.Len() == 0 {
			t.Errorf("%d developments by the %v instead of the %v", tracker.Len(), tracker.Mode(), mode)
		}
		for i := range tracker.Len() {
			if !slices.Equal(tracker.State(i), game.State{4}) {
				t.Errorf("%v: state %v is considered possible", tracker.Mode(), tracker.State(i))
			}
		}
	}
}

// TestTrackerSamplesAgain begins in a later state, too, and follows so few particles that
// none of them has the view in the end. The tracker then searches for developments from
// that state.
func TestTrackerSamplesAgain(t *testing.T) {
	g := lottery(1000)
	start := uint64(len(g.States))
	g.States = append(g.States, g.States[0])
	g.States[0] = knowledgetest.ToyState{Terminal: true, Goals: [][]int{{0}, nil}, Legal: [][]int{{}, {}}}
	tracker, err := infotracker.NewTracker(g, 0, infotracker.TrackerOptions{From: game.State{start}, Common: -1, Exact: -1, Particles: 4})
	if err != nil {
		t.Fatal(err)
	}
	for step, want := range []game.State{{1}, {3}} { // the numbers that do not win, and the end
		var seen []game.Percept
		if step == 1 {
			seen = []game.Percept{1}
		}
		if err := tracker.Step(t.Context(), infotracker.Observation{Own: 0, Percepts: seen}); err != nil {
			t.Fatal(err)
		}
		for i := range tracker.Len() {
			if !slices.Equal(tracker.State(i), want) || tracker.Views(i)[0] != tracker.View() {
				t.Errorf("step %d: particle %d is in state %v", step+1, i, tracker.State(i))
			}
		}
	}
}
