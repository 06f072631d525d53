package circuit

import (
	"encoding/binary"
	"slices"

	"ludex/internal/automorphism"
)

// preserves reports whether a permutation maps the rules, and what belongs to bits, moves,
// goals and the end of a play, onto themselves.
func (x *ruleGraph) preserves(p automorphism.Permutation) bool {
	return x.preservesRules(p) && x.preservesBits(p) && x.preservesMoves(p) && x.preservesGoals(p)
}

func (x *ruleGraph) preservesRules(p automorphism.Permutation) bool {
	there, images := map[string]int{}, map[string]int{}
	for _, at := range x.ruleAt {
		there[x.ruleKey(at, nil)]++
		images[x.ruleKey(at, p)]++
	}
	for key, n := range images {
		if there[key] != n {
			return false
		}
	}
	return true
}

// ruleKey returns a rule, or its image, as a text.
func (x *ruleGraph) ruleKey(at int32, p automorphism.Permutation) string {
	rules := x.spec.Rules
	image := func(atom int32) int32 {
		if p == nil {
			return atom
		}
		return p[atom]
	}
	literals := make([]int32, 0, rules[at+1])
	for _, l := range rules[at+2 : at+2+rules[at+1]] {
		literals = append(literals, image(l>>1)<<1|l&1)
	}
	slices.Sort(literals)
	key := binary.LittleEndian.AppendUint32(nil, uint32(image(rules[at])))
	for _, l := range literals {
		key = binary.LittleEndian.AppendUint32(key, uint32(l))
	}
	return string(key)
}

// imageOf returns the image of an atom, or of none.
func imageOf(p automorphism.Permutation, atom int32) int32 {
	if atom < 0 {
		return atom
	}
	return p[atom]
}

func (x *ruleGraph) preservesBits(p automorphism.Permutation) bool {
	for i, bit := range x.spec.State {
		to := int(p[x.bits+i]) - x.bits
		if to < 0 || to >= len(x.spec.State) {
			return false
		}
		image := x.spec.State[to]
		if image.Atom != imageOf(p, bit.Atom) || image.Next != imageOf(p, bit.Next) || (i+1 == x.spec.Uncounted) != (to+1 == x.spec.Uncounted) {
			return false
		}
	}
	return true
}

func (x *ruleGraph) preservesMoves(p automorphism.Permutation) bool {
	for r, list := range x.spec.Moves {
		role := int(p[x.roles+r]) - x.roles
		if role < 0 || role >= len(x.spec.Roles) || (r == x.spec.Random) != (role == x.spec.Random) || len(list) != len(x.spec.Moves[role]) {
			return false
		}
		for i, m := range list {
			to := int(p[x.moves+x.moveStart[r]+i]) - x.moves - x.moveStart[role]
			if to < 0 || to >= len(list) {
				return false
			}
			if image := x.spec.Moves[role][to]; image.Legal != imageOf(p, m.Legal) || image.Does != imageOf(p, m.Does) {
				return false
			}
		}
	}
	return true
}

func (x *ruleGraph) preservesGoals(p automorphism.Permutation) bool {
	type goal struct {
		role, value int
		atom        int32
	}
	there := map[goal]int{}
	for _, y := range x.spec.Goals {
		there[goal{y.Role, y.Value, y.Atom}]++
		there[goal{int(p[x.roles+y.Role]) - x.roles, y.Value, imageOf(p, y.Atom)}]--
	}
	for _, n := range there {
		if n != 0 {
			return false
		}
	}
	return imageOf(p, x.spec.Terminal) == x.spec.Terminal
}
