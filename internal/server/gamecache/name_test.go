package gamecache_test

import (
	"testing"

	"ludex/internal/server/gamecache"
)

// A name with a slash is no path, and stays whole; a file is called as usual.
func TestNames(t *testing.T) {
	games := gamecache.New(gamecache.Limit{Games: 4})
	for name, want := range map[string]string{"<b>x</b>": "<b>x<∕b>", "races/fast.kif": "fast", "My game": "My game"} {
		if got := games.Text(name, "(role a)").Title(); got != want {
			t.Errorf("%q is called %q, want %q", name, got, want)
		}
	}
}
