package knowledgecheck_test

import (
	"context"
	"errors"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/knowledgecheck"
	"ludex/internal/rulestest"
	"ludex/knowledge"
)

// TestFailures checks that nothing is said to be known if a machine has failed.
func TestFailures(t *testing.T) {
	_, g := rulestest.Open(t, "kuhnpoker")
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
	}
	for name, use := range uses {
		t.Run(name, func(t *testing.T) {
			gametest.Failures(t, g, func(g game.Game) error { return use(t, g) })
		})
	}
}

// TestStops checks that nothing is proved if the context ends first.
func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, g := rulestest.Open(t, "cardgame")
	p, err := knowledgecheck.CheckPropositions(ctx, g, knowledge.Limits{})
	if !errors.Is(err, context.Canceled) || p.LegalMoves.Verdict != knowledgecheck.NotRefuted || p.Ends.Verdict != knowledgecheck.NotRefuted {
		t.Errorf("the propositions give %v, %v", p, err)
	}
	f, err := knowledgecheck.CheckDistinguishable(ctx, g, knowledge.Limits{})
	if !errors.Is(err, context.Canceled) || f.Verdict != knowledgecheck.NotRefuted {
		t.Errorf("the developments give %v, %v", f, err)
	}
}
