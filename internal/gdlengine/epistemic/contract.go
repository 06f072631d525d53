package epistemic

import (
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
	colours, count := rank(m.states, func(a, b game.State) int { return slices.Compare(a, b) })
	for {
		signatures := make([][]int32, len(m.states))
		for w := range signatures {
			signatures[w] = []int32{colours[w]}
		}
		for _, classes := range m.classes {
			for w, n := range possibilities(classes, colours) {
				signatures[w] = append(signatures[w], n)
			}
		}
		before := count
		if colours, count = rank(signatures, func(a, b []int32) int { return slices.Compare(a, b) }); count == before {
			break
		}
	}
	out := &model{states: make([]game.State, count), classes: make([][]int32, len(m.classes))}
	for w, c := range colours {
		out.states[c] = m.states[w]
	}
	for p, classes := range m.classes {
		out.classes[p] = make([]int32, count)
		for w, n := range possibilities(classes, colours) {
			out.classes[p][colours[w]] = n
		}
	}
	return out, colours
}

// possibilities numbers, by world, the sets of colours that a player considers possible,
// in the order of the sets.
func possibilities(classes, colours []int32) []int32 {
	sets := map[int32][]int32{}
	for w, class := range classes {
		sets[class] = append(sets[class], colours[w])
	}
	for class, set := range sets {
		slices.Sort(set)
		sets[class] = slices.Compact(set)
	}
	byWorld := make([][]int32, len(classes))
	for w, class := range classes {
		byWorld[w] = sets[class]
	}
	numbers, _ := rank(byWorld, func(a, b []int32) int { return slices.Compare(a, b) })
	return numbers
}

// rank numbers the elements of a list in their order; equal ones get the same number. It
// also returns how many different ones there are.
func rank[T any](list []T, compare func(a, b T) int) (ranks []int32, count int) {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return compare(list[i], list[j]) })
	ranks = make([]int32, len(list))
	for k, i := range order {
		if k > 0 && compare(list[order[k-1]], list[i]) != 0 {
			count++
		}
		ranks[i] = int32(count)
	}
	return ranks, count + 1
}
