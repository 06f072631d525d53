// Package deepcheck plays a game in any language, and tries to prove what playing does not
// decide, to check what its text does not show: whether it always ends, can always be continued and can be won, and what its roles
// know. Its input is the rules; it adds diagnostics to a list and returns a [Report],
// whose answers the command line and the server show.
package deepcheck

import (
	"context"
	"fmt"
	"strings"

	"ludex/internal/gdlwellformed"
	"ludex/internal/knowledgecheck"
	"ludex/internal/rbgwellformed"
	"ludex/internal/wellformed"
	"ludex/rules"
	"ludex/source"
)

// A Report has the findings about a game. A part is nil if it does not apply to the game,
// or if nothing was found out.
type Report struct {
	Requirements *wellformed.Requirements `json:"requirements,omitempty"`
	// Knowledge says whether the roles of a game with hidden information know what they
	// need to.
	Knowledge       *knowledgecheck.Propositions `json:"knowledge,omitempty"`
	Distinguishable *knowledgecheck.Finding      `json:"distinguishable,omitempty"`
	Timed           *gdlwellformed.TimedReport   `json:"timed,omitempty"` // of a real-time game

	roles []string
}

// Run checks rules, and adds what is wrong to the list. Where it ends with an error, for
// example of the context, the report has what was found before.
func Run(ctx context.Context, r *rules.Rules, opt gdlwellformed.Options, list *source.List) (*Report, error) {
	out := new(Report)
	played, err := r.Playable(ctx)
	if err != nil {
		return out, err
	}
	if opt.ProofTime > 0 && !r.IsTimed() {
		opt.Prove = proofs(played, opt.ProofTime)
	}
	switch {
	case r.IsRBG():
		search := rbgwellformed.Options{Limits: opt.Limits, Playouts: opt.Playouts, Seed: opt.Seed, Prove: opt.Prove}
		out.Requirements, out.roles, err = rbgwellformed.Check(ctx, played.RBG, search, list)
	case r.IsTimed():
		if out.Timed, err = gdlwellformed.CheckTimed(ctx, played.GDL, opt, list); out.Timed != nil {
			out.Requirements, out.roles, out.Knowledge = out.Timed.Requirements, out.Timed.Roles, out.Timed.Knowledge
		}
	default:
		var found *gdlwellformed.Report
		if found, err = gdlwellformed.Check(ctx, played.GDL, opt, list); found != nil {
			out.Requirements, out.roles = found.Requirements, found.Roles
			out.Knowledge, out.Distinguishable = found.Knowledge, found.Distinguishable
		}
	}
	return out, err
}

// An Answer is a question about a game with its answer, for people.
type Answer struct{ Question, Text string }

// Answers returns the answers about the requirements for well-formed games. They are in
// the order of the questions, not of the roles.
func (r *Report) Answers() []Answer {
	req := r.Requirements
	if req == nil {
		return nil
	}
	var list []Answer
	add := func(question string, f *wellformed.Finding) {
		if f != nil {
			list = append(list, Answer{question, findingText(f)})
		}
	}
	add("always ends", &req.Terminates)
	add("always playable", &req.Playable)
	add("one goal value at the end", &req.Goals)
	for _, what := range []string{"base", "input"} {
		add(what+" covers it", req.Declared[what])
	}
	for _, q := range []struct {
		text string
		by   map[string]*wellformed.Finding
	}{
		{"weakly winnable for ", req.WeaklyWinnable},
		{"strongly winnable for ", req.StronglyWon},
		{"forced win for ", req.ForcedWin},
	} {
		for _, role := range r.roles {
			add(q.text+role, q.by[role])
		}
	}
	return list
}

// findingText writes a finding. The detail of a "no" is in the diagnostics, but for how it was proved.
func findingText(f *wellformed.Finding) string {
	text := f.Verdict.String()
	if f.Detail != "" && (f.Verdict != wellformed.No || strings.HasPrefix(f.Detail, proved)) {
		text += " (" + f.Detail + ")"
	}
	return text
}

// KnowledgeAnswers returns the answers about the knowledge of the roles, in a game with
// hidden information.
func (r *Report) KnowledgeAnswers() []Answer {
	var list []Answer
	add := func(question string, f *knowledgecheck.Finding) {
		text := f.String()
		if r.Timed != nil {
			text += fmt.Sprintf(" (with moves at multiples of %s)", r.Timed.Grid)
		}
		list = append(list, Answer{question, text})
	}
	if k := r.Knowledge; k != nil {
		add("roles know their legal moves", &k.LegalMoves)
		add("roles know the end and results", &k.Ends)
	}
	if r.Distinguishable != nil {
		add("roles can tell all plays apart", r.Distinguishable)
	}
	return list
}

// TimedText says how often a real-time game was played; it is "" for other games.
func (r *Report) TimedText() string {
	if r.Timed == nil {
		return ""
	}
	return fmt.Sprintf("%d times, %d of them to the end, with %d updates", r.Timed.Plays, r.Timed.Ended, r.Timed.Events)
}
