package localpage

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// copied is the inverse of withCopies, as the worker of a page has it.
func copied(t interface{ Fatal(...any) }, data []byte) []byte {
	size, list := binary.LittleEndian.Uint32(data), binary.LittleEndian.Uint32(data[4:])
	data = data[8:]
	copies, left := data[:list], data[list:]
	next := func() int {
		x, n := binary.Uvarint(copies)
		if n <= 0 {
			t.Fatal("the list is cut off")
		}
		copies = copies[n:]
		return int(x)
	}
	var out []byte
	for len(copies) > 0 {
		n := next()
		out, left = append(out, left[:n]...), left[n:]
		back := next()
		for range next() {
			out = append(out, out[len(out)-back])
		}
	}
	if out = append(out, left...); len(out) != int(size) {
		t.Fatal("the size is wrong")
	}
	return out
}

// What is replaced by copies comes back, wherever it stands.
func TestCopies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		words := make([][]byte, 20)
		for i := range words {
			words[i] = make([]byte, rng.IntN(200))
			for k := range words[i] {
				words[i][k] = byte(rng.IntN(256))
			}
		}
		var data []byte
		for range rapid.IntRange(0, 2000).Draw(t, "words") {
			data = append(data, words[rng.IntN(len(words))]...)
		}
		packed := withCopies(data)
		if got := copied(t, packed); !bytes.Equal(got, data) {
			t.Fatalf("%d bytes became %d others", len(data), len(got))
		}
	})
	apart := []byte("what stands here stands far behind once more")
	long := append(append(bytes.Clone(apart), make([]byte, 2*nearCopy)...), apart...)
	for i := range 2 * nearCopy {
		long[len(apart)+i] = byte(i * i >> 5)
	}
	if got := withCopies(long); len(got) >= len(long)-20 {
		t.Errorf("%d bytes are written as %d", len(long), len(got))
	}
}
