package session

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"ludex/game"
)

// Text writes texts about a session for people.
type Text struct{ s *Seat }

// Board returns the position as lines of text. Facts are listed in columns up to the
// given width.
func (t Text) Board(color bool, width int) string {
	p := t.s.Position()
	if p.Hidden && p.Facts == nil {
		if why := t.s.Unknown(); why != "" {
			return fmt.Sprintf("what you know cannot be listed: %s\n", why)
		}
		if k, ok := t.s.Known(); ok {
			return fmt.Sprintf("%d states are possible; they have nothing in common\n", k.States)
		}
		return ""
	}
	head := ""
	if p.Hidden {
		k, _ := t.s.Known()
		head = fmt.Sprintf("what you know (%s):\n", possible(k.States))
	}
	var b bytes.Buffer
	if t.s.opt.Draw != nil && t.s.opt.Draw(&b, p, color) == nil {
		return head + b.String()
	}
	return head + t.facts(p.Facts, width)
}

func possible(states int) string {
	if states == 1 {
		return "everything"
	}
	return fmt.Sprintf("%d states are possible", states)
}

// facts lists facts in columns.
func (t Text) facts(facts []string, width int) string {
	texts := make([]string, len(facts))
	widest := 1
	for i, f := range facts {
		texts[i] = t.s.opt.Show(f)
		widest = max(widest, len(texts[i]))
	}
	columns := max(1, (width+2)/(widest+2))
	rows := (len(texts) + columns - 1) / columns
	var b strings.Builder
	for row := range rows {
		var line strings.Builder
		for i := row; i < len(texts); i += rows {
			fmt.Fprintf(&line, "%-*s  ", widest, texts[i])
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// Turn says whose turn it is.
func (t Text) Turn() string {
	switch {
	case t.s.over:
		return t.Result()
	case t.s.Phase() == Others && t.s.game.Hidden():
		return "the others are thinking"
	case t.s.Phase() == Others:
		var names []string
		for _, r := range t.s.Deciders() {
			names = append(names, t.s.game.Roles()[r])
		}
		if names == nil {
			return "the play goes on"
		}
		verb := "is"
		if len(names) > 1 {
			verb = "are"
		}
		return strings.Join(names, " and ") + " " + verb + " thinking"
	case t.s.Together():
		return t.whose() + " move, at the same time as the others'"
	}
	return t.whose() + " move"
}

// whose says whose move it is that the seat makes.
func (t Text) whose() string {
	if t.s.shared {
		return t.s.game.Roles()[t.s.role] + "'s"
	}
	return "your"
}

// Result says how the game ended.
func (t Text) Result() string {
	r, over := t.s.Result()
	switch {
	case !over:
		return "the game is not over"
	case t.s.err != nil:
		return fmt.Sprintf("the game cannot go on: %v", t.s.err)
	case r.Ending.Kind != ByRules:
		return r.Ending.text(t.s.game, t.s.eyes())
	}
	if r.Cut {
		return fmt.Sprintf("cut off after %d steps, without a result", len(t.s.steps))
	}
	text := "the end: "
	if len(r.Defects) > 0 {
		text += strings.Join(r.Defects, ", ") + "; "
	}
	if !t.alone() {
		text += NewVerdict(r.Goals, t.s.eyes(), t.s.game.Random()).Text()
	}
	return text + t.goals(r)
}

// goals lists the goals of the roles.
func (t Text) goals(r Result) string {
	var parts []string
	for i, g := range r.Goals {
		if game.Role(i) == t.s.game.Random() {
			continue
		}
		text := fmt.Sprintf("%s %d", t.roleName(game.Role(i)), g)
		if r.Scores != nil && r.Scores[i] != g {
			text += fmt.Sprintf(" (%d points)", r.Scores[i])
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// Evaluation returns the expected goals in one line.
func (t Text) Evaluation() string {
	e, ok := t.s.Adviser().Evaluation()
	if !ok {
		return "no evaluation yet"
	}
	var parts []string
	for r, v := range e.Values {
		if game.Role(r) != t.s.game.Random() && !math.IsNaN(v) {
			parts = append(parts, t.roleName(game.Role(r))+" "+valueText(v, e.Exact[r]))
		}
	}
	return strings.Join(parts, ", ")
}

// valueText writes an expected goal as a percentage.
func valueText(v float64, exact bool) string {
	text := fmt.Sprintf("%.0f %%", math.Round(v))
	if exact {
		text += " (proved)"
	}
	return text
}

// Advice returns advice in up to three lines: the best move, alternatives, and the
// expected line.
func (t Text) Advice(a *Advice) []string {
	switch {
	case a == nil:
		return []string{"thinking"}
	case a.Err != nil:
		return []string{fmt.Sprintf("no hint: %v", a.Err)}
	case len(a.Analysis.Moves) == 0 && a.Analysis.Note != "":
		return []string{"no hint: " + a.Analysis.Note}
	case len(a.Analysis.Moves) == 0:
		return []string{"no hint"}
	}
	lines := t.best(a)
	if a.line != "" {
		lines = append(lines, "line: "+a.line)
	}
	return lines
}

// mixed is the probability of the best move below which alternatives are named.
const mixed = 0.95

// best names the best moves, with probabilities if there is no single best one.
func (t Text) best(a *Advice) []string {
	const most = 4
	best := a.Analysis.Moves[0]
	if best.Share > 0 && best.Share < mixed {
		var parts []string
		for _, c := range a.Analysis.Moves[:min(most, len(a.Analysis.Moves))] {
			parts = append(parts, fmt.Sprintf("%s (%.0f %% of the time)", t.advised(a.Role, c.Move), 100*c.Share))
		}
		return []string{"mix: " + strings.Join(parts, ", ")}
	}
	lines := []string{"best: " + t.advised(a.Role, best.Move) + ", " + valueText(best.Value, best.Exact)}
	var others []string
	for _, c := range a.Analysis.Moves[1:min(most, len(a.Analysis.Moves))] {
		if c.Visits > 0 {
			others = append(others, t.advised(a.Role, c.Move)+" "+valueText(c.Value, c.Exact))
		}
	}
	if others != nil {
		lines = append(lines, "then: "+strings.Join(others, ", "))
	}
	return lines
}

// line writes the expected moves.
func (t Text) line(a *Advice) string {
	const most = 8
	if a.state == nil {
		return ""
	}
	if t.s.lines == nil {
		t.s.lines = t.s.newMachine() // separate, so that its failure does not end the game
	}
	state := a.state
	var parts []string
	for _, joint := range a.Analysis.Line[:min(most, len(a.Analysis.Line))] {
		if t.s.lines.Terminal(state) || len(joint) != len(t.s.game.Roles()) {
			break
		}
		choice := make([]bool, len(joint))
		for r := range joint {
			choice[r] = len(t.s.lines.Legal(state, game.Role(r), nil)) > 1
		}
		parts = append(parts, t.joint(state, joint, choice))
		state = t.s.lines.Next(state, joint, nil)
	}
	if len(a.Analysis.Line) > most {
		parts = append(parts, "…")
	}
	return strings.Join(parts, "; ")
}

// Players says which player has which role.
func (t Text) Players() string {
	var others []string
	for r, name := range t.s.game.Roles() {
		if game.Role(r) != t.s.role && !(t.s.shared && t.s.opt.People[r]) {
			others = append(others, name+" is "+t.s.PlayerName(game.Role(r)))
		}
	}
	if t.s.shared {
		return strings.Join(append([]string{"people play " + t.s.sharers()}, others...), ", ")
	}
	if t.alone() {
		return strings.Join(append([]string{"you are " + t.s.game.Roles()[t.s.role]}, others...), ", ")
	}
	return "you are " + t.s.game.Roles()[t.s.role] + ", " + strings.Join(others, ", ")
}

// Step returns what the person may know of a step, counted from 0: the moves of the
// roles that had a choice, or in a game with hidden information the person's own move
// and percepts.
func (t Text) Step(i int) string {
	step := t.s.steps[i]
	text, ok := step.told[t.s.role]
	if !ok {
		text = t.step(step)
		step.told[t.s.role] = text
	}
	return text
}

func (t Text) step(step Step) string {
	if t.s.game.Hidden() {
		return t.view(step)
	}
	return t.joint(step.Before, step.Joint, step.Choice)
}

// view returns the person's own move, if there was a choice, and percepts in a step.
func (t Text) view(step Step) string {
	var parts []string
	if step.Choice[t.s.role] {
		parts = append(parts, "you "+t.ownMove(step.Joint[t.s.role]))
	}
	var seen []string
	for _, p := range step.Percepts[t.s.role] {
		seen = append(seen, t.percept(p))
	}
	if seen != nil {
		parts = append(parts, "you see "+strings.Join(seen, ", "))
	}
	return cmp.Or(strings.Join(parts, ", "), "no choice")
}

func (t Text) ownMove(m game.Move) string {
	if n := t.s.opt.Naming; n != nil {
		return n.Own(t.s.role, m)
	}
	return t.Move(t.s.role, m)
}

func (t Text) percept(p game.Percept) string {
	if n := t.s.opt.Naming; n != nil {
		return n.Percept(p)
	}
	return t.s.opt.Show(t.s.game.PerceptText(p))
}

// joint lists the moves of the roles that had a choice, or all moves if no role had.
func (t Text) joint(state game.State, joint []game.Move, choice []bool) string {
	if n := t.s.opt.Naming; n != nil {
		return n.Step(state, joint, choice, t.roleName)
	}
	texts := make([]string, len(joint))
	for r, m := range joint {
		texts[r] = t.roleName(game.Role(r)) + " " + t.Move(game.Role(r), m)
	}
	text := ChosenText(texts, choice)
	if !slices.Contains(choice, true) {
		text += " (no choice)"
	}
	return text
}

// roleName returns the name of a role, or "you" if the person has no opponents.
func (t Text) roleName(r game.Role) string {
	if t.alone() {
		return "you"
	}
	return t.s.game.Roles()[r]
}

// alone reports whether the person has no opponents.
func (t Text) alone() bool {
	for r := range t.s.game.Roles() {
		if game.Role(r) != t.s.role && game.Role(r) != t.s.game.Random() {
			return false
		}
	}
	return true
}

// Move returns a move in the syntax of the game's text.
func (t Text) Move(r game.Role, m game.Move) string {
	return t.s.opt.Show(t.s.game.MoveText(r, m))
}

// advised returns how the person knows a move that is recommended.
func (t Text) advised(r game.Role, m game.Move) string {
	if r == t.s.role {
		for _, c := range t.s.Choices() {
			if c.Move == m {
				return c.Text
			}
		}
	}
	return t.Move(r, m)
}

// choices returns the choices for legal moves.
func (t Text) choices(legal []game.Move) []Choice {
	list := make([]Choice, len(legal))
	for i, m := range legal {
		text := t.Move(t.s.role, m)
		list[i] = newChoice(i+1, text, text)
		list[i].Move = m
	}
	if n := t.s.opt.Naming; n != nil {
		for i, name := range n.Moves(t.s.State(), t.s.role, t.s.FirstJoint(), legal) {
			list[i].Text = name
		}
	}
	return list
}

// ChosenText joins the texts of the moves of the roles that had a choice, or of all moves
// if no role had. Texts and choices are by role; an empty text is left out.
func ChosenText(texts []string, choice []bool) string {
	var chosen, all []string
	for r, text := range texts {
		if text == "" {
			continue
		}
		if all = append(all, text); choice[r] {
			chosen = append(chosen, text)
		}
	}
	if chosen == nil {
		chosen = all
	}
	return strings.Join(chosen, ", ")
}
