package bitslice

import "unsafe"

// goKernel is the kernel in plain Go. The others are compared with it.
type goKernel struct{}

// eval interprets a stream. Speed depends on these loops, so they are unrolled, in
// separate functions to help the compiler, and offsets are not checked again: the
// program was checked when it was compiled.
func (goKernel) eval(signals []Vec, s stream) {
	base, next := unsafe.Pointer(&signals[0]), unsafe.Pointer(&s[0])
	for {
		head := (*[2]uint32)(next)
		if op(head[0]) == opEnd {
			return
		}
		next = goOps[head[0]](base, unsafe.Add(next, unsafe.Sizeof(*head)), int(head[1]))
	}
}

// goOps evaluate runs of instructions.
var goOps = [allOps]func(base, args unsafe.Pointer, n int) unsafe.Pointer{
	op(And2): evalAnd2, op(And2N1): evalAnd2N1, op(And2N2): evalAnd2N2,
	op(And3): evalAnd3, op(And3N1): evalAnd3N1, op(And3N2): evalAnd3N2, op(And3N3): evalAnd3N3,
	opAdd2: evalAdd2, opAdd3: evalAdd3, opSub3: evalSub3, opMux: evalMux,
	opCount: evalCount, opPick: evalPick,
	opNor9: evalNor9,
}

// at returns the signal at a byte offset.
func at(base unsafe.Pointer, offset uint32) *Vec { return (*Vec)(unsafe.Add(base, offset)) }

func evalAnd2(base, args unsafe.Pointer, n int) unsafe.Pointer {
	for ; n > 0; n-- {
		g := (*[3]uint32)(args)
		args = unsafe.Add(args, unsafe.Sizeof(*g))
		a, b, out := at(base, g[0]), at(base, g[1]), at(base, g[2])
		out[0] = a[0] & b[0]
		out[1] = a[1] & b[1]
		out[2] = a[2] & b[2]
		out[3] = a[3] & b[3]
		out[4] = a[4] & b[4]
		out[5] = a[5] & b[5]
		out[6] = a[6] & b[6]
		out[7] = a[7] & b[7]
	}
	return args
}

func evalAnd2N1(base, args unsafe.Pointer, n int) unsafe.Pointer {
	for ; n > 0; n-- {
		g := (*[3]uint32)(args)
		args = unsafe.Add(args, unsafe.Sizeof(*g))
		a, b, out := at(base, g[0]), at(base, g[1]), at(base, g[2])
		out[0] = a[0] &^ b[0]
		out[1] = a[1] &^ b[1]
		out[2] = a[2] &^ b[2]
		out[3] = a[3] &^ b[3]
		out[4] = a[4] &^ b[4]
		out[5] = a[5] &^ b[5]
		out[6] = a[6] &^ b[6]
		out[7] = a[7] &^ b[7]
	}
	return args
}

func evalAnd2N2(base, args unsafe.Pointer, n int) unsafe.Pointer {
	for ; n > 0; n-- {
		g := (*[3]uint32)(args)
		args = unsafe.Add(args, unsafe.Sizeof(*g))
		a, b, out := at(base, g[0]), at(base, g[1]), at(base, g[2])
		out[0] = ^(a[0] | b[0])
		out[1] = ^(a[1] | b[1])
		out[2] = ^(a[2] | b[2])
		out[3] = ^(a[3] | b[3])
		out[4] = ^(a[4] | b[4])
		out[5] = ^(a[5] | b[5])
		out[6] = ^(a[6] | b[6])
		out[7] = ^(a[7] | b[7])
	}
	return args
}

func evalAnd3(base, args unsafe.Pointer, n int) unsafe.Pointer {
	for ; n > 0; n-- {
		g := (*[4]uint32)(args)
		args = unsafe.Add(args, unsafe.Sizeof(*g))
		a, b, c, out := at(base, g[0]), at(base, g[1]), at(base, g[2]), at(base, g[3])
		out[0] = a[0] & b[0] & c[0]
		out[1] = a[1] & b[1] & c[1]
		out[2] = a[2] & b[2] & c[2]
		out[3] = a[3] & b[3] & c[3]
		out[4] = a[4] & b[4] & c[4]
		out[5] = a[5] & b[5] & c[5]
		out[6] = a[6] & b[6] & c[6]
		out[7] = a[7] & b[7] & c[7]
	}
	return args
}

func evalAnd3N1(base, args unsafe.Pointer, n int) unsafe.Pointer {
	for ; n > 0; n-- {
		g := (*[4]uint32)(args)
		args = unsafe.Add(args, unsafe.Sizeof(*g))
		a, b, c, out := at(base, g[0]), at(base, g[1]), at(base, g[2]), at(base, g[3])
		out[0] = a[0] & b[0] &^ c[0]
		out[1] = a[1] & b[1] &^ c[1]
		out[2] = a[2] & b[2] &^ c[2]
		out[3] = a[3] & b[3] &^ c[3]
		out[4] = a[4] & b[4] &^ c[4]
		out[5] = a[5] & b[5] &^ c[5]
		out[6] = a[6] & b[6] &^ c[6]
		out[7] = a[7] & b[7] &^ c[7]
	}
	return args
}

func evalAnd3N2(base, args unsafe.Pointer, n int) unsafe.Pointer {
	for ; n > 0; n-- {
		g := (*[4]uint32)(args)
		args = unsafe.Add(args, unsafe.Sizeof(*g))
		a, b, c, out := at(base, g[0]), at(base, g[1]), at(base, g[2]), at(base, g[3])
		out[0] = a[0] &^ (b[0] | c[0])
		out[1] = a[1] &^ (b[1] | c[1])
		out[2] = a[2] &^ (b[2] | c[2])
		out[3] = a[3] &^ (b[3] | c[3])
		out[4] = a[4] &^ (b[4] | c[4])
		out[5] = a[5] &^ (b[5] | c[5])
		out[6] = a[6] &^ (b[6] | c[6])
		out[7] = a[7] &^ (b[7] | c[7])
	}
	return args
}

func evalAnd3N3(base, args unsafe.Pointer, n int) unsafe.Pointer {
	for ; n > 0; n-- {
		g := (*[4]uint32)(args)
		args = unsafe.Add(args, unsafe.Sizeof(*g))
		a, b, c, out := at(base, g[0]), at(base, g[1]), at(base, g[2]), at(base, g[3])
		out[0] = ^(a[0] | b[0] | c[0])
		out[1] = ^(a[1] | b[1] | c[1])
		out[2] = ^(a[2] | b[2] | c[2])
		out[3] = ^(a[3] | b[3] | c[3])
		out[4] = ^(a[4] | b[4] | c[4])
		out[5] = ^(a[5] | b[5] | c[5])
		out[6] = ^(a[6] | b[6] | c[6])
		out[7] = ^(a[7] | b[7] | c[7])
	}
	return args
}

func evalNor9(base, args unsafe.Pointer, n int) unsafe.Pointer {
	for ; n > 0; n-- {
		g := (*[10]uint32)(args)
		args = unsafe.Add(args, unsafe.Sizeof(*g))
		a, b, c := at(base, g[0]), at(base, g[1]), at(base, g[2])
		d, e, f := at(base, g[3]), at(base, g[4]), at(base, g[5])
		h, i, j, out := at(base, g[6]), at(base, g[7]), at(base, g[8]), at(base, g[9])
		out[0] = ^(a[0] | b[0] | c[0] | d[0] | e[0] | f[0] | h[0] | i[0] | j[0])
		out[1] = ^(a[1] | b[1] | c[1] | d[1] | e[1] | f[1] | h[1] | i[1] | j[1])
		out[2] = ^(a[2] | b[2] | c[2] | d[2] | e[2] | f[2] | h[2] | i[2] | j[2])
		out[3] = ^(a[3] | b[3] | c[3] | d[3] | e[3] | f[3] | h[3] | i[3] | j[3])
		out[4] = ^(a[4] | b[4] | c[4] | d[4] | e[4] | f[4] | h[4] | i[4] | j[4])
		out[5] = ^(a[5] | b[5] | c[5] | d[5] | e[5] | f[5] | h[5] | i[5] | j[5])
		out[6] = ^(a[6] | b[6] | c[6] | d[6] | e[6] | f[6] | h[6] | i[6] | j[6])
		out[7] = ^(a[7] | b[7] | c[7] | d[7] | e[7] | f[7] | h[7] | i[7] | j[7])
	}
	return args
}

func evalMux(base, args unsafe.Pointer, n int) unsafe.Pointer {
	for ; n > 0; n-- {
		g := (*[4]uint32)(args)
		args = unsafe.Add(args, unsafe.Sizeof(*g))
		a, b, c, out := at(base, g[0]), at(base, g[1]), at(base, g[2]), at(base, g[3])
		out[0] = c[0] ^ a[0]&(b[0]^c[0])
		out[1] = c[1] ^ a[1]&(b[1]^c[1])
		out[2] = c[2] ^ a[2]&(b[2]^c[2])
		out[3] = c[3] ^ a[3]&(b[3]^c[3])
		out[4] = c[4] ^ a[4]&(b[4]^c[4])
		out[5] = c[5] ^ a[5]&(b[5]^c[5])
		out[6] = c[6] ^ a[6]&(b[6]^c[6])
		out[7] = c[7] ^ a[7]&(b[7]^c[7])
	}
	return args
}

func evalAdd2(base, args unsafe.Pointer, n int) unsafe.Pointer {
	for ; n > 0; n-- {
		g := (*[4]uint32)(args)
		args = unsafe.Add(args, unsafe.Sizeof(*g))
		a, b, sum, carry := at(base, g[0]), at(base, g[1]), at(base, g[2]), at(base, g[3])
		sum[0], carry[0] = a[0]^b[0], a[0]&b[0]
		sum[1], carry[1] = a[1]^b[1], a[1]&b[1]
		sum[2], carry[2] = a[2]^b[2], a[2]&b[2]
		sum[3], carry[3] = a[3]^b[3], a[3]&b[3]
		sum[4], carry[4] = a[4]^b[4], a[4]&b[4]
		sum[5], carry[5] = a[5]^b[5], a[5]&b[5]
		sum[6], carry[6] = a[6]^b[6], a[6]&b[6]
		sum[7], carry[7] = a[7]^b[7], a[7]&b[7]
	}
	return args
}

func evalAdd3(base, args unsafe.Pointer, n int) unsafe.Pointer {
	for ; n > 0; n-- {
		g := (*[5]uint32)(args)
		args = unsafe.Add(args, unsafe.Sizeof(*g))
		a, b, c, sum, carry := at(base, g[0]), at(base, g[1]), at(base, g[2]), at(base, g[3]), at(base, g[4])
		sum[0], carry[0] = add(a[0], b[0], c[0])
		sum[1], carry[1] = add(a[1], b[1], c[1])
		sum[2], carry[2] = add(a[2], b[2], c[2])
		sum[3], carry[3] = add(a[3], b[3], c[3])
		sum[4], carry[4] = add(a[4], b[4], c[4])
		sum[5], carry[5] = add(a[5], b[5], c[5])
		sum[6], carry[6] = add(a[6], b[6], c[6])
		sum[7], carry[7] = add(a[7], b[7], c[7])
	}
	return args
}

func evalSub3(base, args unsafe.Pointer, n int) unsafe.Pointer {
	for ; n > 0; n-- {
		g := (*[5]uint32)(args)
		args = unsafe.Add(args, unsafe.Sizeof(*g))
		a, b, c, sum, carry := at(base, g[0]), at(base, g[1]), at(base, g[2]), at(base, g[3]), at(base, g[4])
		sum[0], carry[0] = subtract(a[0], b[0], c[0])
		sum[1], carry[1] = subtract(a[1], b[1], c[1])
		sum[2], carry[2] = subtract(a[2], b[2], c[2])
		sum[3], carry[3] = subtract(a[3], b[3], c[3])
		sum[4], carry[4] = subtract(a[4], b[4], c[4])
		sum[5], carry[5] = subtract(a[5], b[5], c[5])
		sum[6], carry[6] = subtract(a[6], b[6], c[6])
		sum[7], carry[7] = subtract(a[7], b[7], c[7])
	}
	return args
}

// add returns the bits of the sum and the carry of three bits.
func add(x, y, z uint64) (sum, carry uint64) {
	u := y ^ z
	return x ^ u, y&z | u&x
}

// subtract returns the bits of the difference and the borrow of x - y - z.
func subtract(x, y, z uint64) (difference, borrow uint64) {
	u := y ^ z
	return x ^ u, y&z | u&^x
}

// evalCount counts the set bits of sixteen signals with adders.
func evalCount(base, args unsafe.Pointer, n int) unsafe.Pointer {
	for ; n > 0; n-- {
		g := (*[21]uint32)(args)
		args = unsafe.Add(args, unsafe.Sizeof(*g))
		count16(base, g)
	}
	return args
}

// count16 counts the set bits of sixteen signals, word by word. The adders are
// ordered so that few values are live at once, and unrolled because the compiler
// then keeps that order: nothing is spilled.
func count16(base unsafe.Pointer, a *[21]uint32) {
	for range len(Vec{}) {
		ones := *word(base, a[0])
		x := *word(base, a[1])
		y := *word(base, a[2])
		u := x ^ y
		c0 := x&y | u&ones
		ones = ones ^ u
		x = *word(base, a[3])
		y = *word(base, a[4])
		u = x ^ y
		c1 := x&y | u&ones
		ones = ones ^ u
		x = *word(base, a[5])
		y = *word(base, a[6])
		u = x ^ y
		c2 := x&y | u&ones
		ones = ones ^ u
		u = c1 ^ c2
		d0 := c1&c2 | u&c0
		twos := c0 ^ u
		x = *word(base, a[7])
		y = *word(base, a[8])
		u = x ^ y
		c0 = x&y | u&ones
		ones = ones ^ u
		x = *word(base, a[9])
		y = *word(base, a[10])
		u = x ^ y
		c1 = x&y | u&ones
		ones = ones ^ u
		u = c0 ^ c1
		d1 := c0&c1 | u&twos
		twos = twos ^ u
		x = *word(base, a[11])
		y = *word(base, a[12])
		u = x ^ y
		c0 = x&y | u&ones
		ones = ones ^ u
		x = *word(base, a[13])
		y = *word(base, a[14])
		u = x ^ y
		c1 = x&y | u&ones
		ones = ones ^ u
		u = c0 ^ c1
		d2 := c0&c1 | u&twos
		twos = twos ^ u
		u = d1 ^ d2
		eights := d1&d2 | u&d0
		fours := d0 ^ u
		last := *word(base, a[15])
		*word(base, a[16]) = ones ^ last
		last &= ones
		*word(base, a[17]) = twos ^ last
		last &= twos
		*word(base, a[18]) = fours ^ last
		last &= fours
		*word(base, a[19]) = eights ^ last
		*word(base, a[20]) = eights & last
		base = unsafe.Add(base, 8)
	}
}

// word returns a word of the signal at a byte offset.
func word(base unsafe.Pointer, offset uint32) *uint64 { return (*uint64)(unsafe.Add(base, offset)) }

// evalPick picks one of sixteen signals.
func evalPick(base, args unsafe.Pointer, n int) unsafe.Pointer {
	var t [4]Vec // outside the loop, so that it is cleared only once
	for ; n > 0; n-- {
		g := (*[21]uint32)(args)
		args = unsafe.Add(args, unsafe.Sizeof(*g))
		s0, s1 := at(base, g[0]), at(base, g[1])
		pick4(&t[0], s0, s1, at(base, g[4]), at(base, g[5]), at(base, g[6]), at(base, g[7]))
		pick4(&t[1], s0, s1, at(base, g[8]), at(base, g[9]), at(base, g[10]), at(base, g[11]))
		pick4(&t[2], s0, s1, at(base, g[12]), at(base, g[13]), at(base, g[14]), at(base, g[15]))
		pick4(&t[3], s0, s1, at(base, g[16]), at(base, g[17]), at(base, g[18]), at(base, g[19]))
		pick4(at(base, g[20]), at(base, g[2]), at(base, g[3]), &t[0], &t[1], &t[2], &t[3])
	}
	return args
}

// pick4 picks one of four signals.
func pick4(v, s0, s1, a, b, c, d *Vec) {
	v[0] = mux(s1[0], mux(s0[0], a[0], b[0]), mux(s0[0], c[0], d[0]))
	v[1] = mux(s1[1], mux(s0[1], a[1], b[1]), mux(s0[1], c[1], d[1]))
	v[2] = mux(s1[2], mux(s0[2], a[2], b[2]), mux(s0[2], c[2], d[2]))
	v[3] = mux(s1[3], mux(s0[3], a[3], b[3]), mux(s0[3], c[3], d[3]))
	v[4] = mux(s1[4], mux(s0[4], a[4], b[4]), mux(s0[4], c[4], d[4]))
	v[5] = mux(s1[5], mux(s0[5], a[5], b[5]), mux(s0[5], c[5], d[5]))
	v[6] = mux(s1[6], mux(s0[6], a[6], b[6]), mux(s0[6], c[6], d[6]))
	v[7] = mux(s1[7], mux(s0[7], a[7], b[7]), mux(s0[7], c[7], d[7]))
}

// mux returns the bits of s ? x : y.
func mux(s, x, y uint64) uint64 { return y ^ s&(x^y) }
