package bitslice

import (
	"slices"
	"testing"
)

// borrowed makes a game of one step whose next state is read from a fixpoint
// without gates: its feedback is the inverse of a signal that was computed before.
// In that signal lies a goal of 100 when a play is over, and if the feedback was not
// set in the step, which it is, there is another one of 0.
func borrowed() *Program {
	const late, won, source, fed, kept, over, lost = 2, 3, 4, 5, 6, 7, 8
	return &Program{
		Signals: 9, State: []uint32{late, won}, Init: []bool{false, true}, Roles: 1, Goals: []Goal{{0, 100}, {0, 0}},
		Phases: []Phase{{
			Legal: []Segment{{Op: And2, Args: []uint32{late, late, over}}},
			Goals: []Segment{{Op: And2, Args: []uint32{late, late, source}}, {Op: And2N2, Args: []uint32{won, won, lost}}},
			Next: []Segment{
				{Op: And2N2, Args: []uint32{won, won, source}},
				{Loop: &Loop{Feedback: []Feedback{{Signal: fed, Source: source, Invert: true}}}},
				{Op: And2, Args: []uint32{fed, fed, kept}},
			},
			Terminal: over,
			Roles:    []PhaseRole{{Moves: []int32{0}, Legal: []uint32{True}, Planes: []uint32{}}},
			NextOf:   []uint32{True, kept}, GoalsOf: []uint32{source, lost},
		}},
	}
}

// TestFeedbackFromOutside has playouts start again in lanes whose feedback comes
// from a signal that no gate of the loop computes.
func TestFeedbackFromOutside(t *testing.T) {
	for _, k := range Kernels() {
		res := run1(t, borrowed(), RunOptions{Count: 10 * Count, Seed: 1, Kernel: k})
		if n := uint64(10 * Count); res.Finished != n || res.Goals[0] != 100*n || res.BadGoals != 0 {
			t.Errorf("%s: %+v", k, res)
		}
	}
}

// TestExposed lists what code reads of what was there before.
func TestExposed(t *testing.T) {
	c := code{
		{runs: []run{{op(And2), []uint32{2, 3, 4}}}},
		{loop: &Loop{
			Gates:    []Gate{{Op: And2, In: [3]uint32{5, 6}, Out: 7}},
			Feedback: []Feedback{{Signal: 5, Source: 7}, {Signal: 8, Source: 4}, {Signal: 9, Source: 10}, {Signal: 11, Source: 5}},
		}},
		{runs: []run{{op(And2), []uint32{9, 13, 12}}}, guard: 14},
	}
	if got, want := exposed([]uint32{99}, c, 20), []uint32{99, 2, 3, 6, 10, 14, 13}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
