package memory

import (
	"math/bits"
	"slices"

	"ludex/game"
	"ludex/internal/statehash"
)

const (
	// ways is the number of entries per bucket.
	ways = 4
	// maxVerbatim is the length up to which an entry holds the state itself. Longer
	// states are represented by their fingerprints.
	maxVerbatim = 2
	// weightShift is the position of the weight in the first data word.
	weightShift = 56
	// firstBuckets is the initial number of buckets.
	firstBuckets = 1 << 8
	// MaxWeight is the largest weight of an entry.
	MaxWeight = 1<<(64-weightShift) - 1
)

// A Table maps states to a few words of data each. It grows up to a fixed size; from
// then on a new entry replaces the one with the least weight in its bucket. An entry
// holds the whole state, or a fingerprint of 128 bits if states are long or have
// different lengths: among a billion states, two share one with a probability of
// less than 10⁻²⁰.
//
// The uppermost byte of the first data word is the weight of the entry, which is at
// least 1; the rest belongs to the caller.
type Table struct {
	words   []uint64
	key     int  // words of a key
	stride  int  // words of an entry
	whole   bool // keys are states
	used    int  // entries
	buckets int
	most    int       // buckets
	scratch [2]uint64 // a fingerprint
}

// NewTable returns a table for states with the given numbers of words, with data
// words for each, that takes at most the given memory.
func NewTable(shortest, longest, data int, bytes int64) *Table {
	t := &Table{key: longest, whole: shortest == longest && longest <= maxVerbatim}
	if !t.whole {
		t.key = len(t.scratch)
	}
	t.stride = t.key + data
	// While it grows, a table exists twice: at its old size, which is at most half
	// of the largest one, and at its new size.
	t.most = max(1, int(bytes/int64(ways*t.stride*8)*2/3))
	t.buckets = min(t.most, firstBuckets)
	t.words = make([]uint64, t.buckets*ways*t.stride)
	return t
}

// Find returns the data of a state, or nil if there is none. The data stays valid
// until the next call of FindOrAdd.
func (t *Table) Find(s game.State) []uint64 {
	bucket, key := t.locate(s)
	for at := 0; at < len(bucket); at += t.stride {
		entry := bucket[at : at+t.stride]
		if slices.Equal(entry[:t.key], key) && entry[t.key] != 0 {
			return entry[t.key:]
		}
	}
	return nil
}

// FindOrAdd returns the data of a state, all zero if it is new. The caller must set
// the weight. The result is nil if the table cannot hold the state.
func (t *Table) FindOrAdd(s game.State) []uint64 {
	if t.used > t.buckets*ways/2 && t.buckets < t.most {
		t.grow()
	}
	bucket, key := t.locate(s)
	if bucket == nil {
		return nil
	}
	entry, found := t.choose(bucket, key)
	if !found {
		if entry[t.key] == 0 {
			t.used++
		}
		copy(entry, key)
		clear(entry[t.key:])
	}
	return entry[t.key:]
}

// choose returns the entry of a key in a bucket, or else the one with the least
// weight.
func (t *Table) choose(bucket, key []uint64) (least []uint64, found bool) {
	for at := 0; at < len(bucket); at += t.stride {
		entry := bucket[at : at+t.stride]
		if slices.Equal(entry[:t.key], key) && entry[t.key] != 0 {
			return entry, true
		}
		if least == nil || Weight(entry[t.key]) < Weight(least[t.key]) {
			least = entry
		}
	}
	return least, false
}

// locate returns the bucket and the key of a state. The bucket is nil if whole
// states are stored and the length differs.
func (t *Table) locate(s game.State) (bucket, key []uint64) {
	if !t.whole {
		t.scratch[0], t.scratch[1] = statehash.Fingerprint(s)
		return t.bucket(t.scratch[0]), t.scratch[:]
	}
	if len(s) != t.key {
		return nil, nil
	}
	h, _ := statehash.Fingerprint(s)
	return t.bucket(h), s
}

// bucket returns the bucket of a hash.
func (t *Table) bucket(h uint64) []uint64 {
	n, _ := bits.Mul64(h, uint64(t.buckets))
	at := int(n) * ways * t.stride
	return t.words[at : at+ways*t.stride]
}

// grow doubles the table, or makes it as large as it may become if that is less than
// four times as much. A few entries with little weight may be lost.
func (t *Table) grow() {
	old := t.words
	t.buckets *= 2
	if 2*t.buckets > t.most {
		t.buckets = t.most
	}
	t.words = make([]uint64, t.buckets*ways*t.stride)
	for ; len(old) > 0; old = old[t.stride:] {
		entry := old[:t.stride]
		if entry[t.key] == 0 {
			continue
		}
		h := entry[0]
		if t.whole {
			h, _ = statehash.Fingerprint(entry[:t.key])
		}
		least, _ := t.choose(t.bucket(h), entry[:t.key])
		switch {
		case least[t.key] == 0:
			copy(least, entry)
		case Weight(least[t.key]) < Weight(entry[t.key]):
			copy(least, entry)
			t.used--
		default:
			t.used--
		}
	}
}

// Weight returns the weight in the first data word of an entry; 0 is an empty entry.
func Weight(first uint64) uint64 { return first >> weightShift }

// WithWeight returns a first data word with another weight, clamped to 1 and
// MaxWeight.
func WithWeight(first, weight uint64) uint64 {
	return first&(1<<weightShift-1) | min(max(weight, 1), MaxWeight)<<weightShift
}

// Len returns the number of entries.
func (t *Table) Len() int { return t.used }
