package localpage

import (
	"bytes"
	"testing"
	"unicode/utf16"
)

// unpacked is the inverse of pack, as the script of a page has it.
func unpacked(text []byte) []byte {
	units := utf16.Encode([]rune(string(text)))
	part := func(i int) int { return int(units[i]) - firstPacked }
	out := make([]byte, 0, part(0)<<15|part(1))
	bits, have := 0, 0
	for i := 2; len(out) < cap(out); i++ {
		bits, have = bits<<15|part(i), have+15
		for ; have >= 8 && len(out) < cap(out); have -= 8 {
			out = append(out, byte(bits>>(have-8)))
		}
		bits &= 1<<have - 1
	}
	return out
}

func TestPack(t *testing.T) {
	for n := range 64 {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(255 - 37*i)
		}
		if got := unpacked(pack(data)); !bytes.Equal(got, data) {
			t.Errorf("%d bytes: %x became %x", n, data, got)
		}
	}
	if got := inUTF16("a\u00e9"); !bytes.Equal(got, []byte{0xff, 0xfe, 'a', 0, 0xe9, 0}) {
		t.Errorf("UTF-16 is %x", got)
	}
}
