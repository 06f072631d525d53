package circuit

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
)

// TestSaved compares random games that were saved and loaded with the naive evaluation,
// and their playouts with those of the original.
func TestSaved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := specs().Draw(t, "spec")
		if s.Hidden = false; len(s.Percepts) > 0 {
			s.Percepts, s.Texts = nil, nil
		}
		original, n := mustNew(t, s), newNaive(s)
		data, err := original.Save("key")
		if err != nil {
			t.Fatal(err)
		}
		g, err := Load(data, "key")
		if err != nil {
			t.Fatal(err)
		}
		m := g.NewMachine()
		for range 2 {
			state := n.initial()
			for range 8 {
				p := comparePosition(t, g, m, n, state)
				compareExpand(t, m, n, state, p)
				joint := drawJoint(t, p)
				if joint == nil {
					break
				}
				state, _ = n.next(state, joint)
			}
		}
		if a, b := original.Relevance(), g.Relevance(); !reflect.DeepEqual(a, b) {
			t.Fatalf("facts that matter: %+v, want %+v", b, a)
		}
		opt := game.PlayoutOptions{Count: 600, Seed: 3, MaxSteps: 20}
		a, errA := original.Playouts(t.Context(), opt)
		b, errB := g.Playouts(t.Context(), opt)
		if errA != nil || errB != nil || a.States != b.States || !slices.Equal(a.Goals, b.Goals) {
			t.Fatalf("playouts %+v, %v, want %+v, %v", b, errB, a, errA)
		}
	})
}

// TestForeign checks that saved circuits are refused if a byte was changed, the end is
// missing or the key is another one.
func TestForeign(t *testing.T) {
	data, err := mustNew(t, ticTacToe()).Save("key")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Load(data, "key"); err != nil {
		t.Error(err)
	}
	if _, err := Load(data, "other"); !errors.Is(err, errForeign) {
		t.Errorf("another key: %v", err)
	}
	for i := range data {
		if i > 100 && i%97 > 0 {
			continue
		}
		if _, err := Load(data[:i], "key"); !errors.Is(err, errForeign) {
			t.Errorf("%d bytes: %v", i, err)
		}
		data[i] ^= 4
		if _, err := Load(data, "key"); !errors.Is(err, errForeign) {
			t.Errorf("byte %d was changed: %v", i, err)
		}
		data[i] ^= 4
	}
}

// FuzzLoad checks that no bytes crash the reader, also if their checksum is right.
func FuzzLoad(f *testing.F) {
	data, err := mustNew(f, ticTacToe()).Save("")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data[len(savedFormat)+32:])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, rest []byte) {
		_, _ = Load(rest, "")
		_, _ = Load(withSum(rest), "")
	})
}
