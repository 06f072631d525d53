package ground

import (
	"strings"
	"testing"
)

func TestNegativeLoop(t *testing.T) {
	const frame = `(role a) (init p) (init q) (legal a x) (legal a y) terminal
(<= (next ?f) (true ?f) (does a x)) (<= (next s) (does a y))
`
	for _, c := range []struct{ text, loop string }{
		{`(<= (goal a 100) (true p)) (<= (goal ?r 0) (role ?r) (not (goal ?r 100)))`, ""},
		{`(<= (goal a 1) (true p) (not w)) (<= w (true p) (not w))`, "w"},
		{`(<= (goal a 1) u) (<= u (true p) (not w)) (<= w (true q) v) (<= v u) (<= v (true p))`, "u w v"},
		{`(<= (goal a 1) u) (<= u (true p) w) (<= w (true q) u) (<= w (true p))`, ""},
		{`(<= (goal a 1) (true p)) (<= w (true p) (not w))`, ""}, // nothing needs w
	} {
		res := groundText(t, frame+c.text, Options{})
		atoms, found := NegativeLoop(res.Spec)
		var names []string
		for _, a := range atoms {
			names = append(names, res.AtomText(a))
		}
		if got := strings.Join(names, " "); got != c.loop || found != (c.loop != "") {
			t.Errorf("%s: the loop is %q, not %q", c.text, got, c.loop)
		}
	}
}
