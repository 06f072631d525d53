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
	var out []byte
	for i := 0; i < len(units); i++ {
		u := units[i]
		if u == escape {
			i++
			u = units[i] ^ changed
		}
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
		if c != escape && !plain(uint16(c)) {
			t.Errorf("%#U is written", c)
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
