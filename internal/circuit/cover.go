package circuit

import (
	"cmp"
	"slices"
)

// A coverer finds lists that are contained in other lists, so that what is
// computed for the smaller ones can be used for the larger ones.
//
// Each list is indexed by its rarest item only, which is enough to find it in
// every list that contains it.
type coverer struct {
	lists [][]int32 // sorted sets of items
	known [][]int32 // by item: the lists indexed under it
	marks []uint32  // by item
	epoch uint32
	found []int32
}

// maxCandidates bounds the candidates considered per list.
const maxCandidates = 4000

// newCoverer takes lists of items from 0 up to a number. Lists of fewer than two
// items are left out.
func newCoverer(lists [][]int32, items int) *coverer {
	c := &coverer{lists: lists, known: make([][]int32, items), marks: make([]uint32, items)}
	count := make([]int32, items)
	for _, list := range lists {
		for _, x := range list {
			count[x]++
		}
	}
	for i, list := range lists {
		if len(list) < 2 {
			continue
		}
		rarest := slices.MinFunc(list, func(a, b int32) int { return cmp.Or(cmp.Compare(count[a], count[b]), cmp.Compare(a, b)) })
		if count[rarest] > 1 || len(list) > 2 {
			c.known[rarest] = append(c.known[rarest], int32(i))
		}
	}
	return c
}

// cover returns smaller lists that are contained in a list, each with at least
// two items that no other has, and the items that none of them has. The slices
// are valid until the next call.
func (c *coverer) cover(i int32, rest []int32) (parts, left []int32) {
	list := c.lists[i]
	if len(list) < 3 {
		return nil, append(rest, list...)
	}
	c.epoch++
	for _, x := range list {
		c.marks[x] = c.epoch
	}
	c.candidates(i)
	c.epoch++ // marks covered items from now on
	open := len(list)
	for _, k := range c.found {
		if open < 2 {
			break
		}
		gain := c.gain(c.lists[k])
		if gain < 2 {
			continue
		}
		open -= gain
		parts = append(parts, k)
		for _, x := range c.lists[k] {
			c.marks[x] = c.epoch
		}
	}
	for _, x := range list {
		if c.marks[x] == c.epoch-1 {
			rest = append(rest, x)
		}
	}
	return parts, rest
}

// gain returns how many items of a list are not covered yet, or 0 if the list is
// not contained in the current one.
func (c *coverer) gain(list []int32) int {
	n := 0
	for _, x := range list {
		switch c.marks[x] {
		case c.epoch - 1:
			n++
		case c.epoch:
		default:
			return 0
		}
	}
	return n
}

// candidates leaves the lists that may be contained in a list in c.found, the
// longest first. Of equal ones the first is contained in the others.
func (c *coverer) candidates(i int32) {
	c.found = c.found[:0]
	looked := 0
	for _, x := range c.lists[i] {
		for _, k := range c.known[x] {
			if looked++; looked > maxCandidates {
				break
			}
			list := c.lists[k]
			shorter := len(list) < len(c.lists[i]) || len(list) == len(c.lists[i]) && k < i
			if shorter && c.marks[list[0]] == c.epoch && c.marks[list[len(list)-1]] == c.epoch {
				c.found = append(c.found, k)
			}
		}
	}
	slices.SortFunc(c.found, func(a, b int32) int {
		return cmp.Or(cmp.Compare(len(c.lists[b]), len(c.lists[a])), cmp.Compare(a, b))
	})
}
