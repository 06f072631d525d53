//go:build !js

package timedengine

import (
	"context"
	"slices"
	"strings"

	"ludex/gdl"
	"ludex/internal/circuit"
	"ludex/internal/gdlengine/ground"
)

// Options are the limits of compiling.
type Options struct {
	// ForceHidden gives the roles no percepts if the description has no sees clause.
	ForceHidden bool
	// Limits bound the ground rules.
	Limits ground.Limits
}

// A Program is a description ready to be computed with. It is immutable.
type Program struct {
	roles  []string
	random int // or -1
	hidden bool

	facts       []fact // in the order of their texts
	number      map[string]int32
	comparisons []comparison
	moves       [][]move // by role, in the order of their texts
	moveNumber  []map[string]int32
	gives       []give
	goals       []circuit.GoalAtom
	percepts    []circuit.PerceptAtom
	texts       []string // of percepts
	initial     []grant
	timer       int32 // the fact that ends the game, whatever happens, in the order of initial; or -1

	spec *circuit.Spec
	net  *network
	// Where outputs begin: terminal is the first.
	legalAt                  []int32 // by role, and their end
	givesAt, goalsAt, seesAt int32
	outputs                  int32
}

// A fact has inputs that say what is the case with it; -1 if no rule reads one.
type fact struct {
	text               string
	holds, lasts, gone int32
	matters            bool // whether it has expired matters to what holds in a state
}

// A comparison is an input: a fact has the same lifetime as another one, or, if other is
// -1, a given one.
type comparison struct {
	fact, other int32
	length      gdl.Lifetime
	input       int32
}

// A move of a role.
type move struct {
	text        string
	legal, does int32
}

// A give lets a fact be true from now on, for as long as another one was, or for a given
// time if from is -1. A length of 0 stands for something that is no lifetime.
type give struct {
	to, from int32
	length   gdl.Lifetime
	atom     int32
}

// A grant is a fact of the initial state.
type grant struct {
	fact   int32
	length gdl.Lifetime
}

// Compile grounds a description. The error is an [*UnsupportedError] for one that cannot
// be computed with here, or that of package ground.
func Compile(ctx context.Context, p *gdl.Program, opt Options) (*Program, error) {
	program, _, err := CompileGround(ctx, p, opt)
	return program, err
}

// CompileGround is [Compile] for those who also want to see the ground rules. They speak of
// "fact holds" and the like, as the encoding does.
func CompileGround(ctx context.Context, p *gdl.Program, opt Options) (*Program, *ground.Result, error) {
	encoded, err := encode(p)
	if err != nil {
		return nil, nil, err
	}
	res, err := ground.Ground(ctx, encoded, ground.Options{Limits: opt.Limits, ForceHidden: opt.ForceHidden, KeepArguments: true})
	if err != nil {
		return nil, nil, err
	}
	c := &compiler{&Program{spec: res.Spec, roles: res.Spec.Roles, random: res.Spec.Random, hidden: res.Spec.Hidden,
		goals: res.Spec.Goals, percepts: res.Spec.Percepts, texts: res.Spec.Texts, number: map[string]int32{}}}
	c.findFacts()
	if err := c.findInputs(); err != nil {
		return nil, nil, err
	}
	c.findMoves()
	outputs := c.layOut()
	c.findMattering(outputs)
	c.findTimer()
	c.net, err = newNetwork(c.spec, outputs)
	return c.Program, res, err
}

// findTimer looks for a fact of the initial state that every update copies until it expires, and
// whose expiry ends the game.
func (c *compiler) findTimer() {
	simple := map[[2]int32]bool{} // rules with one condition: head, and what must hold
	eachRule(c.spec.Rules, func(head int32, body []int32) {
		if len(body) == 1 && body[0]&1 == 0 {
			simple[[2]int32{head, body[0] >> 1}] = true
		}
	})
	c.timer = -1
	for i, g := range c.initial {
		f := &c.facts[g.fact]
		if g.length == gdl.Forever || !simple[[2]int32{c.spec.Terminal, f.gone}] {
			continue
		}
		for _, x := range c.gives {
			if x.to == g.fact && x.from == g.fact && simple[[2]int32{x.atom, f.holds}] {
				c.timer = int32(i)
				return
			}
		}
	}
}

// Timer returns a fact of the initial state that every update copies until it expires, so that
// the game is over then at the latest, and its lifetime; or "".
func (p *Program) Timer() (fact string, length gdl.Lifetime) {
	if p.timer < 0 {
		return "", 0
	}
	g := &p.initial[p.timer]
	return p.facts[g.fact].text, g.length
}

// findMattering finds the facts whose expiry terminal, legal or goal depend on.
func (c *compiler) findMattering(outputs []int32) {
	reads := map[int32]bool{}
	eachRule(neededRules(c.spec, slices.Concat(outputs[:c.givesAt], outputs[c.goalsAt:c.seesAt])), func(_ int32, body []int32) {
		for _, l := range body {
			reads[l>>1] = true
		}
	})
	for i := range c.facts {
		c.facts[i].matters = reads[c.facts[i].gone]
	}
}

type compiler struct{ *Program }

// wrappers are the names of what encoded states consist of, with their arities.
var wrappers = []struct {
	name  string
	arity int
}{{nameHolds, 1}, {nameLasts, 1}, {nameGone, 1}, {nameLeft, 2}, {nameSame, 2}, {nameGets, 2}, {nameCopies, 2}}

// unwrap returns the name and the arguments of something in an encoded state.
func unwrap(text string) (name string, args [2]string) {
	for _, w := range wrappers {
		rest, ok := strings.CutPrefix(text, "("+w.name+" ")
		if !ok {
			continue
		}
		rest = rest[:len(rest)-1]
		if w.arity == 1 {
			return w.name, [2]string{rest}
		}
		n := firstTerm(rest)
		return w.name, [2]string{rest[:n], rest[n+1:]}
	}
	return "", args
}

// firstTerm returns the length of the first of two terms.
func firstTerm(text string) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ' ':
			if depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// findFacts numbers the facts in the order of their texts.
func (c *compiler) findFacts() {
	for i := range c.spec.State {
		switch name, args := unwrap(c.spec.State[i].Text); name {
		case nameHolds, nameLasts, nameGone:
			c.number[args[0]] = 0
		case nameLeft, nameGets:
			c.number[args[1]] = 0
		case nameSame, nameCopies:
			c.number[args[0]], c.number[args[1]] = 0, 0
		}
	}
	for text := range c.number {
		c.facts = append(c.facts, fact{text: text, holds: -1, lasts: -1, gone: -1})
	}
	slices.SortFunc(c.facts, func(a, b fact) int { return strings.Compare(a.text, b.text) })
	for i := range c.facts {
		c.number[c.facts[i].text] = int32(i)
	}
}

// findInputs finds what is set before rules are evaluated, and what they derive.
func (c *compiler) findInputs() error {
	for i := range c.spec.State {
		b := &c.spec.State[i]
		name, args := unwrap(b.Text)
		switch name {
		case nameHolds:
			c.facts[c.number[args[0]]].holds = b.Atom
		case nameLasts:
			c.facts[c.number[args[0]]].lasts = b.Atom
		case nameGone:
			c.facts[c.number[args[0]]].gone = b.Atom
		case nameLeft:
			c.compare(args, b.Atom)
		case nameSame:
			c.comparisons = append(c.comparisons, comparison{c.number[args[0]], c.number[args[1]], 0, b.Atom})
		case nameCopies:
			c.gives = append(c.gives, give{c.number[args[1]], c.number[args[0]], 0, b.Next})
		case nameGets:
			length, err := gdl.ParseLifetime(args[0])
			if err != nil {
				length = 0
			}
			if b.Init && length == 0 {
				return unsupported("a fact of the initial state has no valid lifetime")
			}
			if b.Init {
				c.initial = append(c.initial, grant{c.number[args[1]], length})
			}
			c.gives = append(c.gives, give{c.number[args[1]], -1, length, b.Next})
		}
	}
	c.gives = slices.DeleteFunc(c.gives, func(g give) bool { return g.atom < 0 })
	slices.SortStableFunc(c.gives, func(a, b give) int { return int(a.to - b.to) })
	slices.SortFunc(c.initial, func(a, b grant) int { return int(a.fact - b.fact) })
	for i := 1; i < len(c.initial); i++ {
		if c.initial[i].fact == c.initial[i-1].fact && c.initial[i].length != c.initial[i-1].length {
			return unsupported("%s has several lifetimes in the initial state", c.facts[c.initial[i].fact].text)
		}
	}
	c.initial = slices.Compact(c.initial)
	return nil
}

// compare adds the comparison of a fact with a constant. Rules compare names, so that a
// lifetime equals no constant but its own name.
func (c *compiler) compare(args [2]string, input int32) {
	length, err := gdl.ParseLifetime(args[0])
	if err == nil && length.String() == args[0] {
		c.comparisons = append(c.comparisons, comparison{c.number[args[1]], -1, length, input})
	}
}

func (c *compiler) findMoves() {
	for _, list := range c.spec.Moves {
		var moves []move
		number := make(map[string]int32, len(list))
		for i, m := range list {
			moves = append(moves, move{m.Text, m.Legal, m.Does})
			number[m.Text] = int32(i)
		}
		c.moves, c.moveNumber = append(c.moves, moves), append(c.moveNumber, number)
	}
}

// layOut numbers the outputs and returns their atoms.
func (c *compiler) layOut() []int32 {
	out := []int32{c.spec.Terminal}
	for _, list := range c.moves {
		c.legalAt = append(c.legalAt, int32(len(out)))
		for i := range list {
			out = append(out, list[i].legal)
		}
	}
	c.legalAt = append(c.legalAt, int32(len(out)))
	c.givesAt = int32(len(out))
	for i := range c.gives {
		out = append(out, c.gives[i].atom)
	}
	c.goalsAt = int32(len(out))
	for i := range c.goals {
		out = append(out, c.goals[i].Atom)
	}
	c.seesAt = int32(len(out))
	for i := range c.percepts {
		out = append(out, c.percepts[i].Atom)
	}
	c.outputs = int32(len(out))
	return out
}

// Roles returns the names of the roles.
func (p *Program) Roles() []string { return p.roles }

// Random returns the role that moves by chance, or -1.
func (p *Program) Random() int { return p.random }

// Hidden reports whether roles see percepts only.
func (p *Program) Hidden() bool { return p.hidden }

// Rules returns how many ground rules the program has.
func (p *Program) Rules() int { return len(p.net.head) }

// Facts returns how many facts states can have.
func (p *Program) Facts() int { return len(p.facts) }

// Lengths returns the lifetimes that rules give to facts, in any order and perhaps repeatedly.
func (p *Program) Lengths() []gdl.Lifetime {
	var out []gdl.Lifetime
	for _, g := range p.initial {
		out = append(out, g.length)
	}
	for i := range p.gives {
		if g := &p.gives[i]; g.from < 0 && g.length > 0 {
			out = append(out, g.length)
		}
	}
	return out
}

// Comparisons returns how many pairs of a fact and a lifetime, or of two facts, rules compare.
func (p *Program) Comparisons() int { return len(p.comparisons) }

// Moves returns how many moves of a role can be legal.
func (p *Program) Moves(role int) int { return len(p.moves[role]) }

// Compares reports whether rules compare lifetimes with each other or with constants.
func (p *Program) Compares() bool { return len(p.comparisons) > 0 }
