package knowledge

import (
	"slices"
	"strings"

	"ludex/game"
	"ludex/internal/percepttext"
)

// A View is a role's moves and percepts so far, as canonical texts. It is all that the
// role knows.
type View struct {
	Role  game.Role    `json:"-"`
	Steps []Experience `json:"steps"`
}

// An Experience is what a role learns in one step: its own move and its percepts in
// sorted order.
type Experience struct {
	Move     string   `json:"move"`
	Percepts []string `json:"percepts"`
}

// Equal reports whether two views are the same.
func (v View) Equal(w View) bool {
	return v.Role == w.Role && slices.EqualFunc(v.Steps, w.Steps, Experience.equal)
}

// equal reports whether the role cannot distinguish two steps.
func (e Experience) equal(f Experience) bool {
	return e.Move == f.Move && slices.Equal(e.Percepts, f.Percepts)
}

// String returns the view as text: a step is the role's move and its percepts, and
// steps are separated by semicolons.
func (v View) String() string {
	steps := make([]string, len(v.Steps))
	for i, e := range v.Steps {
		steps[i] = e.String()
	}
	return strings.Join(steps, " ; ")
}

// String returns the move and the percepts, separated by blanks.
func (e Experience) String() string {
	return strings.Join(append([]string{e.Move}, e.Percepts...), " ")
}

// View returns a view of the model as text.
func (m *Model) View(r game.Role, id ViewID) View {
	v := View{Role: r, Steps: []Experience{}}
	for _, id := range m.views.path(id) {
		last, _ := m.LastStep(r, id)
		v.Steps = append(v.Steps, last)
	}
	return v
}

// LastStep returns the last step of a role's view as text. There is none if no move
// was made.
func (m *Model) LastStep(r game.Role, id ViewID) (Experience, bool) {
	if id == blankView {
		return Experience{}, false
	}
	n := m.views.nodes[id]
	return Experience{m.game.MoveText(r, n.move), m.perceptTexts(n.signal)}, true
}

// perceptTexts returns the texts of a signal.
func (m *stateSpace) perceptTexts(signal int32) []string {
	list := m.signal.items[signal]
	out := make([]string, len(list))
	for i, x := range list {
		if m.game.Hidden() {
			out[i] = m.game.PerceptText(game.Percept(x))
		} else {
			out[i] = percepttext.MovePercept(m.game, game.Role(i), game.Move(x))
		}
	}
	return percepttext.SortedSet(out)
}
