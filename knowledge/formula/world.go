package formula

import (
	"encoding/binary"

	"ludex/game"
	"ludex/knowledge"
)

// A world is where a formula is evaluated: the state and the views that a
// development leads to. Views that nothing depends on are NoView.
type world struct {
	state knowledge.StateID
	views []knowledge.ViewID // by role

	// One of the developments that lead here: a given one or a member of a set,
	// and what was moved after it.
	given  knowledge.Development
	set    *knowledge.Set
	member int
	after  *moved
}

// A moved is a joint move that was made in a world, and what came before it.
type moved struct {
	before *moved
	state  knowledge.StateID
	number int
}

// member returns the world that a member of a set leads to, with the views of
// some roles.
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

// narrow returns the world without the views that do not matter.
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
	next.after = &moved{w.after, w.state, number}
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

// development returns one of the developments that lead to a world.
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
