package circuit

import "fmt"

// check reports the first thing that makes a Spec malformed, so that the rest
// of the package can rely on its numbers.
func check(s *Spec) error {
	c := checker{spec: s}
	c.rules()
	c.inputs()
	c.outputs()
	if c.problem != "" {
		return &SpecError{Game: s.Name, Problem: c.problem}
	}
	return nil
}

type checker struct {
	spec    *Spec
	problem string
	defined []bool // atoms that are the head of a rule
}

func (c *checker) fail(format string, args ...any) {
	if c.problem == "" {
		c.problem = fmt.Sprintf(format, args...)
	}
}

func (c *checker) atom(a int32, what string) {
	if a < 0 || int(a) >= c.spec.Atoms {
		c.fail("%s names atom %d of %d", what, a, c.spec.Atoms)
	}
}

// optional accepts -1 as well.
func (c *checker) optional(a int32, what string) {
	if a != -1 {
		c.atom(a, what)
	}
}

func (c *checker) rules() {
	c.defined = make([]bool, c.spec.Atoms)
	r := c.spec.Rules
	for i := 0; i < len(r); {
		if i+1 >= len(r) || r[i+1] < 0 || i+2+int(r[i+1]) > len(r) {
			c.fail("the rule at %d is cut short", i)
			return
		}
		end := i + 2 + int(r[i+1])
		if c.atom(r[i], "a head"); c.problem != "" {
			return
		}
		c.defined[r[i]] = true
		for _, l := range r[i+2 : end] {
			if c.atom(l>>1, "a literal"); c.problem != "" {
				return
			}
		}
		i = end
	}
}

// inputs checks that rules do not define what they read as input.
func (c *checker) inputs() {
	seen := make([]bool, c.spec.Atoms)
	input := func(a int32, what string) {
		if c.atom(a, what); c.problem != "" {
			return
		}
		if c.defined[a] {
			c.fail("atom %d is %s and the head of a rule", a, what)
		}
		if seen[a] {
			c.fail("atom %d is two inputs", a)
		}
		seen[a] = true
	}
	for _, b := range c.spec.State {
		input(b.Atom, "a state atom")
		c.optional(b.Next, "a next state")
	}
	for _, moves := range c.spec.Moves {
		for _, m := range moves {
			c.atom(m.Legal, "a legal move")
			if m.Does != -1 {
				input(m.Does, "a made move")
			}
		}
	}
}

func (c *checker) outputs() {
	s := c.spec
	if len(s.Moves) != len(s.Roles) {
		c.fail("there are %d roles and the moves of %d", len(s.Roles), len(s.Moves))
	}
	if s.Random < -1 || s.Random >= len(s.Roles) {
		c.fail("role %d of %d moves by chance", s.Random, len(s.Roles))
	}
	if s.Uncounted < 0 || s.Uncounted > len(s.State) {
		c.fail("state bit %d of %d says that steps are not counted", s.Uncounted-1, len(s.State))
	}
	c.optional(s.Terminal, "the end")
	for _, g := range s.Goals {
		c.atom(g.Atom, "a goal")
		if g.Role < 0 || g.Role >= len(s.Roles) {
			c.fail("a goal belongs to role %d of %d", g.Role, len(s.Roles))
		}
	}
	for _, p := range s.Percepts {
		c.atom(p.Atom, "a percept")
		if p.Role < 0 || p.Role >= len(s.Roles) || p.Percept < 0 || p.Percept >= len(s.Texts) {
			c.fail("percept %d of %d belongs to role %d of %d", p.Percept, len(s.Texts), p.Role, len(s.Roles))
		}
	}
}
