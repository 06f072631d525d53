package localpage

import (
	"bytes"
	"encoding/binary"
	"testing"
	"unicode/utf16"
)

// unpacked is the inverse of pack, as the script of a page has it.
func unpacked(text []byte) []byte {
	units := utf16.Encode([]rune(string(text)))
	n := int(units[0]-lowest) + int(units[1]-lowest)<<14
	list, units := units[2+n:], units[2:2+n]
	at := -1
	for _, u := range list {
		for _, step := range []int{int(u-lowest) & skip, int(u-lowest) >> distance} {
			if step == skip {
				at += skip
			} else {
				at += step + 1
				units[at] ^= changed
			}
		}
	}
	var out []byte
	for _, u := range units {
		out = binary.LittleEndian.AppendUint16(out, u)
	}
	return out[4 : 4+binary.LittleEndian.Uint32(out)]
}

// All pairs of bytes come back, and none is written as a character that ends an element or a
// string, or that browsers change.
func TestPack(t *testing.T) {
	var all []byte
	for u := range 1 << 16 {
		all = binary.LittleEndian.AppendUint16(all, uint16(u))
	}
	text := pack(all)
	if got := unpacked(text); !bytes.Equal(got, all) {
		t.Error("pairs of bytes were changed")
	}
	for _, c := range string(text) {
		if !plain(uint16(c)) {
			t.Errorf("%#U is written", c)
		}
	}
	// Changed pairs stand side by side, and far from each other.
	for _, far := range []int{0, 1, 125, 126, 127, 128, 253, 254, 255, 400} {
		apart := append(bytes.Repeat([]byte{0x41, 0x41}, far), 0, 0, 0, 0)
		apart = append(append(apart, bytes.Repeat([]byte{0x41, 0x41}, far)...), 0xfe, 0xff)
		if got := unpacked(pack(apart)); !bytes.Equal(got, apart) {
			t.Errorf("%d pairs apart: % x", far, got)
		}
	}
	for n := range 64 {
		if got := unpacked(pack(all[1 : 1+n])); !bytes.Equal(got, all[1:1+n]) {
			t.Errorf("%d bytes became %x", n, got)
		}
	}
	if got := inUTF16("a\u00e9"); !bytes.Equal(got, []byte{0xff, 0xfe, 'a', 0, 0xe9, 0}) {
		t.Errorf("UTF-16 is %x", got)
	}
}
