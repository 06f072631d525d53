package circuit

import "slices"

// A sum of products is a disjunction of conjunctions, given as its terms.
type sum struct {
	lits []lit
	ends []int32 // by term: where its literals end
}

func (s *sum) reset() { s.lits, s.ends = s.lits[:0], s.ends[:0] }

// closeTerm makes a term of the literals added since the last one.
func (s *sum) closeTerm() { s.ends = append(s.ends, int32(len(s.lits))) }

// closeNormal does the same, unless the literals contradict each other. It drops
// true and repeated literals.
func (s *sum) closeNormal() {
	start := s.start(len(s.ends))
	sorted, ok := normal(s.lits[start:])
	s.lits = s.lits[:int(start)+len(sorted)]
	if ok {
		s.closeTerm()
	}
}

func (s *sum) start(term int) int32 {
	if term == 0 {
		return 0
	}
	return s.ends[term-1]
}

func (s *sum) term(i int) []lit { return s.lits[s.start(i):s.ends[i]] }

// A factorer turns a sum of products into a net, taking out the literal that
// occurs in most terms again and again: a·b + a·c + d = a·(b + c) + d. The sum in
// the parentheses is factored in the same way, by the factorer of the next depth.
//
// Each literal lists its terms, and literals are kept in buckets by the number of
// terms they have left, so nothing is searched for.
type factorer struct {
	sum     sum
	keys    []uint64 // literal and place, for sorting
	ids     []int32  // by place in sum.lits: the literal's number here
	lits    []lit    // by number here
	from    []int32  // by number: where its places begin in places
	places  []int32  // terms, by literal
	count   []int32  // by number: terms left
	buckets [][]int32
	used    []bool // by term
}

// factorer returns the factorer for a depth of nesting, ready to take a sum.
func (n *net) factorer(depth int) *factorer {
	for len(n.factorers) <= depth {
		n.factorers = append(n.factorers, new(factorer))
	}
	f := n.factorers[depth]
	f.sum.reset()
	return f
}

// factor returns the literal for the sum of the factorer of a depth.
func (n *net) factor(depth int) lit {
	f := n.factorers[depth]
	start := n.lits.mark()
	defer n.lits.release(start)
	multi := 0
	for i := range f.sum.ends {
		switch t := f.sum.term(i); len(t) {
		case 0:
			return litTrue
		case 1:
			n.lits.push(t[0])
		default:
			multi++
		}
	}
	f.used = append(f.used[:0], make([]bool, len(f.sum.ends))...)
	if multi > 1 {
		f.index(n)
		n.takeOut(f, depth)
	}
	for i := range f.sum.ends {
		if t := f.sum.term(i); len(t) > 1 && !f.used[i] {
			n.lits.push(n.and(t))
		}
	}
	return n.or(n.lits.stack[start:])
}

// takeOut takes literals out, the most frequent first, and pushes the products
// on the stack.
func (n *net) takeOut(f *factorer, depth int) {
	for k := len(f.buckets) - 1; k >= 2; k-- {
		for b := 0; b < len(f.buckets[k]); b++ {
			id := f.buckets[k][b]
			if c := f.count[id]; int(c) != k {
				if c >= 2 { // it has lost terms: put it into its new bucket
					f.buckets[c] = append(f.buckets[c], id)
				}
				continue
			}
			inner := n.factorer(depth + 1)
			f.move(id, &inner.sum)
			rest := n.factor(depth + 1)
			n.lits.push(n.andPair(f.lits[id], rest))
		}
	}
}

func (n *net) andPair(a, b lit) lit {
	start := n.lits.mark()
	n.lits.push(a, b)
	r := n.and(n.lits.stack[start:])
	n.lits.release(start)
	return r
}

// move moves the terms left to a literal to another sum, without the literal.
func (f *factorer) move(id int32, to *sum) {
	for _, t := range f.places[f.from[id]:f.from[id+1]] {
		if f.used[t] {
			continue
		}
		f.used[t] = true
		for p := f.sum.start(int(t)); p < f.sum.ends[t]; p++ {
			f.count[f.ids[p]]--
			if f.ids[p] != id {
				to.lits = append(to.lits, f.sum.lits[p])
			}
		}
		to.closeTerm()
	}
}

// index numbers the literals of terms with at least two and fills the buckets.
func (f *factorer) index(n *net) {
	f.keys = f.keys[:0]
	for i := range f.sum.ends {
		from, to := f.sum.start(i), f.sum.ends[i]
		for p := from; p < to && to-from > 1; p++ {
			f.keys = append(f.keys, uint64(f.sum.lits[p])<<32|uint64(p))
		}
	}
	slices.Sort(f.keys)
	f.ids = slices.Grow(f.ids[:0], len(f.sum.lits))[:len(f.sum.lits)]
	f.lits, f.from, f.places, f.count = f.lits[:0], f.from[:0], f.places[:0], f.count[:0]
	for i, k := range f.keys {
		if l := lit(k >> 32); i == 0 || f.lits[len(f.lits)-1] != l {
			f.lits = append(f.lits, l)
			f.from = append(f.from, int32(i))
			f.count = append(f.count, 0)
		}
		id := int32(len(f.lits) - 1)
		f.ids[uint32(k)] = id
		f.count[id]++
	}
	f.from = append(f.from, int32(len(f.keys)))
	f.findTerms()
	f.fill(n)
}

// findTerms turns the positions of literals into their terms.
func (f *factorer) findTerms() {
	f.places = slices.Grow(f.places, len(f.keys))[:len(f.keys)]
	next := slices.Clone(f.from)
	for i := range f.sum.ends {
		from, to := f.sum.start(i), f.sum.ends[i]
		for p := from; p < to && to-from > 1; p++ {
			id := f.ids[p]
			f.places[next[id]] = int32(i)
			next[id]++
		}
	}
}

// fill puts the literals into buckets by how many terms they have; those about
// moves come last, so that sets of moves stay together.
func (f *factorer) fill(n *net) {
	most := int32(0)
	for _, c := range f.count {
		most = max(most, c)
	}
	for len(f.buckets) <= int(most) {
		f.buckets = append(f.buckets, nil)
	}
	for k := range f.buckets {
		f.buckets[k] = f.buckets[k][:0]
	}
	for _, moves := range []bool{false, true} {
		for id, l := range f.lits {
			if c := f.count[id]; c > 1 && (n.nodes[l.node()].kind == kindMoves) == moves {
				f.buckets[c] = append(f.buckets[c], int32(id))
			}
		}
	}
}
