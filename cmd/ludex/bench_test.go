package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"ludex/game"
	"ludex/game/gametest"
)

// TestBenchDividesByNothing reports on playouts of which nothing, or next to
// nothing, was counted: in text and as JSON there is no number that means nothing.
func TestBenchDividesByNothing(t *testing.T) {
	g := &gametest.Explicit{RoleNames: []string{"a", "b"}, RandomRole: game.NoRole}
	for name, res := range map[string]game.PlayoutResult{
		"nothing":              {},
		"time alone":           {Elapsed: time.Second, Goals: []uint64{0, 0}},
		"no playout ended":     {States: 1 << 20, Elapsed: time.Second, Goals: []uint64{0, 0}},
		"none with goals":      {Playouts: 2, Cut: 2, States: 10, Steps: 10, Elapsed: time.Second, Goals: []uint64{0, 0}},
		"playouts without end": {Playouts: 2, States: 5, Elapsed: time.Second, Goals: []uint64{0, 0}},
		"no time":              {Playouts: 2, States: 10, Steps: 10, Goals: []uint64{0, 0}, Finished: 2},
	} {
		t.Run(name, func(t *testing.T) {
			r := newBenchReport(g, game.PlayoutOptions{}, time.Second, &res)
			if _, err := json.Marshal(r); err != nil {
				t.Error(err)
			}
			if res.Playouts == 0 && (r.PlayoutsPerSec != nil || r.MeanLength != nil || r.FirstSeconds != nil) || res.Finished == 0 && len(r.MeanGoals) > 0 {
				t.Errorf("without playouts the report is %+v", r)
			}
			var text bytes.Buffer
			if err := writeBench(&text, r, g, false); err != nil {
				t.Error(err)
			}
			for _, word := range []string{"NaN", "Inf", "e+"} {
				if strings.Contains(text.String(), word) {
					t.Errorf("%s in\n%s", word, &text)
				}
			}
		})
	}
}
