package board_test

import (
	"strings"
	"testing"

	"ludex/internal/board"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

func TestField(t *testing.T) {
	g, _ := library.Lookup("shooter")
	b, err := board.Presented(t.Context(), rules.Read(source.NewFile(g.File, g.Rules()), rules.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	p := board.Position{Facts: []string{"infinity (at left 1)", "infinity (at right 3)", "0.25 (bullet right 4 3)", "9 timer"}}
	var text, svg strings.Builder
	if err := b.Text(&text, p, false); err != nil {
		t.Fatal(err)
	}
	if want := " > · · · · ·\n · · · · · ·\n · · · - · <\n"; !strings.HasPrefix(text.String(), want) {
		t.Errorf("%s", text.String())
	}
	if err := b.SVG(&svg, p, board.Options{}); err != nil || strings.Count(svg.String(), "data-cell") != 18 || !strings.Contains(svg.String(), `data-piece="bullet right"`) {
		t.Errorf("%v: %s", err, svg.String())
	}
	for fact, on := range map[string]bool{"(bullet left 2 2)": true, "timer": false, "(at left 9)": false} {
		if b.IsOnBoard(fact) != on {
			t.Errorf("%s is on the board: %v", fact, !on)
		}
	}
}
