package gpu

import _ "embed"

// arrays are kernels between plays in words and arrays with a row for each play.
//
//go:embed environment.ptx
var arrays string

// An EnvironmentSource is all that a process needs to step plays on a device.
type EnvironmentSource struct {
	PTX         string            `json:"ptx"`
	Layout      EnvironmentLayout `json:"layout"`
	Description []uint32          `json:"description"` // for the kernels between words and rows
	Initial     []uint32          `json:"initial"`     // the words of a thread in which plays begin
	Tables      []uint32          `json:"tables"`
	Shared      int               `json:"shared"`  // bytes of shared memory that a block of "play" needs
	Threads     int               `json:"threads"` // of a block of "play"
	Tallies     int               `json:"tallies"`
	Level       int               `json:"level"` // of optimisation, for the driver's compiler
}

// Source returns the code with everything that belongs to it.
func (e *Environment) Source() EnvironmentSource {
	return EnvironmentSource{
		PTX: e.PTX() + arrays, Layout: e.Layout, Description: e.describe(), Initial: e.Initial(), Tables: append([]uint32{}, e.tables...),
		Shared: e.sharedBytes(), Threads: ptxThreads, Tallies: e.tallies, Level: int(e.level()),
	}
}

// Sizes of the description, which environment.ptx explains.
const (
	describedGame = 8
	describedRole = 10
)

// describe returns the layout for the kernels between words and rows.
func (e *Environment) describe() []uint32 {
	l := &e.Layout
	words := []int{len(l.Roles), l.Phases, l.Phase, l.Steps, l.StepBits, l.Done, l.Truncated, 0}
	at := describedGame + describedRole*len(l.Roles)
	for i := range l.Roles {
		r := &l.Roles[i]
		chance := 0
		if r.Chance {
			chance = 1
		}
		words = append(words, r.Given, r.Position, r.PositionBits, r.Actions, r.Legal, r.Decides, at, chance, r.Goal, r.GoalBits)
		at += len(r.Positions)
	}
	for i := range l.Roles {
		words = append(words, l.Roles[i].Positions...)
	}
	out := make([]uint32, len(words))
	for i, w := range words {
		out[i] = uint32(w)
	}
	return out
}
