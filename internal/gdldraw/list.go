package gdldraw

import (
	"bufio"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"ludex/gdl"
	"ludex/internal/picture"
)

// An entry is a line of the list of facts: what facts have in common, and their
// differences.
type entry struct {
	name   string
	owner  int // the role that all of it is about, or [picture.None]
	values []value
	isNew  bool // the name itself, of a fact without arguments
}

// A value is what comes after the name.
type value struct {
	text  string
	isNew bool
}

// entries groups the facts that are not on a board: facts that differ only in the
// last argument stand together. Where only one fact of a relation is true at a
// time, all of its arguments are its value.
func (s *scene) entries() []entry {
	var list []entry
	index := map[string]int{}
	slices.SortStableFunc(s.rest, s.compareFacts)
	for _, f := range s.rest {
		n := max(1, len(f.args)) - 1
		if s.single[f.symbol] {
			n = 0
		}
		name := picture.Clean(s.shown(strings.Join(append([]string{f.symbol.Name}, f.args[:n]...), " ")))
		i, ok := index[name]
		if !ok {
			i = len(list)
			index[name] = i
			list = append(list, entry{name: name, owner: s.about(f, n)})
		}
		isNew := s.before != nil && !s.before[f.text()]
		text := picture.Clean(s.shown(strings.Join(f.args[n:], " ")))
		if f.isPassing() {
			text = strings.TrimSpace(text + " for " + f.life)
		}
		if text == "" {
			list[i].isNew = isNew
		} else {
			list[i].values = append(list[i].values, value{text, isNew})
		}
	}
	return list
}

// compareFacts orders facts by their relations as they first appear in the
// rules, then by their arguments.
func (s *model) compareFacts(a, b *fact) int {
	if a.symbol != b.symbol {
		return cmp.Or(s.compare(a.symbol.Name, b.symbol.Name), cmp.Compare(a.symbol.Arity, b.symbol.Arity))
	}
	return slices.CompareFunc(a.args, b.args, s.compare)
}

// compare orders values: numbers by their value, others as they first appear in
// the rules.
func (s *model) compare(a, b string) int {
	m, errA := strconv.Atoi(a)
	n, errB := strconv.Atoi(b)
	switch {
	case errA == nil && errB == nil:
		return cmp.Compare(m, n)
	case errA == nil:
		return -1
	case errB == nil:
		return 1
	}
	return cmp.Or(cmp.Compare(s.rankOf(a), s.rankOf(b)), strings.Compare(a, b))
}

// findSingle finds the relations of which never more than one fact was true.
func (s *model) findSingle() map[gdl.Symbol]bool {
	single := map[gdl.Symbol]bool{}
	for _, r := range s.relations {
		single[r.symbol] = r.maxFacts() == 1
	}
	return single
}

// listText writes the facts that lie on no board as a table.
func (s *scene) listText(out *bufio.Writer) {
	list := s.entries()
	width := 0
	for _, e := range list {
		if len(e.name) <= textWidth/2 {
			width = max(width, len(e.name))
		}
	}
	for _, e := range list {
		c := &picture.Canvas{}
		s.putNew(c, 0, 0, e.name, e.isNew)
		s.putValues(c, e.values, max(width, len(e.name)))
		c.Write(out, s.options.Color)
	}
}

// putNew writes a text, highlighted if it is new, and returns its width.
func (s *scene) putNew(c *picture.Canvas, line, col int, text string, isNew bool) int {
	style := picture.Plain
	switch {
	case isNew && s.options.Color:
		style = picture.Reversed
	case isNew:
		text = "[" + text + "]"
	}
	c.Put(line, col, text, style)
	return len(text)
}

// putValues writes values beside a name, in several lines if they are many.
func (s *scene) putValues(c *picture.Canvas, values []value, width int) {
	line, start := 0, width+2
	col := start
	for i, v := range values {
		if col+len(v.text)+3 > textWidth && col > start {
			line, col = line+1, start
		}
		col += s.putNew(c, line, col, v.text, v.isNew)
		if i+1 < len(values) {
			c.Put(line, col, ",", picture.Plain)
		}
		col += 2
	}
}

// about returns the only player that the first arguments of a fact name, or
// [picture.None].
func (s *scene) about(f *fact, n int) int {
	owner := picture.None
	for _, a := range f.args[:n] {
		r := slices.Index(s.players(), a)
		if r < 0 {
			continue
		}
		if owner != picture.None {
			return picture.None
		}
		owner = slices.Index(s.roles, a)
	}
	return owner
}

// A Group holds the facts of one relation that are not on a board.
type Group struct {
	Relation string
	Rows     [][]string // the arguments of each fact, in the syntax of the rules
	Changed  []bool     // by row: it was not true before the last move
}

// Rest returns the facts that are not on a board, by relation. In a real-time game the
// lifetime of a fact is its last argument.
func (b *Board) Rest(facts []string, opt Options) []Group {
	s := b.newScene(facts, opt)
	slices.SortStableFunc(s.rest, s.compareFacts)
	var list []Group
	for i, f := range s.rest {
		if i == 0 || f.symbol != s.rest[i-1].symbol {
			list = append(list, Group{Relation: f.symbol.Name})
		}
		g := &list[len(list)-1]
		var row []string
		for _, a := range f.args {
			row = append(row, s.shown(a))
		}
		if f.isPassing() {
			row = append(row, f.life)
		}
		g.Rows = append(g.Rows, row)
		g.Changed = append(g.Changed, s.before != nil && !s.before[f.text()])
	}
	return list
}
