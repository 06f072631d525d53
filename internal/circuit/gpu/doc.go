// Package gpu runs random playouts of gate programs on graphics processors.
//
// A thread of the device plays 32 plays at once: a signal is a 32-bit register with one
// bit for each of them, and a gate is one instruction, a truth table over three registers.
// A step consists of the netlists of package bitslice, the drawing of random moves, and the
// counting of what ended (kernel.go, draw.go, goals.go, limit.go).
//
// All of that is first a list of instructions with simple control flow ([Code], code.go). It is
// printed as PTX (ptx.go), which the driver compiles for the device at hand, and it is run
// by an interpreter (interpret.go), which tests compare with the processor's engines state
// by state, and the device with the interpreter bit by bit.
//
// Programs too large for the registers of a thread keep their signals in memory (plan.go), and
// are cut into functions of moderate size (split.go).
package gpu
