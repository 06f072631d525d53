package rbgref

import "math"

// visited records the nodes and cells that the search has visited since the last
// modifier. Each section between modifiers has a stamp of its own, and a mark is the stamp
// of the section in which a node was visited with a cell. Sections are nested, so marks
// that an inner one overwrites are restored when it ends.
type visited struct {
	rows  [][]uint32 // by slot and cell; made when needed
	cells int
	size  int    // how many marks the rows have
	stamp uint32 // of the current section
	last  uint32 // the largest stamp given
	first uint32 // the first stamp of this query: smaller ones are invalid
	trail []overwritten
}

// An overwritten mark is one that an inner section has replaced.
type overwritten struct {
	slot, cell int32
	old        uint32
}

// begin forgets all marks.
func (m *visited) begin() {
	if m.last > math.MaxUint32/2 { // a query cannot use up the other half
		for _, row := range m.rows {
			clear(row)
		}
		m.last = 0
	}
	m.trail = m.trail[:0]
	m.open()
	m.first = m.stamp
}

// open begins a section.
func (m *visited) open() {
	m.last++
	m.stamp = m.last
}

// visit marks a slot and a cell. It returns false if they were marked in this
// section already.
func (m *visited) visit(slot, cell int32) bool {
	row := m.rows[slot]
	if row == nil {
		row = make([]uint32, m.cells)
		m.rows[slot] = row
		m.size += m.cells
	}
	old := row[cell]
	if old == m.stamp {
		return false
	}
	if old >= m.first {
		m.trail = append(m.trail, overwritten{slot, cell, old})
	}
	row[cell] = m.stamp
	return true
}

// reopen ends a section: the outer one continues as it was when its trail had the
// given length.
func (m *visited) reopen(stamp uint32, trail int) {
	for len(m.trail) > trail {
		o := m.trail[len(m.trail)-1]
		m.trail = m.trail[:len(m.trail)-1]
		m.rows[o.slot][o.cell] = o.old
	}
	m.stamp = stamp
}
