package bitslice

// The truth tables of the instructions, and those of their second outputs.
var (
	tables = [numOps]uint8{
		op(And2): 0x8, op(And2N1): 0x4, op(And2N2): 0x1,
		op(And3): 0x80, op(And3N1): 0x40, op(And3N2): 0x10, op(And3N3): 0x01,
		opAdd2: 0x6, opAdd3: 0x96, opSub3: 0x96, opMux: 0xCA,
	}
	secondTables = [numOps]uint8{opAdd2: 0x8, opAdd3: 0xE8, opSub3: 0x8E}
)

// add adds an instruction and returns the nodes of its outputs.
func (g *graph) add(o op, in [3]int32) (first, second int32) {
	k := arity[o].in
	first = g.node(tables[o], in, k)
	if arity[o].out == 2 {
		second = g.node(secondTables[o], in, k)
		if first < second && g.nodes[first].twin == 0 {
			g.nodes[first].twin = second
		}
	}
	return first, second
}

// addCode adds straight code.
func (g *graph) addCode(c code) {
	for _, p := range c {
		for _, r := range p.runs { // gates of programs have up to three inputs
			k := arity[r.op].in
			for args := r.args; len(args) > 0; args = args[r.op.size():] {
				var in [3]int32
				for i, s := range args[:k] {
					in[i] = g.read(s)
				}
				first, second := g.add(r.op, in)
				g.current[args[k]] = first
				if second != 0 {
					g.current[args[k+1]] = second
				}
			}
		}
	}
}

// addInsts adds instructions of the builder, which have been placed, and makes
// them seeds, since they are in a good order.
func (g *graph) addInsts(insts []inst) {
	for i := range insts {
		n := &insts[i]
		in := make([]int32, 0, 20)
		for _, v := range n.in() {
			in = append(in, g.readValue(v))
		}
		switch n.op {
		case opCount:
			for k, x := range g.count(in) {
				g.writeValue(n.out()[k], x)
			}
			continue
		case opPick:
			g.writeValue(n.out()[0], g.pick(in[:4], in[4:]))
			continue
		}
		first, second := g.add(n.op, three(in))
		g.seeds = append(g.seeds, first)
		g.writeValue(n.out()[0], first)
		if second != 0 {
			g.seeds = append(g.seeds, second)
			g.writeValue(n.out()[1], second)
		}
	}
}

// readValue returns the node of a value.
func (g *graph) readValue(v value) int32 {
	if v < temporary {
		return g.read(uint32(v))
	}
	n := &g.temps[v-temporary]
	if *n == 0 {
		*n = int32(len(g.nodes))
		g.nodes = append(g.nodes, node{home: int32(g.b.signal(v))})
	}
	return *n
}

// writeValue gives a value its node.
func (g *graph) writeValue(v value, n int32) {
	if v < temporary {
		g.current[v] = n
		return
	}
	g.temps[v-temporary] = n
	if t := &g.b.temps[v-temporary]; t.fixed {
		g.current[t.signal] = n
	}
}

// outputKept makes the kept values of instructions outputs.
func (g *graph) outputKept(insts []inst) {
	for i := range insts {
		for _, v := range insts[i].out() {
			if v < temporary {
				g.output(uint32(v))
			} else if t := &g.b.temps[v-temporary]; t.kept {
				g.outputTo(t.signal, g.temps[v-temporary])
			}
		}
	}
}

// three returns up to three inputs as an array.
func three(in []int32) (a [3]int32) {
	copy(a[:], in)
	return a
}

// count adds adders that count the set inputs, and returns the planes.
func (g *graph) count(in []int32) []int32 {
	var planes []int32
	for column := in; len(column) > 0; {
		var carries []int32
		for len(column) > 1 {
			k := min(3, len(column))
			o := opAdd3
			if k == 2 {
				o = opAdd2
			}
			sum, carry := g.add(o, three(column[:k]))
			g.seeds = append(g.seeds, sum, carry)
			column = append(column[k:len(column):len(column)], sum)
			carries = append(carries, carry)
		}
		planes = append(planes, column[0])
		column = carries
	}
	return planes
}

// pick adds multiplexers that pick a value, by the inverted bits of its number,
// the lowest first.
func (g *graph) pick(bits, values []int32) int32 {
	for _, s := range bits {
		half := make([]int32, len(values)/2)
		for i := range half {
			half[i], _ = g.add(opMux, [3]int32{s, values[2*i], values[2*i+1]})
		}
		values = half
	}
	g.seeds = append(g.seeds, values[0])
	return values[0]
}
