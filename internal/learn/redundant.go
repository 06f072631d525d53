package learn

import "slices"

// maxRedundancyStates bounds the states by which redundant features are found.
const maxRedundancyStates = 4096

// redundant returns the features that the network can do without: those that are true in
// every state, and those that are true in most states, and false exactly where one of some
// others is true that never are with them. So nothing has to be computed for empty cells: a
// cell is empty if nothing is on it. Less to add up makes learning and search faster, and
// what the network can express stays the same.
func redundant(states [][]int32, features int) []int {
	states = states[:min(len(states), maxRedundancyStates)]
	if len(states) == 0 {
		return nil
	}
	in := occurrences(states, features)
	var list []int
	for f := range in {
		if 2*in[f].count > len(states) && in.covered(f, len(states)) {
			list = append(list, f)
		}
	}
	return list
}

// An occurrence is the set of states in which a feature is true.
type occurrence struct {
	states []uint64
	count  int
}

// occurrenceTable has the occurrences of all features.
type occurrenceTable []occurrence

func occurrences(states [][]int32, features int) occurrenceTable {
	words := (len(states) + 63) / 64
	in := make(occurrenceTable, features)
	memory := make([]uint64, words*features)
	for f := range in {
		in[f].states = memory[f*words : (f+1)*words]
	}
	for i, list := range states {
		for _, f := range list {
			in[f].states[i/64] |= 1 << (i % 64)
			in[f].count++
		}
	}
	return in
}

// covered reports whether in every state the feature is true, or another one that never is
// true with it.
func (in occurrenceTable) covered(f, states int) bool {
	cover := slices.Clone(in[f].states)
	for g := range in {
		if in[g].count > 0 && in[g].count <= states-in[f].count && disjoint(in[f].states, in[g].states) {
			for w, set := range in[g].states {
				cover[w] |= set
			}
		}
	}
	for w, set := range cover {
		if missing := states - 64*w; set != ^uint64(0) && (missing >= 64 || set != 1<<missing-1) {
			return false
		}
	}
	return true
}

func disjoint(a, b []uint64) bool {
	for w := range a {
		if a[w]&b[w] != 0 {
			return false
		}
	}
	return true
}
