package formula

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"ludex/knowledge"
)

// A Verdict is the truth value of an answer.
type Verdict string

// The verdicts. Undecided means that a limit was reached.
const (
	Yes       Verdict = "yes"
	No        Verdict = "no"
	Undecided Verdict = "undecided"
)

// An Answer says whether a formula holds, with evidence.
type Answer struct {
	Verdict Verdict `json:"answer"`
	Formula string  `json:"formula"`
	// Reason says why it is undecided, and States is the number of different
	// states visited.
	Reason string `json:"reason,omitempty"`
	States int    `json:"states,omitempty"`
	// Evidence leads from the development in question to the one that decides the
	// answer, if there is one: in an information set, or in a continuation of the
	// play.
	Evidence []Evidence `json:"evidence,omitempty"`
	// Witness leads, for a question about a view, to a development in which the
	// formula holds although it does not hold in all.
	Witness []Evidence `json:"witness,omitempty"`
	// Developments is, for a question about a view, the number of developments with
	// it. In Holding of them the formula holds, and in Open, if not nil, that is
	// undecided. They are nil where that is unknown.
	Developments *big.Int `json:"developments,omitempty"`
	Holding      *big.Int `json:"holding,omitempty"`
	Open         *big.Int `json:"undecided,omitempty"`
	// Unseen are names of facts in the formula that no visited state had, which may
	// be typing errors.
	Unseen []string `json:"unseen,omitempty"`
}

// An Evidence is a development that supports an answer.
type Evidence struct {
	// Role considers the development possible; if it is empty, the development
	// continues the one before.
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

// At evaluates the formula at a development. If a limit is reached, the answer is
// undecided; if the context ends or a machine fails, the error is returned as well.
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
	evidence := explainer{e}.explain(n, w, t)
	a := e.answer(t)
	if e.err == nil {
		a.Evidence = evidence
	}
	return a, e.err
}

// InView evaluates whether a role with a view knows that the formula holds: the
// answer is yes if it holds at all developments with the view, and no if there is
// one at which it does not.
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
		evidence = explainer{e}.inSet(n, set, i, role, no)
		if i, holds := c.first[yes]; holds {
			witness = explainer{e}.inSet(n, set, i, role, yes)
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

// A memberTruths holds the truth values of a formula in all members of a set.
type memberTruths struct {
	first  map[truthValue]int // the first member with each truth
	counts map[truthValue]*big.Int
}

// count evaluates a formula in all members of a set.
func (e *evaluator) count(n *node, set *knowledge.Set) *memberTruths {
	c := &memberTruths{map[truthValue]int{}, map[truthValue]*big.Int{}}
	for i := range set.Len() {
		t := e.inMember(n, set, i)
		if c.counts[t] == nil {
			c.first[t], c.counts[t] = i, new(big.Int)
		}
		c.counts[t].Add(c.counts[t], set.Count(i))
	}
	return c
}

// number returns the number of developments with a truth value.
func (c *memberTruths) number(t truthValue) *big.Int {
	if n := c.counts[t]; n != nil {
		return n
	}
	return new(big.Int)
}

// truth returns the conjunction over all members.
func (c *memberTruths) truth() truthValue {
	for _, t := range []truthValue{no, undecided} {
		if c.counts[t] != nil {
			return t
		}
	}
	return yes
}

// inSet explains the truth value of a formula at a member of a set.
func (e explainer) inSet(n *node, set *knowledge.Set, i int, role string, t truthValue) []Evidence {
	w := e.member(set, i, n.views)
	return append([]Evidence{e.evidence(role, n, w, t)}, e.explain(n, w, t)...)
}

// answer converts a truth value to an answer.
func (e *evaluator) answer(t truthValue) *Answer {
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

// reason describes why an evaluation has stopped.
func reason(err error) string {
	switch {
	case errors.Is(err, context.Canceled):
		return "stopped"
	case errors.Is(err, context.DeadlineExceeded):
		return "the time is over"
	}
	return err.Error()
}

// stopped returns the answer to a question that failed before its evaluation.
func (e *evaluator) stopped(err error) (*Answer, error) {
	e.fail(err)
	return e.answer(undecided), e.err
}
