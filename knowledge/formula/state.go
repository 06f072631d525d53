package formula

import (
	"slices"
	"strconv"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/knowledge"
)

// maxMemo is the number of memoised truth values of formulas in states.
const maxMemo = 256 << 20

// inState evaluates a formula that depends on the state only.
func (e *evaluator) inState(n *node, s knowledge.StateID) truthValue {
	if n.fixed != unseen {
		return n.fixed
	}
	memo := e.states[n.id]
	if int(s) < len(memo) && memo[s] != unseen {
		return memo[s]
	}
	e.load(s)
	t := e.holds(n)
	if grow := int(s) + 1 - len(memo); grow > 0 && e.memo+grow <= maxMemo {
		e.memo += grow
		memo = append(memo, make([]truthValue, grow)...)
		e.states[n.id] = memo
	}
	if int(s) < len(memo) && e.err == nil {
		memo[s] = t
	}
	return t
}

// A snapshot is the current state as comparable texts. Terms are parsed on demand.
type snapshot struct {
	state  knowledge.StateID
	facts  []string
	legal  [][]string // by role; nil if not computed
	goals  [][]string
	over   bool
	loaded bool
}

// load makes a state the current one.
func (e *evaluator) load(s knowledge.StateID) {
	if e.at.loaded && e.at.state == s {
		return
	}
	n := len(e.game.Roles())
	e.at = snapshot{state: s, loaded: true, legal: make([][]string, n), goals: make([][]string, n)}
	e.at.facts = e.game.Facts(e.model.State(s))
	if e.opt.FoldCase {
		for i, f := range e.at.facts {
			e.at.facts[i] = e.key(f)
		}
		slices.Sort(e.at.facts)
	}
	over, err := e.model.Terminal(s)
	e.fail(err)
	e.at.over = over
	e.recordFacts()
}

// recordFacts records which facts of the formula occur.
func (e *evaluator) recordFacts() {
	if len(e.missing) == 0 {
		return
	}
	e.missing = slices.DeleteFunc(e.missing, func(name string) bool {
		key := e.key(name)
		return slices.ContainsFunc(e.at.facts, func(f string) bool {
			return f == key || strings.HasPrefix(f, "("+key+" ")
		})
	})
}

// legal returns the legal moves of a role in the current state.
func (e *evaluator) legal(r game.Role) []string {
	if e.at.legal[r] == nil {
		moves, err := e.model.Legal(e.at.state, r)
		e.fail(err)
		e.at.legal[r] = make([]string, len(moves))
		for i, m := range moves {
			e.at.legal[r][i] = e.key(e.game.MoveText(r, m))
		}
	}
	return e.at.legal[r]
}

// goals returns the goal values of a role in the current state.
func (e *evaluator) goals(r game.Role) []string {
	if e.at.goals[r] == nil {
		values, err := e.model.Goals(e.at.state, r)
		e.fail(err)
		e.at.goals[r] = make([]string, len(values))
		for i, v := range values {
			e.at.goals[r][i] = strconv.Itoa(v)
		}
	}
	return e.at.goals[r]
}

// holds evaluates a formula in the current state.
func (e *evaluator) holds(n *node) truthValue {
	if n.fixed != unseen {
		return n.fixed
	}
	switch n.op {
	case opTrue:
		_, found := slices.BinarySearch(e.at.facts, n.text)
		return truthOf(found)
	case opLegal:
		return truthOf(slices.Contains(e.legal(n.role), n.text))
	case opGoal:
		return truthOf(slices.Contains(e.goals(n.role), n.text))
	case opTerminal:
		return truthOf(e.at.over)
	}
	return e.connect(n, e.instancesHere, e.holds)
}

// instancesHere returns the operands of an operator in the current state.
func (e *evaluator) instancesHere(n *node) []*node {
	if !n.ranges {
		return n.args
	}
	args, err := e.instances(n, e.domainHere(&n.formula.domain.Atom))
	e.fail(err)
	return args
}

// domainHere returns the atoms of a domain in the current state.
func (e *evaluator) domainHere(domain *gdl.Term) []gdl.Term {
	var out []gdl.Term
	op, _ := domainOp(domain)
	if op == opTrue {
		for _, f := range e.at.facts {
			out = append(out, gdl.Fn(gdl.True, e.parsed(f)))
		}
		return out
	}
	for r, name := range e.game.Roles() {
		values := e.goals
		if op == opLegal {
			values = e.legal
		}
		for _, v := range values(game.Role(r)) {
			out = append(out, gdl.Fn(domain.Name, e.parsed(name), e.parsed(v)))
		}
	}
	return out
}

// parsed returns the term of a canonical text.
func (e *evaluator) parsed(text string) gdl.Term {
	t, ok := e.terms[text]
	if !ok {
		t = fromCanonical(text)
		e.terms[text] = t
	}
	return t
}
