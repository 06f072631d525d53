// Package clauses writes ground rules as a description in GDL.
package clauses

import (
	"fmt"
	"strconv"
	"strings"

	"ludex/gdl"
	"ludex/internal/circuit"
	"ludex/internal/gdlmoves"
)

// Names are the terms of what ground rules speak about.
type Names struct {
	Roles    []gdl.Term
	Facts    []gdl.Term   // by the number of the bit in a state
	Moves    [][]gdl.Term // by role and number
	Percepts []gdl.Term   // by number
}

// Texts returns the terms that the canonical texts of ground rules are, if they come from a
// description in the GDL family.
func Texts(spec *circuit.Spec) (n Names, err error) {
	facts := make([]string, len(spec.State))
	for i, b := range spec.State {
		facts[i] = b.Text
	}
	if n.Facts, err = terms(facts); err != nil {
		return n, err
	}
	if n.Roles, err = terms(spec.Roles); err != nil {
		return n, err
	}
	if n.Percepts, err = terms(spec.Texts); err != nil {
		return n, err
	}
	for _, list := range spec.Moves {
		texts := make([]string, len(list))
		for i, m := range list {
			texts[i] = m.Text
		}
		moves, err := terms(texts)
		if err != nil {
			return n, err
		}
		n.Moves = append(n.Moves, moves)
	}
	return n, nil
}

// terms reads canonical texts, all at once.
func terms(texts []string) ([]gdl.Term, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	list, err := gdlmoves.Terms(strings.Join(texts, "\n"), gdl.Prefix)
	if err == nil && len(list) != len(texts) {
		err = fmt.Errorf("%d texts are %d terms", len(texts), len(list))
	}
	return list, err
}

// Program returns ground rules as a description in prefix GDL, or in GDL-II if roles have
// percepts or chance moves.
func Program(spec *circuit.Spec, n Names) *gdl.Program {
	c := &converter{spec: spec, Names: n, atoms: map[int32]gdl.Term{}, out: &gdl.Program{Dialect: gdl.GDL, Syntax: gdl.Prefix}}
	if spec.Hidden || spec.Random >= 0 {
		c.out.Dialect = gdl.GDLII
	}
	for i, b := range spec.State {
		c.atoms[b.Atom] = gdl.Fn(gdl.True, n.Facts[i])
	}
	for r, list := range spec.Moves {
		for i, m := range list {
			if m.Does >= 0 {
				c.atoms[m.Does] = gdl.Fn(gdl.Does, n.Roles[r], n.Moves[r][i])
			}
		}
	}
	c.rule = n.unused("rule")
	c.write()
	return c.out
}

// unused returns a word that no name of the game begins with: the given one, or a longer one.
func (n *Names) unused(word string) string {
	for {
		used := false
		look := func(t *gdl.Term) { used = used || strings.HasPrefix(strings.ToLower(t.Name), word) }
		lists := append([][]gdl.Term{n.Roles, n.Facts, n.Percepts}, n.Moves...)
		for _, list := range lists {
			for i := range list {
				list[i].Walk(look)
			}
		}
		if !used {
			return word
		}
		word += "_"
	}
}

// A converter writes ground rules as clauses.
type converter struct {
	Names
	spec  *circuit.Spec
	atoms map[int32]gdl.Term // of facts and moves
	rule  string             // what relations of other atoms begin with
	out   *gdl.Program
}

func (c *converter) add(head gdl.Term, body ...gdl.Formula) {
	c.out.Clauses = append(c.out.Clauses, gdl.Clause{Head: head, Body: body})
}

// atom returns an atom of the rules.
func (c *converter) atom(a int32) gdl.Term {
	if t, ok := c.atoms[a]; ok {
		return t
	}
	return gdl.Const(c.rule + strconv.Itoa(int(a)))
}

func (c *converter) write() {
	for _, r := range c.Roles {
		c.add(gdl.Fn(gdl.Role, r))
	}
	defined := c.defined()
	for i, b := range c.spec.State {
		c.add(gdl.Fn(gdl.Base, c.Facts[i]))
		if b.Init {
			c.add(gdl.Fn(gdl.Init, c.Facts[i]))
		}
		if b.Next >= 0 && defined[b.Next] {
			c.add(gdl.Fn(gdl.Next, c.Facts[i]), gdl.Pos(c.atom(b.Next)))
		}
	}
	for r, role := range c.Roles {
		c.writeMoves(r, role, defined)
	}
	for _, g := range c.spec.Goals {
		if defined[g.Atom] {
			c.add(gdl.Fn(gdl.Goal, c.Roles[g.Role], gdl.Const(strconv.Itoa(g.Value))), gdl.Pos(c.atom(g.Atom)))
		}
	}
	for _, p := range c.spec.Percepts {
		if defined[p.Atom] {
			c.add(gdl.Fn(gdl.Sees, c.Roles[p.Role], c.Percepts[p.Percept]), gdl.Pos(c.atom(p.Atom)))
		}
	}
	if c.spec.Terminal >= 0 && defined[c.spec.Terminal] {
		c.add(gdl.Const(gdl.Terminal), gdl.Pos(c.atom(c.spec.Terminal)))
	}
	c.writeRules(defined)
}

// writeMoves writes the moves of a role. Where it has none the game is over.
func (c *converter) writeMoves(r int, role gdl.Term, defined []bool) {
	can := c.rule + "_move_" + strconv.Itoa(r)
	for i, m := range c.spec.Moves[r] {
		if defined[m.Legal] {
			c.add(gdl.Fn(gdl.Input, role, c.Moves[r][i]))
			c.add(gdl.Fn(gdl.Legal, role, c.Moves[r][i]), gdl.Pos(c.atom(m.Legal)))
		}
		if defined[m.Legal] && c.spec.StuckEnds {
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
	for a := range c.atoms {
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

// needed returns the atoms that states, moves, percepts, goals and the end depend on.
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
	for _, p := range c.spec.Percepts {
		visit(p.Atom)
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
