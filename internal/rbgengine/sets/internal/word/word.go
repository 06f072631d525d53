// Package word has operations on single words for sets of all widths.
package word

import "math/bits"

// Nth returns the n-th bit of a word, counting from 0. It finds the byte by
// comparing the prefix sums of all bytes with n at once, and the bit by a table.
func Nth(w uint64, n int) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	x := w - w>>1&0x5555555555555555
	x = x&0x3333333333333333 + x>>2&0x3333333333333333
	sums := (x + x>>4) & 0x0f0f0f0f0f0f0f0f * ones
	place := bits.OnesCount64(((uint64(n)*ones|highs)-sums)&highs) * 8
	rank := uint64(n) - sums<<8>>(place&63)&0xff
	return place + int(nth8[rank&7][w>>(place&63)&0xff])
}

// nth8 has the n-th bit of each byte.
var nth8 = func() (t [8][256]uint8) {
	for n := range t {
		for b := range t[n] {
			w := b
			for range n {
				w &= w - 1
			}
			t[n][b] = uint8(bits.TrailingZeros8(uint8(w)) & 7)
		}
	}
	return t
}()

// UpTo returns the bits below the lowest bit of a word, and that bit as well if
// last is set.
func UpTo(w uint64, last bool) uint64 {
	low := w & -w
	if last {
		return low | (low - 1)
	}
	return low - 1
}

// DownTo returns the bits above the highest bit of a word, and that bit as well
// if last is set.
func DownTo(w uint64, last bool) uint64 {
	h := uint64(1) << (63 - bits.LeadingZeros64(w)&63)
	if !last {
		h <<= 1
	}
	return -h
}
