package bitslice

// transpose8 transposes a matrix of 8×8 bits whose rows are the bytes of a word.
func transpose8(m uint64) uint64 {
	t := (m ^ m>>7) & 0x00aa00aa00aa00aa
	m ^= t ^ t<<7
	t = (m ^ m>>14) & 0x0000cccc0000cccc
	m ^= t ^ t<<14
	t = (m ^ m>>28) & 0x00000000f0f0f0f0
	return m ^ t ^ t<<28
}

// transposeBytes transposes a matrix of 8×8 bytes whose rows are words.
func transposeBytes(m *[8]uint64) {
	swap := func(i, j int, shift uint, mask uint64) {
		t := (m[i]>>shift ^ m[j]) & mask
		m[i] ^= t << shift
		m[j] ^= t
	}
	for i := range 4 {
		swap(i, i+4, 32, 0x00000000ffffffff)
	}
	for _, i := range [4]int{0, 1, 4, 5} {
		swap(i, i+2, 16, 0x0000ffff0000ffff)
	}
	for _, i := range [4]int{0, 2, 4, 6} {
		swap(i, i+1, 8, 0x00ff00ff00ff00ff)
	}
}
