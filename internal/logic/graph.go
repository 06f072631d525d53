// Package logic analyses the rules of a logic program: the dependency graph with its
// strongly connected components, stratification, an over-approximation of the values of
// arguments, and the Herbrand universe.
package logic

// components finds the strongly connected components of a graph with the
// given successors (Tarjan, without recursion, as programs may be long). The
// result numbers each node's component so that a component's successors have
// smaller numbers than it.
func components(successors [][]int) (component []int, count int) {
	n := len(successors)
	component = make([]int, n)
	low := make([]int, n)
	index := make([]int, n) // 0 means not visited
	onStack := make([]bool, n)
	var stack []int
	type frame struct{ node, next int }
	var calls []frame
	counter := 0
	for root := range n {
		if index[root] != 0 {
			continue
		}
		calls = append(calls, frame{node: root})
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			v := f.node
			if f.next == 0 {
				counter++
				index[v], low[v] = counter, counter
				stack = append(stack, v)
				onStack[v] = true
			}
			if f.next < len(successors[v]) {
				w := successors[v][f.next]
				f.next++
				if index[w] == 0 {
					calls = append(calls, frame{node: w})
				} else if onStack[w] {
					low[v] = min(low[v], index[w])
				}
				continue
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				parent := calls[len(calls)-1].node
				low[parent] = min(low[parent], low[v])
			}
			if low[v] != index[v] {
				continue
			}
			for {
				w := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				onStack[w] = false
				component[w] = count
				if w == v {
					break
				}
			}
			count++
		}
	}
	return component, count
}
