package gdltorbg

import (
	"fmt"
	"strings"
)

// test writes a condition as a way from the first cell back to it.
func (w *writer) test(c *cond) string {
	switch c.kind {
	case condAlways:
		return ""
	case condNever:
		return "{}"
	case condLeaf:
		return w.leafTest(c)
	case condAll:
		parts := make([]string, len(c.kids))
		for i, k := range c.kids {
			parts[i] = w.test(k)
		}
		return strings.Join(parts, " ")
	}
	if not := w.not(c); not.kind == condAll && w.fewer(not, c) {
		return "{! " + w.alternatives(not) + "}"
	}
	return "{? " + w.alternatives(c) + "}"
}

// fewer reports whether a condition is a list of leaves with fewer pieces than another one.
func (w *writer) fewer(c, than *cond) bool {
	n := 0
	for i, k := range c.kids {
		if k.kind != condLeaf || than.kids[i].kind != condLeaf {
			return false
		}
		n += k.mask.count() - than.kids[i].mask.count()
	}
	return n < 0
}

// alternatives writes a condition as the contents of a pattern.
func (w *writer) alternatives(c *cond) string {
	kids := []*cond{c}
	if c.kind == condAny {
		kids = c.kids
	}
	parts := make([]string, len(kids))
	for i, k := range kids {
		parts[i] = strings.TrimSuffix(w.test(k), " "+w.home)
	}
	return strings.Join(parts, " + ")
}

func (w *writer) leafTest(c *cond) string {
	t := &w.list[c.slot]
	values := c.mask.list()
	if !t.variable {
		return t.name + " {" + w.pieceList(c.slot, c.mask) + "} " + w.home
	}
	if len(values) == 1 {
		return fmt.Sprintf("{$ %s == %d}", t.name, t.values[values[0]].number)
	}
	if rest := w.full[c.slot].without(c.mask).list(); len(rest) == 1 {
		return fmt.Sprintf("{$ %s != %d}", t.name, t.values[rest[0]].number)
	}
	if text := t.rangeTest(c.mask); text != "" {
		return text
	}
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = fmt.Sprintf("{$ %s == %d}", t.name, t.values[v].number)
	}
	return "{? " + strings.Join(parts, " + ") + "}"
}

// rangeTest writes that a variable is in a range, if the values are all of its values in one.
func (t *slot) rangeTest(m mask) string {
	low, high := maxNumber+1, -1
	for _, v := range m.list() {
		low, high = min(low, t.values[v].number), max(high, t.values[v].number)
	}
	below, above := false, false // there are smaller and larger values
	for v, value := range t.values {
		below, above = below || value.number < low, above || value.number > high
		if value.number > low && value.number < high && !m.has(v) {
			return ""
		}
	}
	text := ""
	if below {
		text = fmt.Sprintf("{$ %s >= %d}", t.name, low)
	}
	if above {
		text += fmt.Sprintf("{$ %s <= %d}", t.name, high)
	}
	return strings.ReplaceAll(text, "}{", "} {")
}

func (w *writer) pieceList(slot int, m mask) string {
	var names []string
	for _, v := range m.list() {
		names = append(names, w.list[slot].values[v].name)
	}
	return strings.Join(names, ", ")
}

// put writes that a slot gets a value.
func (w *writer) put(slot, v int) string {
	t := &w.list[slot]
	if t.variable {
		return fmt.Sprintf("[$ %s = %d]", t.name, t.values[v].number)
	}
	return t.name + " [" + t.values[v].name + "] " + w.home
}
