package gdllanguage

import (
	"ludex/gdl"
)

// A keywordDoc says what a word of the language means.
type keywordDoc struct {
	args []string // what its arguments are
	doc  string
}

// keywordDocs explains the relations and constants of the family.
var keywordDocs = map[string]keywordDoc{
	gdl.Role:     {[]string{"role"}, "Names a player. Roles are ground facts, and their order is that of joint moves. In GDL-II the role `random` moves by chance."},
	gdl.Base:     {[]string{"fact"}, "Declares a fact that can be true in some state. It may depend on static relations only."},
	gdl.Input:    {[]string{"role", "move"}, "Declares a move that a role can have in some state. It may depend on static relations only."},
	gdl.Init:     {[]string{"fact"}, "A fact that is true in the initial state."},
	gdl.True:     {[]string{"fact"}, "Holds for the facts of the current state. It stands in bodies only."},
	gdl.Next:     {[]string{"fact"}, "A fact that is true in the next state. Nothing persists unless a rule says so."},
	gdl.Legal:    {[]string{"role", "move"}, "A move that a role may make in the current state."},
	gdl.Does:     {[]string{"role", "move"}, "Holds for the move that a role makes in the current step. It stands in bodies only."},
	gdl.Goal:     {[]string{"role", "value"}, "What the current state is worth for a role: an integer from 0 to 100."},
	gdl.Terminal: {nil, "Holds if the game is over in the current state."},
	gdl.Distinct: {[]string{"term", "term"}, "Holds if two terms are different. Their variables must be bound by positive conditions of the same body."},
	gdl.Sees:     {[]string{"role", "percept"}, "What a role perceives of the step that is being made. Without a `sees` rule a role perceives nothing but its own move."},
	gdl.Expired:  {[]string{"fact"}, "Holds for a fact whose lifetime has just ended."},
	gdl.Random:   {nil, "The role that makes each of its legal moves with equal probability."},
	gdl.Infinity: {nil, "The lifetime of a fact that does not expire."},
	gdl.Arrow:    {nil, "Begins a rule: the head holds if all conditions behind it hold."},
	gdl.NotWord:  {nil, "Holds if a condition does not. Its variables must be bound by positive conditions of the same body."},
	gdl.AndWord:  {nil, "Holds if all of its conditions hold."},
	gdl.OrWord:   {nil, "Holds if one of its conditions holds."},
}

// timedArgs are the arguments of relations that have a lifetime in rtGDL.
var timedArgs = []string{"lifetime", "fact"}

// keywordArgs returns what the arguments of a keyword are in the dialect.
func (v *document) keywordArgs(word string) []string {
	if n, ok := v.prog.Dialect.Arity(word); ok && n == 2 && len(keywordDocs[word].args) == 1 {
		return timedArgs
	}
	return keywordDocs[word].args
}
