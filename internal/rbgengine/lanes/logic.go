package lanes

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// A lit is a term or its negation: 2·term, plus 1 for a negated one.
type lit int32

// The constants are the term 0 and its negation.
const (
	yes lit = 0
	no  lit = 1
)

func (l lit) not() lit    { return l ^ 1 }
func (l lit) term() int32 { return int32(l >> 1) }

// constant returns yes or no.
func constant(b bool) lit {
	if b {
		return yes
	}
	return no
}

type kind uint8

const (
	kindTrue  kind = iota
	kindInput      // a state bit, or a move that is made
	kindSet        // a group has one of some values
	kindAnd
	kindOr
	kindLoop // a least fixpoint: a disjunction that depends on itself
)

// A term is a node of a formula. Terms are hash-consed: equal ones exist once.
type term struct {
	kind  kind
	group int32  // kindSet
	mask  uint64 // kindSet: values, never the one that has no bit
	args  []lit
}

// A group is a finite-domain variable in one-hot encoding: exactly one of its values
// holds. One value has no bit.
type group struct {
	can    uint64 // the values that it can have
	hidden int    // the value without a bit
	bits   []lit  // by value
	// meaning defines each value by a formula in a derived group. It is nil for
	// inputs.
	meaning []lit
}

// logic builds formulas and simplifies them.
type logic struct {
	terms      []term
	index      map[string]lit
	groups     []group
	key        []byte // scratch
	exclusions exclusions
	bytes      int64 // of terms, roughly
}

func newLogic() *logic {
	return &logic{terms: []term{{kind: kindTrue}}, index: map[string]lit{}}
}

func (g *logic) add(t term) lit {
	const termBytes, argBytes = 120, 8 // with their entries in the index
	g.bytes += int64(termBytes + argBytes*len(t.args))
	g.terms = append(g.terms, t)
	return lit(len(g.terms)-1) << 1
}

// input returns a new input.
func (g *logic) input() lit { return g.add(term{kind: kindInput}) }

// loop returns a fixpoint variable, which is defined later.
func (g *logic) loop() lit { return g.add(term{kind: kindLoop}) }

// define makes a fixpoint variable the disjunction of some formulas.
func (g *logic) define(l lit, args []lit) { g.terms[l.term()].args = args }

// newGroup makes a group with the given values; the hidden one gets no bit.
func (g *logic) newGroup(can uint64, hidden int) int32 {
	id := int32(len(g.groups))
	grp := group{can: can, hidden: hidden, bits: make([]lit, 64)}
	for v := range grp.bits {
		grp.bits[v] = no
		if can>>v&1 == 1 && v != hidden {
			grp.bits[v] = g.add(term{kind: kindSet, group: id, mask: 1 << v})
		}
	}
	g.groups = append(g.groups, grp)
	return id
}

// derivedGroup makes a group of formulas of which exactly one holds. The value with the
// longest formula gets no bit.
func (g *logic) derivedGroup(meaning []lit) int32 {
	var can uint64
	hidden, most := 0, -1
	for v, l := range meaning {
		if l == no {
			continue
		}
		can |= 1 << v
		if n := len(g.terms[l.term()].args); n > most {
			hidden, most = v, n
		}
	}
	id := g.newGroup(can, hidden)
	grp := &g.groups[id]
	grp.meaning = meaning
	for v, b := range grp.bits {
		if b != no {
			g.terms[b.term()].args = meaning[v : v+1]
		}
	}
	return id
}

// set says that a group has a value of the mask.
func (g *logic) set(id int32, mask uint64) lit {
	grp := &g.groups[id]
	switch mask &= grp.can; {
	case mask == 0:
		return no
	case mask == grp.can:
		return yes
	case mask>>grp.hidden&1 == 1:
		return g.set(id, grp.can&^mask).not()
	case bits.OnesCount64(mask) == 1:
		return grp.bits[bits.TrailingZeros64(mask)]
	}
	var args []lit
	for m := mask; m != 0; m &= m - 1 {
		args = append(args, grp.bits[bits.TrailingZeros64(m)])
	}
	return g.intern(term{kind: kindSet, group: id, mask: mask, args: args})
}

// maskOf returns the group and the mask of a formula that set made.
func (g *logic) maskOf(l lit) (id int32, mask uint64, ok bool) {
	t := &g.terms[l.term()]
	if t.kind != kindSet {
		return 0, 0, false
	}
	if l&1 == 1 {
		return t.group, g.groups[t.group].can &^ t.mask, true
	}
	return t.group, t.mask, true
}

func (g *logic) intern(t term) lit {
	k := append(g.key[:0], byte(t.kind))
	if t.kind == kindSet {
		k = binary.LittleEndian.AppendUint32(k, uint32(t.group))
		k = binary.LittleEndian.AppendUint64(k, t.mask)
	} else {
		for _, a := range t.args {
			k = binary.LittleEndian.AppendUint32(k, uint32(a))
		}
	}
	g.key = k
	if l, ok := g.index[string(k)]; ok {
		return l
	}
	t.args = slices.Clone(t.args)
	l := g.add(t)
	g.index[string(k)] = l
	return l
}

func (g *logic) and(args ...lit) lit { return g.join(kindAnd, args) }
func (g *logic) or(args ...lit) lit  { return g.join(kindOr, args) }

// join makes a conjunction or disjunction.
func (g *logic) join(k kind, in []lit) lit {
	neutral, absorbing := yes, no
	if k == kindOr {
		neutral, absorbing = no, yes
	}
	switch len(in) {
	case 0:
		return neutral
	case 1:
		return in[0]
	}
	a := append(make([]lit, 0, len(in)), in...)
	for {
		var ok bool
		if a, ok = g.tidy(k, a, neutral, absorbing); !ok {
			return absorbing
		}
		if !g.absorb(k, &a) {
			break
		}
	}
	switch len(a) {
	case 0:
		return neutral
	case 1:
		return a[0]
	}
	if l, ok := g.common(k, a); ok {
		return l
	}
	return g.intern(term{kind: k, args: a})
}

// tidy sorts arguments, joins those about the same group, and removes neutral ones. It
// returns false if the result is the absorbing element.
func (g *logic) tidy(k kind, a []lit, neutral, absorbing lit) ([]lit, bool) {
	for i, x := range a {
		id, mask, ok := g.maskOf(x)
		if !ok {
			continue
		}
		for j := range i {
			other, more, ok := g.maskOf(a[j])
			if !ok || other != id {
				continue
			}
			if k == kindAnd {
				mask &= more
			} else {
				mask |= more
			}
			a[j], a[i] = neutral, g.set(id, mask)
			break // earlier ones are joined already
		}
	}
	slices.Sort(a)
	out := a[:0]
	for _, x := range a {
		n := len(out)
		switch {
		case x == absorbing || n > 0 && out[n-1] == x^1:
			return nil, false
		case x == neutral || n > 0 && out[n-1] == x:
		default:
			out = append(out, x)
		}
	}
	return out, true
}

// mostAbsorbed bounds the work of simplification.
const mostAbsorbed = 12

// inner returns the parts of an argument of the other kind: of a disjunction in
// a conjunction, and vice versa.
func (g *logic) inner(k kind, x lit) (parts []lit, flip lit, ok bool) {
	t := &g.terms[x.term()]
	switch {
	case t.kind == kindAnd && (k == kindAnd) == (x&1 == 1), t.kind == kindOr && (k == kindOr) == (x&1 == 1):
		return t.args, x & 1, len(t.args) <= mostAbsorbed
	}
	return nil, 0, false
}

// implies reports whether argument a of a conjunction decides b, and to which value. In
// a disjunction the same holds for the negations.
func (g *logic) implies(k kind, a, b lit) (settled, value bool) {
	if k == kindOr {
		a, b = a^1, b^1
	}
	if a == b {
		return true, true
	}
	if a == b^1 {
		return true, false
	}
	ga, ma, ok := g.maskOf(a)
	if !ok {
		return false, false
	}
	gb, mb, ok := g.maskOf(b)
	if !ok || ga != gb {
		return false, false
	}
	if ma&^mb == 0 {
		return true, true
	}
	return ma&mb == 0, false
}

// absorb simplifies arguments by each other: a ∧ (a ∨ b) is a, and a ∧ (¬a ∨ b)
// is a ∧ b. It reports whether anything changed.
func (g *logic) absorb(k kind, a *[]lit) bool {
	list := *a
	if len(list) > mostAbsorbed {
		return false
	}
	other := kindAnd + kindOr - k
	for i, x := range list {
		parts, flip, ok := g.inner(k, x)
		if !ok {
			continue
		}
		var rest []lit
		drop := false
		for _, part := range parts {
			keep := true
			for j, y := range list {
				if i == j {
					continue
				}
				if settled, value := g.implies(k, y, part^flip); settled {
					if value {
						drop = true
					} else {
						keep = false
					}
					break
				}
			}
			if keep {
				rest = append(rest, part^flip)
			}
		}
		switch {
		case drop:
			list[i] = yes
			if k == kindOr {
				list[i] = no
			}
			return true
		case len(rest) < len(parts):
			list[i] = g.join(other, rest)
			return true
		}
	}
	return false
}

// common factors out what all conjunctions of a disjunction share.
func (g *logic) common(k kind, a []lit) (lit, bool) {
	if k != kindOr || len(a) > mostAbsorbed {
		return 0, false
	}
	var shared []lit
	for i, x := range a {
		t := &g.terms[x.term()]
		if t.kind != kindAnd || x&1 == 1 || len(t.args) > mostAbsorbed {
			return 0, false
		}
		if i == 0 {
			shared = slices.Clone(t.args)
			continue
		}
		shared = slices.DeleteFunc(shared, func(l lit) bool { return !slices.Contains(t.args, l) })
	}
	if len(shared) == 0 {
		return 0, false
	}
	var rests []lit
	for _, x := range a {
		rest := slices.DeleteFunc(slices.Clone(g.terms[x.term()].args), func(l lit) bool { return slices.Contains(shared, l) })
		rests = append(rests, g.join(kindAnd, rest))
	}
	return g.join(kindAnd, append(shared, g.join(kindOr, rests))), true
}
