package memory

import (
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
)

// state returns a state of a number of words that depends on a key.
func state(key uint64, words int) game.State {
	s := make(game.State, words)
	for i := range s {
		s[i] = game.NewRand(key*8 + uint64(i)).Uint64()
	}
	return s
}

// TestStore compares a store with a map.
func TestStore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := NewStore()
		numbers := map[uint64]uint32{}
		for _, key := range rapid.SliceOfN(rapid.Uint64Range(0, 3000), 0, 4000).Draw(t, "keys") {
			want := state(key, int(key%5))
			if key%5 == 0 {
				want = game.State{key}
			}
			n, fresh := s.Add(want)
			known, seen := numbers[key]
			if seen == fresh || seen && known != n {
				t.Fatalf("state %d is %d, fresh: %v; it was %d", key, n, fresh, known)
			}
			numbers[key] = n
			if got, ok := s.Find(s.At(n)); !ok || got != n {
				t.Fatalf("state %d is not found", n)
			}
		}
		if s.Len() != len(numbers) {
			t.Fatalf("%d states, want %d", s.Len(), len(numbers))
		}
	})
}

// TestTable checks that a table never takes a state for another, and uses the memory
// it may have.
func TestTable(t *testing.T) {
	for _, words := range []int{1, 2, 7} {
		const bytes, states = 1 << 20, 60_000
		table := NewTable(words, words, 2, bytes)
		kept := 0
		for key := range uint64(states) {
			data := table.FindOrAdd(state(key, words))
			data[0], data[1] = WithWeight(key, 1+key%7), ^key
		}
		for key := range uint64(states) {
			data := table.Find(state(key, words))
			if data == nil {
				continue
			}
			kept++
			if data[0] != WithWeight(key, 1+key%7) || data[1] != ^key {
				t.Fatalf("%d words: state %d has the data %x", words, key, data)
			}
		}
		if size := int64(len(table.words)) * 8; size > bytes || size < bytes/3 {
			t.Errorf("%d words: the table has %d bytes of %d", words, size, bytes)
		}
		if kept < table.buckets*ways/2 {
			t.Errorf("%d words: %d states are left in %d places", words, kept, table.buckets*ways)
		}
	}
}

// TestTableForgets checks that heavy entries outlive light ones.
func TestTableForgets(t *testing.T) {
	table := NewTable(1, 1, 1, 1<<14)
	for key := range uint64(100_000) {
		weight := uint64(1)
		if key < 20 {
			weight = 50
		}
		table.FindOrAdd(state(key, 1))[0] = WithWeight(key, weight)
	}
	for key := range uint64(20) {
		if table.Find(state(key, 1)) == nil {
			t.Errorf("the heavy state %d is lost", key)
		}
	}
}

// TestOtherLength checks that a table of whole states refuses others.
func TestOtherLength(t *testing.T) {
	table := NewTable(1, 1, 1, 1<<14)
	if table.FindOrAdd(game.State{1, 2}) != nil || table.Find(game.State{1, 2}) != nil {
		t.Error("a state of another length found a place")
	}
}
