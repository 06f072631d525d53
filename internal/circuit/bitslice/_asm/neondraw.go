package main

// The functions that turn planes into bytes, one for each lane, and back, and that draw
// numbers. Planes are turned in quarters of 128 lanes: those of eight planes are the
// registers V0 to V7.

// Masks for transposing bits.
const (
	upper2 = vector(30) // the upper two of four bits
	upper1 = vector(31) // the upper one of two bits
)

func (w *neonWriter) masks() {
	w.shift("VMOVI", asBytes, 0xcc, upper2)
	w.shift("VMOVI", asBytes, 0xaa, upper1)
}

// transposeBits makes bit i of each byte of register k bit k of the byte of register i.
// For that, registers that are 4, 2 and 1 apart swap the upper bits of the one and the
// lower bits of the other.
func (w *neonWriter) transposeBits() {
	const s, t = vector(16), vector(17)
	swap := func(distance vector, body func(a, b vector)) {
		for a := range vector(8) {
			if a&distance == 0 {
				body(a, a+distance)
			}
		}
	}
	swap(4, func(a, b vector) {
		w.vector("VMOV", asBytes, a, t)
		w.shift("VSLI", asBytes, 4, b, a) // the shifted bits of b become the upper ones of a
		w.shift("VSRI", asBytes, 4, t, b) // and those of a the lower ones of b
	})
	masked := func(by int, mask vector) func(a, b vector) {
		return func(a, b vector) {
			w.shift("VSHL", asBytes, by, b, s)
			w.shift("VUSHR", asBytes, by, a, t)
			w.insert(mask, s, a)
			w.insertElse(mask, t, b)
		}
	}
	swap(2, masked(2, upper2))
	swap(1, masked(1, upper1))
}

// A zip interleaves the elements of the registers a and b. The lower half of the result
// goes to c, the upper half to d.
type zip struct {
	as         string
	a, b, c, d vector
}

// zips interleave the bytes of eight registers: word h of register 8+v gets byte 2v+h of
// all of them.
func zips(rows [8]vector) []zip {
	var list []zip
	for i, as := range []string{asBytes, asWords, asWords4} {
		from := [][8]vector{rows, {8, 10, 9, 11, 12, 14, 13, 15}, {0, 4, 1, 5, 2, 6, 3, 7}}[i]
		to := []vector{8, 0, 8}[i]
		for k := vector(0); k < 8; k += 2 {
			list = append(list, zip{as, from[k], from[k+1], to + k, to + k + 1})
		}
	}
	return list
}

// toBytes turns V0 to V7, quarters of planes, into V8 to V15, which have a byte for each
// lane. The eight lanes of a word have the order of rows.
func (w *neonWriter) toBytes(rows [8]vector) {
	w.transposeBits()
	for _, z := range zips(rows) {
		w.vector("VZIP1", z.as, z.b, z.a, z.c)
		w.vector("VZIP2", z.as, z.b, z.a, z.d)
	}
}

// toPlanes is the inverse of toBytes.
func (w *neonWriter) toPlanes(rows [8]vector) {
	list := zips(rows)
	for i := range list {
		z := list[len(list)-1-i]
		w.vector("VUZP1", z.as, z.d, z.c, z.a)
		w.vector("VUZP2", z.as, z.d, z.c, z.b)
	}
	w.transposeBits()
}

var (
	upwards   = [8]vector{0, 1, 2, 3, 4, 5, 6, 7}
	downwards = [8]vector{7, 6, 5, 4, 3, 2, 1, 0}
)

// loadQuarters loads a quarter of each of eight Vecs into registers from v on.
func (w *neonWriter) loadQuarters(base string, v vector) {
	for i := range 8 {
		w.load(place(64*i, base), v+vector(i))
	}
}

// storeQuarters is the inverse of loadQuarters.
func (w *neonWriter) storeQuarters(v vector, base string) {
	for i := range 8 {
		w.store(v+vector(i), place(64*i, base))
	}
}

// quarters writes a loop over the quarters of a Vec. The pointers advance. R8 counts.
func (w *neonWriter) quarters(name string, pointers []string, body func()) {
	w.op("MOVD", "$4", "R8")
	w.label(name)
	body()
	for _, p := range pointers {
		w.op("ADD", "$16", p)
	}
	w.op("SUB", "$1", "R8")
	w.op("CBNZ", "R8", name)
}

// octets writes a loop over the quarters of eight planes at a time. count is the number
// of planes.
func (w *neonWriter) octets(name, count string, pointers []string, body func()) {
	w.label(name)
	w.quarters(name+"quarter", pointers, body)
	for _, p := range pointers {
		w.op("ADD", "$448", p)
	}
	w.op("SUB", "$8", count)
	w.op("CBNZ", count, name)
}

// gatherNEON writes the function that turns eight planes into a byte for each lane.
func gatherNEON(w *neonWriter) {
	w.text("gatherNEON", "turns eight planes into a byte for each lane.", "planes", "bytes")
	w.param("planes", "R0")
	w.param("bytes", "R1")
	w.masks()
	w.quarters("quarter", []string{"R0"}, func() {
		w.loadQuarters("R0", 0)
		w.toBytes(upwards)
		for i := 0; i < 8; i += 2 {
			w.store2(vector(8+i), 16*i, "R1")
		}
		w.op("ADD", "$128", "R1")
	})
	w.op("RET")
}

// The generator has its older words in V16…, its newer ones in V20…. The numbers of
// even and odd bytes are kept apart.
const (
	older, newer = vector(16), vector(20)
	evens, odds  = vector(24), vector(12)
)

// drawNEON writes the function that draws random numbers below the counts. The planes of
// the counts become bytes, which are kept in the memory of the numbers until those become
// planes again. See draw.go of the package for what is drawn.
//
//	R0	numbers
//	R1	generator
//	R2	planes
//	R3	where the loops are in the numbers
//	R4	and in the counts
func drawNEON(w *neonWriter) {
	w.text("drawNEON", "draws a random number below each count.", "counts", "numbers", "planes", "rng")
	w.param("numbers", "R0")
	w.param("rng", "R1")
	w.param("planes", "R2")
	w.param("counts", "R4")
	w.op("MOVD", "R0", "R3")
	w.op("MOVD", "R2", "R5")
	w.masks()
	w.octets("columns", "R5", []string{"R3", "R4"}, func() {
		w.loadQuarters("R4", 0)
		w.toBytes(downwards)
		w.storeQuarters(8, "R3")
	})
	w.drawAll()
	w.masks()
	w.octets("rows", "R2", []string{"R0"}, func() {
		w.loadQuarters("R0", 8)
		w.toPlanes(downwards)
		w.storeQuarters(0, "R0")
	})
	w.op("RET")
}

// drawAll draws for 64 lanes at a time.
func (w *neonWriter) drawAll() {
	w.loadVec(0, "R1", older)
	w.loadVec(64, "R1", newer)
	w.ones(ones)
	w.op("MOVD", "R0", "R3")
	w.op("MOVD", "$8", "R5")
	w.label("draw")
	w.drawPart("few1", "even", "VZIP1", older, newer, evens)
	w.drawPart("few2", "odd", "VZIP2", newer, older, odds)
	w.pack("VUZP1", 0)
	w.op("CMP", "$8", "R2")
	w.op("BEQ", "drawn")
	w.pack("VUZP2", 512)
	w.label("drawn")
	w.op("ADD", "$64", "R3")
	w.op("SUB", "$1", "R5")
	w.op("CBNZ", "R5", "draw")
	w.storeVec(older, 0, "R1")
	w.storeVec(newer, 64, "R1")
}

// pack stores the lower or the upper bytes of the numbers.
func (w *neonWriter) pack(unzip string, disp int) {
	for i := range vector(4) {
		w.vector(unzip, asBytes, odds+i, evens+i, i)
	}
	w.storeVec(0, disp, "R3")
}

// drawPart draws for 32 lanes, whose numbers go to r. unpack interleaves the lower and
// upper bytes of their counts, which go to V0…. V4… are the random bits and then the
// lower halves of the products.
func (w *neonWriter) drawPart(few, next, unpack string, old, new, r vector) {
	const c, l, t = vector(0), vector(4), vector(8)
	for i := range vector(4) {
		w.shift("VMOVI", asBytes, 0, t+i)
	}
	w.op("CMP", "$8", "R2")
	w.op("BEQ", few)
	w.loadVec(512, "R3", t)
	w.label(few)
	w.loadVec(0, "R3", l)
	for i := range vector(4) {
		w.vector(unpack, asBytes, t+i, l+i, c+i)
	}
	for i := range vector(4) {
		w.random(old+i, new+i, l+i)
		w.multiply(c+i, l+i, r+i, l+i)
		w.encoded("UQADD", c+i, l+i, t+i)
		if i > 0 {
			w.vector("VUMAX", asWords, t+i, t, t)
		}
	}
	// The bits after these matter only where a sum is 0xffff.
	w.vector("VCMEQ", asWords, ones, t, t)
	w.op("VMOV", "V8.D[0]", "R6")
	w.op("VMOV", "V8.D[1]", "R7")
	w.op("ORR", "R6", "R7")
	w.op("CBZ", "R7", next)
	for i := range vector(4) {
		w.refine(new+i, old+i, c+i, r+i, l+i)
	}
	w.label(next)
}

// random puts a quarter of the random bits into out. old becomes the newer words.
func (w *neonWriter) random(old, new, out vector) {
	w.shift("VSHL", asWords2, 23, old, out)
	w.xor(old, out, old)
	w.shift("VUSHR", asWords2, 18, old, out)
	w.xor(old, out, old)
	w.xor(old, new, old)
	w.shift("VUSHR", asWords2, 5, new, out)
	w.xor(old, out, old)
	w.vector("VADD", asWords2, new, old, out)
}

// multiply puts into high and low the halves of the products of the counts and the random
// bits u. V28 and V29 are lost.
func (w *neonWriter) multiply(c, u, high, low vector) {
	w.encoded("UMULL", c, u, 28)
	w.encoded("UMULL2", c, u, 29)
	w.vector("VUZP2", asWords, 29, 28, high)
	w.vector("VUZP1", asWords, 29, 28, low)
}

// refine draws the bits that come after those of l, and adds their carry to r. l is lost.
// V8 and V9 are lost.
func (w *neonWriter) refine(old, new, c, r, l vector) {
	const u = vector(8)
	w.random(old, new, u)
	w.multiply(c, u, u, 9)
	w.vector("VADD", asWords, u, l, l)
	w.vector("VUMIN", asWords, u, l, l)
	w.vector("VCMEQ", asWords, u, l, l) // -1 where the sum is not less: there is no carry
	w.vector("VADD", asWords, l, r, r)
	w.vector("VSUB", asWords, ones, r, r)
	w.vector("VMOV", asBytes, old, u)
	w.vector("VMOV", asBytes, new, old)
	w.vector("VMOV", asBytes, u, new)
}
