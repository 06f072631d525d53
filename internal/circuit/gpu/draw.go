package gpu

// Drawing. The counts of 32 plays, given by their planes, become bytes by transposition: four of
// them in each of eight words. Each count c is multiplied by a random 32-bit number x, and
// the upper half of the product is a number below c. The probabilities of two numbers
// differ by a factor of at most 1 + c/2³². The numbers are transposed back.

// octet is how many planes are transposed together.
const octet = 8

// draw returns the planes of numbers drawn below counts; both have the same number of planes,
// one octet or two.
func (b *builder) draw(counts []reg, rng [2]reg) []reg {
	bytes := make([][octet]reg, (len(counts)+octet-1)/octet)
	for i, c := range counts {
		bytes[i/octet][i%octet] = c
	}
	for k := range bytes {
		b.transpose(&bytes[k])
	}
	for j := range octet {
		var drawn [4]reg
		for k := range drawn {
			low := bytes[0][j]
			high := zero
			if len(bytes) > 1 {
				high = bytes[1][j]
			}
			c := b.lane(low, high, uint32(k))
			x := b.emit(opRandom, 0, rng[0], rng[1])
			drawn[k] = b.emit(opMulHigh, 0, x, c)
		}
		for k := range bytes {
			bytes[k][j] = b.pack(drawn, uint32(k), len(bytes) == 1)
		}
	}
	var numbers []reg
	for k := range bytes {
		b.transpose(&bytes[k])
		numbers = append(numbers, bytes[k][:]...)
	}
	return numbers[:len(counts)]
}

// lane returns the number of which byte k of one word is the lower byte, and that of another
// the upper one.
func (b *builder) lane(low, high reg, k uint32) reg {
	if high == zero { // bytes 4 to 7 are zero
		return b.emit(opPermute, 0x4440+k, low, zero)
	}
	pair := b.emit(opPermute, 0x0000+k|(4+k)<<4, low, high)
	return b.emit(opPermute, 0x4410, pair, zero)
}

// pack returns a word with byte k of four numbers below 2¹⁶. If all are below 2⁸, they are added up, by
// multipliers that would be idle.
func (b *builder) pack(n [4]reg, k uint32, small bool) reg {
	if small {
		high := b.emit(opMulAdd, 1<<8, n[3], n[2])
		low := b.emit(opMulAdd, 1<<8, n[1], n[0])
		return b.emit(opMulAdd, 1<<16, high, low)
	}
	low := b.emit(opPermute, k|(4+k)<<4, n[0], n[1])
	high := b.emit(opPermute, k|(4+k)<<4, n[2], n[3])
	return b.emit(opPermute, 0x5410, low, high)
}

// transpose exchanges rows and columns in each of the four blocks of 8 by 8 bits that eight
// words hold.
func (b *builder) transpose(w *[octet]reg) {
	for _, s := range []struct {
		distance int
		mask     uint32
	}{{4, 0x0f0f0f0f}, {2, 0x33333333}, {1, 0x55555555}} {
		mask := b.set(s.mask)
		for i := range w {
			if i&s.distance != 0 {
				continue
			}
			x, y := w[i], w[i+s.distance]
			w[i] = b.blend(mask, b.shl(y, uint32(s.distance)), x)
			w[i+s.distance] = b.blend(mask, y, b.shr(x, uint32(s.distance)))
		}
	}
}
