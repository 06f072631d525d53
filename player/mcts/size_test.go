package mcts

import (
	"testing"
	"unsafe"
)

// A node fills whole cache lines, and what a selection looks at is in the first.
func TestNodeSize(t *testing.T) {
	const line = 64
	if size, first := unsafe.Sizeof(node{}), unsafe.Offsetof(node{}.expansion); size%line != 0 || first > line {
		t.Errorf("a node takes %d bytes, and its first part %d", size, first)
	}
}
