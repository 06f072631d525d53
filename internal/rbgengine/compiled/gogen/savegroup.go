package gogen

import (
	"fmt"
	"strings"
)

// In large programs, the classes that acts change are saved and restored by functions
// that are not inlined: there are thousands of places where this is done.

// saveGroup returns the number of the functions that save some classes together.
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

// saveTogether emits code that saves classes together. It returns false if saving them
// one by one is cheaper.
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

// restoreTogether emits code that restores classes that were saved together.
func (b undoCode) restoreTogether(classes []int, depth int) bool {
	if len(b.P.Code) <= large || len(classes) < 2 {
		return false
	}
	n := b.effects.saveGroup(classes)
	b.Line("m.restoreClasses%d(&saveClasses%dat%d)", n, n, depth)
	return true
}

// printSaveGroups emits the functions that save and restore classes.
func (e *effectCode) printSaveGroups() {
	for n, classes := range e.saveGroups {
		var names, values []string
		for _, k := range classes {
			names = append(names, fmt.Sprintf("s%d", k))
			values = append(values, fmt.Sprintf("m.s%d", k))
		}
		e.Line("// A savedClasses%d holds saved classes.", n)
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
