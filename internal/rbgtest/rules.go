package rbgtest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// maxDepth is how deep expressions are nested in each other.
const maxDepth = 3

// rules draws section rules, with a macro for the turn or without.
func (m *maker) rules() string {
	turns := rapid.IntRange(1, 3).Draw(m.t, "turns")
	var parts []string
	macro := m.chance(2)
	definition := ""
	if macro {
		definition = "#turn(me; mine) = " + m.turn("me", "mine") + "\n\n"
	}
	for i := range turns {
		me, mine := m.players[i%len(m.players)], m.pieces[1+i%(len(m.pieces)-1)]
		if macro {
			parts = append(parts, fmt.Sprintf("turn(%s; %s)", me, mine))
		} else {
			parts = append(parts, m.turn(me, mine))
		}
	}
	begin := ""
	if m.chance(3) {
		begin = m.assignment() + " ->> "
	}
	return definition + "#rules = " + begin + "(\n    " + strings.Join(parts, "\n    ") + "\n)*\n"
}

// turn draws a turn: the player moves, then the keeper.
func (m *maker) turn(me, mine string) string {
	text := "->" + me + " " + m.move(mine)
	if m.chance(4) {
		text += " ->> " + m.test(maxDepth) + " ->" + me + " " + m.move(mine)
	}
	return text + " ->>\n        [$ " + clock + " = " + clock + "+1] " + m.keeper(me)
}

// move draws what a player does: one or two alternatives.
func (m *maker) move(mine string) string {
	text := m.action(mine)
	if m.chance(2) {
		return "(" + text + " + " + m.action(mine) + ")"
	}
	return text
}

// action draws a way to go somewhere and do something there.
func (m *maker) action(mine string) string {
	parts := []string{m.travel()}
	if m.chance(2) {
		parts = append(parts, m.on())
	}
	switch m.one("action", "put", "carry", "sequence", "steps", "pass") {
	case "put":
		parts = append(parts, "["+mine+"]")
	case "carry":
		parts = append(parts, "{"+mine+"} [e]", m.travel(), m.test(1), "["+mine+"]")
	case "sequence":
		parts = append(parts, m.expr(maxDepth, true))
	case "steps":
		parts = append(parts, m.modifyingStar(mine))
	}
	if m.chance(4) {
		parts = append(parts, m.test(2))
	}
	return strings.Join(parts, " ")
}

// modifyingStar draws a star that modifies, and counts so that it ends.
func (m *maker) modifyingStar(mine string) string {
	return fmt.Sprintf("[$ %[1]s = 0] ([$ %[1]s = %[1]s+1] %[2]s {e} [%[3]s] %[4]s)*", steps, m.label(), mine, m.one("dot", "", "."))
}

// travel draws an expression that goes somewhere and changes nothing.
func (m *maker) travel() string {
	label := m.label()
	switch m.one("travel", "any", "any", "any", "label", "star", "power", "slide", "either", "stay") {
	case "any":
		return anySquare
	case "label":
		return label
	case "star":
		return label + "*"
	case "power":
		return fmt.Sprintf("%s^%d", label, rapid.IntRange(1, 3).Draw(m.t, "power"))
	case "slide":
		return fmt.Sprintf("(%s %s)*", label, m.on())
	case "either":
		return "(" + label + " + " + m.label() + ")"
	}
	return "{? " + anySquare + "}"
}

// keeper draws what the keeper does after a move.
func (m *maker) keeper(me string) string {
	switch m.one("keeper", "nothing", "win", "clean", "count", "anything") {
	case "win":
		test := m.pattern(2)
		return fmt.Sprintf("({! %[1]s} + {? %[1]s} [$ %[2]s = 1] ->> {})", test, me)
	case "clean":
		return fmt.Sprintf("(%[1]s {%[2]s} [e] ->>)* {! %[1]s {%[2]s}}", anySquare, m.one("dirt", m.pieces[1:]...))
	case "count":
		return fmt.Sprintf("[$ %s = %s]", m.variable(), m.arith(2))
	case "anything":
		return m.expr(2, true)
	}
	return m.test(2)
}

// expr draws an expression without switches. Those in stars do not modify.
func (m *maker) expr(depth int, modify bool) string {
	if depth == 0 {
		return m.atom(modify)
	}
	switch m.one("expression", "atom", "atom", "concat", "sum", "star", "power", "test", "dot") {
	case "concat":
		return m.expr(depth-1, modify) + " " + m.expr(depth-1, modify)
	case "sum":
		return "(" + m.expr(depth-1, modify) + " + " + m.expr(depth-1, modify) + ")"
	case "star":
		return "(" + m.expr(depth-1, false) + ")*"
	case "power":
		return fmt.Sprintf("(%s)^2", m.expr(depth-1, modify))
	case "test":
		return m.test(depth - 1)
	case "dot":
		return "." + m.expr(depth-1, modify)
	}
	return m.atom(modify)
}

// atom draws a single action.
func (m *maker) atom(modify bool) string {
	kind := m.one("atom", "shift", "shift", "on", "off", "assign", "offs")
	switch {
	case kind == "shift":
		return m.label()
	case kind == "on" || !modify:
		return m.on()
	case kind == "off":
		return "[" + m.piece() + "]"
	case kind == "offs":
		return "[" + m.piece() + ", " + m.piece() + "]"
	}
	return m.assignment()
}

// on draws a test of the piece. The empty one, which never holds, is rare.
func (m *maker) on() string {
	pieces := rapid.SliceOfNDistinct(rapid.SampledFrom(m.pieces), 1, len(m.pieces), rapid.ID).Draw(m.t, "on")
	if m.chance(20) {
		pieces = nil
	}
	return "{" + strings.Join(pieces, ", ") + "}"
}

// test draws an action that changes nothing, not even the cell.
func (m *maker) test(depth int) string {
	switch m.one("test", "on", "compare", "pattern", "negative") {
	case "compare":
		return fmt.Sprintf("{$ %s %s %s}", m.arith(1), m.one("relation", "==", "!=", "<", "<=", ">", ">="), m.arith(1))
	case "pattern":
		return "{? " + m.pattern(depth) + "}"
	case "negative":
		return "{! " + m.pattern(depth) + "}"
	}
	return m.on()
}

// pattern draws the content of a pattern, which may modify.
func (m *maker) pattern(depth int) string {
	if m.chance(3) {
		return m.expr(depth, true)
	}
	return m.travel() + " " + m.expr(max(0, depth-1), false)
}

func (m *maker) assignment() string {
	second := ""
	if m.chance(5) {
		second = fmt.Sprintf(", %s = %s", m.variable(), m.arith(1))
	}
	return fmt.Sprintf("[$ %s = %s%s]", m.variable(), m.arith(2), second)
}

// arith draws an arithmetic expression. Operations begin with a name, since
// some implementations get those on literals wrong.
func (m *maker) arith(depth int) string {
	name := m.one("name", m.variable(), m.piece())
	if depth == 0 || m.chance(3) {
		return m.one("operand", name, fmt.Sprint(rapid.IntRange(0, 4).Draw(m.t, "number")))
	}
	operand := m.arith(depth - 1)
	if m.chance(4) {
		operand = "(" + operand + ")"
	}
	return name + " " + m.one("operator", "+", "-", "*", "/") + " " + operand
}
