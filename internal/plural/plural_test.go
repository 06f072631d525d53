package plural

import "testing"

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 cells", 1: "1 cell", 2: "2 cells"} {
		if got := Count(n, "cell"); got != want {
			t.Errorf("Count(%d) is %q, want %q", n, got, want)
		}
	}
}
