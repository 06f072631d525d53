package table

import (
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/server/humanplay"
)

// Whatever people do at a table, a server that loads it afterwards shows everybody the same.
func TestReload(t *testing.T) {
	h := newHouse(t, nil)
	rapid.Check(t, func(rt *rapid.T) {
		game := rapid.SampledFrom([]string{"tictactoe", "nim", "rockpaperscissors", "connectfour"}).Draw(rt, "game")
		s := h.friends(game, Request{Timing: Timing{Kind: Fischer, InitialMs: 600_000, IncrementMs: 1000}})
		people := []string{"anna", "ben"}
		kinds := []humanplay.Kind{
			humanplay.DoMove, humanplay.DoMove, humanplay.DoMove, humanplay.DoMove, humanplay.DoUndo, DoDraw, DoAccept, DoAccept, DoDecline, DoChat,
			humanplay.DoResign, humanplay.DoRematch, DoLeave,
		}
		for range rapid.IntRange(1, 25).Draw(rt, "actions") {
			who := rapid.SampledFrom(people).Draw(rt, "who")
			a := action{Kind: rapid.SampledFrom(kinds).Draw(rt, "kind"), Number: rapid.IntRange(1, 3).Draw(rt, "move"), Swap: rapid.Bool().Draw(rt, "swap"), Text: "hello"}
			if _, err := s.Do(t.Context(), who, a); err != nil {
				continue // what the rules of the table refuse changes nothing
			}
		}
		var before []string
		for _, who := range append(people, "") {
			v, err := s.View(t.Context(), who)
			if err != nil {
				rt.Fatal(err)
			}
			before = append(before, text(t, v))
		}
		s.drop()
		s = h.again(s.ID())
		for i, who := range append(people, "") {
			v, err := s.View(t.Context(), who)
			if err != nil {
				rt.Fatal(err)
			}
			if after := text(t, v); after != before[i] {
				rt.Fatalf("%q saw\n%s\nand then\n%s", who, before[i], after)
			}
		}
		s.drop()
	})
}
