package gpu

import (
	"cmp"
	"maps"
	"slices"
)

// Local memory of a thread is slow if there is much of it, since it leaves the first cache. The
// words that are used most lie in the memory that the threads of a block share, each thread
// having its own part.

// sharedWords is how many words of shared memory a thread has, so that two blocks fit on a
// multiprocessor.
const sharedWords = 220

// pin says that a word is addressed by a register, so that it must be in local memory.
func (c *Code) pin(word uint32) {
	if c.pinned == nil {
		c.pinned = make(map[uint32]bool)
	}
	c.pinned[word] = true
}

// useSeldom says that a word is used seldom.
func (c *Code) useSeldom(word uint32) {
	if c.seldom == nil {
		c.seldom = make(map[uint32]bool)
	}
	c.seldom[word] = true
}

// chooseShared chooses the words that lie in shared memory: those with the most instructions,
// and those that are used seldom only if there is room.
func (c *Code) chooseShared() {
	uses := make(map[uint32]int)
	countUses(c.body, uses)
	for _, f := range c.functions {
		countUses(f.code, uses)
	}
	for w := range c.pinned {
		delete(uses, w)
	}
	words := slices.SortedFunc(maps.Keys(uses), func(a, b uint32) int {
		switch {
		case c.seldom[a] && !c.seldom[b]:
			return 1
		case c.seldom[b] && !c.seldom[a]:
			return -1
		}
		return cmp.Or(cmp.Compare(uses[b], uses[a]), cmp.Compare(a, b))
	})
	c.hot = make(map[uint32]uint32)
	for i, w := range words[:min(len(words), sharedWords)] {
		c.hot[w] = uint32(i)
	}
}

// countUses counts the instructions that use words of local memory.
func countUses(code []statement, uses map[uint32]int) {
	for i := range code {
		s := &code[i]
		switch {
		case s.branch != nil:
			countUses(s.branch.body, uses)
		case s.loop != nil:
			countUses(s.loop.body, uses)
		case s.call == nil && (s.op == opLocal || s.op == opKeep):
			uses[s.imm]++
		}
	}
}
