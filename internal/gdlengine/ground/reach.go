package ground

import (
	"cmp"
	"fmt"
	"slices"
)

// An engine computes everything that can ever be derived, and with it the
// instances of the rules. Static relations are exact. For the others negation
// is ignored (but recorded): what is initially true or next can be true, what
// is legal can be done.
//
// New tuples wait in a queue. When one is taken, every literal of every rule that
// reads its relation is joined with the tuples taken before; so each instance is
// found exactly once, by the last of its tuples.
type engine struct {
	*program
	meter  meter
	rels   []*relation
	counts []RuleStat // by source clause
	code   codeBuffer

	atomRel   []int32 // by atom
	atomTuple []int32
	queue     []queued
	asked     []queued    // what waits until the queue is empty
	stats     *statistics // of an earlier pass, or nil
	pass      int         // the number of the attempt
}

type queued struct{ rel, tuple int32 }

func newEngine(p *program, m meter) *engine {
	e := &engine{program: p, meter: m, counts: make([]RuleStat, len(p.source.Clauses))}
	for i := range p.rels {
		e.rels = append(e.rels, newRelation(int32(i), &p.rels[i]))
	}
	e.rels[p.next].feeds = e.rels[p.current]
	e.rels[p.legal].feeds = e.rels[p.does]
	e.meter.words = e.words
	e.meter.setBounds(bounds{})
	return e
}

// reuse takes over the static relations that an earlier pass has completed, and
// its statistics about the sizes of the others.
func (e *engine) reuse(stats *statistics) {
	e.stats = stats
	for i := range stats.rels {
		if old := stats.engine.rels[i]; old.complete && e.rels[i].class == relStatic {
			e.rels[i] = old
		}
	}
	for _, r := range e.rules {
		if e.rels[r.head.rel].complete {
			e.counts[r.source] = stats.engine.counts[r.source]
		}
	}
}

// words returns the size of all tables.
func (e *engine) words() int64 {
	n := e.code.words() + int64(2*cap(e.atomRel)+2*cap(e.queue)+2*cap(e.asked))
	n += int64(3*cap(e.terms.nodes) + cap(e.terms.args) + len(e.terms.table))
	for _, r := range e.rels {
		n += r.words()
	}
	return n
}

// run grounds the program.
func (e *engine) run() error {
	groups, last := e.groups()
	for _, rules := range groups {
		if !e.finish(e.enlist(rules)) {
			return e.meter.stopped
		}
		for _, r := range rules {
			e.rels[r.head.rel].complete = true
		}
	}
	for _, r := range e.rels {
		r.complete = r.complete || r.class == relStatic
	}
	once := e.enlist(last)
	e.seed()
	if !e.finish(once) || !e.meter.check() {
		return e.meter.stopped
	}
	return nil
}

// groups returns the rules of the static relations that are needed, in an order
// in which they can be evaluated, and the other rules.
func (e *engine) groups() (static [][]*rule, last []*rule) {
	component, count := e.staticComponents()
	static = make([][]*rule, count)
	needed := e.neededStatic()
	for _, r := range e.rules {
		if c := component[r.head.rel]; c < 0 {
			last = append(last, r)
		} else if needed[r.head.rel] {
			static[c] = append(static[c], r)
		}
	}
	return static, last
}

// neededStatic returns the static relations that have to be evaluated.
func (e *engine) neededStatic() []bool {
	byHead := e.rulesByHead()
	needed := make([]bool, len(e.rels))
	var work []int32
	need := func(rel int32) {
		if r := e.rels[rel]; r.class == relStatic && !r.complete && !needed[rel] {
			needed[rel] = true
			work = append(work, rel)
		}
	}
	read := func(r *rule) {
		for i := range r.body {
			if !r.body[i].test() {
				need(r.body[i].rel)
			}
		}
	}
	for _, r := range e.rules {
		if e.program.rels[r.head.rel].class != relStatic {
			read(r)
		}
	}
	need(e.role)
	need(e.initial)
	for len(work) > 0 {
		rel := work[len(work)-1]
		work = work[:len(work)-1]
		for _, r := range byHead[rel] {
			read(r)
		}
	}
	return needed
}

// seed makes the initial facts possible if they are known already.
func (e *engine) seed() {
	from, to := e.rels[e.initial], e.rels[e.current]
	if from.class == relDynamic {
		from.feeds = to
		return
	}
	for id := range int32(from.size()) {
		e.derive(to, e.name(to, from.tuple(id)))
	}
}

// enlist registers some rules, which depend on each other and on complete
// relations only, as readers of their relations. It returns the rules that wait
// for no tuple.
func (e *engine) enlist(rules []*rule) (once []*rule) {
	group := map[int32]bool{e.current: true, e.does: true}
	for _, r := range rules {
		group[r.head.rel] = true
	}
	for _, r := range rules {
		waits := false
		for i := range r.body {
			if l := &r.body[i]; l.kind == litPositive && group[l.rel] {
				waits = true
				e.rels[l.rel].readers = append(e.rels[l.rel].readers, &reader{rule: r, literal: i})
			}
		}
		if !waits {
			once = append(once, r)
		}
	}
	return once
}

// finish derives everything from the rules that wait for no new tuple.
func (e *engine) finish(once []*rule) bool {
	// Facts come first, so that what always holds is known early.
	slices.SortStableFunc(once, func(a, b *rule) int { return cmp.Compare(len(a.body), len(b.body)) })
	for _, r := range once {
		before := e.meter.work
		p := e.newPlan(r, -1)
		ok := p != nil && p.run(0)
		e.counts[r.source].Steps += e.meter.work - before
		if !ok {
			return false
		}
	}
	return e.drain()
}

// drain takes tuples from the queue until there are none. Demand waits until
// earlier demand is answered, the newest first, so that the answers to one
// question are consecutive and their atoms stay in the cache.
func (e *engine) drain() bool {
	for {
		for head := 0; head < len(e.queue); head++ {
			if head >= 1<<16 && 2*head > len(e.queue) {
				e.queue = append(e.queue[:0], e.queue[head:]...)
				head = 0
			}
			if !e.process(e.queue[head]) {
				return false
			}
		}
		e.queue = e.queue[:0]
		if len(e.asked) == 0 {
			return true
		}
		last := e.asked[len(e.asked)-1]
		e.asked = e.asked[:len(e.asked)-1]
		if !e.process(last) {
			return false
		}
	}
}

// process passes a new tuple to the readers of its relation.
func (e *engine) process(q queued) bool {
	rel := e.rels[q.rel]
	rel.show(e.terms, q.tuple)
	for _, r := range rel.readers {
		if r.plan == nil {
			r.plan = e.newPlan(r.rule, r.literal)
		}
		before := e.meter.work
		ok := r.plan != nil && r.plan.start(rel.tuple(q.tuple), q.tuple)
		e.counts[r.rule.source].Steps += e.meter.work - before
		if !ok {
			return false
		}
	}
	return true
}

// name returns the number of a tuple. A new tuple of a dynamic relation gets an
// atom.
func (e *engine) name(rel *relation, tuple []term) int32 {
	id, slot := rel.find(tuple)
	if id >= 0 {
		return id
	}
	id = rel.insert(tuple, slot)
	e.meter.tuples++
	if id == maxPlayed && (rel.id == e.legal || rel.id == e.current) {
		e.meter.stop(fmt.Errorf("%w: more than %d facts can become true, or moves legal", errPlayed, maxPlayed))
	}
	if rel.class == relDynamic {
		rel.literals = append(rel.literals, int32(2*len(e.atomRel)))
		e.atomRel = append(e.atomRel, rel.id)
		e.atomTuple = append(e.atomTuple, id)
	}
	return id
}

// derive records that a tuple can be derived.
func (e *engine) derive(rel *relation, id int32) {
	if rel.state[id] != tupleNamed {
		return
	}
	if len(rel.readers) == 0 {
		rel.state[id] = tupleVisible // no rule waits for it
		rel.visible++
	} else {
		rel.state[id] = tupleQueued
		if rel.class == relDemand {
			e.asked = append(e.asked, queued{rel.id, id})
		} else {
			e.queue = append(e.queue, queued{rel.id, id})
		}
	}
	if rel.feeds != nil && (rel.id != e.legal || e.rels[e.role].has(rel.tuple(id)[:1])) {
		e.derive(rel.feeds, e.name(rel.feeds, rel.tuple(id)))
	}
}

// record adds an instance with the head's literal, as p found it, and reports
// whether it is new.
func (e *engine) record(p *plan, head int32) bool {
	if head < 0 || p.recursive && slices.Contains(p.instance, head) {
		return false
	}
	if len(p.instance) == 0 {
		rel := e.rels[e.atomRel[head>>1]]
		rel.literals[e.atomTuple[head>>1]] = ^head
	}
	e.code.add(head>>1, p.instance)
	e.meter.literals += int64(len(p.instance)) + 1
	return true
}
