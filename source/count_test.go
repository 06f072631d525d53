package source_test

import (
	"testing"

	"ludex/source"
)

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 rows", 1: "1 row", 2: "2 rows"} {
		if got := source.Count(n, "row"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
