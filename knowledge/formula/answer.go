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
	// Reason says why it is undecided.
	Reason string `json:"reason,omitempty"`
	// Evidence leads from the development in question to what decides the
	// answer, where one development does: what somebody thinks possible, or how
	// the play can go on.
	Evidence []Evidence `json:"evidence,omitempty"`
	// Witness leads, for a question about a view, to a development in which the
	// formula holds although it does not hold in all.
	Witness []Evidence `json:"witness,omitempty"`
	// Developments is, for a question about a view, how many developments have
	// it, and Holding in how many of them the formula holds. Both are nil where
	// it is undecided.
	Developments *big.Int `json:"developments,omitempty"`
	Holding      *big.Int `json:"holding,omitempty"`
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
// undecided; a stopped context does so too, and its error is returned as well.
func (q *Query) At(ctx context.Context, m *knowledge.Model, d knowledge.Development) (*Answer, error) {
	trace, err := m.Follow(d)
	if err != nil {
		return q.stopped(err)
	}
	e := q.newEvaluator(ctx, m)
	n, err := e.compile(q.formula, nil)
	if err != nil {
		return q.stopped(err)
	}
	state, views := trace.Last()
	w := &world{state: state, views: views, given: d}
	t := e.eval(n, w)
	a := e.answer(t)
	if e.err != nil {
		return a, e.err
	}
	a.Evidence = e.explain(n, w, t)
	return a, e.err
}

// InView asks whether a role knows from a view that the formula holds: the
// answer is yes if it holds at all developments that have the view, and no if
// there is one at which it does not.
func (q *Query) InView(ctx context.Context, m *knowledge.Model, v knowledge.View) (*Answer, error) {
	e := q.newEvaluator(ctx, m)
	n, err := e.compile(q.formula, nil)
	if err != nil {
		return q.stopped(err)
	}
	set, err := m.Filter(ctx, v, n.views)
	if err != nil {
		return q.stopped(err)
	}
	f := fold{decides: no}
	first := map[truth]int{}
	holding := new(big.Int)
	for i := range set.Len() {
		t := e.inMember(n, set, i)
		f.add(t)
		if _, again := first[t]; !again {
			first[t] = i
		}
		if t == yes {
			holding.Add(holding, set.Count(i))
		}
	}
	t := f.rest()
	if _, fails := first[no]; fails {
		t = no
	}
	a := e.answer(t)
	if e.err != nil {
		return a, e.err
	}
	if !f.open {
		a.Developments, a.Holding = set.Developments(), holding
	}
	role := q.game.Roles()[v.Role]
	if i, fails := first[no]; fails {
		a.Evidence = e.inSet(n, set, i, role, no)
		if i, holds := first[yes]; holds {
			a.Witness = e.inSet(n, set, i, role, yes)
		}
	}
	return a, e.err
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
		a.Reason = e.err.Error()
	case t == yes:
		a.Verdict = Yes
	case t == no:
		a.Verdict = No
	case e.limit != nil:
		a.Reason = e.limit.Error()
	}
	return a
}

// stopped answers a question that could not even be looked at.
func (q *Query) stopped(err error) (*Answer, error) {
	a := &Answer{Verdict: Undecided, Formula: q.formula.String(), Reason: err.Error()}
	var limit *knowledge.LimitError
	if errors.As(err, &limit) {
		return a, nil
	}
	return a, err
}
