package hashindex_test

import (
	"slices"
	"strconv"
	"testing"

	"ludex/internal/hashindex"
)

// A table interns words. Its hash function is a parameter, so that tests can make
// words collide.
type table struct {
	index hashindex.Index
	words []string
	hash  func(word string) uint64

	hashed int // how many hashes the index asked for
}

func (t *table) find(word string) int32 {
	return t.index.Find(t.hash(word), func(id int32) bool { return t.words[id] == word })
}

func (t *table) insert(word string) {
	id := int32(len(t.words))
	t.words = append(t.words, word)
	t.index.Insert(t.hash(word), id, func(id int32) uint64 {
		t.hashed++
		return t.hash(t.words[id])
	})
}

// numbers returns n different words.
func numbers(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = strconv.Itoa(i)
	}
	return out
}

// spread is the FNV-1a hash of a word.
func spread(word string) uint64 {
	hash := uint64(0xCBF29CE484222325)
	for _, b := range []byte(word) {
		hash = (hash ^ uint64(b)) * 0x100000001B3
	}
	return hash
}

// TestIndex inserts words one by one and finds all of them after each insertion, and
// none of those that are yet to come.
func TestIndex(t *testing.T) {
	for _, test := range []struct {
		name  string
		words int
		hash  func(word string) uint64
	}{
		{"different hashes", 300, spread},
		{"few hashes", 300, func(word string) uint64 { return spread(word) % 5 }},
		{"one hash", 100, func(string) uint64 { return 7 }},
		{"hashes at the end of the table", 100, func(string) uint64 { return 1<<64 - 1 }},
		{"hashes that differ in high bits only", 100, func(word string) uint64 { return spread(word) << 48 }},
	} {
		t.Run(test.name, func(t *testing.T) {
			table := &table{hash: test.hash}
			words := numbers(test.words)
			for i, word := range words {
				if id := table.find(word); id != -1 {
					t.Fatalf("%s is number %d before it is inserted", word, id)
				}
				table.insert(word)
				for want, known := range words[:i+1] {
					if id := table.find(known); int(id) != want {
						t.Fatalf("among %d words, %s is number %d instead of %d", i+1, known, id, want)
					}
				}
			}
		})
	}
}

func TestEmptyIndex(t *testing.T) {
	var index hashindex.Index
	id := index.Find(3, func(int32) bool {
		t.Error("an item of an empty index is compared")
		return true
	})
	if id != -1 {
		t.Errorf("number %d is found in an empty index", id)
	}
}

// TestFindComparesCollisionsOnly checks that a search ends at the first free slot: it
// compares the items that collide, in the order of their insertion.
func TestFindComparesCollisionsOnly(t *testing.T) {
	var index hashindex.Index
	hashes := []uint64{2, 2, 2, 9}
	for id, hash := range hashes {
		index.Insert(hash, int32(id), func(id int32) uint64 { return hashes[id] })
	}
	for _, test := range []struct {
		hash uint64
		want []int32
	}{{2, []int32{0, 1, 2}}, {9, []int32{3}}, {12, nil}} {
		var compared []int32
		id := index.Find(test.hash, func(id int32) bool {
			compared = append(compared, id)
			return false
		})
		if id != -1 || !slices.Equal(compared, test.want) {
			t.Errorf("hash %d: found %d after comparing %v, want %v", test.hash, id, compared, test.want)
		}
	}
}

// TestGrowth checks that the index hashes each item again only a few times: the table
// doubles, so that the sum over all growths is less than twice the number of items.
func TestGrowth(t *testing.T) {
	table := &table{hash: spread}
	const n = 10_000
	for _, word := range numbers(n) {
		table.insert(word)
	}
	if table.hashed == 0 || table.hashed > 2*n {
		t.Errorf("%d items are hashed again %d times", n, table.hashed)
	}
	for i, word := range table.words {
		if id := table.find(word); int(id) != i {
			t.Fatalf("%s is number %d instead of %d", word, id, i)
		}
	}
}
