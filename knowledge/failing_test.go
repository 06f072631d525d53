package knowledge_test

import (
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/infotracker"
	"ludex/internal/knowledgecheck"
	"ludex/knowledge"
)

// TestFailures checks that nothing is said to be known if a machine has failed.
func TestFailures(t *testing.T) {
	g := open(t, "kuhnpoker")
	played := randomPlay(t, g)
	m, err := knowledge.New(g, knowledge.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	view, err := m.ViewOf(played, 1)
	if err != nil {
		t.Fatal(err)
	}
	uses := map[string]func(*testing.T, game.Game) error{
		"propositions": func(t *testing.T, g game.Game) error {
			p, err := knowledgecheck.CheckPropositions(t.Context(), g, knowledge.Limits{})
			if err != nil && (p.LegalMoves.Verdict != knowledgecheck.NotRefuted || p.Ends.Verdict != knowledgecheck.NotRefuted) {
				t.Errorf("the verdicts are %s and %s", p.LegalMoves.Verdict, p.Ends.Verdict)
			}
			return err
		},
		"distinguishable": func(t *testing.T, g game.Game) error {
			_, err := knowledgecheck.CheckDistinguishable(t.Context(), g, knowledge.Limits{})
			return err
		},
		"belief": func(t *testing.T, g game.Game) error {
			m, err := knowledge.New(g, knowledge.Limits{})
			if err == nil {
				_, err = m.Belief(t.Context(), view, knowledge.Policy{})
			}
			return err
		},
		"distribution": func(t *testing.T, g game.Game) error {
			m, err := knowledge.New(g, knowledge.Limits{})
			if err == nil {
				_, err = m.Distribution(t.Context(), 4, knowledge.Policy{})
			}
			return err
		},
		"sample": func(t *testing.T, g game.Game) error {
			_, err := infotracker.Sample(t.Context(), g, view, infotracker.SampleOptions{Count: 3})
			return err
		},
		"tracker": func(t *testing.T, g game.Game) error {
			tracker, err := infotracker.NewTracker(g, 1, infotracker.TrackerOptions{})
			if err != nil {
				return err
			}
			own := open(t, "kuhnpoker").NewMachine()
			state := own.Initial(nil)
			for _, joint := range played.Joints {
				err := tracker.Step(t.Context(), infotracker.Observation{Own: joint[1], Percepts: own.Percepts(state, joint, 1, nil)})
				if err != nil {
					return err
				}
				state = own.Next(state, joint, nil)
			}
			return nil
		},
	}
	for name, use := range uses {
		t.Run(name, func(t *testing.T) {
			gametest.Failures(t, g, func(g game.Game) error { return use(t, g) })
		})
	}
}

// randomPlay plays a game to its end.
func randomPlay(t *testing.T, g game.Game) knowledge.Development {
	t.Helper()
	var d knowledge.Development
	p := game.NewPlayout(g, g.NewMachine())
	for p.Reset(nil, 3); !p.Over(); {
		if err := p.Step(); err != nil {
			t.Fatal(err)
		}
		d.Joints = append(d.Joints, append([]game.Move(nil), p.Joint...))
	}
	return d
}
