package timedmatch_test

import (
	"strings"
	"testing"

	"ludex/internal/timedmatch"
	"ludex/internal/timedtest"
	"ludex/timed"
)

// A comparison finds what two engines say differently.
func TestCompareEngines(t *testing.T) {
	const lamp = `role(x) init(1,p) next(1,p) :- expired(p) next(T,p) :- true(T,p) & ~does(x,go) legal(x,go) terminal :- expired(q) goal(x,50)`
	same, err := timedmatch.CompareEngines(t.Context(), timedtest.Open(t, lamp), timedtest.Open(t, lamp), 50, 1)
	if err != nil || same.Difference != "" || same.Updates != 50 {
		t.Errorf("got %+v, %v", same, err)
	}
	for what, other := range map[string]string{
		"states differ":      strings.Replace(lamp, "next(1,p)", "next(2,p)", 1),
		"goals differ":       strings.Replace(lamp, "goal(x,50)", "goal(x,60)", 1),
		"legal moves differ": lamp + " legal(x,stop)",
		"the end differs":    strings.Replace(lamp, "expired(q)", "expired(p)", 1),
	} {
		var g [2]*timed.Game
		for i, text := range []string{lamp, other} {
			g[i] = timedtest.Open(t, text)
		}
		c, err := timedmatch.CompareEngines(t.Context(), g[0], g[1], 50, 1)
		if err != nil || !strings.HasPrefix(c.Difference, what) {
			t.Errorf("%s: got %q, %v", what, c.Difference, err)
		}
	}
}
