package gogen

import (
	"fmt"
)

// reachMethods prints what groups of connected cells need.
func (e *testCode) reachMethods() {
	e.Text(expand("reach.go", e.memos.tracksGroups()))
	e.Line("// invalidateGroup makes a group worth nothing, and with it what was learned from it.")
	e.Func("(m *Machine) invalidateGroup(r *reached, n int32)")
	e.Open("if r.groups[n].valid")
	e.Line("r.groups[n].valid = false")
	e.Line("m.invalidateDependents(r, n)")
	e.End()
	e.End()
	e.Blank()
	e.Line("// invalidateDependents has nothing known of cells whose tests have asked a group.")
	e.Func("(m *Machine) invalidateDependents(r *reached, n int32)")
	for _, r := range e.memos.list() {
		if name := fmt.Sprintf("m.stale%d", r.ID); r.Groups {
			e.sets.assign(name, "or", name, "r.matters[n]")
		}
	}
	e.End()
	e.Blank()
	e.Line("// invalidateMemos has nothing known of cells when all groups are dropped.")
	e.Func("(m *Machine) invalidateMemos()")
	e.memos.invalidateAll()
	e.End()
	e.Blank()
	e.Line("// asked has a group know that it matters to the cell that is tested.")
	e.Func("(m *Machine) asked(r *reached, n int32)")
	if e.memos.tracksGroups() {
		e.Open("if m.testedCell > 0")
		e.sets.add("r.matters[n]", "int(m.testedCell-1)", true)
		e.End()
	}
	e.End()
	e.Blank()
	e.Line("// markUntracked has a test not remembered that looks at cells one by one.")
	e.Func("(m *Machine) markUntracked()")
	if e.memos.tracksGroups() {
		e.Line("m.untracked = true")
	}
	e.End()
	e.Blank()
}
