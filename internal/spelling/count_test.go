package spelling_test

import (
	"testing"

	"ludex/internal/spelling"
)

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 rows", 1: "1 row", 2: "2 rows"} {
		if got := spelling.Count(n, "row"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
