package localpage

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// Gzip finds what repeats within 32 KiB, and code that a compiler writes several times stands further
// apart. So before a program is compressed, long repetitions are replaced by where they stand, which
// makes it some four percent smaller; the worker of a page copies them back.

const (
	leastCopy = 32      // bytes; what is shorter costs as much as it saves
	nearCopy  = 1 << 15 // what stands as near as that gzip finds
	copyTable = 1 << 22 // places that are remembered, by a hash of what stands there
)

// withCopies returns the size of data in four bytes, the size of a list of copies in four bytes, the
// list, and what is left of the data. A copy is three variable-length numbers: the bytes before it
// that are no copy, how far back it stands, and its length.
func withCopies(data []byte) []byte {
	var list, left []byte
	places := make([]int32, copyTable)
	done := 0 // what stands before is written
	for i := 0; i+leastCopy <= len(data); {
		place := &places[hashOf(data[i:])]
		from := int(*place) - 1
		*place = int32(i + 1)
		if from < 0 || i-from < nearCopy {
			i++
			continue
		}
		n := same(data[from:], data[i:])
		start := i
		for n >= leastCopy && start > done && from > 0 && data[from-1] == data[start-1] {
			from, start, n = from-1, start-1, n+1
		}
		if n < leastCopy {
			i++
			continue
		}
		left = append(left, data[done:start]...)
		for _, x := range []int{start - done, start - from, n} {
			list = binary.AppendUvarint(list, uint64(x))
		}
		done = start + n
		for i++; i < done && i+leastCopy <= len(data); i += 4 {
			places[hashOf(data[i:])] = int32(i + 1)
		}
		i = done
	}
	left = append(left, data[done:]...)
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(data)))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(list)))
	return slices.Concat(out, list, left)
}

// hashOf hashes the first bytes of data.
func hashOf(data []byte) uint32 {
	var h uint64
	for i := 0; i < leastCopy; i += 8 {
		h = (h ^ binary.LittleEndian.Uint64(data[i:])) * 0x9e3779b97f4a7c15
	}
	return uint32(h >> (64 - 22))
}

// same returns how many bytes two texts share at their beginning.
func same(a, b []byte) int {
	const step = 64
	n := 0
	for n+step <= min(len(a), len(b)) && bytes.Equal(a[n:n+step], b[n:n+step]) {
		n += step
	}
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
