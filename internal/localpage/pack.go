package localpage

import (
	"encoding/binary"
	"unicode/utf16"
)

// A page is written in UTF-16, in which each character has two bytes, and so has data in it: pairs
// of bytes that are no characters, or special ones, take two. Base64 in UTF-8 would be a third longer.

// escape is the character that stands before a pair of bytes that is none. That pair has its
// highest bit changed.
const (
	escape  = 0x7f
	changed = 0x8000
)

// plain reports whether a pair of bytes is a character that has no meaning anywhere.
func plain(u uint16) bool {
	surrogate := u >= 0xd800 && u < 0xe000
	none := u >= 0xfdd0 && u < 0xfdf0 || u >= 0xfffe
	return u > escape && !surrogate && !none && u != 0xfeff
}

// pack returns data as characters, after its length in four bytes.
func pack(data []byte) []byte {
	all := binary.LittleEndian.AppendUint32(nil, uint32(len(data)))
	all = append(all, data...)
	if len(all)%2 != 0 {
		all = append(all, 0)
	}
	text := make([]rune, 0, len(all)*9/16)
	for i := 0; i < len(all); i += 2 {
		u := binary.LittleEndian.Uint16(all[i:])
		if !plain(u) {
			text = append(text, escape)
			u ^= changed
		}
		text = append(text, rune(u))
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
