package lanes

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// A value is the symbolic value of a cell or variable: a constant, a group, or several
// numbers with a formula each, of which exactly one holds.
type value struct {
	kind  valueKind
	n     int32 // valueNumber
	group int32 // valueGroup
	lits  []lit // valueLits: by number
}

type valueKind uint8

const (
	valueNumber valueKind = iota
	valueGroup
	valueLits
)

// values interns values, so that equal ones have the same index.
type values struct {
	*logic
	all   []value
	known map[string]int32
	named map[int32]int32 // groups that were made of other values
	bytes int64           // of values, roughly
}

func newValues(l *logic) *values {
	return &values{logic: l, known: map[string]int32{}, named: map[int32]int32{}}
}

func (s *values) hold(v value) int32 {
	k := []byte{byte(v.kind)}
	k = binary.LittleEndian.AppendUint32(k, uint32(v.n))
	k = binary.LittleEndian.AppendUint32(k, uint32(v.group))
	for _, l := range v.lits {
		k = binary.LittleEndian.AppendUint32(k, uint32(l))
	}
	id, ok := s.known[string(k)]
	if !ok {
		id = int32(len(s.all))
		s.bytes += int64(100 + 2*len(k))
		s.all = append(s.all, v)
		s.known[string(k)] = id
	}
	return id
}

func (s *values) number(n int32) int32  { return s.hold(value{kind: valueNumber, n: n}) }
func (s *values) ofGroup(g int32) int32 { return s.hold(value{kind: valueGroup, group: g}) }

// ofLits returns the value with the given formulas. It returns a constant, or an equal
// value of like, where possible.
func (s *values) ofLits(lits []lit, like ...int32) int32 {
	for n, l := range lits {
		if l == yes {
			return s.number(int32(n))
		}
	}
	for _, id := range like {
		if s.all[id].kind == valueGroup && s.same(lits, id) {
			return id
		}
	}
	return s.hold(value{kind: valueLits, lits: lits})
}

func (s *values) same(lits []lit, id int32) bool {
	for n, l := range lits {
		if s.is(id, int32(n)) != l {
			return false
		}
	}
	return true
}

// is says that a value equals n.
func (s *values) is(id, n int32) lit {
	switch v := &s.all[id]; v.kind {
	case valueNumber:
		return constant(v.n == n)
	case valueGroup:
		if n > 63 {
			return no
		}
		return s.set(v.group, 1<<n)
	default:
		if int(n) >= len(v.lits) {
			return no
		}
		return v.lits[n]
	}
}

// support returns the numbers that a value can be.
func (s *values) support(id int32) []int32 {
	var list []int32
	switch v := &s.all[id]; v.kind {
	case valueNumber:
		list = append(list, v.n)
	case valueGroup:
		for m := s.groups[v.group].can; m != 0; m &= m - 1 {
			list = append(list, int32(bits.TrailingZeros64(m)))
		}
	default:
		for n, l := range v.lits {
			if l != no {
				list = append(list, int32(n))
			}
		}
	}
	return list
}

// among says that a value is a number for which holds returns true.
func (s *values) among(id int32, holds func(n int32) bool) lit {
	v := &s.all[id]
	if v.kind == valueGroup {
		var mask uint64
		for _, n := range s.support(id) {
			if holds(n) {
				mask |= 1 << n
			}
		}
		return s.set(v.group, mask)
	}
	var in, out []lit
	for _, n := range s.support(id) {
		if l := s.is(id, n); holds(n) {
			in = append(in, l)
		} else {
			out = append(out, l)
		}
	}
	if len(in) > len(out) { // a value is always exactly one number
		return s.or(out...).not()
	}
	return s.or(in...)
}

// on says that a value is in the mask.
func (s *values) on(id int32, mask uint64) lit {
	switch v := &s.all[id]; v.kind {
	case valueGroup:
		return s.set(v.group, mask)
	case valueNumber:
		return constant(v.n < 64 && mask>>v.n&1 == 1)
	}
	return s.among(id, func(n int32) bool { return n < 64 && mask>>n&1 == 1 })
}

// An alternative is a value under a condition.
type alternative struct {
	when  lit
	value int32
}

// choose returns the value of the alternative that holds, or other if none does. At
// most one may hold.
func (s *values) choose(alts []alternative, other int32) int32 {
	var list []alternative
	for _, a := range alts {
		if a.when == yes {
			return a.value
		}
		if a.when == no || a.value == other {
			continue
		}
		if at := slices.IndexFunc(list, func(b alternative) bool { return b.value == a.value }); at >= 0 {
			list[at].when = s.or(list[at].when, a.when)
		} else {
			list = append(list, a)
		}
	}
	if len(list) == 0 {
		return other
	}
	size := int32(0)
	like := []int32{other}
	var whens []lit
	for _, a := range list {
		whens = append(whens, a.when)
		like = append(like, a.value)
	}
	for _, id := range like {
		for _, n := range s.support(id) {
			size = max(size, n+1)
		}
	}
	none := s.or(whens...).not()
	lits := make([]lit, size)
	for n := range size {
		var parts []lit
		for _, a := range list {
			parts = append(parts, s.and(a.when, s.is(a.value, n)))
		}
		parts = append(parts, s.and(none, s.is(other, n)))
		lits[n] = s.or(parts...)
	}
	return s.ofLits(lits, like...)
}

// chooseMany is choose for many alternatives: those with the same value are joined
// first.
func (s *values) chooseMany(alts []alternative, other int32) int32 {
	whens := map[int32][]lit{}
	var order []int32
	for _, a := range alts {
		if whens[a.value] == nil {
			order = append(order, a.value)
		}
		whens[a.value] = append(whens[a.value], a.when)
	}
	short := make([]alternative, 0, len(order))
	for _, v := range order {
		short = append(short, alternative{s.or(whens[v]...), v})
	}
	return s.choose(short, other)
}

// regroup turns a value with formulas into a group: formulas about groups simplify.
func (s *values) regroup(id int32) int32 {
	v := s.all[id]
	if v.kind != valueLits || len(v.lits) > 64 {
		return id
	}
	to, ok := s.named[id]
	if !ok {
		to = s.ofGroup(s.derivedGroup(v.lits))
		s.named[id] = to
	}
	return to
}

// meaning is like is, but looks through derived groups.
func (s *values) meaning(id, n int32) lit {
	if v := &s.all[id]; v.kind == valueGroup {
		if m := s.groups[v.group].meaning; m != nil {
			if int(n) < len(m) {
				return m[n]
			}
			return no
		}
	}
	return s.is(id, n)
}
