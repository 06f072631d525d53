package gogen

import (
	"fmt"
	"strings"
)

// In large programs, the classes that acts change are kept together: what is kept
// and brought back at thousands of places is one line there, and a function that
// is not copied.

// stash returns the number of the functions that keep some classes.
func (e *effectCode) saveGroup(classes []int) int {
	key := fmt.Sprint(classes)
	n, ok := e.saveGroupIndex[key]
	if !ok {
		n = len(e.saveGroupIndex)
		e.saveGroupIndex[key] = n
		e.saveGroups = append(e.saveGroups, classes)
	}
	return n
}

// stashed prints that classes are kept, and returns false if they are rather kept
// one by one.
func (b undoCode) saveTogether(classes []int, depth int) bool {
	if len(b.P.Code) <= large || len(classes) < 2 {
		return false
	}
	n := b.effects.saveGroup(classes)
	name := fmt.Sprintf("saveClasses%dat%d", n, depth)
	b.saved[name] = fmt.Sprintf("savedClasses%d", n)
	b.Line("%s = m.saveClasses%d()", name, n)
	return true
}

// unstashed prints that classes are as they were kept.
func (b undoCode) restoreTogether(classes []int, depth int) bool {
	if len(b.P.Code) <= large || len(classes) < 2 {
		return false
	}
	n := b.effects.saveGroup(classes)
	b.Line("m.restoreClasses%d(&saveClasses%dat%d)", n, n, depth)
	return true
}

// printStashes prints the functions that keep classes.
func (e *effectCode) printSaveGroups() {
	for n, classes := range e.saveGroups {
		var names, values []string
		for _, k := range classes {
			names = append(names, fmt.Sprintf("s%d", k))
			values = append(values, fmt.Sprintf("m.s%d", k))
		}
		e.Line("// A savedClasses%d is classes as they were.", n)
		e.Line("type savedClasses%d struct{ %s set }", n, strings.Join(names, ", "))
		e.Blank()
		e.Line("//go:noinline")
		e.Line("func (m *Machine) saveClasses%d() savedClasses%d { return savedClasses%d{%s} }", n, n, n, strings.Join(values, ", "))
		e.Blank()
		e.Line("//go:noinline")
		e.Func("(m *Machine) restoreClasses%d(s *savedClasses%d)", n, n)
		for _, k := range classes {
			e.Line("m.s%d = s.s%d", k, k)
		}
		e.End()
		e.Blank()
	}
}
