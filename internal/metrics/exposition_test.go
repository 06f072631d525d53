package metrics

import (
	"bytes"
	"testing"
)

// TestExposition writes a counter whose label has to be escaped, and a histogram with a value
// above all edges.
func TestExposition(t *testing.T) {
	c := counter("events_total", "Events.", "who")
	c.inc("a \"b\"\\\n")
	h := histogram("wait_seconds", "Waits.", exponential(0.5, 2, 2), "who")
	for _, x := range []float64{0.5, 0.75, 7} {
		h.observe(x, "x")
	}
	var out bytes.Buffer
	c.write(&out)
	h.write(&out)
	counter("nothing_total", "Nothing.", "who").write(&out)
	const want = `# HELP ludex_events_total Events.
# TYPE ludex_events_total counter
ludex_events_total{who="a \"b\"\\\n"} 1
# HELP ludex_wait_seconds Waits.
# TYPE ludex_wait_seconds histogram
ludex_wait_seconds_bucket{who="x",le="0.5"} 1
ludex_wait_seconds_bucket{who="x",le="1"} 2
ludex_wait_seconds_bucket{who="x",le="+Inf"} 3
ludex_wait_seconds_sum{who="x"} 8.25
ludex_wait_seconds_count{who="x"} 3
`
	if out.String() != want {
		t.Error(out.String())
	}
}
