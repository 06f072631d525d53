package ground

import (
	"slices"

	"ludex/gdl"
)

// An argument of a relation may not matter: all rules of the relation let it range over the
// same set and do nothing with it but pass it on to arguments that do not matter either.
// Such an argument multiplies the instances of the rules by the size of the set. If every
// reader stays within the set, the argument can be dropped, since the relation holds for
// all values or for none. (In logic programming this is called redundant argument filtering.)

// noRelation stands for no relation.
const noRelation int32 = -1

// An argumentFilter finds the arguments that do not matter.
type argumentFilter struct {
	*program
	members map[int32]map[term]bool // by relation that consists of facts with one argument: the set
	domain  [][]int32               // by relation and argument: the set it ranges over, or noRelation if it matters
}

// dropArguments drops the arguments that do not matter. It replaces the rules.
func (p *program) dropArguments() {
	f := &argumentFilter{program: p, members: p.factSets(), domain: make([][]int32, len(p.rels))}
	byHead := p.rulesByHead()
	found := false
	for rel := range p.rels {
		f.domain[rel] = f.candidates(int32(rel), byHead[rel])
		found = found || slices.ContainsFunc(f.domain[rel], func(d int32) bool { return d != noRelation })
	}
	if !found {
		return
	}
	for changed := true; changed; {
		changed = false
		for _, r := range p.rules {
			changed = f.refute(r) || changed
		}
	}
	f.rewrite()
}

// factSets returns the relations with one argument that consist of facts, except keywords.
func (p *program) factSets() map[int32]map[term]bool {
	sets := map[int32]map[term]bool{}
	for rel, rules := range p.rulesByHead() {
		if p.rels[rel].symbol.Arity != 1 || len(rules) == 0 || p.keyword(int32(rel)) {
			continue
		}
		set := map[term]bool{}
		for _, r := range rules {
			if len(r.body) > 0 || r.head.args[0].kind != patConstant {
				set = nil
				break
			}
			set[r.head.args[0].id] = true
		}
		if set != nil {
			sets[int32(rel)] = set
		}
	}
	return sets
}

// candidates returns, by argument, a set over which all rules of a relation let it range.
func (f *argumentFilter) candidates(rel int32, rules []*rule) []int32 {
	out := slices.Repeat([]int32{noRelation}, f.rels[rel].symbol.Arity)
	if len(rules) == 0 || f.keyword(rel) {
		return out
	}
	for i := range out {
		for _, d := range f.ranges(rules[0], rules[0].head.args[i]) {
			if !slices.ContainsFunc(rules, func(r *rule) bool { return !slices.Contains(f.ranges(r, r.head.args[i]), d) }) {
				out[i] = d
				break
			}
		}
	}
	return out
}

// ranges returns the sets that a rule says an argument lies in.
func (f *argumentFilter) ranges(r *rule, arg pattern) []int32 {
	var out []int32
	if arg.kind != patVariable {
		return nil
	}
	for i := range r.body {
		l := &r.body[i]
		if l.kind == litPositive && f.members[l.rel] != nil && l.args[0].kind == patVariable && l.args[0].id == arg.id {
			out = append(out, l.rel)
		}
	}
	return out
}

// refute marks arguments that matter by a rule, and reports whether there were any.
func (f *argumentFilter) refute(r *rule) bool {
	changed := false
	matters := func(rel int32, i int) { f.domain[rel][i], changed = noRelation, true }
	for i := range r.head.args {
		if d := f.domain[r.head.rel][i]; d != noRelation && !f.indifferent(r, i, d) {
			matters(r.head.rel, i)
		}
	}
	for k := range r.body {
		l := &r.body[k]
		if l.test() {
			continue
		}
		for i, a := range l.args {
			d := f.domain[l.rel][i]
			inside := a.kind == patConstant && f.members[d][a.id] || slices.Contains(f.ranges(r, a), d)
			if d != noRelation && !inside {
				matters(l.rel, i)
			}
		}
	}
	return changed
}

// indifferent reports whether a rule does nothing with an argument of its head but to say that it
// lies in a set, and to pass it on to arguments that do not matter and lie in the same set.
func (f *argumentFilter) indifferent(r *rule, i int, set int32) bool {
	v := r.head.args[i].id
	uses := 0
	r.head.eachVariable(func(w int32) {
		if w == v {
			uses++
		}
	})
	if uses > 1 {
		return false
	}
	for k := range r.body {
		l := &r.body[k]
		for j := range l.args {
			read := false
			l.args[j].variables(func(w int32) { read = read || w == v })
			if !read {
				continue
			}
			own := l.kind == litPositive && l.rel == set
			passed := !l.test() && l.args[j].kind == patVariable && f.domain[l.rel][j] == set
			if !own && !passed {
				return false
			}
		}
	}
	return true
}

// rewrite drops the arguments.
func (f *argumentFilter) rewrite() {
	short := make([]int32, len(f.rels)) // by relation: the one with fewer arguments
	for rel := range short {
		short[rel] = int32(rel)
		kept := 0
		for _, d := range f.domain[rel] {
			if d == noRelation {
				kept++
			}
		}
		if kept < len(f.domain[rel]) {
			short[rel] = f.newRelation(gdl.Symbol{Name: f.rels[rel].symbol.Name, Arity: kept}, relStatic)
		}
	}
	for i, r := range f.rules {
		out := &rule{head: f.shortened(&r.head, short), names: r.names, source: r.source}
		for k := range r.body {
			out.body = append(out.body, f.shortened(&r.body[k], short))
		}
		f.rules[i] = f.withoutRanges(out, r)
	}
}

func (f *argumentFilter) shortened(l *literal, short []int32) literal {
	if l.test() || short[l.rel] == l.rel {
		return *l
	}
	out := literal{kind: l.kind, rel: short[l.rel]}
	for i := range l.args {
		if f.domain[l.rel][i] == noRelation {
			out.args = append(out.args, l.args[i])
		}
	}
	return out
}

// withoutRanges returns a rule that has lost arguments, without conditions on variables that nothing
// else reads. No set is empty, so they always hold.
func (f *argumentFilter) withoutRanges(r, old *rule) *rule {
	shorter := len(r.head.args) < len(old.head.args)
	uses := make([]int, len(r.names))
	count := func(v int32) { uses[v]++ }
	r.head.eachVariable(count)
	for i := range r.body {
		shorter = shorter || len(r.body[i].args) < len(old.body[i].args)
		r.body[i].eachVariable(count)
	}
	if !shorter {
		return old
	}
	r.body = slices.DeleteFunc(r.body, func(l literal) bool {
		return l.kind == litPositive && f.members[l.rel] != nil && l.args[0].kind == patVariable && uses[l.args[0].id] == 1
	})
	return r.renumbered()
}
