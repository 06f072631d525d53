package lanes

import "unsafe"

// goKernel is the kernel in plain Go, and what the others are compared with.
type goKernel struct{}

// eval interprets a stream. Everything depends on these loops, so that they are
// written out, in functions of their own for the sake of the compiler, and
// offsets are not checked again: the program was checked when it was compiled.
func (goKernel) eval(signals []Vec, s stream) {
	base := unsafe.Pointer(&signals[0])
	for {
		o, n := op(s[0]), int(s[1])
		if o == opEnd {
			return
		}
		size := o.size()
		goOps[o](base, s[2:2+n*size])
		s = s[2+n*size:]
	}
}

// goOps evaluate runs of instructions.
var goOps = [numOps]func(base unsafe.Pointer, args []uint32){
	op(And2): evalAnd2, op(And2N1): evalAnd2N1, op(And2N2): evalAnd2N2,
	op(And3): evalAnd3, op(And3N1): evalAnd3N1, op(And3N2): evalAnd3N2, op(And3N3): evalAnd3N3,
	opAdd2: evalAdd2, opAdd3: evalAdd3, opSub3: evalSub3, opMux: evalMux,
	opCount: evalCount, opPick: evalPick,
}

// at returns the signal at a byte offset.
func at(base unsafe.Pointer, offset uint32) *Vec { return (*Vec)(unsafe.Add(base, offset)) }

func evalAnd2(base unsafe.Pointer, args []uint32) {
	for ; len(args) >= 3; args = args[3:] {
		a, b, out := at(base, args[0]), at(base, args[1]), at(base, args[2])
		out[0] = a[0] & b[0]
		out[1] = a[1] & b[1]
		out[2] = a[2] & b[2]
		out[3] = a[3] & b[3]
		out[4] = a[4] & b[4]
		out[5] = a[5] & b[5]
		out[6] = a[6] & b[6]
		out[7] = a[7] & b[7]
	}
}

func evalAnd2N1(base unsafe.Pointer, args []uint32) {
	for ; len(args) >= 3; args = args[3:] {
		a, b, out := at(base, args[0]), at(base, args[1]), at(base, args[2])
		out[0] = a[0] &^ b[0]
		out[1] = a[1] &^ b[1]
		out[2] = a[2] &^ b[2]
		out[3] = a[3] &^ b[3]
		out[4] = a[4] &^ b[4]
		out[5] = a[5] &^ b[5]
		out[6] = a[6] &^ b[6]
		out[7] = a[7] &^ b[7]
	}
}

func evalAnd2N2(base unsafe.Pointer, args []uint32) {
	for ; len(args) >= 3; args = args[3:] {
		a, b, out := at(base, args[0]), at(base, args[1]), at(base, args[2])
		out[0] = ^(a[0] | b[0])
		out[1] = ^(a[1] | b[1])
		out[2] = ^(a[2] | b[2])
		out[3] = ^(a[3] | b[3])
		out[4] = ^(a[4] | b[4])
		out[5] = ^(a[5] | b[5])
		out[6] = ^(a[6] | b[6])
		out[7] = ^(a[7] | b[7])
	}
}

func evalAnd3(base unsafe.Pointer, args []uint32) {
	for ; len(args) >= 4; args = args[4:] {
		a, b, c, out := at(base, args[0]), at(base, args[1]), at(base, args[2]), at(base, args[3])
		out[0] = a[0] & b[0] & c[0]
		out[1] = a[1] & b[1] & c[1]
		out[2] = a[2] & b[2] & c[2]
		out[3] = a[3] & b[3] & c[3]
		out[4] = a[4] & b[4] & c[4]
		out[5] = a[5] & b[5] & c[5]
		out[6] = a[6] & b[6] & c[6]
		out[7] = a[7] & b[7] & c[7]
	}
}

func evalAnd3N1(base unsafe.Pointer, args []uint32) {
	for ; len(args) >= 4; args = args[4:] {
		a, b, c, out := at(base, args[0]), at(base, args[1]), at(base, args[2]), at(base, args[3])
		out[0] = a[0] & b[0] &^ c[0]
		out[1] = a[1] & b[1] &^ c[1]
		out[2] = a[2] & b[2] &^ c[2]
		out[3] = a[3] & b[3] &^ c[3]
		out[4] = a[4] & b[4] &^ c[4]
		out[5] = a[5] & b[5] &^ c[5]
		out[6] = a[6] & b[6] &^ c[6]
		out[7] = a[7] & b[7] &^ c[7]
	}
}

func evalAnd3N2(base unsafe.Pointer, args []uint32) {
	for ; len(args) >= 4; args = args[4:] {
		a, b, c, out := at(base, args[0]), at(base, args[1]), at(base, args[2]), at(base, args[3])
		out[0] = a[0] &^ (b[0] | c[0])
		out[1] = a[1] &^ (b[1] | c[1])
		out[2] = a[2] &^ (b[2] | c[2])
		out[3] = a[3] &^ (b[3] | c[3])
		out[4] = a[4] &^ (b[4] | c[4])
		out[5] = a[5] &^ (b[5] | c[5])
		out[6] = a[6] &^ (b[6] | c[6])
		out[7] = a[7] &^ (b[7] | c[7])
	}
}

func evalAnd3N3(base unsafe.Pointer, args []uint32) {
	for ; len(args) >= 4; args = args[4:] {
		a, b, c, out := at(base, args[0]), at(base, args[1]), at(base, args[2]), at(base, args[3])
		out[0] = ^(a[0] | b[0] | c[0])
		out[1] = ^(a[1] | b[1] | c[1])
		out[2] = ^(a[2] | b[2] | c[2])
		out[3] = ^(a[3] | b[3] | c[3])
		out[4] = ^(a[4] | b[4] | c[4])
		out[5] = ^(a[5] | b[5] | c[5])
		out[6] = ^(a[6] | b[6] | c[6])
		out[7] = ^(a[7] | b[7] | c[7])
	}
}

func evalMux(base unsafe.Pointer, args []uint32) {
	for ; len(args) >= 4; args = args[4:] {
		a, b, c, out := at(base, args[0]), at(base, args[1]), at(base, args[2]), at(base, args[3])
		out[0] = c[0] ^ a[0]&(b[0]^c[0])
		out[1] = c[1] ^ a[1]&(b[1]^c[1])
		out[2] = c[2] ^ a[2]&(b[2]^c[2])
		out[3] = c[3] ^ a[3]&(b[3]^c[3])
		out[4] = c[4] ^ a[4]&(b[4]^c[4])
		out[5] = c[5] ^ a[5]&(b[5]^c[5])
		out[6] = c[6] ^ a[6]&(b[6]^c[6])
		out[7] = c[7] ^ a[7]&(b[7]^c[7])
	}
}

func evalAdd2(base unsafe.Pointer, args []uint32) {
	for ; len(args) >= 4; args = args[4:] {
		a, b, sum, carry := at(base, args[0]), at(base, args[1]), at(base, args[2]), at(base, args[3])
		sum[0], carry[0] = a[0]^b[0], a[0]&b[0]
		sum[1], carry[1] = a[1]^b[1], a[1]&b[1]
		sum[2], carry[2] = a[2]^b[2], a[2]&b[2]
		sum[3], carry[3] = a[3]^b[3], a[3]&b[3]
		sum[4], carry[4] = a[4]^b[4], a[4]&b[4]
		sum[5], carry[5] = a[5]^b[5], a[5]&b[5]
		sum[6], carry[6] = a[6]^b[6], a[6]&b[6]
		sum[7], carry[7] = a[7]^b[7], a[7]&b[7]
	}
}

func evalAdd3(base unsafe.Pointer, args []uint32) {
	for ; len(args) >= 5; args = args[5:] {
		a, b, c, sum, carry := at(base, args[0]), at(base, args[1]), at(base, args[2]), at(base, args[3]), at(base, args[4])
		sum[0], carry[0] = add(a[0], b[0], c[0])
		sum[1], carry[1] = add(a[1], b[1], c[1])
		sum[2], carry[2] = add(a[2], b[2], c[2])
		sum[3], carry[3] = add(a[3], b[3], c[3])
		sum[4], carry[4] = add(a[4], b[4], c[4])
		sum[5], carry[5] = add(a[5], b[5], c[5])
		sum[6], carry[6] = add(a[6], b[6], c[6])
		sum[7], carry[7] = add(a[7], b[7], c[7])
	}
}

func evalSub3(base unsafe.Pointer, args []uint32) {
	for ; len(args) >= 5; args = args[5:] {
		a, b, c, sum, carry := at(base, args[0]), at(base, args[1]), at(base, args[2]), at(base, args[3]), at(base, args[4])
		sum[0], carry[0] = subtract(a[0], b[0], c[0])
		sum[1], carry[1] = subtract(a[1], b[1], c[1])
		sum[2], carry[2] = subtract(a[2], b[2], c[2])
		sum[3], carry[3] = subtract(a[3], b[3], c[3])
		sum[4], carry[4] = subtract(a[4], b[4], c[4])
		sum[5], carry[5] = subtract(a[5], b[5], c[5])
		sum[6], carry[6] = subtract(a[6], b[6], c[6])
		sum[7], carry[7] = subtract(a[7], b[7], c[7])
	}
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
func evalCount(base unsafe.Pointer, args []uint32) {
	for ; len(args) >= 21; args = args[21:] {
		a := (*[21]uint32)(args)
		for w := range len(Vec{}) {
			count16(unsafe.Add(base, 8*w), a)
		}
	}
}

// count16 counts the set bits of a word of sixteen signals: five adders over
// three of them each, and so on for the sums and for the carries.
func count16(base unsafe.Pointer, a *[21]uint32) {
	s0, c0 := add(*word(base, a[0]), *word(base, a[1]), *word(base, a[2]))
	s1, c1 := add(*word(base, a[3]), *word(base, a[4]), *word(base, a[5]))
	s2, c2 := add(*word(base, a[6]), *word(base, a[7]), *word(base, a[8]))
	s3, d0 := add(s0, s1, s2)
	u0, e0 := add(c0, c1, c2)
	s0, c0 = add(*word(base, a[9]), *word(base, a[10]), *word(base, a[11]))
	s1, c1 = add(*word(base, a[12]), *word(base, a[13]), *word(base, a[14]))
	s2, d1 := add(s0, s1, *word(base, a[15]))
	*word(base, a[16]) = s2 ^ s3
	d2 := s2 & s3
	u1, e1 := add(c0, c1, d0)
	u2, e2 := add(u0, u1, d1)
	*word(base, a[17]) = u2 ^ d2
	e3 := u2 & d2
	v, f := add(e0, e1, e2)
	*word(base, a[18]) = v ^ e3
	g := v & e3
	*word(base, a[19]) = f ^ g
	*word(base, a[20]) = f & g
}

// word returns a word of the signal at a byte offset.
func word(base unsafe.Pointer, offset uint32) *uint64 { return (*uint64)(unsafe.Add(base, offset)) }

// evalPick picks one of sixteen signals.
func evalPick(base unsafe.Pointer, args []uint32) {
	var t [4]Vec // outside the loop, where it is cleared only once
	for ; len(args) >= 21; args = args[21:] {
		s0, s1 := at(base, args[0]), at(base, args[1])
		for i := range t {
			in := args[4+4*i : 8+4*i]
			pick4(&t[i], s0, s1, at(base, in[0]), at(base, in[1]), at(base, in[2]), at(base, in[3]))
		}
		pick4(at(base, args[20]), at(base, args[2]), at(base, args[3]), &t[0], &t[1], &t[2], &t[3])
	}
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
