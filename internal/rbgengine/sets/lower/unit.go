package lower

import "ludex/internal/rbgengine/sets/ir"

// A unit is the output of emission: functions with labels, and a program that
// lacks only their code.
type unit struct {
	prog       *ir.Program
	rules      *rules
	classes    int
	functions  []*function
	generators []*function // by index of a switch, or nil
	keeper     keeperEntries
	length     int // instructions of all functions
}

// keeperEntries says where the keepers begin.
type keeperEntries struct {
	f       *function
	entries map[int]int32 // by index of a switch: a label
	cell    uint16        // the register of the current cell
}

// patterns returns the patterns that the program has.
func (u *unit) patterns() []*pattern {
	var list []*pattern
	for _, p := range u.rules.patterns {
		if p.ir >= 0 {
			list = append(list, p)
		}
	}
	return list
}

func (u *unit) newFunction() *function {
	f := &function{number: len(u.functions), total: &u.length, sets: uint16(u.classes), cells: argument + 1}
	f.maxSets, f.maxCells = f.sets, f.cells
	u.functions = append(u.functions, f)
	return f
}
