package gpu

import (
	"container/heap"
	"slices"

	"ludex/internal/circuit/bitslice"
)

// The order of gates decides how many values are alive at once, and so how many of them must be
// kept in memory.

// reorder returns a netlist with its gates in an order with few live values: of the gates that
// can be computed, the one that ends the most lives comes next, and among those one that
// reads what was computed last. The order that was given is kept where it is better.
func reorder(n *bitslice.Netlist) bitslice.Netlist {
	order := greedyOrder(n)
	out := *n
	out.Tables = make([]bitslice.Table, len(n.Tables))
	first := int32(len(n.Reads))
	number := make([]int32, int(first)+len(n.Tables))
	for i := range first {
		number[i] = i
	}
	for i, old := range order {
		number[first+old] = first + int32(i)
	}
	for i, old := range order {
		t := n.Tables[old]
		for k := range t.In[:t.N] {
			t.In[k] = number[t.In[k]]
		}
		out.Tables[i] = t
	}
	out.Writes = slices.Clone(n.Writes)
	for i := range out.Writes {
		out.Writes[i].Value = number[out.Writes[i].Value]
	}
	if mostLive(&out) < mostLive(n) {
		return out
	}
	return *n
}

// A ready gate can be computed.
type ready struct {
	gate  int32
	ends  int   // lives that it ends
	newer int32 // when its latest input was computed
}

type readyGates struct {
	list []ready
}

func (q *readyGates) Len() int { return len(q.list) }
func (q *readyGates) Less(i, j int) bool {
	a, b := &q.list[i], &q.list[j]
	if a.ends != b.ends {
		return a.ends > b.ends
	}
	if a.newer != b.newer {
		return a.newer > b.newer
	}
	return a.gate < b.gate
}
func (q *readyGates) Swap(i, j int) { q.list[i], q.list[j] = q.list[j], q.list[i] }
func (q *readyGates) Push(x any)    { q.list = append(q.list, x.(ready)) }
func (q *readyGates) Pop() any {
	last := q.list[len(q.list)-1]
	q.list = q.list[:len(q.list)-1]
	return last
}

// greedyOrder returns the gates in the order described for reorder.
func greedyOrder(n *bitslice.Netlist) []int32 {
	first := int32(len(n.Reads))
	uses := make([]int32, len(n.Tables))      // by gate: how often it is still read
	readers := make([][]int32, len(n.Tables)) // by gate
	missing := make([]int32, len(n.Tables))
	when := make([]int32, len(n.Tables))
	for i := range n.Tables {
		t := &n.Tables[i]
		for _, x := range t.In[:t.N] {
			if x >= first {
				uses[x-first]++
				readers[x-first] = append(readers[x-first], int32(i))
				missing[i]++
			}
		}
	}
	for _, w := range n.Writes {
		uses[w.Value-first]++
	}
	look := func(g int32) ready {
		r := ready{gate: g}
		t := &n.Tables[g]
		for _, x := range t.In[:t.N] {
			if x >= first {
				if uses[x-first] == 1 {
					r.ends++
				}
				r.newer = max(r.newer, when[x-first])
			}
		}
		return r
	}
	q := &readyGates{}
	for i := range n.Tables {
		if missing[i] == 0 {
			heap.Push(q, look(int32(i)))
		}
	}
	done := make([]bool, len(n.Tables))
	var order []int32
	for q.Len() > 0 {
		r := heap.Pop(q).(ready)
		if done[r.gate] {
			continue
		}
		if now := look(r.gate); now.ends != r.ends { // it was pushed before another ended a life
			heap.Push(q, now)
			continue
		}
		done[r.gate] = true
		order = append(order, r.gate)
		when[r.gate] = int32(len(order))
		t := &n.Tables[r.gate]
		for _, x := range t.In[:t.N] {
			if x < first {
				continue
			}
			if uses[x-first]--; uses[x-first] == 1 { // the last reader now ends its life
				for _, g := range readers[x-first] {
					if !done[g] && missing[g] == 0 {
						heap.Push(q, look(g))
					}
				}
			}
		}
		for _, g := range readers[r.gate] {
			if missing[g]--; missing[g] == 0 {
				heap.Push(q, look(g))
			}
		}
	}
	return order
}

// mostLive returns how many computed values are alive at once at most. Values are written as soon as
// they are computed.
func mostLive(n *bitslice.Netlist) int {
	first := len(n.Reads)
	last := make([]int, len(n.Tables))
	for i := range n.Tables {
		t := &n.Tables[i]
		for _, x := range t.In[:t.N] {
			if int(x) >= first {
				last[int(x)-first] = i
			}
		}
	}
	ends := make([]int, len(n.Tables)+1)
	live, most := 0, 0
	for i := range n.Tables {
		live++
		most = max(most, live)
		if last[i] == 0 {
			live--
		} else {
			ends[last[i]]++
		}
		live -= ends[i]
	}
	return most
}
