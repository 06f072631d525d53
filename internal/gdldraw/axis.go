package gdldraw

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"ludex/gdl"
)

// An order says where the order of an axis comes from.
type order uint8

const (
	byText  order = iota // as they first appear in the rules
	byName               // single letters, or a word with numbers
	byChain              // a relation of the rules leads from each to the next
	byValue              // numbers
)

// An axis is a list of values that can stand for an argument, in order.
type axis struct {
	values []string // canonical texts
	index  map[string]int
	order  order
}

// newAxis puts values in order.
func (s *model) newAxis(values []string) *axis {
	id := strings.Join(values, "\n")
	if a, ok := s.axes[id]; ok {
		return a
	}
	for _, pairs := range s.pairs {
		s.work += len(pairs)
	}
	a := s.orderAxis(values, s.work <= maxStaticFacts)
	s.axes[id] = a
	return a
}

// orderAxis puts values in order, optionally by a relation of the rules.
func (s *model) orderAxis(values []string, chains bool) *axis {
	a := &axis{values: slices.Clone(values)}
	slices.SortStableFunc(a.values, func(v, w string) int { return cmp.Compare(s.rankOf(v), s.rankOf(w)) })
	a.values = slices.Compact(a.values)
	var chain []string
	if chains {
		chain = s.chain(a.values)
	}
	switch {
	case sortNumbers(a.values):
		a.order = byValue
	case chain != nil:
		a.values, a.order = chain, byChain
	case sortNames(a.values):
		a.order = byName
	}
	a.index = make(map[string]int, len(a.values))
	for i, v := range a.values {
		a.index[v] = i
	}
	return a
}

// rankOf returns when a value first appears in the rules.
func (s *model) rankOf(value string) int {
	if rank, ok := s.rank[value]; ok {
		return rank
	}
	return len(s.rank)
}

// sortNumbers puts values in their numeric order if they are integers.
func sortNumbers(values []string) bool {
	numbers := make(map[string]int, len(values))
	for _, v := range values {
		n, err := strconv.Atoi(v)
		if err != nil {
			return false
		}
		numbers[v] = n
	}
	slices.SortStableFunc(values, func(v, w string) int { return cmp.Compare(numbers[v], numbers[w]) })
	return true
}

// sortNames puts values in order if they are single letters, or one word with
// different numbers.
func sortNames(values []string) bool {
	type name struct {
		word   string
		number int
	}
	parts := make(map[string]name, len(values))
	word := ""
	for i, v := range values {
		cut := len(strings.TrimRight(v, "0123456789"))
		n, err := strconv.Atoi(v[cut:])
		if err != nil && len(v) != 1 {
			return false
		}
		if err == nil && (i > 0 && v[:cut] != word || cut == 0) || err != nil && word != "" {
			return false
		}
		if err == nil {
			word = v[:cut]
			parts[v] = name{word, n}
		} else {
			parts[v] = name{v, 0}
		}
	}
	slices.SortStableFunc(values, func(v, w string) int {
		return cmp.Or(cmp.Compare(parts[v].word, parts[w].word), cmp.Compare(parts[v].number, parts[w].number))
	})
	return true
}

// chain puts values in the order of a relation that leads from each value to the
// next, or returns nil if no relation does. A cyclic relation is cut before the
// first value. The direction is the one that agrees better with the order of the
// given values.
func (s *model) chain(values []string) []string {
	if len(values) < 2 {
		return nil
	}
	in := make(map[string]int, len(values))
	for i, v := range values {
		in[v] = i
	}
	for _, pairs := range s.pairs {
		if list := follow(pairs, in, values); list != nil {
			return list
		}
	}
	return nil
}

// follow walks along the pairs of a relation.
func follow(pairs [][2]string, in map[string]int, values []string) []string {
	next, last := map[string]string{}, map[string]string{}
	for _, p := range pairs {
		_, from := in[p[0]]
		_, to := in[p[1]]
		if !from || !to || p[0] == p[1] {
			continue
		}
		if w, ok := next[p[0]]; ok && w != p[1] {
			return nil
		}
		if w, ok := last[p[1]]; ok && w != p[0] {
			return nil
		}
		next[p[0]], last[p[1]] = p[1], p[0]
	}
	start := values[0]
	for _, v := range values {
		if _, ok := last[v]; !ok {
			start = v
			break
		}
	}
	list := []string{start}
	for v, ok := next[start]; ok && v != start && len(list) <= len(values); v, ok = next[v] {
		list = append(list, v)
	}
	if len(list) != len(values) {
		return nil
	}
	if backwards(list, in) {
		slices.Reverse(list)
	}
	return list
}

// backwards reports whether most values of a list stand in the opposite of their
// given order.
func backwards(list []string, in map[string]int) bool {
	down := 0
	for i := 1; i < len(list); i++ {
		if in[list[i-1]] > in[list[i]] {
			down++
		}
	}
	return 2*down > len(list)-1
}

// constantPairs returns, for each static relation with two arguments, the pairs
// that facts of the rules list, in the order of the rules.
func constantPairs(p *gdl.Program) [][][2]string {
	var list [][][2]string
	index := map[string]int{}
	for i := range p.Clauses {
		c := &p.Clauses[i]
		h := &c.Head
		if len(c.Body) > 0 || len(h.Args) != 2 || gdl.IsReserved(h.Name) ||
			h.Args[0].Kind != gdl.Constant || h.Args[1].Kind != gdl.Constant {
			continue
		}
		n, ok := index[h.Name]
		if !ok {
			n = len(list)
			index[h.Name] = n
			list = append(list, nil)
		}
		list[n] = append(list[n], [2]string{h.Args[0].Name, h.Args[1].Name})
	}
	return list
}
