package main

// copyNEON writes the functions that copy signals. R0 is where they are copied to, R1
// where they come from, R2 the moves, R3 how many there are.
func copyNEON(w *neonWriter) {
	const mask = vector(4)
	w.text("commitNEON", commitDoc[0]+" "+commitDoc[1]+" Some are inverted before.",
		"signals", "zero", "zeros", "one", "ones", "notZero", "notZeros", "notOne", "notOnes", "restart")
	w.param("signals", "R0")
	w.op("MOVD", "R0", "R1")
	w.param("restart", "R4")
	w.loadVec(0, "R4", mask)
	w.ones(ones)
	commit := func(list, count, next string, body func(from, restart vector)) {
		w.param(list, "R2")
		w.param(count, "R3")
		w.op("CBZ", "R3", next)
		w.each(list, func() {
			w.loadVec(0, "R4", 0)
			for v := range vector(4) {
				body(v, mask+v)
			}
		})
		w.label(next)
	}
	commit("zero", "zeros", "ones", func(v, restart vector) { w.without(v, restart, v) })
	commit("one", "ones", "notZeros", func(v, restart vector) { w.or(v, restart, v) })
	commit("notZero", "notZeros", "notOnes", func(v, restart vector) { w.or(v, restart, v); w.xor(v, ones, v) })
	commit("notOne", "notOnes", "end", func(v, restart vector) { w.without(v, restart, v); w.xor(v, ones, v) })
	w.op("RET")

	w.text("blendNEON", blendDoc[0], "to", "from", "moves", "n", "mask")
	w.param("to", "R0")
	w.param("from", "R1")
	w.param("moves", "R2")
	w.param("n", "R3")
	w.param("mask", "R4")
	w.loadVec(0, "R4", mask)
	w.each("blend", func() {
		w.loadVec(0, "R5", 0)
		w.loadVec(0, "R4", 8)
		for v := range vector(4) {
			w.insert(mask+v, 8+v, v)
		}
	})
	w.op("RET")
}

// each writes a loop over moves. body puts into V0… what is copied from R4 to R5.
func (w *neonWriter) each(name string, body func()) {
	w.label(name)
	w.op("LDPW.P", "8(R2)", "(R4, R5)")
	w.op("ADD", "R4<<6", "R1", "R4")
	w.op("ADD", "R5<<6", "R0", "R5")
	body()
	w.storeVec(0, 0, "R5")
	w.op("SUB", "$1", "R3")
	w.op("CBNZ", "R3", name)
}
