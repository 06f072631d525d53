package circuit

import (
	"cmp"
	"slices"

	"ludex/internal/circuit/bitslice"
)

// A gateKind says where the value of a gate comes from.
type gateKind uint8

const (
	gateConst gateKind = iota // true
	gateState                 // state bit x
	gatePlane                 // a bit of the number of a role's move
	gateClass                 // a set of moves that the choice enters directly
	gateLoop                  // feedback x of a loop
	gateAnd                   // a conjunction of two or three
)

// A gate is a node with at most three inputs.
type gate struct {
	kind  gateKind
	op    bitslice.Op
	in    [3]lit // over gates; those not negated first; unknown where there is none
	x     int32  // state bit or index into vars
	level int32  // how many gates lie below
}

// inputs returns the inputs that there are.
func (g *gate) inputs() []lit {
	if g.kind != gateAnd {
		return nil
	}
	return g.in[:g.op.Inputs()]
}

// A gateNet is a net of such gates. Equal gates are one.
type gateNet struct {
	gates []gate
	table map[[3]lit]lit
	vars  []gateVar
	watch *canceller
}

// A gateVar is a fed back gate and what it becomes.
type gateVar struct {
	gate  int32
	value lit
}

func newGateNet(w *canceller) *gateNet {
	return &gateNet{gates: []gate{{kind: gateConst}}, table: make(map[[3]lit]lit), watch: w}
}

func (g *gateNet) add(x gate) lit {
	g.gates = append(g.gates, x)
	return lit(len(g.gates)-1) << 1
}

func (g *gateNet) level(l lit) int32 { return g.gates[l.node()].level }

// conjunction returns the literal for a conjunction of at least one literal, which
// it overwrites. Those that are ready first are combined first.
func (g *gateNet) conjunction(args []lit) lit {
	slices.SortFunc(args, func(a, b lit) int {
		if c := cmp.Compare(g.level(a), g.level(b)); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
	for len(args) > 1 {
		k := min(3, len(args))
		if len(args) == 4 {
			k = 2
		}
		l := g.and(args[:k])
		args = append(args[k:], l)
	}
	return args[0]
}

// simple returns the literal for a conjunction whose arguments may be equal or
// contradict each other. It overwrites them.
func (g *gateNet) simple(args []lit) lit {
	args, ok := normal(args)
	switch {
	case !ok:
		return litFalse
	case len(args) == 0:
		return litTrue
	}
	return g.conjunction(args)
}

// and returns the gate of two or three literals.
func (g *gateNet) and(args []lit) lit {
	x := gate{kind: gateAnd}
	x.in[2] = unknown
	k, negated := 0, 0
	for _, a := range args {
		if !a.negated() {
			x.in[k] = a
			k++
		}
		x.level = max(x.level, g.level(a)+1)
	}
	for _, a := range args {
		if a.negated() {
			x.in[k] = a
			k++
			negated++
		}
	}
	if l, ok := g.table[x.in]; ok {
		return l
	}
	x.op = bitslice.And2 + bitslice.Op(negated)
	if len(args) == 3 {
		x.op = bitslice.And3 + bitslice.Op(negated)
	}
	l := g.add(x)
	g.table[x.in] = l
	return l
}

// copyOf returns a new gate with the value of a literal: an inverter or a buffer.
func (g *gateNet) copyOf(l lit) lit {
	in := [3]lit{l, l, unknown}
	if c, ok := g.table[in]; ok {
		return c
	}
	op := bitslice.And2
	if l.negated() {
		op = bitslice.And2N2
	}
	c := g.add(gate{kind: gateAnd, op: op, in: in, level: g.level(l) + 1})
	g.table[in] = c
	return c
}

// positive returns a gate with the value of a literal. False stays a literal,
// since every program has a signal for it.
func (g *gateNet) positive(l lit) lit {
	if !l.negated() || l == litFalse {
		return l
	}
	return g.copyOf(l)
}
