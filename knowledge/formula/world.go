package formula

import (
	"encoding/binary"

	"ludex/game"
	"ludex/knowledge"
)

// A world is a point of evaluation: the state and the views of a development. Views
// that are not relevant are NoView.
type world struct {
	state knowledge.StateID
	views []knowledge.ViewID // by role

	// One of the developments that lead here: a given one or a member of a set,
	// and what was moved after it.
	given  knowledge.Development
	set    *knowledge.Set
	member int
	after  *moveNode
}

// A moveNode is a joint move that was made in a world, and its predecessor.
type moveNode struct {
	before *moveNode
	state  knowledge.StateID
	number int
}

// member returns the world of a member of a set, with the views of some roles.
func (e *evaluator) member(set *knowledge.Set, i int, views knowledge.RoleSet) *world {
	w := &world{state: set.StateID(i), views: e.noViews(), set: set, member: i}
	for _, r := range views.List() {
		w.views[r] = set.ViewID(i, r)
	}
	return w
}

func (e *evaluator) noViews() []knowledge.ViewID {
	views := make([]knowledge.ViewID, len(e.game.Roles()))
	for r := range views {
		views[r] = knowledge.NoView
	}
	return views
}

// narrow returns the world without the views that are not relevant.
func (e *evaluator) narrow(w *world, views knowledge.RoleSet) *world {
	out := *w
	out.views = e.noViews()
	for _, r := range views.List() {
		out.views[r] = w.views[r]
	}
	return &out
}

// successor returns the world after the joint move with a number.
func (e *evaluator) successor(w *world, number int) (*world, error) {
	next := *w
	next.views = make([]knowledge.ViewID, len(w.views))
	next.after = &moveNode{w.after, w.state, number}
	var err error
	next.state, err = e.model.Continue(w.state, number, w.views, next.views)
	return &next, err
}

// key returns a text that is the same for worlds with the same state and views.
func (w *world) key() string {
	buf := make([]byte, 0, 4+4*len(w.views))
	buf = binary.LittleEndian.AppendUint32(buf, uint32(w.state))
	for _, v := range w.views {
		buf = binary.LittleEndian.AppendUint32(buf, uint32(v))
	}
	return string(buf)
}

// development returns one of the developments of a world.
func (e *evaluator) development(w *world) knowledge.Development {
	d := w.given
	if w.set != nil {
		d = w.set.Development(w.member)
	}
	var tail [][]game.Move
	for m := w.after; m != nil; m = m.before {
		tail = append(tail, e.model.JointMove(m.state, m.number))
	}
	joints := append([][]game.Move(nil), d.Joints...)
	for i := len(tail) - 1; i >= 0; i-- {
		joints = append(joints, tail[i])
	}
	return knowledge.Development{Joints: joints}
}
