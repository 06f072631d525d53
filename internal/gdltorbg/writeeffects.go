package gdltorbg

import (
	"fmt"
	"slices"
	"strings"
)

// fixedText writes an effect that does not depend on the state.
func (w *writer) fixedText(e *effect) string {
	t := &w.list[e.slot]
	switch {
	case e.shift > 0:
		return fmt.Sprintf("[$ %s = %s+%d]", t.name, t.name, e.shift)
	case e.shift < 0:
		return fmt.Sprintf("[$ %s = %s-%d]", t.name, t.name, -e.shift)
	}
	return w.put(e.slot, e.changes[0].to)
}

// A branch is a condition, and what happens if it holds and no earlier one does.
type branch struct{ when, then string }

// chain writes branches such that exactly one way is open. The last one may be without a
// condition.
func chain(list []branch) string {
	last := len(list) - 1
	text := ""
	if list[last].when == "" {
		text = list[last].then
		list = list[:last]
	}
	for i := len(list) - 1; i >= 0; i-- {
		b := list[i]
		rest := "{! " + b.when + "}"
		if text != "" {
			rest += " " + text
		}
		text = "({? " + b.when + "} " + b.then + " + " + rest + ")"
	}
	return text
}

// longText is the length from which a condition that is written twice gets a name.
const longText = 60

// named returns the name of a condition that is long, and defines it as a macro.
func (w *writer) named(text string) string {
	if len(text) < longText {
		return text
	}
	if w.macro[text] == "" {
		name := w.names.take(fmt.Sprintf("test%d", len(w.macro)+1))
		w.macro[text] = name
		fmt.Fprintf(&w.macros, "#%s = %s\n", name, text)
	}
	return w.macro[text]
}

// changeTest writes when a change is made.
func (w *writer) changeTest(e *effect, ch change) string {
	return w.named(w.alternatives(w.all(w.leaf(e.slot, ch.from), ch.when)))
}

// effectText writes an effect.
func (w *writer) effectText(e *effect) string {
	if e.fixed() {
		return w.fixedText(e)
	}
	own := !slices.ContainsFunc(e.changes, func(ch change) bool { return ch.when != always })
	if t := &w.list[e.slot]; own && !t.variable {
		var parts []string
		rest := e.possible
		for _, ch := range e.changes {
			parts = append(parts, "{"+w.pieceList(e.slot, ch.from)+"} ["+t.values[ch.to].name+"]")
			rest = rest.without(ch.from)
		}
		if !rest.empty() {
			parts = append(parts, "{"+w.pieceList(e.slot, rest)+"}")
		}
		return t.name + " (" + strings.Join(parts, " + ") + ") " + w.home
	}
	var list []branch
	for _, ch := range e.changes {
		list = append(list, branch{w.changeTest(e, ch), w.put(e.slot, ch.to)})
	}
	return chain(list)
}

// effectsText writes effects one after the other; those that are remembered come in two steps.
func (w *writer) effectsText(list []*effect) string {
	var parts []string
	for i := 0; i < len(list); {
		e := list[i]
		if e.later == "" {
			parts = append(parts, e.text)
			i++
			continue
		}
		var then []string
		for ; i < len(list) && list[i].later != ""; i++ {
			first, second := w.remembered(list[i])
			parts, then = append(parts, first), append(then, second)
		}
		parts = append(parts, then...)
	}
	return strings.Join(parts, " ")
}

// remembered writes an effect as two steps: which change is to be made, and making it.
func (w *writer) remembered(e *effect) (first, second string) {
	w.changes = max(w.changes, len(e.changes))
	var choose, do []branch
	for i, ch := range e.changes {
		choose = append(choose, branch{w.changeTest(e, ch), fmt.Sprintf("[$ %s = %d]", e.later, i+1)})
		do = append(do, branch{fmt.Sprintf("{$ %s == %d}", e.later, i+1), w.put(e.slot, ch.to) + fmt.Sprintf(" [$ %s = 0]", e.later)})
	}
	if e.fixed() {
		return fmt.Sprintf("[$ %s = 1]", e.later), w.fixedText(e) + fmt.Sprintf(" [$ %s = 0]", e.later)
	}
	return chain(choose), chain(do)
}

// tail takes the effects that all moves of a role have in common out of them.
func (w *writer) tail(moves []*move) []*effect {
	if len(moves) == 0 {
		return nil
	}
	common := map[string]*effect{}
	for _, e := range moves[0].effects {
		common[e.text] = e
	}
	for _, m := range moves {
		own := map[string]bool{}
		for _, e := range m.effects {
			own[e.text] = true
		}
		for text := range common {
			if !own[text] {
				delete(common, text)
			}
		}
	}
	for w.dropReaders(common, moves) {
	}
	for _, m := range moves {
		m.effects = slices.DeleteFunc(m.effects, func(e *effect) bool { return common[e.text] != nil })
	}
	var list []*effect
	for _, e := range common {
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b *effect) int { return a.slot - b.slot })
	return inOrder(list, w.later)
}

// dropReaders drops the common effects that read what other effects change. It reports
// whether there were some.
func (w *writer) dropReaders(common map[string]*effect, moves []*move) bool {
	changed := map[int]bool{}
	for _, m := range moves {
		for _, e := range m.effects {
			if common[e.text] == nil {
				changed[e.slot] = true
			}
		}
	}
	dropped := false
	for text, e := range common {
		for s := range e.reads {
			if changed[s] {
				delete(common, text)
				dropped = true
				break
			}
		}
	}
	return dropped
}
