package prove

import (
	"context"
	"fmt"
	"strings"

	"ludex/internal/prove/claim"
	"ludex/rbg/rbgcheck"
	"ludex/rules"
)

// byLanguage says why every regular boardgame has a property, by the semantics of the language alone.
//
// The role on turn chooses among its moves and every other role has one, to wait; the play is over
// where the one on turn has none. The goal of a role is made from its score, a variable: a variable
// has one value from 0 to its bound, since the path with any other assignment is no move.
var byLanguage = map[claim.Kind]string{
	claim.Playable: "the language: a play of a boardgame is over where the role on turn has no move",
	claim.Goals:    "the language: the goal of a role is its score, and that is one number from 0 to its bound",
	claim.Turns:    "the language: in a boardgame only the role on turn has a choice",
}

// ByLanguage says why a game has a property by the semantics of its language alone, or returns "". It
// does not need a transition system. It is about the states that a play comes to: a run of moves that
// goes on without a switch, or a keeper who never stops, leads to none, and engines report it.
func ByLanguage(r *rules.Rules, p claim.Property) string {
	if !r.IsRBG() {
		return ""
	}
	return byLanguage[p.Kind]
}

// Parts of the time for a question.
const (
	// In this part a proof is looked for that others can check, of what follows from the language anyway.
	languagePart = 10
	// In this part a ranking is looked for where the rules show that plays end: it often has a bound, which the
	// rules do not tell.
	rankingPart = 3
	// In this part the rules are looked at for what makes plays end.
	endsPart = 4
)

// byLanguage is [ByLanguage] for a question about the game of a prover, and [EndsByRules]. Nothing is said about two games.
func (p *Prover) byLanguage(ctx context.Context, q Question) string {
	if p.loaded.rules == nil {
		return ""
	}
	if q.Property.Kind != claim.Ends {
		return ByLanguage(p.loaded.rules, q.Property)
	}
	limit, cancel := p.within(ctx, endsPart)
	defer cancel()
	return EndsByRules(limit, p.loaded.rules)
}

// EndsByRules says why every play of a boardgame ends, by numbers that its rules only lower or only raise, or returns
// "" if they show none in time.
func EndsByRules(ctx context.Context, r *rules.Rules) string {
	if !r.IsRBG() {
		return ""
	}
	list, ends := rbgcheck.Ends(ctx, r.RBG)
	switch {
	case !ends:
		return ""
	case len(list) == 0:
		return "the rules: no player comes to move at the same place in them twice"
	case len(list) > maxListed:
		return fmt.Sprintf("the rules: a ranking of %d numbers, at last %s", len(list), list[len(list)-1])
	}
	return "the rules: " + strings.Join(list, ", then ")
}

// maxListed is how many numbers of a ranking are listed.
const maxListed = 4
