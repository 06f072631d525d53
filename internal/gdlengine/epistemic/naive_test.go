package epistemic_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlformat"
)

// TestNaive compares both engines with a naive evaluator on random games: it keeps all
// histories, one by one, and evaluates ground rules in each of them.
func TestNaive(t *testing.T) {
	games := 30
	switch {
	case os.Getenv("LUDEX_FULL") != "":
		games = 500
	case testing.Short():
		games = 10
	}
	known := 0
	for seed := range games {
		text := randomGame(uint64(seed))
		p := parse(t, text)
		naive := newNaive(p)
		for _, engine := range gdlengine.Names() {
			o, err := gdlengine.Open(context.Background(), p, gdlengine.Options{Opening: game.Opening{Engine: engine}})
			if err != nil {
				t.Fatalf("seed %d, %s: %v\n%s", seed, engine, err, text)
			}
			c := &naiveComparison{naive: naive, game: o.Game, machine: o.Game.NewMachine()}
			if err := c.run(3); err != nil {
				t.Fatalf("seed %d, %s: %v\n%s", seed, engine, err, text)
			}
			known += c.known
		}
	}
	if known < games {
		t.Errorf("rules asked for knowledge that there was %d times only in %d games", known, games)
	}
}

// A naiveRule is a ground rule. Conditions on what never changes are gone.
type naiveRule struct {
	head string
	body []naiveCondition
}

type naiveCondition struct {
	negated bool
	atom    string
	in      string // the relation
}

// A naive is a game as ground rules by the relation of their heads.
type naive struct {
	roles   []string
	players []string
	rules   map[string][]naiveRule
	initial []string
}

// stateRelations are the relations of a random game in the order in which they are
// evaluated.
var stateRelations = []string{"p0", "p1", "p2", "p3", "p4", gdl.Legal, gdl.Terminal, gdl.Goal}

func newNaive(p *gdl.Program) *naive {
	n := &naive{rules: map[string][]naiveRule{}}
	static := map[string]bool{}
	values := []gdl.Term{}
	for i := range p.Clauses {
		head := &p.Clauses[i].Head
		switch {
		case len(p.Clauses[i].Body) > 0:
		case head.Name == gdl.Role:
			n.roles = append(n.roles, head.Args[0].Name)
			values = append(values, head.Args[0])
			static[atomText(head)] = true
		case head.Name == gdl.Init:
			n.initial = append(n.initial, atomText(&head.Args[0]))
		default:
			values = append(values, head.Args[0])
			static[atomText(head)] = true
		}
	}
	for _, r := range n.roles {
		if r != gdl.Random {
			n.players = append(n.players, r)
		}
	}
	for i := range p.Clauses {
		if c := &p.Clauses[i]; len(c.Body) > 0 {
			n.ground(c, variablesOf(c), values, map[string]gdl.Term{}, static)
		}
	}
	return n
}

func variablesOf(c *gdl.Clause) (names []string) {
	c.Walk(func(t *gdl.Term) {
		if t.Kind == gdl.Variable && !slices.Contains(names, t.Name) {
			names = append(names, t.Name)
		}
	})
	return names
}

// ground adds all instances of a clause.
func (n *naive) ground(c *gdl.Clause, vars []string, values []gdl.Term, env map[string]gdl.Term, static map[string]bool) {
	if len(vars) > 0 {
		for _, v := range values {
			env[vars[0]] = v
			n.ground(c, vars[1:], values, env, static)
		}
		return
	}
	head := instance(&c.Head, env)
	r := naiveRule{head: atomText(&head)}
	for i := range c.Body {
		a, negated, _ := c.Body[i].Literal()
		atom := instance(a, env)
		text := atomText(&atom)
		if atom.Name == gdl.Role || atom.Name == "dom" {
			if !static[text] {
				return
			}
			continue
		}
		r.body = append(r.body, naiveCondition{negated, text, atom.Name})
	}
	n.rules[head.Name] = append(n.rules[head.Name], r)
}

func instance(t *gdl.Term, env map[string]gdl.Term) gdl.Term {
	if t.Kind == gdl.Variable {
		return env[t.Name]
	}
	args := make([]gdl.Term, len(t.Args))
	for i := range args {
		args[i] = instance(&t.Args[i], env)
	}
	return gdl.Fn(t.Name, args...)
}

func atomText(t *gdl.Term) string { return gdlformat.Term(t, gdl.Prefix) }

// A history is a play so far: what holds now, and what each player saw and did.
type history struct {
	facts []string
	views map[string]string // by player
	holds map[string]bool   // atoms, with what is known
	state game.State        // of the engine
}

// evaluate adds the atoms of a relation that hold.
func (n *naive) evaluate(h *history, relation string, does map[string]bool) (out []string) {
next:
	for _, r := range n.rules[relation] {
		for _, c := range r.body {
			if (h.holds[c.atom] || does[c.atom]) == c.negated {
				continue next
			}
		}
		out = append(out, r.head)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// know adds what is known of atoms that hold in some histories of the same length.
func (n *naive) know(histories []*history, atoms [][]string) (count int) {
	add := func(h *history, who string, same []int) {
		for _, a := range atoms[same[0]] {
			everywhere := true
			for _, i := range same {
				everywhere = everywhere && slices.Contains(atoms[i], a)
			}
			if everywhere {
				h.holds["("+gdl.Knows+who+" "+a+")"] = true
				count++
			}
		}
	}
	for _, h := range histories {
		for _, p := range n.players {
			var same []int
			for j, k := range histories {
				if k.views[p] == h.views[p] {
					same = append(same, j)
				}
			}
			add(h, " "+p, same)
		}
	}
	for i, h := range histories {
		add(h, "", n.connected(histories, i))
	}
	return count
}

// connected returns the histories that can be reached from one over histories that look
// the same to a player.
func (n *naive) connected(histories []*history, from int) []int {
	found := []int{from}
	for at := 0; at < len(found); at++ {
		for j, k := range histories {
			if slices.Contains(found, j) {
				continue
			}
			for _, p := range n.players {
				if k.views[p] == histories[found[at]].views[p] {
					found = append(found, j)
					break
				}
			}
		}
	}
	return found
}

// A naiveComparison compares an engine with the naive evaluator.
type naiveComparison struct {
	naive   *naive
	game    game.Game
	machine game.Machine
	known   int
}

// maxHistories ends a comparison.
const maxHistories = 150

func (c *naiveComparison) run(steps int) error {
	first := &history{facts: slices.Sorted(slices.Values(c.naive.initial)), views: map[string]string{}, state: c.machine.Initial(nil)}
	level := []*history{first}
	for range steps + 1 {
		c.load(level)
		var next []*history
		for _, h := range level {
			if err := c.compare(h); err != nil {
				return err
			}
			after, err := c.follow(h)
			if err != nil {
				return err
			}
			next = append(next, after...)
		}
		if len(next) > maxHistories {
			return nil
		}
		level = next
	}
	return nil
}

// load computes what holds in all histories, relation by relation.
func (c *naiveComparison) load(level []*history) {
	atoms := make([][]string, len(level))
	for i, h := range level {
		h.holds = map[string]bool{}
		for _, f := range h.facts {
			atoms[i] = append(atoms[i], "(true "+f+")")
		}
	}
	settle := func() {
		for i, h := range level {
			for _, a := range atoms[i] {
				h.holds[a] = true
			}
		}
		c.known += c.naive.know(level, atoms)
	}
	settle()
	for _, relation := range stateRelations {
		for i, h := range level {
			atoms[i] = c.naive.evaluate(h, relation, nil)
		}
		settle()
	}
}

// compare compares what an engine says about a position.
func (c *naiveComparison) compare(h *history) error {
	if got := c.game.Facts(h.state); !slices.Equal(got, h.facts) {
		return fmt.Errorf("facts %v, want %v", got, h.facts)
	}
	if got, want := c.machine.Terminal(h.state), h.holds[gdl.Terminal]; got != want {
		return fmt.Errorf("terminal %v, want %v, in %v", got, want, h.facts)
	}
	for r, name := range c.game.Roles() {
		var legal, goals []string
		for _, m := range c.machine.Legal(h.state, game.Role(r), nil) {
			legal = append(legal, fmt.Sprintf("(legal %s %s)", name, c.game.MoveText(game.Role(r), m)))
		}
		for _, v := range c.machine.Goals(h.state, game.Role(r), nil) {
			goals = append(goals, fmt.Sprintf("(goal %s %d)", name, v))
		}
		for relation, got := range map[string][]string{gdl.Legal: legal, gdl.Goal: goals} {
			want := c.of(h, relation, name)
			slices.Sort(got)
			if !slices.Equal(got, want) && !(relation == gdl.Legal && h.holds[gdl.Terminal]) {
				return fmt.Errorf("%v, want %v, in %v with %v", got, want, h.facts, h.views)
			}
		}
	}
	return c.machine.Err()
}

// of returns the atoms of a relation about a role that hold.
func (c *naiveComparison) of(h *history, relation, role string) (out []string) {
	for a := range h.holds {
		if strings.HasPrefix(a, "("+relation+" "+role+" ") {
			out = append(out, a)
		}
	}
	slices.Sort(out)
	return out
}

// follow makes all joint moves after a history, on both sides.
func (c *naiveComparison) follow(h *history) (after []*history, err error) {
	if h.holds[gdl.Terminal] {
		return nil, nil
	}
	joints := [][]game.Move{nil}
	for r := range c.game.Roles() {
		var longer [][]game.Move
		for _, j := range joints {
			for _, m := range c.machine.Legal(h.state, game.Role(r), nil) {
				longer = append(longer, append(slices.Clone(j), m))
			}
		}
		joints = longer
	}
	for _, joint := range joints {
		k, err := c.step(h, joint)
		if err != nil {
			return nil, err
		}
		after = append(after, k)
	}
	return after, c.machine.Err()
}

func (c *naiveComparison) step(h *history, joint []game.Move) (*history, error) {
	does := map[string]bool{}
	for r, m := range joint {
		does[fmt.Sprintf("(does %s %s)", c.game.Roles()[r], c.game.MoveText(game.Role(r), m))] = true
	}
	k := &history{views: maps.Clone(h.views), state: c.machine.Next(h.state, joint, nil)}
	for _, a := range c.naive.evaluate(h, gdl.Next, does) {
		k.facts = append(k.facts, strings.TrimSuffix(strings.TrimPrefix(a, "(next "), ")"))
	}
	k.facts = slices.Sorted(slices.Values(k.facts))
	sees := c.naive.evaluate(h, gdl.Sees, does)
	for r, name := range c.game.Roles() {
		var seen, got []string
		for _, a := range sees {
			if p, ok := strings.CutPrefix(a, "(sees "+name+" "); ok {
				seen = append(seen, strings.TrimSuffix(p, ")"))
			}
		}
		for _, p := range c.machine.Percepts(h.state, joint, game.Role(r), nil) {
			got = append(got, c.game.PerceptText(p))
		}
		if !slices.Equal(got, slices.Sorted(slices.Values(seen))) {
			return nil, fmt.Errorf("%s sees %v, want %v, in %v after %v", name, got, seen, h.facts, does)
		}
		k.views[name] += fmt.Sprintf("%s %v;", c.game.MoveText(game.Role(r), joint[r]), seen)
	}
	return k, c.machine.Err()
}
