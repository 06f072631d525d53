package localpage

import (
	"encoding/binary"
	"unicode/utf16"
)

// A page is written in UTF-16, in which each character has two bytes, and data in it has 15
// bits a character: base64 in UTF-8 would be a quarter longer.

// firstPacked is the character of 15 bits that are 0. None of those that follow is special.
const firstPacked = 0x4000

// pack returns data as characters of 15 bits each, after two with its length.
func pack(data []byte) []byte {
	text := make([]rune, 0, 3+len(data)*8/15)
	text = append(text, firstPacked+rune(len(data)>>15), firstPacked+rune(len(data)&0x7fff))
	bits, have := 0, 0
	for _, b := range data {
		bits, have = bits<<8|int(b), have+8
		if have >= 15 {
			have -= 15
			text = append(text, firstPacked+rune(bits>>have))
			bits &= 1<<have - 1
		}
	}
	if have > 0 {
		text = append(text, firstPacked+rune(bits<<(15-have)))
	}
	return []byte(string(text))
}

// inUTF16 returns a text in UTF-16 with a byte order mark, which tells browsers the encoding
// whatever a server says.
func inUTF16(text string) []byte {
	units := utf16.Encode([]rune("\ufeff" + text))
	out := make([]byte, 0, 2*len(units))
	for _, u := range units {
		out = binary.LittleEndian.AppendUint16(out, u)
	}
	return out
}
