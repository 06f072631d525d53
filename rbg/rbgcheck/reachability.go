package rbgcheck

import (
	"ludex/rbg"
	"ludex/source"
)

var reachability = &Check{
	Name:  "reachability",
	Doc:   "A play can get to every action, and every action can be part of a move.",
	Codes: []*source.Code{unreachable, fruitless},
	Run:   runReachability,
}

var (
	unreachable = &source.Code{ID: "RBG060", Severity: source.Warning,
		Title: "a part of the rules that no play gets to",
		Doc: `What stands before this part never passes, so nothing gets here. Usually a dead
end was written too early:

    {? win} [$ me=100] {} ->>       // nothing gets past {}
    {? win} [$ me=100] ->> {}       // ends the play

A dead end as the last part of a row is the usual way to end a play.`}
	fruitless = &source.Code{ID: "RBG068", Severity: source.Warning,
		Title: "an action that no switch can follow",
		Doc: `A move ends with a switch. From this action no path leads to one, so it is never
part of a move and never takes effect. Typically it stands behind the last switch
of the rules:

    #rules = ... ->> [$ white=100]         // never happens
    #rules = ... ->> [$ white=100] ->>     // happens, and ends the play`}
)

func runReachability(p *Pass) {
	f := p.flow()
	if f == nil {
		return
	}
	reportUnreachable(p, f)
	reportFruitless(p, f)
}

// reportUnreachable reports the first part of each row that nothing gets to,
// unless the reason is reported already.
func reportUnreachable(p *Pass, f *flow) {
	live := map[source.Span]bool{}
	for _, r := range f.rows {
		for k, kid := range r.expr.Kids {
			if f.visited[r.starts[k]] {
				live[kid.Span] = true
			}
		}
	}
	for _, r := range f.rows {
		for k := 1; k < len(r.expr.Kids); k++ {
			kid := r.expr.Kids[k]
			if !f.visited[r.starts[k-1]] || f.visited[r.starts[k]] {
				continue
			}
			if !live[kid.Span] && !explained(p, r.edges[k-1], r.edges[k]) {
				p.lost = true
				p.Report(unreachable, kid.Origin, "no play gets here").
					Note(r.expr.Kids[k-1].Span, "nothing gets past this")
			}
			break
		}
	}
}

// explained reports whether a problem with one of the edges is reported.
func explained(p *Pass, first, end int32) bool {
	for i := first; i < end; i++ {
		if p.silent[i] {
			return true
		}
	}
	return false
}

// reportFruitless reports the actions from which no switch can be reached,
// except those that follow such an action.
func reportFruitless(p *Pass, f *flow) {
	fruitful := f.beforeSwitch()
	fails := func(i int32) bool {
		e := &f.edges[i]
		return f.passed[i] && e.scope == outside && e.expr != nil && !fruitful[e.to] &&
			(e.expr.Kind == rbg.Off || e.expr.Kind == rbg.Assign)
	}
	behind := f.behind(fails)
	for _, pl := range p.places() {
		i := pl.first(f)
		if i < 0 || behind[f.edges[i].from] {
			continue
		}
		all := true
		for _, i := range pl.edges {
			all = all && (fails(i) || !f.passed[i])
		}
		if all && fails(i) {
			reportFruitlessAt(p, f, i)
		}
	}
}

// reportFruitlessAt reports an action that no switch can follow, and the actions at which
// the paths from there fail, unless these are reported already.
func reportFruitlessAt(p *Pass, f *flow, at int32) {
	ahead := f.behind(func(i int32) bool { return i == at })
	end := -1
	for i, e := range f.edges {
		if ahead[e.from] && f.entered[i] && !f.passed[i] {
			if p.silent[int32(i)] {
				return
			}
			if end < 0 {
				end = i
			}
		}
	}
	d := p.Report(fruitless, f.edges[at].expr.Origin, "no switch can follow, so this never takes effect")
	if end >= 0 {
		d.Note(f.edges[end].expr.Span, "nothing gets from there past this")
	}
}

// beforeSwitch returns the nodes from which a path can lead to a switch.
func (f *flow) beforeSwitch() []bool {
	return f.reachable(f.isSwitch, f.in, func(i int32) int32 { return f.edges[i].from })
}

// behind returns the nodes to which a path can lead after one of some edges.
func (f *flow) behind(some func(i int32) bool) []bool {
	return f.reachable(some, f.out, func(i int32) int32 { return f.edges[i].to })
}

// reachable returns the nodes that can be reached from the ends of some edges, along
// edges that can be passed. The ends are the targets or the sources of edges.
func (f *flow) reachable(some func(i int32) bool, next [][]int32, end func(i int32) int32) []bool {
	known := make([]bool, len(f.out))
	var stack []int32
	push := func(node int32) {
		if !known[node] {
			known[node] = true
			stack = append(stack, node)
		}
	}
	for i := range f.edges {
		if some(int32(i)) {
			push(end(int32(i)))
		}
	}
	for len(stack) > 0 {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, i := range next[node] {
			if f.passed[i] {
				push(end(i))
			}
		}
	}
	return known
}
