package ludex_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ludex"
	"ludex/game"
	"ludex/rules"
)

func open(t *testing.T, name string) *ludex.Game {
	t.Helper()
	g, err := ludex.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestOpen(t *testing.T) {
	entry := open(t, "breakthrough-rbg")
	path := filepath.Join(t.TempDir(), "mine.rbg")
	if err := os.WriteFile(path, []byte(entry.Rules().Text()), 0o600); err != nil {
		t.Fatal(err)
	}
	file := open(t, path)
	if !reflect.DeepEqual(file.Roles(), entry.Roles()) || file.Rules().Name() != "mine" {
		t.Errorf("%v of %s", file.Roles(), file.Rules().Name())
	}
	if game.CapabilitiesOf(file).Playouts == nil {
		t.Error("the engine's playouts are lost")
	}
	slow, err := ludex.Options{Engine: "reference"}.Open(t.Context(), "tictactoe")
	if err != nil || slow.Engine() != "reference" {
		t.Errorf("%v, %v", slow, err)
	}
	timed, err := ludex.OpenTimed(t.Context(), "duel")
	if err != nil || len(timed.Roles()) != 3 {
		t.Errorf("%v, %v", timed, err)
	}
}

func TestOpenErrors(t *testing.T) {
	if _, err := ludex.Open(t.Context(), "no such game"); err == nil {
		t.Error("a game that does not exist was opened")
	}
	_, err := ludex.OpenText(t.Context(), "bad.kif", "(role white)")
	var refused *rules.RefusedError
	if !errors.As(err, &refused) || !refused.Problems.HasErrors() {
		t.Errorf("rules without goals: %v", err)
	}
	if list := ludex.CheckText(t.Context(), "bad.kif", "(role white"); !list.HasErrors() {
		t.Error("a missing parenthesis is not found")
	}
	if list, err := ludex.Check(t.Context(), "tictactoe"); err != nil || list.HasErrors() {
		t.Errorf("%v, %v", list, err)
	}
	if _, err := (ludex.Options{Memory: 1 << 20, Engine: "circuit"}).Open(t.Context(), "kriegspiel-chess"); err == nil || !strings.Contains(err.Error(), "MB") {
		t.Errorf("a circuit in 1 MB: %v", err)
	}
}

func TestPlay(t *testing.T) {
	p, err := open(t, "tictactoe").NewPlay(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if legal, err := p.Legal("white"); err != nil || len(legal) != 9 {
		t.Errorf("%v, %v", legal, err)
	}
	for name, moves := range map[string]map[string]string{
		"no move":      {},
		"unknown role": {"nobody": "noop"},
		"illegal move": {"white": "(mark 9 9)"},
		"another's":    {"black": "(mark 1 1)"},
	} {
		if err := p.Step(moves); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if p.Steps() != 0 {
		t.Errorf("%d steps", p.Steps())
	}
	if err := p.Step(map[string]string{"white": "(mark 1 1)"}); err != nil || p.Steps() != 1 || len(p.Facts()) == 0 {
		t.Errorf("%v after %d steps", err, p.Steps())
	}
}

// TestPlayEnds checks that a play fails once its context has ended, and does not
// answer.
func TestPlayEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	g, err := ludex.Options{Engine: "reference"}.Open(ctx, "chess")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.NewPlay(ctx)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := p.Legal(g.Roles()[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("legal moves after the end: %v", err)
	}
}

func TestMatchErrors(t *testing.T) {
	g := open(t, "tictactoe")
	if _, err := g.Match(t.Context(), ludex.Thinking{Nodes: 1}, "random"); err == nil || !strings.Contains(err.Error(), "2 players") {
		t.Errorf("one player: %v", err)
	}
	if _, err := g.Match(t.Context(), ludex.Thinking{Nodes: 1}, "random", "nobody"); err == nil {
		t.Error("an unknown player")
	}
	if _, err := g.Analyse(t.Context(), nil, ludex.Thinking{Nodes: 1}, "random"); err == nil {
		t.Error("random says what it thinks")
	}
}
