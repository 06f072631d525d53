//go:build !js

package timedengine

import (
	"slices"

	"ludex/internal/scc"
)

// Ends reports whether all plays are proved to end after a bounded time, and how many updates
// they have at most; -1 is no bound. All plays must have been looked at.
//
// A play that goes on for ever comes to the same zones again and again. Time is bounded if
// on all such ways a lifetime is copied from update to update for ever, such as that of a
// timer, since it gets less all the time.
func (r *Reach) Ends() (proved bool, updates int) {
	if r.Stuck != nil || r.Waits != nil {
		return false, -1
	}
	alive := make([]bool, len(r.states))
	for i := range alive {
		alive[i] = true
	}
	if _, still := r.loops(alive, true); len(still) > 0 {
		return false, -1 // time may stand still
	}
	component, loops := r.loops(alive, false)
	if len(loops) == 0 {
		return true, r.longest(component)
	}
	for len(loops) > 0 {
		for _, loop := range loops {
			timed := r.timed(loop, component)
			if len(timed) == 0 {
				return false, -1
			}
			for _, i := range timed {
				alive[i] = false
			}
		}
		component, loops = r.loops(alive, false)
	}
	return true, -1
}

// loops returns the components of states between which plays can go round, among those
// alive, or by moves of random only.
func (r *Reach) loops(alive []bool, chance bool) (component []int32, loops [][]int32) {
	successors := make([][]int, len(r.states))
	selfish := make([]bool, len(r.states))
	for i := range r.states {
		for _, a := range r.states[i].next {
			if alive[i] && alive[a.to] && (a.chance || !chance) {
				successors[i] = append(successors[i], int(a.to))
				selfish[i] = selfish[i] || int(a.to) == i
			}
		}
	}
	component, count := scc.New(successors).Components()
	members := make([][]int32, count)
	for i, c := range component {
		if alive[i] {
			members[c] = append(members[c], int32(i))
		}
	}
	for _, m := range members {
		if len(m) > 1 || len(m) == 1 && selfish[m[0]] {
			loops = append(loops, m)
		}
	}
	return component, loops
}

// timed returns the states of a loop from which on a lifetime is copied for ever, as long as
// a play stays in the loop.
func (r *Reach) timed(loop []int32, component []int32) []int32 {
	copied := make(map[int32][]bool, len(loop)) // by state and timer
	for _, i := range loop {
		copied[i] = slices.Repeat([]bool{true}, len(r.states[i].node.timers))
	}
	for changed := true; changed; {
		changed = false
		for _, i := range loop {
			for slot, c := range copied[i] {
				if c && !r.keeps(i, int32(slot), copied, component) {
					copied[i][slot], changed = false, true
				}
			}
		}
	}
	var out []int32
	for _, i := range loop {
		if slices.Contains(copied[i], true) {
			out = append(out, i)
		}
	}
	return out
}

// keeps reports whether all arrows of a state inside its loop copy the lifetime of a timer to
// one that is copied for ever.
func (r *Reach) keeps(i, slot int32, copied map[int32][]bool, component []int32) bool {
	for _, a := range r.states[i].next {
		there, inside := copied[a.to]
		if !inside || component[a.to] != component[i] {
			continue
		}
		kept := false
		for to, from := range a.sources {
			kept = kept || from == slot && there[to]
		}
		if !kept {
			return false
		}
	}
	return true
}

// longest returns the length of the longest play, if there is no loop.
func (r *Reach) longest(component []int32) int {
	order := make([]int32, len(r.states)) // components are numbered so that successors come first
	for i, c := range component {
		order[c] = int32(i)
	}
	length := make([]int, len(r.states))
	for _, i := range order {
		for _, a := range r.states[i].next {
			length[i] = max(length[i], 1+length[a.to])
		}
	}
	return length[0]
}
