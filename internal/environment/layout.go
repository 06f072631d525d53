package environment

import (
	"fmt"
	"unsafe"

	"ludex/game"
	"ludex/internal/circuit"
)

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
	l.add("states", "u8", n, v.stepper.Words())
	l.add("final", "u8", n, v.stepper.Words())
	for r := range v.roles {
		l.add(fmt.Sprintf("legal%d", r), "u8", n, v.stepper.LegalWords(game.Role(r)))
	}
	l.add("rewards", "f4", n, v.roles)
	l.add("done", "u1", n)
	l.add("truncated", "u1", n)
	l.add("mover", "i1", n)
	l.add("steps", "i4", n)
	l.add("length", "i4", n)
	l.add("plays", "i8", n)
	for r := range v.roles {
		if v.history.steps > 0 {
			l.add(fmt.Sprintf("history%d", r), "u8", n, v.history.steps, v.history.words[r])
		}
	}
	l.Bytes = max(l.Bytes, alignment)
	return l
}

// shared is the memory of a vector as arrays.
type shared struct {
	choice, joint, made []int32
	final               []uint64
	rewards             []float32
	done, truncated     []uint8
	mover               []int8
	steps, length       []int32
	plays               []int64
	rows                circuit.Rows
	history             [][]uint64
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
			m.rows.States = view[uint64](memory, a)
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
		case "plays":
			m.plays = view[int64](memory, a)
		default:
			words := view[uint64](memory, a)
			if len(a.Shape) == 3 {
				m.history = append(m.history, words)
			} else {
				m.rows.Legal = append(m.rows.Legal, words)
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
