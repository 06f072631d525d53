package bitslice

import "math/bits"

// Rows of words that lie anywhere in a larger memory are loaded into lanes and stored from
// them: lane i has the row with the number rows[i].

// LoadRows puts states into the lanes, starting with the first. Of the other lanes, only
// those in later groups of 64 keep their states.
func (v *Evaluator) LoadRows(states []uint64, rows []int32) {
	v.spent = false
	var m [64]uint64
	for first := 0; first < len(rows); first += 64 {
		group := rows[first:min(first+64, len(rows))]
		for k := range v.words {
			clear(m[len(group):])
			for lane, row := range group {
				m[lane] = states[int(row)*v.words+k]
			}
			signals := wordSignals(v.program.State, k)
			transposeColumns(&m, len(signals))
			for i, s := range signals {
				v.signals[s][first/64] = m[i]
			}
		}
	}
}

// StoreStates copies the states of the first lanes to their rows.
func (v *Evaluator) StoreStates(dst []uint64, rows []int32) {
	v.StoreSignals(v.program.State, v.words, dst, rows)
}

// StorePerceptRows copies, after Percepts, the percepts of the first lanes to their rows.
func (v *Evaluator) StorePerceptRows(dst []uint64, rows []int32) {
	v.StoreSignals(v.phase.PerceptsOf, v.PerceptWords(), dst, rows)
}

// StoreSignals copies the values of signals in the first lanes to their rows, which have a
// number of words.
func (v *Evaluator) StoreSignals(signals []uint32, words int, dst []uint64, rows []int32) {
	var m [64]uint64
	for first := 0; first < len(rows); first += 64 {
		group := rows[first:min(first+64, len(rows))]
		for k := range words {
			list := wordSignals(signals, k)
			set, at := 0, 0 // rows that are not zero, and the last of them
			for i, s := range list {
				m[i] = 0
				if s == False { // of a role that waits all but one are
					continue
				}
				if m[i] = v.signals[s][first/64]; m[i] != 0 {
					set, at = set+1, i
				}
			}
			if set <= 1 {
				column := m[at]
				if set == 0 {
					column = 0
				}
				for lane, row := range group {
					dst[int(row)*words+k] = column >> lane & 1 << at
				}
				continue
			}
			clear(m[len(list):])
			transposeRows(&m, len(list))
			for lane, row := range group {
				dst[int(row)*words+k] = m[lane]
			}
		}
	}
}

// SetMoves sets the moves of a role in the first lanes, as SetMove does for each of them.
func (v *Evaluator) SetMoves(role int, positions []int32) {
	r := &v.phase.Roles[role]
	if r.Planes == nil {
		if r.Classes != nil {
			for lane, p := range positions {
				v.SetMove(lane, role, int(p))
			}
		}
		return
	}
	var m [64]uint64
	for first := 0; first < len(positions); first += 64 {
		group := positions[first:min(first+64, len(positions))]
		clear(m[len(group):])
		for lane, p := range group {
			m[lane] = uint64(p)
		}
		transposeColumns(&m, len(r.Planes))
		for k, s := range r.Planes {
			v.signals[s][first/64] = m[k]
		}
	}
}

// few is the number of rows or columns up to which blocks of 8×8 bits are transposed.
const few = 16

// transposeRows transposes a matrix of which only the first n rows are not zero.
func transposeRows(m *[64]uint64, n int) {
	if n > few {
		transpose(m)
		return
	}
	var out [64]uint64
	for k := 0; k < n; k += 8 {
		for b := range 8 {
			t := uint64(0)
			for i := range 8 {
				t |= m[k+i] >> (8 * b) & 0xff << (8 * i)
			}
			if t == 0 {
				continue
			}
			t = transpose8(t)
			for i := range 8 {
				out[8*b+i] |= t >> (8 * i) & 0xff << k
			}
		}
	}
	*m = out
}

// transposeColumns transposes a matrix of which only the first n columns are wanted.
func transposeColumns(m *[64]uint64, n int) {
	if n > few {
		transpose(m)
		return
	}
	var out [few]uint64
	for k := 0; k < n; k += 8 {
		for b := range 8 {
			t := uint64(0)
			for i := range 8 {
				t |= m[8*b+i] >> k & 0xff << (8 * i)
			}
			t = transpose8(t)
			for i := range 8 {
				out[k+i] |= t >> (8 * i) & 0xff << (8 * b)
			}
		}
	}
	copy(m[:], out[:])
}

// transpose transposes a matrix of 64×64 bits in place.
func transpose(m *[64]uint64) {
	for k := range 32 {
		a, b := m[k], m[k+32]
		m[k], m[k+32] = a&0xffffffff|b<<32, a>>32|b&^0xffffffff
	}
	for base := 0; base < 64; base += 32 {
		x := (*[32]uint64)(m[base:])
		for k := range 16 {
			t := (x[k]>>16 ^ x[k+16]) & 0x0000ffff0000ffff
			x[k], x[k+16] = x[k]^t<<16, x[k+16]^t
		}
	}
	for base := 0; base < 64; base += 16 {
		x := (*[16]uint64)(m[base:])
		for k := range 8 {
			t := (x[k]>>8 ^ x[k+8]) & 0x00ff00ff00ff00ff
			x[k], x[k+8] = x[k]^t<<8, x[k+8]^t
		}
	}
	for base := 0; base < 64; base += 8 {
		transposeBlock((*[8]uint64)(m[base:]))
	}
}

// transposeBlock does the last three stages in eight rows.
func transposeBlock(x *[8]uint64) {
	a, b, c, d, e, f, g, h := x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]
	const m4, m2, m1 = 0x0f0f0f0f0f0f0f0f, 0x3333333333333333, 0x5555555555555555
	t := (a>>4 ^ e) & m4
	a, e = a^t<<4, e^t
	t = (b>>4 ^ f) & m4
	b, f = b^t<<4, f^t
	t = (c>>4 ^ g) & m4
	c, g = c^t<<4, g^t
	t = (d>>4 ^ h) & m4
	d, h = d^t<<4, h^t
	t = (a>>2 ^ c) & m2
	a, c = a^t<<2, c^t
	t = (b>>2 ^ d) & m2
	b, d = b^t<<2, d^t
	t = (e>>2 ^ g) & m2
	e, g = e^t<<2, g^t
	t = (f>>2 ^ h) & m2
	f, h = f^t<<2, h^t
	t = (a>>1 ^ b) & m1
	a, b = a^t<<1, b^t
	t = (c>>1 ^ d) & m1
	c, d = c^t<<1, d^t
	t = (e>>1 ^ f) & m1
	e, f = e^t<<1, f^t
	t = (g>>1 ^ h) & m1
	g, h = g^t<<1, h^t
	*x = [8]uint64{a, b, c, d, e, f, g, h}
}

// Select returns the position of the bit that is set and has k set ones below it. It has no
// branches, since nobody could predict them.
func Select(w uint64, k int) int {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	sums := w - w>>1&0x5555555555555555
	sums = sums&0x3333333333333333 + sums>>2&0x3333333333333333
	sums = (sums + sums>>4) & 0x0f0f0f0f0f0f0f0f * ones // of each byte and those below it
	below := ((uint64(k)*ones | high) - sums) & high    // the bytes with at most k
	at := 8 * bits.OnesCount64(below)
	k -= int(sums << 8 >> at & 0xff)
	return at + int(selected[k&7<<8|int(w>>at&0xff)])
}

// selected are the positions of bits in a byte: the one with k set bits below it in the
// byte b is at k<<8|b.
var selected = selectTable()

func selectTable() (table [8 << 8]uint8) {
	for b := range 256 {
		k := 0
		for i := range 8 {
			if b>>i&1 == 1 {
				table[k<<8|b] = uint8(i)
				k++
			}
		}
	}
	return table
}
