package gogen

import (
	"fmt"
)

// reachMethods emits the methods that maintain groups of connected cells.
func (e *testCode) reachMethods() {
	e.Text(expand("reach.go", e.memos.tracksGroups()))
	e.Line("// invalidateGroup invalidates a group and the entries that depend on it.")
	e.Func("(m *Machine) invalidateGroup(r *reached, n int32)")
	e.Open("if r.groups[n].valid")
	e.Line("r.groups[n].valid = false")
	e.Line("m.invalidateDependents(r, n)")
	e.End()
	e.End()
	e.Blank()
	e.Line("// invalidateDependents invalidates the entries that depend on a group.")
	e.Func("(m *Machine) invalidateDependents(r *reached, n int32)")
	for _, r := range e.memos.list() {
		if name := fmt.Sprintf("m.stale%d", r.ID); r.Groups {
			e.sets.assign(name, "or", name, "r.matters[n]")
		}
	}
	e.End()
	e.Blank()
	e.Line("// invalidateMemos invalidates all entries when all groups are dropped.")
	e.Func("(m *Machine) invalidateMemos()")
	e.memos.invalidateAll()
	e.End()
	e.Blank()
	e.Line("// asked records that the entry of the tested cell depends on a group.")
	e.Func("(m *Machine) asked(r *reached, n int32)")
	if e.memos.tracksGroups() {
		e.Open("if m.testedCell > 0")
		e.sets.add("r.matters[n]", "int(m.testedCell-1)", true)
		e.End()
	}
	e.End()
	e.Blank()
	e.Line("// markUntracked prevents the result of a test from being cached, if the cells it\n// depends on are not recorded.")
	e.Func("(m *Machine) markUntracked()")
	if e.memos.tracksGroups() {
		e.Line("m.untracked = true")
	}
	e.End()
	e.Blank()
}
