package deepcheck

import (
	"context"
	"maps"
	"strings"
	"time"

	"ludex/internal/budget"
	"ludex/internal/prove"
	"ludex/internal/prove/claim"
	"ludex/internal/spelling"
	"ludex/internal/wellformed"
	"ludex/rules"
)

// proofs returns a function that decides by proofs, or by plays that the proofs' search
// finds, what playing did not decide. It tries for some time of the processor for each
// question; what it cannot decide stays as it was.
func proofs(r *rules.Rules, limit time.Duration) func(context.Context, *wellformed.Requirements) error {
	return func(ctx context.Context, req *wellformed.Requirements) error {
		open := openFindings(req)
		if r.IsRBG() { // to win there is to have more points than others
			maps.DeleteFunc(open, func(name string, _ *wellformed.Finding) bool { return strings.HasPrefix(name, "winnable ") })
		}
		byLanguage(r, open)
		if len(open) == 0 {
			return nil
		}
		l, err := prove.Load(ctx, r)
		if err != nil { // such as for rules that are too large
			endsByRules(ctx, r, open["ends"], limit)
			return ctx.Err()
		}
		all, err := l.Questions(ctx, prove.Usual, 1)
		if err != nil {
			return err
		}
		var asked []prove.Question
		for _, q := range all {
			if open[q.Name] != nil {
				asked = append(asked, q)
			}
		}
		declared, err := declarations(ctx, r, l, open)
		if err != nil {
			return err
		}
		asked = append(asked, declared...)
		answers, err := prove.New(l, prove.Options{Time: limit, Seed: 1}).Decide(ctx, asked)
		for _, a := range answers {
			apply(&a, open[a.Property])
		}
		return err
	}
}

// byLanguage decides what follows from the language alone.
func byLanguage(r *rules.Rules, open map[string]*wellformed.Finding) {
	for name, f := range open {
		if why := prove.ByLanguage(r, claim.Property{Kind: claim.Kind(name)}); why != "" {
			*f = wellformed.Finding{Verdict: wellformed.Yes, Detail: provedBy + why}
			delete(open, name)
		}
	}
}

// endsByRules decides whether a game without a transition system ends.
func endsByRules(ctx context.Context, r *rules.Rules, f *wellformed.Finding, limit time.Duration) {
	if f == nil {
		return
	}
	slice, cancel := budget.WithSetup(ctx, "proving", limit)
	defer cancel()
	if why, _ := prove.EndsByRules(slice, r); why != "" {
		*f = wellformed.Finding{Verdict: wellformed.Yes, Detail: provedBy + why}
	}
}

// openFindings returns what is not decided, by the name of the question.
func openFindings(req *wellformed.Requirements) map[string]*wellformed.Finding {
	open := map[string]*wellformed.Finding{"ends": &req.Terminates, "playable": &req.Playable, "goals": &req.Goals}
	for what, f := range req.Declared {
		open[what] = f
	}
	for role, f := range req.WeaklyWinnable {
		open["winnable "+role] = f
	}
	for name, f := range open {
		if f.Verdict != wellformed.NotRefuted && f.Verdict != wellformed.NotShown {
			delete(open, name)
		}
	}
	return open
}

// These begin the detail of a finding that was proved, whether it is a yes or a no.
const (
	proved   = "proved: "
	provedBy = "proved by " // the language or the rules
)

// apply makes a finding of an answer.
func apply(a *prove.Answer, f *wellformed.Finding) {
	switch a.Verdict {
	case prove.Proved:
		*f = wellformed.Finding{Verdict: wellformed.Yes, Detail: proved + a.Method}
		if a.Language {
			f.Detail = provedBy + a.Method
		}
		if a.Bound != nil {
			f.Detail += "; at most " + spelling.CountText(a.Bound.String(), "step")
		}
	case prove.Refuted:
		*f = wellformed.Finding{Verdict: wellformed.No, Detail: refutation(a)}
	default:
		return
	}
	if a.Play == nil {
		return
	}
	for i, joint := range a.Play.Moves {
		text := "(" + strings.Join(joint, " ") + ")"
		if a.Play.Loop >= 0 && i >= a.Play.Loop {
			f.Loop = append(f.Loop, text)
		} else {
			f.Moves = append(f.Moves, text)
		}
	}
}

// refutation says what a play shows, in the words of the other checks, or how it was proved that no
// play wins.
func refutation(a *prove.Answer) string {
	switch a.Property {
	case "ends":
		return "a play can go on for ever"
	case "playable":
		return "a role has no legal move"
	case "goals":
		return "a role has no goal value, or several"
	}
	if a.Play != nil { // of base and input
		return "a fact or a move is not declared"
	}
	return proved + a.Method
}
