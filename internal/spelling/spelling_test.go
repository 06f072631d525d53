package spelling_test

import (
	"strings"
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

func TestNearest(t *testing.T) {
	names := []string{"empty", "whitePawn", "blackPawn"}
	long := strings.Repeat("x", 100)
	for name, want := range map[string]string{"emty": "empty", "whitepawn": "whitePawn", "x": "", "empty": "", "stone": "", long: "",
		"emtpy": "empty", "EMPTY": "empty", "black": "blackPawn", "bl": ""} {
		if got := spelling.Nearest(name, append(names, long+"y")); got != want {
			t.Errorf("%q is nearest to %q, want %q", name, got, want)
		}
	}
	if got := spelling.Nearest("roww", []string{"rows", "row"}); got != "rows" {
		t.Errorf("of two near names, %q is suggested and not the first", got)
	}
}
