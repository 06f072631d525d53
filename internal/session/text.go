package session

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"ludex/game"
)

// BoardText returns the position as lines of text that are about as wide as
// given where there is a choice.
func (s *Session) BoardText(color bool, width int) string {
	p := s.Position()
	if p.Hidden && p.Facts == nil {
		if why := s.Unknown(); why != "" {
			return fmt.Sprintf("what you know cannot be listed: %s\n", why)
		}
		if k, ok := s.Known(); ok {
			return fmt.Sprintf("%d states are possible; they have nothing in common\n", k.States)
		}
		return ""
	}
	head := ""
	if p.Hidden {
		k, _ := s.Known()
		head = fmt.Sprintf("what you know (%s):\n", possible(k.States))
	}
	var b bytes.Buffer
	if s.opt.Draw != nil && s.opt.Draw(&b, p, color) == nil {
		return head + b.String()
	}
	return head + s.factsText(p.Facts, width)
}

func possible(states int) string {
	if states == 1 {
		return "everything"
	}
	return fmt.Sprintf("%d states are possible", states)
}

// factsText lists facts in columns.
func (s *Session) factsText(facts []string, width int) string {
	texts := make([]string, len(facts))
	widest := 1
	for i, f := range facts {
		texts[i] = s.opt.Show(f)
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

// TurnText says who is to move.
func (s *Session) TurnText() string {
	switch {
	case s.phase == Over:
		return s.ResultText()
	case s.phase == Others && s.opt.Game.Hidden():
		return "the others are thinking"
	case s.phase == Others:
		var names []string
		for _, r := range s.Deciders() {
			names = append(names, s.opt.Game.Roles()[r])
		}
		if names == nil {
			return "the play goes on"
		}
		verb := "is"
		if len(names) > 1 {
			verb = "are"
		}
		return strings.Join(names, " and ") + " " + verb + " thinking"
	case s.Together():
		return "your move, at the same time as the others'"
	}
	return "your move"
}

// ResultText says how the game ended.
func (s *Session) ResultText() string {
	r, over := s.Result()
	switch {
	case !over:
		return "the game is not over"
	case s.err != nil:
		return fmt.Sprintf("the game cannot go on: %v", s.err)
	case r.Resigned:
		return "you resigned"
	}
	if r.Cut {
		return fmt.Sprintf("cut off after %d steps, without a result", len(s.steps))
	}
	text := "the end: "
	if len(r.Defects) > 0 {
		text += strings.Join(r.Defects, ", ") + "; "
	}
	return text + verdict(r.Goals, s.role, s.opt.Game.Random()) + s.goalsText(r)
}

// verdict says in a word how the person did in comparison.
func verdict(goals []int, role, random game.Role) string {
	best, alone := -1, true
	for i, g := range goals {
		if game.Role(i) != role && game.Role(i) != random {
			best, alone = max(best, g), false
		}
	}
	switch {
	case alone:
		return ""
	case goals[role] > best:
		return "you win, "
	case goals[role] < best:
		return "you lose, "
	}
	return "a draw, "
}

// goalsText lists what the roles got.
func (s *Session) goalsText(r Result) string {
	var parts []string
	for i, g := range r.Goals {
		if game.Role(i) == s.opt.Game.Random() {
			continue
		}
		text := fmt.Sprintf("%s %d", s.roleName(game.Role(i)), g)
		if r.Scores != nil && r.Scores[i] != g {
			text += fmt.Sprintf(" (%d points)", r.Scores[i])
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// EvaluationText says in a line what the roles are expected to get.
func (s *Session) EvaluationText() string {
	e, ok := s.Evaluation()
	if !ok {
		return "no evaluation yet"
	}
	var parts []string
	for r, v := range e.Values {
		if game.Role(r) != s.opt.Game.Random() {
			parts = append(parts, s.roleName(game.Role(r))+" "+valueText(v, e.Exact[r]))
		}
	}
	return strings.Join(parts, ", ")
}

// valueText writes an expected goal value; it is a part of 100.
func valueText(v float64, exact bool) string {
	text := fmt.Sprintf("%.0f %%", math.Round(v))
	if exact {
		text += " (proved)"
	}
	return text
}

// AdviceText returns advice in up to three lines: the best move, others, and what
// is expected to follow.
func (s *Session) AdviceText(a *Advice) []string {
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
	lines := s.bestText(a)
	if a.line != "" {
		lines = append(lines, "line: "+a.line)
	}
	return lines
}

// mixed is the share of the best move below which several are worth naming.
const mixed = 0.95

// bestText names the best moves, with shares if there is no single best one.
func (s *Session) bestText(a *Advice) []string {
	const most = 4
	best := a.Analysis.Moves[0]
	if best.Share > 0 && best.Share < mixed {
		var parts []string
		for _, c := range a.Analysis.Moves[:min(most, len(a.Analysis.Moves))] {
			parts = append(parts, fmt.Sprintf("%s (%.0f %% of the time)", s.MoveText(a.Role, c.Move), 100*c.Share))
		}
		return []string{"mix: " + strings.Join(parts, ", ")}
	}
	lines := []string{"best: " + s.MoveText(a.Role, best.Move) + ", " + valueText(best.Value, best.Exact)}
	var others []string
	for _, c := range a.Analysis.Moves[1:min(most, len(a.Analysis.Moves))] {
		if c.Visits > 0 {
			others = append(others, s.MoveText(a.Role, c.Move)+" "+valueText(c.Value, c.Exact))
		}
	}
	if others != nil {
		lines = append(lines, "then: "+strings.Join(others, ", "))
	}
	return lines
}

// lineText writes the expected moves, as far as they are of interest.
func (s *Session) lineText(a *Advice) string {
	const most = 8
	if a.state == nil {
		return ""
	}
	if s.lines == nil {
		s.lines = s.newMachine() // whose failure would not hurt the play
	}
	state := a.state
	var parts []string
	for _, joint := range a.Analysis.Line[:min(most, len(a.Analysis.Line))] {
		if s.lines.Terminal(state) || len(joint) != len(s.opt.Game.Roles()) {
			break
		}
		choice := make([]bool, len(joint))
		for r := range joint {
			choice[r] = len(s.lines.Legal(state, game.Role(r), nil)) > 1
		}
		parts = append(parts, s.jointText(joint, choice))
		state = s.lines.Next(state, joint, nil)
	}
	if len(a.Analysis.Line) > most {
		parts = append(parts, "…")
	}
	return strings.Join(parts, "; ")
}

// PlayersText says who plays what.
func (s *Session) PlayersText() string {
	var others []string
	for r, name := range s.opt.Game.Roles() {
		if game.Role(r) != s.role {
			others = append(others, name+" is "+s.PlayerName(game.Role(r)))
		}
	}
	if s.alone() {
		return strings.Join(append([]string{"you are " + s.opt.Game.Roles()[s.role]}, others...), ", ")
	}
	return "you are " + s.opt.Game.Roles()[s.role] + ", " + strings.Join(others, ", ")
}
