package gdl_test

import (
	"testing"

	"ludex/gdl"
)

func TestParseGoal(t *testing.T) {
	for text, want := range map[string]int{"0": 0, "7": 7, "10": 10, "99": 99, "100": 100} {
		if got, ok := gdl.ParseGoal(text); !ok || got != want {
			t.Errorf("%s is %d, %t", text, got, ok)
		}
	}
	for _, text := range []string{"", "00", "050", "101", "1000", "-1", "+1", "1.0", "a", "(f 1)", "١"} {
		if got, ok := gdl.ParseGoal(text); ok {
			t.Errorf("%q is the goal value %d", text, got)
		}
	}
}
