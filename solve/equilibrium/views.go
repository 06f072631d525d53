package equilibrium

import "encoding/binary"

// A viewTable numbers views, and their lists of moves and percepts. Equal ones have
// equal numbers.
type viewTable struct {
	nodes []viewNode
	find  map[viewNode]int32
	lists [][]int32
	known map[string]int32
	key   []byte
}

// A viewNode is a view: the preceding view and the last step. The legal moves belong
// to it, because the role knows them, too.
type viewNode struct {
	before int32 // -1 for the views at the beginning
	legal  int32 // the list of what was legal for the role
	move   int32 // what the role did; in the views at the beginning: the role
	signal int32 // the list of what it saw
}

func newViewTable() viewTable {
	return viewTable{find: map[viewNode]int32{}, known: map[string]int32{}}
}

// view returns the number of a view.
func (t *viewTable) view(n viewNode) int32 {
	id, ok := t.find[n]
	if !ok {
		id = int32(len(t.nodes))
		t.nodes = append(t.nodes, n)
		t.find[n] = id
	}
	return id
}

// intern returns the number of a list.
func (t *viewTable) intern(list []int32) int32 {
	t.key = t.key[:0]
	for _, x := range list {
		t.key = binary.LittleEndian.AppendUint32(t.key, uint32(x))
	}
	id, ok := t.known[string(t.key)]
	if !ok {
		id = int32(len(t.lists))
		t.lists = append(t.lists, append([]int32(nil), list...))
		t.known[string(t.key)] = id
	}
	return id
}

// list returns the list with a number.
func (t *viewTable) list(id int32) []int32 { return t.lists[id] }
