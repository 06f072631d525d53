package ground

import (
	"cmp"
	"fmt"
	"slices"

	"ludex/gdl"
)

// A splitter splits rules before they are grounded, because a rule has as many
// instances as there are bindings of all its variables. Literals connected by
// variables that the head does not need become a relation of their own, which
// projects these variables out. Rules share such relations.
type splitter struct {
	*program
	stats *statistics // of an earlier pass, or nil
	memo  map[string]int32
	magic bool   // the rules define demand and are not part of the result
	meter *meter // rules may be so long that splitting them takes time
	out   []*rule
}

// split returns the program with its rules split.
func (p *program) split(stats *statistics, m *meter) *program {
	s := &splitter{program: p.clone(), stats: stats, memo: map[string]int32{}, meter: m}
	for _, r := range s.rules {
		s.reduce(r)
	}
	s.rules = s.out
	return s.program
}

// reduce adds a rule, split as far as it pays.
func (s *splitter) reduce(r *rule) {
	for {
		smaller, extra := s.components(r)
		if smaller == nil {
			smaller, extra = s.eliminate(r)
		}
		if smaller == nil || !s.meter.check() {
			s.out = append(s.out, r)
			return
		}
		for _, x := range extra {
			s.reduce(x)
		}
		r = smaller
	}
}

// A part is a set of literals of a body that becomes a relation of its own.
type part struct {
	literals []int // their places in the body, also of copies that bind variables
	vars     varSet
}

func (q *part) add(i int, vars varSet) {
	q.literals = append(q.literals, i)
	q.vars.union(vars)
}

// components splits a rule into the parts that stay connected without the
// variables of the head. It returns nil if that leaves the rule as it is.
func (s *splitter) components(r *rule) (*rule, []*rule) {
	if len(r.body) < 2 {
		return nil, nil
	}
	head, sets := r.set(&r.head), r.sets()
	parts := localParts(r, head, sets)
	used := make([]bool, len(r.body))
	for i := range parts {
		for _, j := range parts[i].literals {
			used[j] = true
		}
	}
	free := slices.Clone(used)
	for i := range parts {
		s.absorb(r, &parts[i], sets, free, used)
	}
	if len(parts) == 0 || len(parts) == 1 && !slices.Contains(used, false) {
		return nil, nil
	}
	out := &rule{head: r.head, names: r.names, source: r.source}
	var extra []*rule
	for i := range parts {
		if !s.makeSafe(r, &parts[i], sets, head) || len(parts[i].literals) >= len(r.body) {
			return nil, nil
		}
	}
	for i := range parts {
		l, definition := s.auxiliary(r, &parts[i], parts[i].vars.intersection(head))
		out.body = append(out.body, l)
		if definition != nil {
			extra = append(extra, definition)
		}
	}
	for i := range r.body {
		if !used[i] {
			out.body = append(out.body, r.body[i])
		}
	}
	return out, extra
}

// localParts groups the literals that share variables which the head lacks.
func localParts(r *rule, head varSet, sets []varSet) []part {
	owner := make([]int, len(r.names)) // a literal with the variable, plus 1
	group := make([]int, len(r.body))
	for i := range group {
		group[i] = i
	}
	find := func(i int) int {
		for group[i] != i {
			i = group[i]
		}
		return i
	}
	for i := range r.body {
		r.body[i].eachVariable(func(v int32) {
			if head.has(v) {
				return
			}
			if owner[v] > 0 {
				a, b := find(i), find(owner[v]-1)
				group[max(a, b)] = min(a, b)
			}
			owner[v] = i + 1
		})
	}
	var parts []part
	number := make([]int, len(r.body)) // of the group's part, plus 1
	for i := range r.body {
		if sets[i].subsetOf(head) {
			continue
		}
		g := find(i)
		if number[g] == 0 {
			parts = append(parts, part{vars: newVarSet(len(r.names))})
			number[g] = len(parts)
		}
		parts[number[g]-1].add(i, sets[i])
	}
	return parts
}

// absorb adds to a part the static conditions on its variables alone, which
// make it smaller. Those marked as taken are left where they are.
func (s *splitter) absorb(r *rule, q *part, sets []varSet, taken, used []bool) {
	vars := q.vars.clone()
	for i := range r.body {
		if taken[i] || s.dynamic(&r.body[i]) || s.guard(&r.body[i]) || sets[i].empty() || !sets[i].subsetOf(vars) {
			continue
		}
		q.add(i, sets[i])
		used[i] = true
	}
}

// makeSafe makes sure that positive literals of a part bind all its variables, by
// adding copies of others. It fails if that would add unwanted variables.
func (s *splitter) makeSafe(r *rule, q *part, sets []varSet, welcome varSet) bool {
	bound := newVarSet(len(r.names))
	for _, i := range q.literals {
		if r.body[i].kind == litPositive {
			bound.union(sets[i])
		}
	}
	for {
		missing := firstMissing(q.vars, bound)
		if missing < 0 {
			return true
		}
		best, least := -1, 0
		for i := range r.body {
			if r.body[i].kind != litPositive || !sets[i].has(missing) || !inUnion(sets[i], bound, welcome) {
				continue
			}
			c := sets[i].without(bound)
			if s.dynamic(&r.body[i]) {
				c += 3
			}
			if best < 0 || c < least {
				best, least = i, c
			}
		}
		if best < 0 {
			return false
		}
		q.add(best, sets[best])
		bound.union(sets[best])
	}
}

func firstMissing(s, bound varSet) int32 {
	for i, w := range s {
		for v := int32(i << 6); w != 0; w, v = w>>1, v+1 {
			if w&1 != 0 && !bound.has(v) {
				return v
			}
		}
	}
	return -1
}

func inUnion(s, a, b varSet) bool {
	for i, w := range s {
		if w&^(a[i]|b[i]) != 0 {
			return false
		}
	}
	return true
}

// auxiliary returns a literal that stands for a part and shows some of its
// variables, and the rule that defines it unless an equal part has one.
func (s *splitter) auxiliary(r *rule, q *part, shown []int32) (literal, *rule) {
	c := newCanon(len(r.names))
	definition := &rule{source: r.source}
	for _, i := range q.literals {
		definition.body = append(definition.body, c.literal(&r.body[i]))
	}
	slices.SortFunc(shown, func(a, b int32) int { return cmp.Compare(c.number[a], c.number[b]) })
	use := literal{kind: litPositive, args: make([]pattern, len(shown))}
	definition.head = literal{kind: litPositive, args: make([]pattern, len(shown))}
	for i, v := range shown {
		use.args[i] = pattern{kind: patVariable, id: v}
		definition.head.args[i] = pattern{kind: patVariable, id: c.number[v]}
		c.write(c.number[v])
	}
	if rel, ok := s.memo[string(c.key)]; ok {
		use.rel = rel
		return use, nil
	}
	for _, v := range c.met {
		definition.names = append(definition.names, r.names[v])
	}
	use.rel = s.newAuxiliary(definition)
	definition.head.rel = use.rel
	s.memo[string(c.key)] = use.rel
	if s.stats != nil {
		s.stats.addAuxiliary(definition)
	}
	return use, definition
}

func (s *splitter) newAuxiliary(definition *rule) int32 {
	class := relStatic
	for i := range definition.body {
		if s.dynamic(&definition.body[i]) || s.guard(&definition.body[i]) {
			class = relDynamic
		}
	}
	if s.magic && class == relDynamic {
		class = relDemand
	}
	s.made++
	name := fmt.Sprintf("$%d", s.made)
	return s.newRelation(gdl.Symbol{Name: name, Arity: len(definition.head.args)}, class)
}
