//go:build unix

package workload_test

import (
	"bytes"
	"testing"

	"ludex/internal/learn"
)

// TestSelfPlay learns with the plays of workers and with plays here: the networks are equal.
func TestSelfPlay(t *testing.T) {
	t.Parallel()
	m := startManager(t, 2)
	for _, name := range []string{"tictactoe", "tictactoe-rbg"} {
		r, _, g := open(t, name)
		s := split(t, m)
		opt := learn.Defaults()
		opt.Hidden, opt.Plays = 16, 40
		var files [2]bytes.Buffer
		for i := range files {
			if i == 1 {
				opt.Elsewhere = s.SelfPlay(r)
			}
			l, err := learn.New(t.Context(), g, nil, opt)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := l.Round(t.Context(), 0.5); err != nil {
					t.Fatal(err)
				}
			}
			if err := l.Model.Write(&files[i]); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
			t.Errorf("%s: workers give another network", name)
		}
	}
}
