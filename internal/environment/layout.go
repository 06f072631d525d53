package environment

import "unsafe"

// A Layout says where in the memory of a [Vector] what is.
type Layout struct {
	Bytes  int     `json:"bytes"`
	Arrays []Array `json:"arrays"`
}

// An Array is a part of the memory: numbers in rows, in the order of the C language.
type Array struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"` // as numpy names it
	Shape  []int  `json:"shape"`
	Offset int    `json:"offset"`
}

// alignment of arrays, a line of the cache.
const alignment = 64

// kindBytes are the sizes of numbers.
var kindBytes = map[string]int{"u1": 1, "i1": 1, "i4": 4, "f4": 4, "u8": 8, "i8": 8}

// add adds an array.
func (l *Layout) add(name, kind string, shape ...int) {
	size := kindBytes[kind]
	for _, n := range shape {
		size *= n
	}
	l.Arrays = append(l.Arrays, Array{name, kind, shape, l.Bytes})
	l.Bytes = (l.Bytes + size + alignment - 1) / alignment * alignment
}

// newLayout lays out the memory of a vector. What only the client writes comes first.
func newLayout(v *Vector) (l Layout) {
	n := v.opt.Count
	l.add("choice", "i4", n)
	l.add("joint", "i4", n, v.roles)
	l.add("made", "i4", n, v.roles)
	l.add("rewards", "f4", n, v.roles)
	l.add("done", "u1", n)
	l.add("truncated", "u1", n)
	l.add("mover", "i1", n)
	l.add("steps", "i4", n)
	l.add("length", "i4", n)
	l.add("plays", "i8", n)
	v.rows.layout(&l)
	l.Bytes = max(l.Bytes, alignment)
	return l
}

// shared is the memory of a vector as arrays.
type shared struct {
	choice, joint, made []int32
	rewards             []float32
	done, truncated     []uint8
	mover               []int8
	steps, length       []int32
	plays               []int64
	states, final       []uint64
	legal               [][]uint64 // by role, in lanes
	history             [][]uint64 // by role, in lanes
	listed              []int32    // on machines: the legal moves, row by row and role by role
	ends                []int64    // on machines: where the lists of a row and role end
}

// open returns the arrays of a memory.
func (l *Layout) open(memory []byte) (m shared) {
	for _, a := range l.Arrays {
		switch a.Name {
		case "choice":
			m.choice = view[int32](memory, a)
		case "joint":
			m.joint = view[int32](memory, a)
		case "made":
			m.made = view[int32](memory, a)
		case "states":
			m.states = view[uint64](memory, a)
		case "final":
			m.final = view[uint64](memory, a)
		case "rewards":
			m.rewards = view[float32](memory, a)
		case "done":
			m.done = view[uint8](memory, a)
		case "truncated":
			m.truncated = view[uint8](memory, a)
		case "mover":
			m.mover = view[int8](memory, a)
		case "steps":
			m.steps = view[int32](memory, a)
		case "length":
			m.length = view[int32](memory, a)
		case "listed":
			m.listed = view[int32](memory, a)
		case "ends":
			m.ends = view[int64](memory, a)
		case "plays":
			m.plays = view[int64](memory, a)
		default:
			words := view[uint64](memory, a)
			if len(a.Shape) == 3 {
				m.history = append(m.history, words)
			} else {
				m.legal = append(m.legal, words)
			}
		}
	}
	return m
}

// view returns an array of the memory.
func view[T any](memory []byte, a Array) []T {
	n := 1
	for _, k := range a.Shape {
		n *= k
	}
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&memory[a.Offset])), n)
}
