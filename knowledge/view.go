package knowledge

import (
	"cmp"
	"slices"
	"strings"

	"ludex/game"
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
	return v.Role == w.Role && slices.EqualFunc(v.Steps, w.Steps, Experience.Equal)
}

// Equal reports whether the role cannot distinguish two steps.
func (e Experience) Equal(f Experience) bool {
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
	if id == Blank {
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
			out[i] = movePercept(m.game, game.Role(i), game.Move(x))
		}
	}
	return sortedSet(out)
}

// movePercept is the percept of a move where nothing is hidden.
func movePercept(g game.Game, r game.Role, move game.Move) string {
	return "(moves " + g.Roles()[r] + " " + g.MoveText(r, move) + ")"
}

// sortedSet sorts texts and drops repetitions.
func sortedSet(texts []string) []string {
	slices.Sort(texts)
	return slices.Compact(texts)
}

// sameTexts compares two sets of texts, ignoring case if fold is set.
func sameTexts(a, b []string, fold bool) bool {
	if len(a) != len(b) {
		return false
	}
	if !fold {
		return slices.Equal(a, b)
	}
	byCase := func(a, b string) int { return cmp.Compare(strings.ToLower(a), strings.ToLower(b)) }
	a, b = slices.SortedFunc(slices.Values(a), byCase), slices.SortedFunc(slices.Values(b), byCase)
	return slices.EqualFunc(a, b, strings.EqualFold)
}

// sameText compares two texts, ignoring case if fold is set.
func sameText(a, b string, fold bool) bool {
	return a == b || fold && strings.EqualFold(a, b)
}
