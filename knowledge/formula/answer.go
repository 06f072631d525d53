package formula

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"ludex/knowledge"
)

// A Verdict is the answer to a question.
type Verdict string

// The verdicts. Undecided means that a limit was in the way.
const (
	Yes       Verdict = "yes"
	No        Verdict = "no"
	Undecided Verdict = "undecided"
)

// An Answer says whether a formula holds, and what shows it.
type Answer struct {
	Verdict Verdict `json:"answer"`
	Formula string  `json:"formula"`
	// Reason says why it is undecided, and States at how many different states
	// was looked until then.
	Reason string `json:"reason,omitempty"`
	States int    `json:"states,omitempty"`
	// Evidence leads from the development in question to what decides the
	// answer, where one development does: what somebody thinks possible, or how
	// the play can go on.
	Evidence []Evidence `json:"evidence,omitempty"`
	// Witness leads, for a question about a view, to a development in which the
	// formula holds although it does not hold in all.
	Witness []Evidence `json:"witness,omitempty"`
	// Developments is, for a question about a view, how many developments have
	// it, Holding in how many of them the formula holds, and Open in how many
	// that is undecided, if it is in any. They are nil where that is not known.
	Developments *big.Int `json:"developments,omitempty"`
	Holding      *big.Int `json:"holding,omitempty"`
	Open         *big.Int `json:"undecided,omitempty"`
	// Unseen are names of facts in the formula that no state had that was looked
	// at, which may be slips.
	Unseen []string `json:"unseen,omitempty"`
}

// An Evidence is a development that has to do with an answer.
type Evidence struct {
	// Role thinks the development possible; if there is none, the play can come
	// to it from the development before.
	Role string `json:"role,omitempty"`
	// Moves are the joint moves of the development.
	Moves []string `json:"moves"`
	// Formula is what holds there or does not.
	Formula string `json:"formula"`
	Holds   bool   `json:"holds"`
}

// String describes a development in a line.
func (v Evidence) String() string {
	how := "the play can come to"
	if v.Role != "" {
		how = v.Role + " thinks possible"
	}
	moves := strings.Join(v.Moves, " ; ")
	if moves == "" {
		moves = "no moves"
	}
	holds := "fails"
	if v.Holds {
		holds = "holds"
	}
	return fmt.Sprintf("%s: %s: there %s %s", how, moves, v.Formula, holds)
}

// String describes the answer in a few lines.
func (a *Answer) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s", a.Verdict)
	if a.Reason != "" {
		fmt.Fprintf(&b, ": %s", a.Reason)
	}
	if a.Developments != nil {
		fmt.Fprintf(&b, ": it holds in %v of %v developments", a.Holding, a.Developments)
	}
	if a.Open != nil {
		fmt.Fprintf(&b, " and is undecided in %v", a.Open)
	}
	if a.Verdict == Undecided {
		fmt.Fprintf(&b, "; %d states were looked at", a.States)
	}
	b.WriteByte('\n')
	for _, v := range append(append([]Evidence(nil), a.Evidence...), a.Witness...) {
		fmt.Fprintf(&b, "  %s\n", v)
	}
	for _, name := range a.Unseen {
		fmt.Fprintf(&b, "  no state that was looked at has a fact %s\n", name)
	}
	return b.String()
}

// At asks whether the formula holds at a development. A limit makes the answer
// undecided. So does a stopped context or the failure of a machine, whose error is
// returned as well.
func (q *Query) At(ctx context.Context, m *knowledge.Model, d knowledge.Development) (*Answer, error) {
	e := q.newEvaluator(ctx, m)
	defer m.Bind(context.Background())
	trace, err := m.Follow(d)
	if err != nil {
		return e.stopped(err)
	}
	n, err := e.compile(q.formula, nil)
	if err != nil {
		return e.stopped(err)
	}
	state, views := trace.Last()
	w := &world{state: state, views: views, given: d}
	t := e.eval(n, w)
	evidence := e.explain(n, w, t)
	a := e.answer(t)
	if e.err == nil {
		a.Evidence = evidence
	}
	return a, e.err
}

// InView asks whether a role knows from a view that the formula holds: the
// answer is yes if it holds at all developments that have the view, and no if
// there is one at which it does not.
func (q *Query) InView(ctx context.Context, m *knowledge.Model, v knowledge.View) (*Answer, error) {
	e := q.newEvaluator(ctx, m)
	defer m.Bind(context.Background())
	n, err := e.compile(q.formula, nil)
	if err != nil {
		return e.stopped(err)
	}
	set, err := m.Filter(ctx, v, n.views)
	if err != nil {
		return e.stopped(err)
	}
	c := e.count(n, set)
	role := q.game.Roles()[v.Role]
	var evidence, witness []Evidence
	if i, fails := c.first[no]; fails {
		evidence = e.inSet(n, set, i, role, no)
		if i, holds := c.first[yes]; holds {
			witness = e.inSet(n, set, i, role, yes)
		}
	}
	a := e.answer(c.truth())
	a.Developments, a.Holding = set.Developments(), c.number(yes)
	if open := c.number(undecided); open.Sign() > 0 {
		a.Open = open
	}
	if e.err == nil {
		a.Evidence, a.Witness = evidence, witness
	}
	return a, e.err
}

// A counted set has been asked a formula in all its members.
type counted struct {
	first  map[truth]int // the first member with each truth
	counts map[truth]*big.Int
}

// count evaluates a formula in all members of a set.
func (e *evaluator) count(n *node, set *knowledge.Set) *counted {
	c := &counted{map[truth]int{}, map[truth]*big.Int{}}
	for i := range set.Len() {
		t := e.inMember(n, set, i)
		if c.counts[t] == nil {
			c.first[t], c.counts[t] = i, new(big.Int)
		}
		c.counts[t].Add(c.counts[t], set.Count(i))
	}
	return c
}

// number returns how many developments have a truth.
func (c *counted) number(t truth) *big.Int {
	if n := c.counts[t]; n != nil {
		return n
	}
	return new(big.Int)
}

// truth returns what the formula is in all members together.
func (c *counted) truth() truth {
	for _, t := range []truth{no, undecided} {
		if c.counts[t] != nil {
			return t
		}
	}
	return yes
}

// inSet explains what a formula is where a member of a set leads to.
func (e *evaluator) inSet(n *node, set *knowledge.Set, i int, role string, t truth) []Evidence {
	w := e.member(set, i, n.views)
	return append([]Evidence{e.evidence(role, n, w, t)}, e.explain(n, w, t)...)
}

// answer makes an answer of a truth.
func (e *evaluator) answer(t truth) *Answer {
	a := &Answer{Verdict: Undecided, Formula: e.formula.String(), Unseen: e.missing}
	switch {
	case e.err != nil:
		a.Reason, a.States = reason(e.err), e.model.States()
	case t == yes:
		a.Verdict = Yes
	case t == no:
		a.Verdict = No
	case e.limit != nil:
		a.Reason, a.States = e.limit.Error(), e.model.States()
	}
	return a
}

// reason says why an evaluation has stopped.
func reason(err error) string {
	switch {
	case errors.Is(err, context.Canceled):
		return "stopped"
	case errors.Is(err, context.DeadlineExceeded):
		return "the time is over"
	}
	return err.Error()
}

// stopped answers a question that could not even be looked at.
func (e *evaluator) stopped(err error) (*Answer, error) {
	e.fail(err)
	return e.answer(undecided), e.err
}
