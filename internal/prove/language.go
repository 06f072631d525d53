package prove

import (
	"context"
	"fmt"
	"strings"

	"ludex/internal/prove/boardrank"
	"ludex/internal/prove/claim"
	"ludex/rbg"
	"ludex/rbg/rbgcheck"
	"ludex/rules"
)

// ByLanguage says why a game has a property by the semantics of its language alone, or returns "". It
// does not need a transition system. It is about the states that a play comes to: a run of moves that
// goes on without a switch, or a keeper who never stops, leads to none, and engines report it.
func ByLanguage(r *rules.Rules, p claim.Property) string {
	if !r.IsRBG() {
		return ""
	}
	return claim.ByLanguage(p)
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

// byLanguage is [ByLanguage] for a question about the game of a prover, and [EndsByRules] with its proof. Nothing is said
// about two games.
func (p *Prover) byLanguage(ctx context.Context, q Question) (why string, proof *boardrank.Proof) {
	if p.loaded.rules == nil {
		return "", nil
	}
	if q.Property.Kind != claim.Ends {
		return ByLanguage(p.loaded.rules, q.Property), nil
	}
	limit, cancel := p.within(ctx, endsPart)
	defer cancel()
	return EndsByRules(limit, p.loaded.rules)
}

// noteLanguage notes what was answered by [Prover.byLanguage], for the file.
func (p *Prover) noteLanguage(q Question, proof *boardrank.Proof) {
	if p.board == nil {
		p.board = &claim.Board{Rules: p.loaded.rules.File}
	}
	if proof != nil {
		p.board.Ranking = proof
		return
	}
	p.board.Language = append(p.board.Language, q.Property)
}

// EndsByRules says why every play of a boardgame ends, by numbers that its rules only lower or only raise, and returns the
// proof, which was checked. It returns "" if they show none in time.
func EndsByRules(ctx context.Context, r *rules.Rules) (why string, proof *boardrank.Proof) {
	if !r.IsRBG() {
		return "", nil
	}
	list, ends := rbgcheck.Ends(ctx, r.RBG)
	if !ends {
		return "", nil
	}
	if proof = rankBoard(ctx, r.RBG, list); proof == nil {
		return "", nil
	}
	return "the rules: " + numbersText(r.RBG, list), proof
}

// maxListed is how many numbers of a ranking are listed.
const maxListed = 4

// numbersText says what happens to numbers, one after the other.
func numbersText(g *rbg.Game, list []*rbgcheck.Potential) string {
	switch {
	case len(list) == 0:
		return "no player comes to move at the same place in them twice"
	case len(list) > maxListed:
		return fmt.Sprintf("a ranking of %d numbers, at last %s", len(list), list[len(list)-1].Text(g))
	}
	var texts []string
	for _, m := range list {
		texts = append(texts, m.Text(g))
	}
	return strings.Join(texts, ", then ")
}
