package rulestext

import (
	"context"
	"fmt"
	"strings"

	"ludex/internal/spelling"
	"ludex/rules"
)

// Generate describes a game by its rules alone: who plays and moves, what moves look like,
// what is hidden, what ends a play and what it is worth. What the rules do not say in so
// many words is what was seen in a few random plays, and the text says so. The rules must
// be without errors.
func Generate(ctx context.Context, r *rules.Rules) (*Text, error) {
	t := &Text{Title: r.Name(), Generated: true, Examples: []Example{}}
	if r.IsRBG() {
		return t, describeRBG(ctx, t, r)
	}
	return t, describeGDL(ctx, t, r)
}

// list writes words with commas between them.
func list(words []string) string { return strings.Join(words, ", ") }

// some writes the first words of a list, and how many more there are.
func some(words []string, most int) string {
	if len(words) <= most {
		return list(words)
	}
	return fmt.Sprintf("%s and %d more", list(words[:most]), len(words)-most)
}

// players says who plays.
func players(roles []string) string {
	if len(roles) == 1 {
		return fmt.Sprintf("A game for one player, %s.", roles[0])
	}
	return fmt.Sprintf("A game for %s: %s.", spelling.Count(len(roles), "player"), list(roles))
}
