package circuit

import (
	"encoding/binary"
	"slices"
)

// A chainStep leads from an atom of a layer to an atom of the next one.
type chainStep struct {
	from   int32
	bodies [][]int32 // the conditions, sorted
	number int32     // steps with equal conditions have equal numbers
}

// next gives the atoms of a layer their labels, and finds the conditions of the layer.
func (f *chainFinder) next(c *chain, layer []int32) bool {
	steps := make([][]chainStep, len(layer))
	for i, a := range layer {
		steps[i] = f.steps(a)
	}
	types, ok := f.types(steps)
	if !ok || len(types) != c.types {
		return false
	}
	var conditions [maxTypes][][]int32
	seen := make(map[label]bool, len(layer))
	for i, a := range layer {
		var own label
		for k, s := range steps[i] {
			l := f.labels[s.from]
			t := types[s.number]
			l[t]++
			if k > 0 && l != own {
				return false
			}
			own = l
			conditions[t] = s.bodies
		}
		// Every way to use conditions that often must lead here.
		ways := 0
		for _, n := range own {
			if n > 0 {
				ways++
			}
		}
		if ways != len(steps[i]) || seen[own] {
			return false
		}
		seen[own] = true
		f.labels[a] = own
	}
	c.conditions = append(c.conditions, conditions)
	return true
}

// steps returns the steps that lead to an atom, from the layer before those that rules
// were taken apart into.
func (f *chainFinder) steps(a int32) []chainStep {
	var out []chainStep
	for _, r := range f.rules.of(a) {
		from, body := f.unfold(a, f.rules.body(r))
		i := slices.IndexFunc(out, func(s chainStep) bool { return s.from == from })
		if i < 0 {
			i = len(out)
			out = append(out, chainStep{from: from})
		}
		out[i].bodies = append(out[i].bodies, body)
	}
	for i := range out {
		slices.SortFunc(out[i].bodies, slices.Compare)
		out[i].number = f.number(out[i].bodies)
	}
	return out
}

// unfold returns the last atom before a body that has several rules or lies in the first layer, and the
// conditions on the way from there, sorted.
func (f *chainFinder) unfold(head int32, body []int32) (from int32, conditions []int32) {
	for {
		prev, _ := f.previous(head, body)
		for _, l := range body {
			if l>>1 != prev {
				conditions = append(conditions, l)
			}
		}
		if f.labels[prev] != (label{}) {
			slices.Sort(conditions)
			return prev, slices.Compact(conditions)
		}
		head, body = prev, f.rules.body(f.rules.of(prev)[0])
	}
}

// number returns a number for a list of conditions.
func (f *chainFinder) number(bodies [][]int32) int32 {
	f.buffer = f.buffer[:0]
	for _, b := range bodies {
		f.buffer = binary.LittleEndian.AppendUint32(f.buffer, uint32(len(b)))
		for _, l := range b {
			f.buffer = binary.LittleEndian.AppendUint32(f.buffer, uint32(l))
		}
	}
	n, ok := f.numbers[string(f.buffer)]
	if !ok {
		n = int32(len(f.numbers))
		f.numbers[string(f.buffer)] = n
	}
	return n
}

// types finds the types of the conditions of a layer. If two steps lead to an atom, one
// uses the type that the atom before the other has used once more.
func (f *chainFinder) types(steps [][]chainStep) (map[int32]int, bool) {
	types := map[int32]int{}
	all := map[int32]bool{}
	for _, list := range steps {
		for i, s := range list {
			all[s.number] = true
			for _, other := range list[:i] {
				more, less, ok := difference(f.labels[s.from], f.labels[other.from])
				if !ok || !agree(types, s.number, less) || !agree(types, other.number, more) {
					return nil, false
				}
			}
		}
	}
	return types, len(types) == len(all)
}

// agree records the type of a condition and reports whether it has no other.
func agree(types map[int32]int, number int32, t int) bool {
	old, ok := types[number]
	types[number] = t
	return !ok || old == t
}

// difference returns the type that a label has one more of than another one, and the type it has one
// less of, if there is no other difference.
func difference(a, b label) (more, less int, ok bool) {
	more, less = -1, -1
	for t := range a {
		switch d := a[t] - b[t]; {
		case d == 1 && more < 0:
			more = t
		case d == -1 && less < 0:
			less = t
		case d != 0:
			return 0, 0, false
		}
	}
	return more, less, more >= 0 && less >= 0
}
