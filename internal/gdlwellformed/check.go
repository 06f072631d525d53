// Package gdlwellformed finds the problems of a GDL description that show only in play:
// plays that never end, roles that cannot move or never win, goals that are missing or
// ambiguous. Package wellformed explores the game.
package gdlwellformed

import (
	"context"
	"strings"
	"time"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine"
	"ludex/internal/knowledgecheck"
	"ludex/internal/wellformed"
	"ludex/knowledge"
	"ludex/source"
)

// The problems that show only when a game is played.
var (
	endless = &source.Code{ID: "GDL120", Severity: source.Warning, Title: "a play that never ends",
		Doc: `Some sequence of legal moves leads back to a state that was there before, or to one
that differs from it only in what no rule ever tests, so a play can go on for
ever. Games are required to end; most add a step counter. The moves shown lead
to the loop and around it.`}
	notPlayable = &source.Code{ID: "GDL121", Severity: source.Error, Title: "a role without a legal move",
		Doc: `In some reachable state that is not terminal a role has no legal move, so the play
cannot go on. A role that has nothing to do needs a move like noop.`}
	badGoalValues = &source.Code{ID: "GDL122", Severity: source.Error, Title: "no goal value, or several",
		Doc: `In some reachable terminal state a role has no goal value, or more than one.`}
	notWinnable = &source.Code{ID: "GDL123", Severity: source.Warning, Title: "a role that can never win",
		Doc: `No play ends with 100 points for the role, so the game is not weakly winnable.`}
	notStronglyWinnable = &source.Code{ID: "GDL124", Severity: source.Warning, Title: "a puzzle without a solution",
		Doc: `A game with one player is required to be strongly winnable: some fixed sequence of
its moves ends with 100 points.`}
	undeclaredFact = &source.Code{ID: "GDL125", Severity: source.Warning, Title: "base or input misses something",
		Doc: `The description declares its facts ("base") or moves ("input"), but a reachable
state holds a fact, or allows a move, that is not declared.`}
	initialTerminal = &source.Code{ID: "GDL126", Severity: source.Warning, Title: "the game is over before it begins",
		Doc: `The initial state is terminal, so nobody ever moves.`}
	movesUnknown = &source.Code{ID: "GDL127", Severity: source.Warning, Title: "a role that does not know its legal moves",
		Doc: `Two plays look the same to a role, but its legal moves after them are different.
A role must always be able to tell what it may do (Proposition 2 on GDL-II). Let
it see what the difference depends on, or make the moves legal in both.`}
	endUnknown = &source.Code{ID: "GDL128", Severity: source.Warning, Title: "a role that does not know the end or its result",
		Doc: `Two plays look the same to a role, but one is over and the other is not, or the
role's goal values at the end are different. A role must know when a game is over
and what it got (Proposition 3 on GDL-II). Let it see that.`}
)

// Codes lists every code this package reports.
var Codes = []*source.Code{endless, notPlayable, badGoalValues, notWinnable, notStronglyWinnable, undeclaredFact, initialTerminal,
	movesUnknown, endUnknown, timedStuck, timedEndless, timedFailed, timedDefect}

// Options says how hard to try.
type Options struct {
	Limits      wellformed.Limits
	Playouts    int // where the states cannot be exhausted
	Seed        uint64
	ForceHidden bool // see engine.Options
	// Prove decides what playing did not, and may be nil. It changes the requirements.
	Prove func(context.Context, *wellformed.Requirements) error
	// ProofTime is how much processor time a proof of one requirement may take; 0 is none.
	ProofTime time.Duration
	// Developments bounds how many developments of a game with hidden
	// information are looked at; 0 is the default of package knowledge.
	Developments int
}

// A Report has the findings about a game.
type Report struct {
	Roles        []string
	Requirements *wellformed.Requirements
	Knowledge    *knowledgecheck.Propositions // nil if nothing is hidden
	// Distinguishable says whether all players can always tell all plays apart,
	// so that nothing is hidden in effect (Theorem 4 on GDL-II); nil if the
	// description has no percepts.
	Distinguishable *knowledgecheck.Finding
}

// Check plays the game, adds problems to the list, and returns its findings. If
// the context ends, it returns the findings so far and the context's error.
func Check(ctx context.Context, prog *gdl.Program, opt Options, list *source.List) (*Report, error) {
	o, err := gdlengine.Open(ctx, prog, gdlengine.Options{ForceHidden: opt.ForceHidden})
	if err != nil {
		return nil, err
	}
	r := &Report{Roles: o.Game.Roles()}
	search, err := searchOptions(ctx, prog, r.Roles, opt)
	if err != nil {
		return nil, err
	}
	search.Key = stateKey(prog, o.Game)
	r.Requirements, err = wellformed.Check(ctx, o.Game, search)
	if err == nil && opt.Prove != nil {
		err = opt.Prove(ctx, r.Requirements)
	}
	reportRequirements(list, prog, r.Requirements, r.Roles)
	if err == nil && o.Game.Hidden() {
		err = r.checkKnowledge(ctx, o.Game, knowledge.Limits{Developments: opt.Developments}, list)
	}
	list.Sort()
	return r, err
}

// checkKnowledge checks what the roles know of a game with hidden information.
func (r *Report) checkKnowledge(ctx context.Context, g game.Game, limits knowledge.Limits, list *source.List) (err error) {
	r.Knowledge, err = knowledgecheck.CheckPropositions(ctx, g, limits)
	reportKnowledge(list, r.Knowledge)
	if err == nil {
		r.Distinguishable, err = knowledgecheck.CheckDistinguishable(ctx, g, limits)
	}
	return err
}

// searchOptions says what of the game is to be compared with its declarations.
func searchOptions(ctx context.Context, prog *gdl.Program, roles []string, opt Options) (wellformed.Options, error) {
	search := wellformed.Options{Limits: opt.Limits, Playouts: opt.Playouts, Seed: opt.Seed}
	facts, moves, err := gdlengine.Declared(ctx, prog, roles)
	if err != nil {
		return search, err
	}
	if facts != nil {
		search.Facts = toSet(facts)
	}
	if moves[0] != nil {
		for _, m := range moves {
			search.Moves = append(search.Moves, toSet(m))
		}
	}
	return search, nil
}

// reportKnowledge adds what roles should know but do not.
func reportKnowledge(list *source.List, p *knowledgecheck.Propositions) {
	if p == nil {
		return
	}
	for _, c := range p.LegalMoves.Counterexamples {
		list.Report(movesUnknown, source.Span{}, "%s does not always know its legal moves", c.Role).Advise("%s", c)
	}
	for _, c := range p.Ends.Counterexamples {
		list.Report(endUnknown, source.Span{}, "%s does not always know the end or its result", c.Role).Advise("%s", c)
	}
}

func toSet(words []string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
}

func reportRequirements(list *source.List, prog *gdl.Program, req *wellformed.Requirements, roles []string) {
	if req.InitialTerminal {
		list.Report(initialTerminal, source.Span{}, "the initial state is terminal")
	}
	reportFinding(list, endless, &req.Terminates, "the game need not end")
	noteRules(reportFinding(list, notPlayable, &req.Playable, "the game cannot always be played on"), prog, gdl.Legal, roleOf(&req.Playable, roles), "")
	noteRules(reportFinding(list, badGoalValues, &req.Goals, "a terminal state gives a role no goal value, or more than one"), prog, gdl.Goal, roleOf(&req.Goals, roles), "")
	for _, what := range []string{"base", "input"} {
		reportFinding(list, undeclaredFact, req.Declared[what], what+" does not cover the game")
	}
	if req.Playable.Verdict == wellformed.No && len(req.Playable.Moves) == 0 {
		return // there is no play at all, so that it says nothing who wins
	}
	for _, r := range roles {
		if req.WeaklyWinnable[r] != nil {
			noteRules(reportFinding(list, notWinnable, req.WeaklyWinnable[r], r+" can never win"), prog, gdl.Goal, r, "100")
		}
	}
	if len(req.StronglyWon) == 1 && len(roles) == 1 && req.WeaklyWinnable[roles[0]].Verdict != wellformed.No {
		reportFinding(list, notStronglyWinnable, req.StronglyWon[roles[0]], roles[0]+" has no sequence of moves that wins")
	}
}

// reportFinding adds a diagnostic if a requirement is not met. It returns nil if it is.
func reportFinding(list *source.List, code *source.Code, f *wellformed.Finding, message string) *source.Diagnostic {
	if f == nil || f.Verdict != wellformed.No {
		return nil
	}
	d := list.Report(code, source.Span{}, "%s", message)
	if f.Detail != "" {
		d.Advise("%s", f.Detail)
	}
	if len(f.Moves) > 0 {
		d.Advise("shown by the moves %s", strings.Join(f.Moves, " ; "))
	}
	if len(f.Loop) > 0 {
		d.Advise("and round and round %s", strings.Join(f.Loop, " ; "))
	}
	return d
}
