package w1

import "ludex/internal/rbgengine/sets/ir"

// probe reports whether a cell satisfies a pattern.
func (m *interpreter) probe(id, cell int32) bool {
	p := &m.prog.Patterns[id]
	kind := p.Kind
	if len(m.over) > 0 && !(p.Flip && m.flipped) {
		kind = p.Over
	}
	switch kind {
	case ir.ByDecide:
		return m.decide(&m.prog.Decides[p.Decide], cell)
	case ir.ByWalk:
		return m.walk(p.Walk, cell)
	case ir.ByReach:
		return m.reach(p, cell)
	case ir.ByAttacks:
		return m.attacks(m.prog.AttackSets[p.Attacks], cell)
	case ir.ByLines:
		t := &m.prog.Lines[p.Lines]
		sets, class := m.lines[p.Lines], &m.r[t.Class&rm]
		for k := t.Start[cell]; k < t.Start[cell+1]; k++ {
			if within(&sets[k], class) {
				return true
			}
		}
		return false
	case ir.BySeek:
		return m.seek(p)
	case ir.FromCell:
		arg := m.c[0]
		m.c[0] = cell
		found := m.run(p.Code)
		m.c[0] = arg
		return found
	case ir.ByCode:
		if m.known[id] != m.version {
			m.truth[id] = m.run(p.Code)
			m.known[id] = m.version
		}
		return m.truth[id]
	default:
		if !p.Remote {
			return m.complete(p, cell)
		}
		if p.Invariant {
			return m.memoised(id, cell)
		}
		if m.known[id] != m.version {
			version := m.version
			m.truth[id] = m.complete(p, cell)
			m.known[id] = version
		}
		return m.truth[id]
	}
}

// memoised tests an invariant pattern, or returns its memoised outcome.
func (m *interpreter) memoised(id, cell int32) bool {
	p := &m.prog.Patterns[id]
	key := m.memoKey(p)
	if key < maxMemoKeys && m.memoKnown[id]>>key&1 != 0 {
		return m.memoTruth[id]>>key&1 != 0
	}
	found := m.complete(p, cell)
	if key < maxMemoKeys {
		m.memoKnown[id] |= 1 << key
		if found {
			m.memoTruth[id] |= 1 << key
		}
	}
	return found
}

// maxMemoKeys bounds the memoised outcomes of an invariant pattern.
const maxMemoKeys = 64

// memoKey returns the key of an invariant pattern in its memo table.
func (st *state) memoKey(p *ir.Pattern) uint64 {
	if p.Key < 0 {
		return 0
	}
	n, _ := st.value(p.Key)
	return uint64(n)
}

// complete runs the code of a pattern with modifiers, and undoes its changes.
func (m *interpreter) complete(p *ir.Pattern, cell int32) bool {
	mode, undo, frames, at := m.mode, int32(len(m.undo)), len(m.frames), m.at
	saved, savedC, arg := len(m.saved), len(m.savedC), m.c[0]
	m.mode = finding
	m.c[0] = cell
	found := m.run(p.Code)
	m.undoTo(undo)
	m.mode, m.frames, m.at = mode, m.frames[:frames], at
	m.saved, m.savedC, m.c[0] = m.saved[:saved], m.savedC[:savedC], arg
	return found
}

// seek reports whether a cell of a class satisfies a pattern. The overlay counts
// instead of what is under it.
func (m *interpreter) seek(p *ir.Pattern) bool {
	n := len(m.saved)
	if n == cap(m.saved) {
		m.saved = append(m.saved, makeSets(n+64, m.prog.Words)...)[:n]
	}
	m.saved = m.saved[:n+1]
	defer func() { m.saved = m.saved[:n] }()
	if !and(&m.saved[n], &m.r[p.Class&rm], &m.masks[p.Mask]) && len(m.over) == 0 {
		return false
	}
	class := m.prog.Classes[p.Class]
	for _, at := range m.over {
		drop(&m.saved[n], int(at))
		if class>>(m.pieces[at]&63)&1 != 0 && has(&m.masks[p.Mask], int(at)) {
			add(&m.saved[n], int(at))
		}
	}
	if p.Sub < 0 {
		return !isEmpty(&m.saved[n])
	}
	if sub := &m.prog.Patterns[p.Sub]; len(m.over) == 0 && sub.Value >= 0 && size(&m.saved[n]) > int(sub.Few) {
		return meets(&m.saved[n], m.patternValue(p.Sub))
	}
	for !isEmpty(&m.saved[n]) {
		cell := int32(lowest(&m.saved[n]))
		dropLowest(&m.saved[n])
		if m.probe(p.Sub, cell) {
			return true
		}
	}
	return false
}

// decide evaluates a decision table.
func (st *state) decide(d *ir.Decide, cell int32) bool {
	k := d.Start[cell]
	rows := d.Rows
	for k >= 0 {
		k = rows[k+1+int32(st.pieces[rows[k]])]
	}
	return k == ir.True
}

// patternValue returns the cells that satisfy a pattern, cached until the board
// changes.
func (m *interpreter) patternValue(id int32) *set {
	p := &m.prog.Patterns[id]
	s := &m.values[id]
	if m.known[id] != m.version {
		m.run(p.Value)
		assign(s, &m.r[p.Result&rm])
		m.known[id] = m.version
	}
	return s
}

// filter keeps the cells of a set that satisfy a pattern, or do not.
func (m *interpreter) filter(i *ir.Instr) bool {
	d, from := &m.r[i.A&rm], &m.r[i.B&rm]
	p := &m.prog.Patterns[i.X]
	if p.Value >= 0 && (p.Few == 0 || size(from) > int(p.Few)) {
		v := m.patternValue(i.X)
		if i.Flag != 0 {
			return andNot(d, from, v)
		}
		return and(d, from, v)
	}
	if p.Remote {
		if m.probe(i.X, int32(lowest(from))) == (i.Flag != 0) {
			clear(d)
			return false
		}
		assign(d, from)
		return true
	}
	return m.filterEach(i)
}

// filterMade keeps the cells of a set that satisfy a pattern after a move. All
// moves have the same outcome if the pattern is invariant.
func (m *interpreter) filterMade(i *ir.Instr) bool {
	p := &m.prog.Patterns[i.X]
	if !p.Invariant {
		return m.filterEach(i)
	}
	var found bool
	if key := m.memoKey(p) + uint64(i.Y); key < maxMemoKeys && m.memoKnown[i.X]>>key&1 != 0 {
		found = m.memoTruth[i.X]>>key&1 != 0
	} else {
		found = m.probeWith(i, int32(lowest(&m.r[i.B&rm])))
	}
	if found == (i.Flag != 0) {
		clear(&m.r[i.A&rm])
		return false
	}
	assign(&m.r[i.A&rm], &m.r[i.B&rm])
	return true
}

// filterEach tests the cells of a set one by one.
func (m *interpreter) filterEach(i *ir.Instr) bool {
	n := len(m.saved)
	if n+2 > cap(m.saved) {
		m.saved = append(m.saved, makeSets(n+64, m.prog.Words)...)[:n]
	}
	m.saved = m.saved[:n+2]
	assign(&m.saved[n], &m.r[i.B&rm])
	assign(&m.saved[n+1], &m.r[i.B&rm])
	for !isEmpty(&m.saved[n]) {
		cell := int32(lowest(&m.saved[n]))
		dropLowest(&m.saved[n])
		if m.probeWith(i, cell) == (i.Flag != 0) {
			drop(&m.saved[n+1], int(cell))
		}
	}
	d := &m.r[i.A&rm]
	assign(d, &m.saved[n+1])
	m.saved = m.saved[:n]
	return !isEmpty(d)
}

// probeWith tests a cell under the pending modifiers of an instruction.
func (m *interpreter) probeWith(i *ir.Instr, cell int32) bool {
	switch i.Op {
	case ir.FilterOver:
		return m.probeOver(i.X, m.prog.Pends[i.D], cell)
	case ir.FilterMade:
		if !m.apply(i.D, cell) {
			return i.Flag != 0 // the move is impossible: drop it
		}
		ok := m.probe(i.X, cell)
		m.revert()
		return ok
	}
	return m.probe(i.X, cell)
}

// probeOver tests a cell with an overlay of pieces. The sets of classes are
// updated only if the pattern reads them, which saves time.
func (m *interpreter) probeOver(id int32, pends []ir.Pend, cell int32) bool {
	base := len(m.over)
	toggles := m.overlayToggles[id]
	var old [maxPends]uint8
	for k := range pends {
		at := cell
		if p := pends[k].Map; p >= 0 {
			at = int32(m.prog.Maps[p][cell])
		}
		old[k&(maxPends-1)] = m.pieces[at]
		if toggles != nil {
			m.flipSome(toggles, at, m.pieces[at], pends[k].Piece)
		}
		m.underneath = m.pieces[at]
		m.pieces[at] = pends[k].Piece
		m.over = append(m.over, at)
	}
	m.flipped = toggles != nil
	ok := m.probe(id, cell)
	m.flipped = false
	for k := len(pends) - 1; k >= 0; k-- {
		at := m.over[base+k]
		if toggles != nil {
			m.flipSome(toggles, at, m.pieces[at], old[k&(maxPends-1)])
		}
		m.pieces[at] = old[k&(maxPends-1)]
	}
	m.over = m.over[:base]
	return ok
}

// maxPends bounds the pieces of an overlay.
const maxPends = 16

// attacks evaluates attack tables from a cell.
func (st *state) attacks(s ir.Attacks, cell int32) bool {
	seen := &st.scratch[0]
	for k := range s {
		g := &s[k]
		if g.Ray < 0 {
			if meets(&st.tables[g.Table][cell], &st.r[g.Class&rm]) {
				return true
			}
			continue
		}
		t := &st.rays[g.Ray]
		if !meets(&t.sets[cell], &st.r[g.Class&rm]) {
			continue
		}
		clear(seen)
		ray(seen, &t.sets[cell], &st.r[g.Within&rm], t.downward, g.Last)
		if meets(seen, &st.r[g.Class&rm]) {
			return true
		}
	}
	return false
}

// A searchState is a state of a walk on a cell.
type searchState struct{ state, cell int32 }

// walk searches from cell to cell, depth first.
func (m *interpreter) walk(id, cell int32) bool {
	w := &m.prog.Walks[id]
	visited := m.visited[id]
	m.walks++
	stamp := m.walks
	base := len(m.stack)
	m.stack = append(m.stack, searchState{0, cell})
	for len(m.stack) > base {
		at := m.stack[len(m.stack)-1]
		m.stack = m.stack[:len(m.stack)-1]
		if m.searchFrom(w, visited, stamp, at) {
			m.stack = m.stack[:base]
			return true
		}
	}
	return false
}

// searchFrom follows states while there is only one successor, and pushes the
// others on the stack. It reports whether the search has succeeded.
func (m *interpreter) searchFrom(w *ir.Walk, visited []uint32, stamp uint32, at searchState) bool {
	for {
		s := &w.States[at.state]
		if s.Mark >= 0 {
			k := s.Mark*int32(m.bits) + at.cell
			if visited[k] == stamp {
				return false
			}
			visited[k] = stamp
		}
		switch s.Kind {
		case ir.Accept:
			return true
		case ir.Fork:
			m.stack = append(m.stack, searchState{s.Else, at.cell})
		case ir.Closure:
			if m.searchFrom(w, visited, stamp, searchState{s.To, at.cell}) {
				return true
			}
			row := visited[s.Mark*int32(m.bits):]
			for _, t := range s.Targets[at.cell] {
				if s.Pieces>>(m.pieces[t]&63)&1 != 0 && row[t] != stamp {
					m.stack = append(m.stack, searchState{at.state, int32(t)})
				}
			}
			return false
		case ir.Follow:
			t := int32(s.Map[at.cell])
			if t < 0 || s.Pieces>>(m.pieces[t]&63)&1 == 0 {
				return false
			}
			at.cell = t
		case ir.FanOut:
			for _, t := range s.Targets[at.cell] {
				if s.Pieces>>(m.pieces[t]&63)&1 != 0 {
					m.stack = append(m.stack, searchState{s.To, int32(t)})
				}
			}
			return false
		case ir.OnPiece:
			if s.Pieces>>(m.pieces[at.cell]&63)&1 == 0 {
				return false
			}
		case ir.InMask:
			if !s.Mask.Has(int(at.cell)) {
				return false
			}
		case ir.Holds:
			if !m.holds(s.Ref) {
				return false
			}
		case ir.Matches:
			if m.probe(s.Ref, at.cell) == s.Negative {
				return false
			}
		}
		at.state = s.To
	}
}
