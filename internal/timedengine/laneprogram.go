//go:build !js

package timedengine

import "ludex/internal/circuit"

// laneWords is how many words have a bit for each play that runs at the same time, and
// LaneCount how many plays that are.
const (
	laneWords = 4
	LaneCount = 64 * laneWords
)

// lanes have a bit for each play.
type lanes [laneWords]uint64

var allLanes = lanes{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

func (l *lanes) has(lane int) bool { return l[lane>>6]>>(lane&63)&1 == 1 }
func (l *lanes) set(lane int)      { l[lane>>6] |= 1 << (lane & 63) }
func (l *lanes) clear(lane int)    { l[lane>>6] &^= 1 << (lane & 63) }
func (l *lanes) empty() bool       { return l[0]|l[1]|l[2]|l[3] == 0 }

// put sets the bit of a lane to a value.
func (l *lanes) put(lane int, on bool) {
	if on {
		l.set(lane)
	} else {
		l.clear(lane)
	}
}

func (l *lanes) and(m *lanes) lanes { return lanes{l[0] & m[0], l[1] & m[1], l[2] & m[2], l[3] & m[3]} }
func (l *lanes) or(m *lanes) lanes  { return lanes{l[0] | m[0], l[1] | m[1], l[2] | m[2], l[3] | m[3]} }
func (l *lanes) andNot(m *lanes) lanes {
	return lanes{l[0] &^ m[0], l[1] &^ m[1], l[2] &^ m[2], l[3] &^ m[3]}
}
func (l *lanes) xor(m *lanes) lanes { return lanes{l[0] ^ m[0], l[1] ^ m[1], l[2] ^ m[2], l[3] ^ m[3]} }

// choose takes the bits of m where the mask is set, and of l elsewhere.
func (l *lanes) choose(mask, m *lanes) lanes {
	a, b := l.andNot(mask), m.and(mask)
	return a.or(&b)
}

// A laneProgram evaluates ground rules for all lanes, from scratch. It is a list of blocks in
// the order of dependence. A block has the number of its words, the number of its atoms if they
// depend on each other or else 0, and rules: the head, the number of literals, and these.
type laneProgram []int32

// newLaneProgram prepares the rules that outputs depend on.
func newLaneProgram(spec *circuit.Spec, outputs []int32) (laneProgram, error) {
	rules := neededRules(spec, outputs)
	n := &network{atoms: spec.Atoms, loops: map[int32]*loop{}}
	n.findComponents(rules)
	if err := n.addRules(rules); err != nil { // only to refuse what the network refuses
		return nil, err
	}
	byComponent := make([][]int32, len(n.members))
	eachRule(rules, func(head int32, body []int32) {
		c := n.component[head]
		byComponent[c] = append(append(append(byComponent[c], head), int32(len(body))), body...)
	})
	var out laneProgram
	for c, block := range byComponent {
		if len(block) == 0 {
			continue
		}
		atoms := 0
		if l := n.loops[int32(c)]; l != nil {
			atoms = len(l.atoms)
		}
		out = append(append(out, int32(len(block)), int32(atoms)), block...)
	}
	return out, nil
}

// run evaluates the rules. The values of inputs are given; all others are overwritten.
func (p laneProgram) run(values []lanes) {
	for len(p) > 0 {
		end := 2 + p[0]
		if block, atoms := p[2:end], p[1]; atoms == 0 {
			runAtom(block, values)
		} else {
			runLoop(block, values, int(atoms))
		}
		p = p[end:]
	}
}

// runAtom evaluates the rules of an atom that does not depend on itself.
func runAtom(block []int32, values []lanes) {
	var a0, a1, a2, a3 uint64
	head := block[0]
	for len(block) > 0 {
		end := 2 + block[1]
		w0, w1, w2, w3 := ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)
		for _, l := range block[2:end] {
			v, flip := &values[l>>1], -uint64(l&1)
			w0, w1, w2, w3 = w0&(v[0]^flip), w1&(v[1]^flip), w2&(v[2]^flip), w3&(v[3]^flip)
		}
		a0, a1, a2, a3 = a0|w0, a1|w1, a2|w2, a3|w3
		block = block[end:]
	}
	values[head] = lanes{a0, a1, a2, a3}
}

// runLoop computes the fixpoint of atoms that depend on each other, which is reached after as
// many rounds as there are atoms.
func runLoop(block []int32, values []lanes, atoms int) {
	for rest := block; len(rest) > 0; rest = rest[2+rest[1]:] {
		values[rest[0]] = lanes{}
	}
	for range atoms {
		changed := false
		for rest := block; len(rest) > 0; rest = rest[2+rest[1]:] {
			w := allLanes
			for _, l := range rest[2 : 2+rest[1]] {
				v, flip := &values[l>>1], -uint64(l&1)
				w = lanes{w[0] & (v[0] ^ flip), w[1] & (v[1] ^ flip), w[2] & (v[2] ^ flip), w[3] & (v[3] ^ flip)}
			}
			head := &values[rest[0]]
			fresh := w.andNot(head)
			changed = changed || !fresh.empty()
			*head = head.or(&w)
		}
		if !changed {
			return
		}
	}
}
