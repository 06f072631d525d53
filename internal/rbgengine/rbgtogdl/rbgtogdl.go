// Package rbgtogdl writes regular boardgames in GDL, for systems that know no other
// language: the ground rules into which package lanes unrolls them.
package rbgtogdl

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"ludex/gdl"
	"ludex/internal/circuit"
	"ludex/internal/gdlrewrite"
	"ludex/internal/rbgengine/lanes"
	"ludex/rbg"
)

// Convert returns a description of a boardgame in GDL, or in GDL-II where chance moves. Its
// facts are named after cells, pieces and variables, and its moves after the cells that
// they touch. The error says why there is none: it is that of package lanes.
func Convert(ctx context.Context, g *rbg.Game) (*gdl.Program, error) {
	unrolled, err := lanes.Ground(ctx, g, lanes.Options{})
	if err != nil {
		return nil, err
	}
	c := &converter{spec: unrolled.Spec, names: map[int32]gdl.Term{}, out: &gdl.Program{Dialect: gdl.GDL, Syntax: gdl.Prefix}}
	c.nameFacts()
	c.nameMoves()
	c.write()
	for i := range g.Players {
		if g.Players[i].Name == gdl.Random {
			c.out.Dialect = gdl.GDLII
			return gdlrewrite.ToGDLII(c.out)
		}
	}
	return c.out, nil
}

// A converter writes ground rules as clauses.
type converter struct {
	spec  *circuit.Spec
	facts []gdl.Term
	moves [][]gdl.Term       // by role and number
	names map[int32]gdl.Term // atoms of facts and moves
	out   *gdl.Program
}

// term returns a text as a term whose names every system can read: a function of the words
// in it. Columns and rows, as in a2a3, are words of their own, so that systems which draw
// boards find the coordinates.
func term(function, text string) gdl.Term {
	words := wordsOf(text)
	if function == "" && len(words) > 0 {
		function, words = words[0], words[1:]
	}
	args := make([]gdl.Term, len(words))
	for i, w := range words {
		args[i] = gdl.Const(w)
	}
	return gdl.Fn(function, args...)
}

// wordsOf divides a text into words of letters and words of digits.
func wordsOf(text string) []string {
	var words []string
	last := 0
	for _, r := range text {
		kind := kindOf(r)
		switch {
		case kind == 0:
		case kind == last:
			words[len(words)-1] += string(r)
		default:
			words = append(words, string(r))
		}
		last = kind
	}
	return words
}

// kindOf returns 1 for letters, 2 for digits, and 0 for what no name has.
func kindOf(r rune) int {
	switch {
	case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_':
		return 1
	case r >= '0' && r <= '9':
		return 2
	}
	return 0
}

// A namer makes terms different.
type namer map[string]int

func (n namer) unique(t gdl.Term) gdl.Term {
	key := ""
	t.Walk(func(t *gdl.Term) { key += strings.ToLower(t.Name) + " " })
	if n[key]++; n[key] > 1 {
		return n.unique(gdl.Fn(t.Name, append(t.Args[:len(t.Args):len(t.Args)], gdl.Const("v"+strconv.Itoa(n[key])))...))
	}
	return t
}

func (c *converter) nameFacts() {
	names := namer{}
	for _, bit := range c.spec.State {
		f := names.unique(term("", bit.Text))
		c.facts = append(c.facts, f)
		c.names[bit.Atom] = gdl.Fn(gdl.True, f)
	}
}

// nameMoves names the moves of all roles. The last one of a role does nothing.
func (c *converter) nameMoves() {
	for r, list := range c.spec.Moves {
		names := namer{}
		var moves []gdl.Term
		for i, m := range list {
			name := gdl.Const("noop")
			if i < len(list)-1 {
				name = names.unique(term("move", m.Text))
			}
			moves = append(moves, name)
			if m.Does >= 0 {
				c.names[m.Does] = gdl.Fn(gdl.Does, gdl.Const(c.spec.Roles[r]), name)
			}
		}
		c.moves = append(c.moves, moves)
	}
}

func (c *converter) add(head gdl.Term, body ...gdl.Formula) {
	c.out.Clauses = append(c.out.Clauses, gdl.Clause{Head: head, Body: body})
}

// atom returns an atom of the rules.
func (c *converter) atom(a int32) gdl.Term {
	if t, ok := c.names[a]; ok {
		return t
	}
	return gdl.Const("rule" + strconv.Itoa(int(a)))
}

func (c *converter) write() {
	for _, r := range c.spec.Roles {
		c.add(gdl.Fn(gdl.Role, gdl.Const(r)))
	}
	defined := c.defined()
	for i, b := range c.spec.State {
		c.add(gdl.Fn(gdl.Base, c.facts[i]))
		if b.Init {
			c.add(gdl.Fn(gdl.Init, c.facts[i]))
		}
		if defined[b.Next] {
			c.add(gdl.Fn(gdl.Next, c.facts[i]), gdl.Pos(c.atom(b.Next)))
		}
	}
	for r, role := range c.spec.Roles {
		c.writeMoves(r, gdl.Const(role), defined)
	}
	for _, g := range c.spec.Goals {
		if defined[g.Atom] {
			c.add(gdl.Fn(gdl.Goal, gdl.Const(c.spec.Roles[g.Role]), gdl.Const(strconv.Itoa(g.Value))), gdl.Pos(c.atom(g.Atom)))
		}
	}
	if defined[c.spec.Terminal] {
		c.add(gdl.Const(gdl.Terminal), gdl.Pos(c.atom(c.spec.Terminal)))
	}
	c.writeRules(defined)
}

// writeMoves writes the moves of a role. Where it has none the game is over.
func (c *converter) writeMoves(r int, role gdl.Term, defined []bool) {
	can := fmt.Sprintf("can_move_%d", r)
	for i, m := range c.spec.Moves[r] {
		if defined[m.Legal] {
			c.add(gdl.Fn(gdl.Input, role, c.moves[r][i]))
			c.add(gdl.Fn(gdl.Legal, role, c.moves[r][i]), gdl.Pos(c.atom(m.Legal)))
			c.add(gdl.Const(can), gdl.Pos(c.atom(m.Legal)))
		}
	}
	if c.spec.StuckEnds {
		c.add(gdl.Const(gdl.Terminal), gdl.Not(gdl.Const(can)))
	}
}

// defined returns the atoms that can hold: inputs, and heads of rules whose positive
// literals can.
func (c *converter) defined() []bool {
	out := make([]bool, c.spec.Atoms)
	for a := range c.names {
		out[a] = true
	}
	for changed := true; changed; {
		changed = false
		c.eachRule(func(head int32, body []int32) {
			if !out[head] && c.holds(body, out) {
				out[head], changed = true, true
			}
		})
	}
	return out
}

func (c *converter) holds(body []int32, defined []bool) bool {
	for _, l := range body {
		if l&1 == 0 && !defined[l>>1] {
			return false
		}
	}
	return true
}

func (c *converter) eachRule(visit func(head int32, body []int32)) {
	rules := c.spec.Rules
	for i := 0; i < len(rules); i += 2 + int(rules[i+1]) {
		visit(rules[i], rules[i+2:i+2+int(rules[i+1])])
	}
}

// writeRules writes the rules that outputs need.
func (c *converter) writeRules(defined []bool) {
	needed := c.needed()
	c.eachRule(func(head int32, body []int32) {
		if !needed[head] || !c.holds(body, defined) {
			return
		}
		var literals []gdl.Formula
		for _, l := range body {
			switch atom := c.atom(l >> 1); {
			case l&1 == 0:
				literals = append(literals, gdl.Pos(atom))
			case defined[l>>1]:
				literals = append(literals, gdl.Not(atom))
			}
		}
		c.add(c.atom(head), literals...)
	})
}

// needed returns the atoms that states, moves, goals and the end depend on.
func (c *converter) needed() []bool {
	bodies := make([][]int32, c.spec.Atoms)
	c.eachRule(func(head int32, body []int32) { bodies[head] = append(bodies[head], body...) })
	out := make([]bool, c.spec.Atoms)
	var todo []int32
	visit := func(a int32) {
		if a >= 0 && !out[a] {
			out[a] = true
			todo = append(todo, a)
		}
	}
	for _, b := range c.spec.State {
		visit(b.Next)
	}
	for _, list := range c.spec.Moves {
		for _, m := range list {
			visit(m.Legal)
		}
	}
	for _, g := range c.spec.Goals {
		visit(g.Atom)
	}
	visit(c.spec.Terminal)
	for len(todo) > 0 {
		a := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, l := range bodies[a] {
			visit(l >> 1)
		}
	}
	return out
}
