package statehash_test

import (
	"testing"

	"ludex/game"
	"ludex/internal/statehash"
)

// lists returns many short lists, all different.
func lists() []game.State {
	list := []game.State{{}}
	for a := range uint64(64) {
		list = append(list, game.State{a}, game.State{a << 58})
		for b := range uint64(64) {
			list = append(list, game.State{a, b}, game.State{a, b, 0})
		}
	}
	return list
}

func TestHashesDiffer(t *testing.T) {
	seen, first, second := map[uint64]bool{}, map[uint64]bool{}, map[uint64]bool{}
	distinct := map[string]bool{}
	for _, s := range lists() {
		key := ""
		for _, w := range s {
			key += string(rune(w>>58)) + string(rune(w&0xFFFF)) + ","
		}
		distinct[key] = true
		a, b := statehash.Fingerprint(s)
		seen[statehash.Of(s)], first[a], second[b] = true, true, true
	}
	for name, set := range map[string]map[uint64]bool{"Of": seen, "first": first, "second": second} {
		if len(set) != len(distinct) {
			t.Errorf("%s: %d lists have %d hashes", name, len(distinct), len(set))
		}
	}
}

// Seeds and stored results depend on these values.
func TestValues(t *testing.T) {
	a, b := statehash.Fingerprint(game.State{1, 2, 3})
	for _, c := range []struct{ got, want uint64 }{
		{statehash.Of(game.State{1, 2, 3}), 0xe4f87b5c601dc483},
		{statehash.Of([]int32{-1, 7}), 0xb95616591fa0edf},
		{statehash.Mix(1, 2), 0xa7217502fe661ff9},
		{a, 0x51a857a43efaf4bb},
		{b, 0xc48e98b52f138543},
	} {
		if c.got != c.want {
			t.Errorf("got %#x, want %#x", c.got, c.want)
		}
	}
}
