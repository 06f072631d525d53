package bitslice

import "math/bits"

// Drawing. Each lane has a count c below 2¹⁶ and gets a number below it: the integer part
// of c·x/2³², where x is a random 32-bit number. The probabilities of two numbers differ
// by a factor of at most 1 + c/2³² < 1 + 2⁻¹⁶.
//
// The upper half h of x is drawn first. Its product with c decides, unless adding
// something below c to the product's lower half could carry. Only if that happens
// in one of the 32 lanes that share a Vec of random bits is the lower half drawn
// as well.
//
// Lane 128·i + 8·q + 7 - j, where i < 4, q < 16 and j < 8, takes 16-bit group 8·i
// + j of the Vec that is drawn for q. That is the order in which vector
// instructions bring bit planes into 16-bit words.

const (
	narrow = 8  // planes of counts below 2⁸
	wide   = 16 // planes of counts below 2¹⁶
)

// laneBytes has a byte for each lane: word k holds the lanes 8·k to 8·k+7.
type laneBytes [Count / 8]uint64

func (goKernel) draw(counts, numbers []Vec, rng *rng) {
	var low, high laneBytes
	low.gather(counts)
	if len(counts) > narrow {
		high.gather(counts[narrow:])
	}
	for q := range 16 {
		upper := rng.next()
		old := [2][4]uint64{}
		carry := false
		for i := range 4 {
			k := 16*i + q
			old[0][i], old[1][i] = low[k], high[k]
			carry = multiply(&low[k], &high[k], upper[2*i], upper[2*i+1], 0, 0) || carry
		}
		if !carry {
			continue
		}
		lower := rng.next()
		for i := range 4 {
			k := 16*i + q
			low[k], high[k] = old[0][i], old[1][i]
			multiply(&low[k], &high[k], upper[2*i], upper[2*i+1], lower[2*i], lower[2*i+1])
		}
	}
	low.scatter(numbers)
	if len(numbers) > narrow {
		high.scatter(numbers[narrow:])
	}
}

// multiply replaces the counts of eight lanes, given as low and high bytes, by the
// numbers drawn with random bits, and reports whether lower random bits could
// matter.
func multiply(low, high *uint64, upper0, upper1, lower0, lower1 uint64) (carry bool) {
	l, h := *low, *high
	*low, *high = 0, 0
	for j := range 8 {
		if j == 4 {
			upper0, lower0 = upper1, lower1
		}
		c := uint32(h>>56<<8 | l>>56) // the lane of the highest byte comes first
		product := uint32(uint16(upper0)) * c
		carry = carry || product&0xffff+c >= 0xffff
		n := uint64(product+uint32(uint16(lower0))*c>>16) >> 16
		*low, *high = *low<<8|n&0xff, *high<<8|n>>8
		l, h = l<<8, h<<8
		upper0, lower0 = upper0>>16, lower0>>16
	}
	return carry
}

func (goKernel) gather(planes []Vec, bytes *laneBytes) { bytes.gather(planes) }

// gather turns eight planes into a byte for each lane.
func (o *laneBytes) gather(planes []Vec) {
	for w := range len(Vec{}) {
		rows := (*[8]uint64)(o[8*w:])
		for i := range rows {
			rows[i] = planes[i][w]
		}
		transposeBytes(rows)
		for i := range rows {
			rows[i] = transpose8(rows[i])
		}
	}
}

// scatter is the inverse of gather.
func (o *laneBytes) scatter(planes []Vec) {
	for w := range len(Vec{}) {
		rows := (*[8]uint64)(o[8*w:])
		for i := range rows {
			rows[i] = transpose8(rows[i])
		}
		transposeBytes(rows)
		for i := range rows {
			planes[i][w] = rows[i]
		}
	}
}

// gather32 turns planes, whose number is a multiple of eight, into a number for
// each lane.
func gather32(planes []Vec, numbers *[Count]uint32) {
	clear(numbers[:])
	var o laneBytes
	for base := 0; base < len(planes); base += 8 {
		o.gather(planes[base:])
		for k, bytes := range o {
			for j := range 8 {
				numbers[8*k+j] |= uint32(uint8(bytes>>(8*j))) << base
			}
		}
	}
}

// draw draws the numbers of the moves of all roles. Numbers of lanes that wait
// do not matter.
func (ph *phase) draw(k kernel, signals []Vec, rng *rng, wait *Vec) {
	for i := range ph.draws {
		d := &ph.draws[i]
		counts := signals[d.counts:][:d.planes]
		numbers := signals[d.numbers:][:d.planes]
		if d.planes > wide {
			if drawHuge(counts, numbers, rng, wait) {
				continue
			}
			counts, numbers = counts[:wide], numbers[:wide]
		}
		k.draw(counts, numbers, rng)
	}
}

// drawHuge draws numbers if a lane that does not wait has 2¹⁶ or more legal
// moves.
func drawHuge(counts, numbers []Vec, rng *rng, wait *Vec) bool {
	any := uint64(0)
	for i := wide; i < len(counts); i++ {
		for w := range wait {
			any |= counts[i][w] &^ wait[w]
		}
		numbers[i] = Vec{}
	}
	if any == 0 {
		return false
	}
	drawLarge(counts, numbers, rng)
	return true
}

// drawLarge draws numbers below counts of any size, from 64 random bits each.
func drawLarge(counts, numbers []Vec, rng *rng) {
	var c [Count]uint32
	gather32(counts, &c)
	clear(numbers)
	for w := range len(Vec{}) {
		for first := 0; first < 64; first += 8 {
			random := rng.next()
			for j, x := range random {
				lane := w*64 + first + j
				n, _ := bits.Mul64(x, uint64(c[lane]))
				for i := range numbers {
					numbers[i][w] |= n >> i & 1 << (first + j)
				}
			}
		}
	}
}
