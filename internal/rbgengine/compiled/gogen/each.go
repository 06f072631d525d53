package gogen

import (
	"fmt"
	"slices"
	"strings"

	"ludex/internal/rbgengine/sets/ir"
)

// A site is a loop that makes the same step at each of some cells and calls a
// shared function. It is printed as a call: a game with many steps has thousands
// of such loops, and would take long to build.
type site struct {
	cells  uint16 // the register of the set
	making int    // what is made, by number
	to     *sharing
	behind int32 // the place behind the loop
	rest   int32 // where execution goes on
}

// A making is a step: pieces that are put, by where they are from a cell, and what
// is done with variables.
type making struct {
	apply   int32
	puts    []*ir.Act
	assigns int
}

// siteAt returns the loop that begins at a place, or nil if there is none that can
// be printed as a call.
func (b *body) siteAt(at int32) *site {
	if b.mode != list || len(b.shares) == 0 {
		return nil
	}
	next := &b.p.Code[at]
	if next.Op != ir.Next || b.jumpedInto(at) {
		return nil
	}
	apply, k := &b.p.Code[at+1], at+2
	if apply.Op != ir.Apply || apply.A != next.A || apply.J != at {
		return nil
	}
	if move := &b.p.Code[k]; move.Op == ir.Move && move.A == 0 && move.B == next.A {
		k++
	} else if next.A != 0 {
		return nil
	}
	if b.p.Code[k].Op == ir.Save {
		k++
	}
	call := &b.p.Code[k]
	if k++; b.p.Code[k].Op == ir.Restore {
		k++
	}
	revert, jump := &b.p.Code[k], &b.p.Code[k+1]
	if call.Op != ir.Call || b.shares[call.J] == nil || revert.Op != ir.Revert || jump.Op != ir.Jump || jump.J != at {
		return nil
	}
	making, ok := b.making(apply.X)
	if !ok {
		return nil
	}
	return &site{next.B, making, b.shares[call.J], k + 2, next.J}
}

// jumpedInto reports whether something outside of the loop at a place leads into
// it. Only the loop itself has jumps to its inner places, which are few.
func (b *body) jumpedInto(loop int32) bool {
	if b.inner == nil {
		b.inner = map[int32]bool{}
		for _, at := range b.places {
			if i := &b.p.Code[at]; i.Op.Jumps() && i.Op != ir.Call && i.J != at+1 {
				b.inner[i.J] = true
			}
		}
	}
	for at := loop + 1; at < loop+8 && int(at) < len(b.p.Code); at++ {
		if b.p.Code[at].Op == ir.Jump {
			return b.inner[at]
		}
		if b.inner[at] {
			return true
		}
	}
	return false
}

// site prints a loop as a call. The register of its set, which the loop would
// leave empty, is not looked at behind it.
func (b *body) site(s *site, at int32) {
	b.writeBack()
	cells := b.set(s.cells)
	b.line("if m.each%d(%s, %d) {", s.to.entry, cells, s.making)
	b.takeBack(at)
	b.line("return true")
	b.line("}")
	b.readBack()
	if s.rest != s.behind {
		b.line("goto L%d", s.rest)
	}
}

// making returns the number of what acts make, if they can be told in a table.
func (e *emitter) making(apply int32) (id int, ok bool) {
	if id, ok = e.makingOf[apply]; ok {
		return id, id >= 0
	}
	m := making{apply: apply}
	acts := e.p.Applies[apply]
	var assigns []*ir.Act
	ok = true
	for k := range acts {
		a := &acts[k]
		switch {
		case a.Idle || a.Kind == ir.Pass:
		case a.Kind == ir.PutPiece:
			ok = ok && e.addPut(&m, a)
		case a.Kind == ir.SetConst || a.Kind == ir.SetExpr && !e.counts(a.Value):
			assigns = append(assigns, a)
		default:
			ok = false
		}
	}
	if !ok {
		e.makingOf[apply] = -1
		return -1, false
	}
	e.applies[apply] = true
	m.assigns = e.assignment(assigns)
	id = len(e.makings)
	e.makingOf[apply] = id
	e.makings = append(e.makings, m)
	return id, true
}

// addPut adds a piece that is put. What was put before on the same cell does not
// matter. It returns false if it depends on the cell which comes last.
func (e *emitter) addPut(m *making, a *ir.Act) bool {
	var rest []*ir.Act
	for _, old := range m.puts {
		switch e.meet(old.Map, a.Map) {
		case never:
			rest = append(rest, old)
		case sometimes:
			return false
		}
	}
	m.puts = append(rest, a)
	return true
}

// A frequency says how often two maps lead to the same cell.
type frequency uint8

const (
	never frequency = iota
	sometimes
	always
)

// meet says how often two maps lead to the same cell.
func (e *emitter) meet(a, b int32) frequency {
	same, other := false, false
	for _, c := range e.p.BitOf {
		x, y := e.target(a, c), e.target(b, c)
		if x < 0 || y < 0 {
			continue
		}
		same, other = same || x == y, other || x != y
	}
	switch {
	case !same:
		return never
	case !other:
		return always
	}
	return sometimes
}

func (e *emitter) target(m, c int32) int32 {
	if m < 0 {
		return c
	}
	return int32(e.p.Maps[m][c])
}

// counts reports whether an expression counts pieces.
func (e *emitter) counts(x int32) bool {
	expr := &e.p.Exprs[x]
	return expr.Kind == ir.Count || slices.ContainsFunc(expr.Kids, e.counts)
}

// assignment returns the number of what is done with variables.
func (e *emitter) assignment(acts []*ir.Act) int {
	var key strings.Builder
	for _, a := range acts {
		fmt.Fprintln(&key, a.Kind, a.Arg, a.Value)
	}
	id, ok := e.assigns[key.String()]
	if !ok {
		id = len(e.assignList)
		e.assigns[key.String()] = id
		e.assignList = append(e.assignList, acts)
	}
	return id
}

// eachFunctions prints what loops call, and the tables that it needs.
func (e *emitter) eachFunctions() {
	if len(e.shares) == 0 {
		return
	}
	most := 1
	for _, m := range e.makings {
		most = max(most, len(m.puts))
	}
	for _, entry := range sortedKeys(e.shares) {
		s := e.shares[entry]
		e.line("// alike%d has one number for cells from which the same moves go on.", entry)
		e.line("var alike%d = [...]uint16{%s}\n", entry, numbers(s.alike))
		cells := strings.NewReplacer("any(cells)", e.any("cells"), "lowest(cells)", e.lowest("cells"), "dropLowest(cells)", e.dropped("cells")).Replace
		text := cells(eachText)
		if !e.versions {
			text = strings.NewReplacer("\tversion := m.version\n", "", "\t\tm.version = version\n", "").Replace(text)
		}
		e.line(text, entry, s.id, most)
	}
	e.assignMethod()
	e.seedMethod()
	e.line("// makings are the steps of moves, by number.")
	e.line("var makings = [...]making{")
	for _, m := range e.makings {
		e.line("{%d, %d, %s},", m.apply, m.assigns, e.placings(m.puts))
	}
	e.line("}\n")
	e.line(hashText, e.p.Pieces, e.p.Words*64)
}

// dropped returns the statement that a set loses its lowest cell.
func (e *emitter) dropped(x string) string {
	outer := e.out
	e.out = nil
	e.dropLowest(x)
	text := strings.TrimSpace(string(e.out))
	e.out = outer
	return text
}

func (e *emitter) placings(puts []*ir.Act) string {
	if len(puts) == 0 {
		return "nil"
	}
	var list []string
	for _, a := range puts {
		delta, ok := 0, true
		if a.Map >= 0 {
			delta, ok = e.constant(a.Map)
		}
		if ok {
			list = append(list, fmt.Sprintf("{nil, %d, %d}", delta, a.Arg))
		} else {
			list = append(list, fmt.Sprintf("{map%d[:], 0, %d}", e.mapTable(a.Map), a.Arg))
		}
	}
	return "[]placing{" + strings.Join(list, ", ") + "}"
}

// assignMethod prints the method that changes variables as a step does.
func (e *emitter) assignMethod() {
	e.line("// assign changes variables as a step does, and reports whether they stay in their\n// bounds.")
	e.line("func (m *Machine) assign(k int32) bool {")
	e.line("switch k {")
	for id, acts := range e.assignList {
		e.line("case %d:", id)
		for _, a := range acts {
			if a.Kind == ir.SetConst {
				e.setVariable(a.Arg, fmt.Sprint(a.Value))
				continue
			}
			e.line("if x, ok := %s; ok && x >= 0 && x <= %d {", e.exprOK(a.Value), e.p.Bounds[a.Arg])
			e.setVariable(a.Arg, "int32(x)")
			e.line("} else {\nreturn false\n}")
		}
	}
	e.line("}\nreturn true\n}\n")
}

// seedMethod prints the method that adds the variables to a fingerprint. Only
// those that steps change make a difference.
func (e *emitter) seedMethod() {
	e.line("// seed adds the variables to a number.")
	e.line("func (m *Machine) seed(x uint64) uint64 {")
	for _, v := range e.assigned() {
		e.line("x = (x ^ uint64(uint32(m.v[%d]))) * 0x9E3779B97F4A7C15\nx ^= x >> 32", v)
	}
	e.line("return x\n}\n")
}

// assigned returns the variables that generators change.
func (e *emitter) assigned() []int32 {
	found := map[int32]bool{}
	for k := range e.p.Code {
		i := &e.p.Code[k]
		if i.Op != ir.Apply {
			continue
		}
		for _, a := range e.p.Applies[i.X] {
			if a.Kind == ir.SetConst || a.Kind == ir.SetExpr {
				found[a.Arg] = true
			}
		}
	}
	return sortedKeys(found)
}

// eachText is a loop: %[1]d is the function's entry, %[2]d its number among those
// that are shared, %[3]d how many pieces a step puts at most.
const eachText = `
// each%[1]d makes a step at each of some cells, and goes on with fresh%[1]d.
func (m *Machine) each%[1]d(cells set, k int) bool {
	x, v := &makings[k], m.v
	if !m.assign(x.assigns) {
		m.v = v
		return false
	}
	var old [%[3]d]uint8
	version := m.version
	hash, at, seed := m.hash, m.at, m.seed(%[2]d)
	shares := m.sharing && !m.shares[%[2]d].vain
	for any(cells) {
		c := lowest(cells)
		dropLowest(cells)
		s := unknown
		if shares {
			s = m.share(m.foresee(x.puts, c), seed+uint64(alike%[1]d[c]), %[2]d)
		}
		if s == unneeded {
			continue
		}
		m.prefixes = append(m.prefixes, prefix{at, x.apply, int32(c)})
		m.at = int32(len(m.prefixes)) - 1
		if s == known {
			m.refer()
			continue
		}
		if m.tick() || m.tooDeep() {
			return true
		}
		for k := range x.puts {
			to := x.puts[k].from(c)
			old[k] = m.pieces[to]
			m.put(to, x.puts[k].piece)
		}
		if s >= 0 {
			m.spans[s].begins(m)
		}
		ends := m.fresh%[1]d(c)
		if s >= 0 {
			m.spans[s].ends(m)
		}
		for k := range x.puts {
			m.put(x.puts[k].from(c), old[k])
		}
		m.hash = hash
		m.version = version
		m.depth--
		if ends {
			m.at, m.v = at, v
			return true
		}
	}
	m.at, m.v = at, v
	return false
}
`

// hashText is about fingerprints of boards: %[1]d pieces, %[2]d bits.
const hashText = `
// A making is a step of a move: what it does with variables, and pieces that it
// puts.
type making struct {
	apply   int32
	assigns int32
	puts    []placing
}

// A placing is a piece that is put somewhere, from a cell.
type placing struct {
	to    []int16 // or nil for the same distance everywhere
	delta int32
	piece uint8
}

// from returns where a piece is put.
func (p *placing) from(c int) int {
	if p.to != nil {
		return int(p.to[c])
	}
	return c + int(p.delta)
}

// A hash is a fingerprint of a board: equal boards have equal ones, and for
// practical purposes others have others.
type hash struct{ a, b uint64 }

// hashes are the parts of fingerprints, by piece and bit.
var hashes = func() (h [%[1]d][%[2]d]hash) {
	r := uint64(0)
	next := func() uint64 {
		r += 0x9E3779B97F4A7C15
		z := (r ^ r>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		return z ^ z>>31
	}
	for piece := range h {
		for c := range h[piece] {
			h[piece][c] = hash{next(), next()}
		}
	}
	return h
}()

// foresee returns the fingerprint that the board will have when pieces were put.
func (m *Machine) foresee(puts []placing, c int) hash {
	h := m.hash
	for k := range puts {
		p := &puts[k]
		to := p.from(c)
		x, y := &hashes[m.pieces[to]][to], &hashes[p.piece][to]
		h.a ^= x.a ^ y.a
		h.b ^= x.b ^ y.b
	}
	return h
}
`
