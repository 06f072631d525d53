package localpage

import (
	"encoding/binary"
	"unicode/utf16"
)

// A page is written in UTF-16, in which each character has two bytes, and so has data in it. Some
// pairs of bytes are no characters, or special ones: these have their highest bit changed, and a
// list behind the data says where. Base64 in UTF-8 would be a third longer, and a character before
// each such pair would make twice as much of them as the list does.

const (
	lowest  = 0x80   // the least character that has no meaning anywhere
	changed = 0x8000 // of a pair that is no such character
	// skip in the list of distances passes over as many pairs as are not changed.
	skip     = 127
	distance = 7 // bits; there are two in a character
)

// plain reports whether a pair of bytes is a character that has no meaning anywhere.
func plain(u uint16) bool {
	surrogate := u >= 0xd800 && u < 0xe000
	none := u >= 0xfdd0 && u < 0xfdf0 || u >= 0xfffe
	return u >= lowest && !surrogate && !none && u != 0xfeff
}

// pack returns data as characters: the number of pairs in two characters of 14 bits, the pairs,
// and the distances between those that are changed. Before the data stands its length in four bytes.
func pack(data []byte) []byte {
	all := binary.LittleEndian.AppendUint32(nil, uint32(len(data)))
	all = append(all, data...)
	if len(all)%2 != 0 {
		all = append(all, 0)
	}
	n := len(all) / 2
	text := make([]rune, 0, n*33/32)
	text = append(text, rune(lowest+n&0x3fff), rune(lowest+n>>14))
	var list []int
	last := -1
	for i := range n {
		u := binary.LittleEndian.Uint16(all[2*i:])
		if !plain(u) {
			u ^= changed
			for ; i-last > skip; last += skip {
				list = append(list, skip)
			}
			list = append(list, i-last-1)
			last = i
		}
		text = append(text, rune(u))
	}
	if len(list)%2 != 0 {
		list = append(list, skip)
	}
	for i := 0; i < len(list); i += 2 {
		text = append(text, rune(lowest+list[i]+list[i+1]<<distance))
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
