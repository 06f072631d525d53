package gdl

import (
	"fmt"
	"strconv"
)

// A Syntax is a notation for descriptions.
type Syntax uint8

// The syntaxes. AnySyntax lets the parser detect it.
const (
	AnySyntax Syntax = iota
	Prefix           // (<= (p ?x) (q ?x))
	Infix            // p(X) :- q(X)
)

var syntaxNames = [...]string{"auto", "prefix", "infix"}

// String returns "auto", "prefix" or "infix".
func (s Syntax) String() string { return syntaxNames[s] }

// ParseSyntax is the inverse of String.
func ParseSyntax(s string) (Syntax, error) {
	for i, name := range syntaxNames {
		if s == name {
			return Syntax(i), nil
		}
	}
	return 0, fmt.Errorf("unknown syntax %q: use prefix or infix", s)
}

// A Dialect is a member of the GDL family.
type Dialect uint8

// The dialects. AnyDialect lets the parser detect it.
const (
	AnyDialect Dialect = iota
	GDL                // deterministic, complete information
	GDLII              // percepts and chance
	RTGDL              // facts with lifetimes
	RTGDLII            // both
	GDLIII             // GDL-II with knowledge in rules
)

var dialectNames = [...]string{"auto", "gdl", "gdl-ii", "rtgdl", "rtgdl-ii", "gdl-iii"}

// String returns "auto", "gdl", "gdl-ii", "gdl-iii", "rtgdl" or "rtgdl-ii".
func (d Dialect) String() string { return dialectNames[d] }

// Title returns the usual name: "GDL", "GDL-II", "GDL-III", "rtGDL", "rtGDL-II".
func (d Dialect) Title() string {
	return [...]string{"auto", "GDL", "GDL-II", "rtGDL", "rtGDL-II", "GDL-III"}[d]
}

// ParseDialect is the inverse of String.
func ParseDialect(s string) (Dialect, error) {
	for i, name := range dialectNames {
		if s == name {
			return Dialect(i), nil
		}
	}
	return 0, fmt.Errorf("unknown dialect %q: use gdl, gdl-ii, gdl-iii, rtgdl or rtgdl-ii", s)
}

// Timed reports whether facts of the dialect have lifetimes.
func (d Dialect) Timed() bool { return d == RTGDL || d == RTGDLII }

// Percepts reports whether the dialect has sees and random.
func (d Dialect) Percepts() bool { return d == GDLII || d == RTGDLII || d == GDLIII }

// Knowledge reports whether rules of the dialect speak about what roles know.
func (d Dialect) Knowledge() bool { return d == GDLIII }

// The reserved words of the family. NotWord, AndWord and OrWord are connectives, Random
// and Infinity are constants, and the others are relations.
const (
	Role     = "role"
	Base     = "base"
	Input    = "input"
	Init     = "init"
	True     = "true"
	Next     = "next"
	Legal    = "legal"
	Does     = "does"
	Goal     = "goal"
	Terminal = "terminal"
	Distinct = "distinct"
	Sees     = "sees"
	Knows    = "knows"
	Random   = "random"
	Expired  = "expired"
	Infinity = "infinity"
	Odds     = "odds" // no word of the family: see [Program.HasOdds]

	NotWord = "not"
	AndWord = "and"
	OrWord  = "or"
	Arrow   = "<="
)

// keywordArity gives the number of arguments of each keyword relation in an
// untimed dialect.
var keywordArity = map[string]int{
	Role: 1, Base: 1, Input: 2, Init: 1, True: 1, Next: 1, Legal: 2, Does: 2,
	Goal: 2, Terminal: 0, Distinct: 2, Sees: 2, Expired: 1, Knows: 2,
}

// Arity returns the number of arguments that a keyword relation must have in
// the dialect; ok is false for any other name. The relation knows may also have one
// argument less.
func (d Dialect) Arity(name string) (n int, ok bool) {
	switch {
	case name == Sees && !d.Percepts(), name == Expired && !d.Timed(), name == Knows && !d.Knowledge():
		return 0, false
	case d.Timed() && (name == True || name == Init || name == Next):
		return 2, true
	}
	n, ok = keywordArity[name]
	return n, ok
}

// Keywords returns the relations that the dialect reserves.
func (d Dialect) Keywords() []string {
	var out []string
	for _, name := range []string{Role, Base, Input, Init, True, Next, Legal, Does, Goal, Terminal, Distinct, Sees, Knows, Expired} {
		if _, ok := d.Arity(name); ok {
			out = append(out, name)
		}
	}
	return out
}

// Reserved returns the words that any dialect reserves, except knows: a game of another
// dialect may have a relation of that name.
func Reserved() []string {
	return append(RTGDLII.Keywords(), Random, Infinity, NotWord, AndWord, OrWord, Arrow)
}

// IsReserved reports whether the word is one of [Reserved].
func IsReserved(word string) bool {
	switch word {
	case Random, Infinity, NotWord, AndWord, OrWord, Arrow:
		return true
	case Knows:
		return false
	}
	_, ok := keywordArity[word]
	return ok
}

// maxGoal is the highest goal value, which means a win.
const maxGoal = 100

// ParseGoal parses a constant as a goal value. Goal values are the integers from 0 to
// [maxGoal], written without a sign and without leading zeros; for every other constant
// it returns false.
func ParseGoal(s string) (value int, ok bool) {
	if len(s) == 0 || len(s) > 3 || len(s) > 1 && s[0] == '0' {
		return 0, false
	}
	n, err := strconv.ParseUint(s, 10, 16)
	return int(n), err == nil && n <= maxGoal
}
