package epistemic

import (
	"cmp"
	"slices"

	"ludex/game"
)

// contract returns the bisimulation contraction of a model, and by world what it is in
// there. Two worlds are bisimilar if they have the same facts and each player considers
// worlds possible that are bisimilar. Then the same is known in both, now and later.
//
// It is the coarsest partition that refines the one by facts, found by colour refinement.
// The order of the worlds and the numbers of the classes depend on nothing else, so models
// with equal contractions are found to be equal.
func contract(m *model) (*model, []int32) {
	n := len(m.states)
	if n == 1 {
		return single(m), []int32{0}
	}
	c := &contraction{order: make([]int32, n), sets: make([]int32, n)}
	colours, count := make([]int32, n), 0
	count = c.rank(colours, func(a, b int32) int { return slices.Compare(m.states[a], m.states[b]) })
	numbers := make([][]int32, len(m.classes))
	for p := range numbers {
		numbers[p] = make([]int32, n)
	}
	for finer := make([]int32, n); ; colours, finer = finer, colours {
		for p, classes := range m.classes {
			c.possibilities(numbers[p], classes, colours)
		}
		before := count
		if before == n {
			break
		}
		count = c.rank(finer, func(a, b int32) int {
			for p := -1; p < len(numbers); p++ {
				list := colours
				if p >= 0 {
					list = numbers[p]
				}
				if d := cmp.Compare(list[a], list[b]); d != 0 {
					return d
				}
			}
			return 0
		})
		if count == before {
			break
		}
	}
	return quotient(m, colours, numbers, count), colours
}

// single returns the contraction of a model with one world.
func single(m *model) *model {
	out := &model{states: m.states, classes: make([][]int32, len(m.classes))}
	classes := make([]int32, len(m.classes))
	for p := range out.classes {
		out.classes[p] = classes[p : p+1 : p+1]
	}
	return out
}

// quotient returns the model whose worlds are the colours of another one's, given the
// numbers of what the players consider possible there.
func quotient(m *model, colours []int32, numbers [][]int32, count int) *model {
	out := &model{states: make([]game.State, count), classes: make([][]int32, len(m.classes))}
	for w, c := range colours {
		out.states[c] = m.states[w]
	}
	for p := range m.classes {
		out.classes[p] = make([]int32, count)
		for w, n := range numbers[p] {
			out.classes[p][colours[w]] = n
		}
	}
	return out
}

// A contraction has memory for orders of worlds.
type contraction struct {
	order []int32
	sets  []int32 // colours, class by class
	ends  []classSet
}

// A classSet is the set of colours of a class.
type classSet struct {
	from, to int32   // in the order of worlds by class
	colours  []int32 // sorted
}

// possibilities numbers, by world, the sets of colours that a player considers possible,
// in the order of the sets.
func (c *contraction) possibilities(dst, classes, colours []int32) {
	for i := range c.order {
		c.order[i] = int32(i)
	}
	slices.SortFunc(c.order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(classes[a], classes[b]), cmp.Compare(colours[a], colours[b]))
	})
	c.ends = c.ends[:0]
	sets := c.sets[:0]
	for from := 0; from < len(c.order); {
		to, begin := from, len(sets)
		for class := classes[c.order[from]]; to < len(c.order) && classes[c.order[to]] == class; to++ {
			if colour := colours[c.order[to]]; len(sets) == begin || sets[len(sets)-1] != colour {
				sets = append(sets, colour)
			}
		}
		c.ends = append(c.ends, classSet{from: int32(from), to: int32(to), colours: sets[begin:len(sets):len(sets)]})
		from = to
	}
	slices.SortFunc(c.ends, func(a, b classSet) int { return slices.Compare(a.colours, b.colours) })
	number := int32(0)
	for i, set := range c.ends {
		if i > 0 && slices.Compare(c.ends[i-1].colours, set.colours) != 0 {
			number++
		}
		for _, w := range c.order[set.from:set.to] {
			dst[w] = number
		}
	}
}

// rank numbers the worlds in an order; equal ones get the same number. It returns how many
// different ones there are.
func (c *contraction) rank(dst []int32, compare func(a, b int32) int) int {
	for i := range c.order {
		c.order[i] = int32(i)
	}
	slices.SortFunc(c.order, compare)
	number := int32(0)
	for k, w := range c.order {
		if k > 0 && compare(c.order[k-1], w) != 0 {
			number++
		}
		dst[w] = number
	}
	return int(number) + 1
}
