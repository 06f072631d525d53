package bitslice

import "unsafe"

// A moveDecoder decodes the position of the chosen move of a role: in each lane it sets
// the signals of that move.
type moveDecoder struct {
	index  uint32 // first signal of the planes of the position
	planes int
	moves  int
	// The signals of the moves, as byte offsets. Each move has a multiple of four,
	// padded with the sink, from its start to the start of the next.
	offsets []uint32
	starts  []uint32
}

// maxOctets is how many groups of eight planes the position of a move can have.
const maxOctets = 4

// newMoveDecoder lists the signals that the moves of a role set.
func newMoveDecoder(r *PhaseRole, c *compiler) moveDecoder {
	m := moveDecoder{planes: indexPlanes(len(r.Moves)), moves: len(r.Moves)}
	m.index = c.take(m.planes)
	m.starts = make([]uint32, 1, len(r.Classes)+1)
	for _, class := range r.Classes {
		for k := range roundUp(len(class), 4) {
			s := c.sink
			if k < len(class) {
				s = class[k]
			}
			m.offsets = append(m.offsets, s*vecBytes)
		}
		m.starts = append(m.starts, uint32(len(m.offsets)))
	}
	return m
}

// mark sets the signals of the chosen moves of all roles. The bytes are scratch
// memory.
func (ph *phase) mark(k kernel, signals []Vec, bytes *[maxOctets]laneBytes) {
	for _, in := range ph.inputs {
		clear(signals[in[0]:in[1]])
	}
	for _, s := range ph.always {
		signals[s] = allLanes
	}
	for i := range ph.markers {
		ph.markers[i].mark(k, signals, bytes)
	}
}

// mark sets the signals of the chosen moves of a role. The bytes are scratch
// memory.
func (m *moveDecoder) mark(k kernel, signals []Vec, bytes *[maxOctets]laneBytes) {
	for i := range bytes {
		if 8*i < m.planes {
			k.gather(signals[m.index+uint32(8*i):][:8], &bytes[i])
		} else {
			bytes[i] = laneBytes{}
		}
	}
	base := unsafe.Pointer(&signals[0])
	for lane := 0; lane < Count; lane += 8 {
		a, b, c, d := bytes[0][lane/8], bytes[1][lane/8], bytes[2][lane/8], bytes[3][lane/8]
		word := unsafe.Add(base, lane/64*8)
		bit := uint64(1) << (lane % 64)
		for range 8 {
			at := int(a&0xff | b&0xff<<8 | c&0xff<<16 | d&0xff<<24)
			a, b, c, d = a>>8, b>>8, c>>8, d>>8
			if at < m.moves { // else there is no legal move
				m.set(word, at, bit)
			}
			bit <<= 1
		}
	}
}

// set sets the signals of a move in a lane, given by a word index into Vecs and a
// bit.
func (m *moveDecoder) set(word unsafe.Pointer, at int, bit uint64) {
	for list := m.offsets[m.starts[at]:m.starts[at+1]]; len(list) >= 4; list = list[4:] {
		o := (*[4]uint32)(list)
		*(*uint64)(unsafe.Add(word, o[0])) |= bit
		*(*uint64)(unsafe.Add(word, o[1])) |= bit
		*(*uint64)(unsafe.Add(word, o[2])) |= bit
		*(*uint64)(unsafe.Add(word, o[3])) |= bit
	}
}
