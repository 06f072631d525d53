package knowledge_test

import (
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
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
