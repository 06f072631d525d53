package gdlparse

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ludex/gdl"
	"ludex/internal/gdllex"
	"ludex/source"
)

// constants maps every constant of a prefix text to its canonical spelling: the
// first one, or the keyword's.
type constants struct {
	list          *source.List
	caseSensitive bool
	known         map[string]string   // spelling → canonical spelling
	first         map[string]spelling // folded → first spelling
}

type spelling struct {
	name string
	at   source.Span
}

func newConstants(list *source.List, caseSensitive bool) *constants {
	return &constants{list: list, caseSensitive: caseSensitive,
		known: map[string]string{}, first: map[string]spelling{}}
}

func (c *constants) canonical(word string, at source.Span) string {
	if c.caseSensitive {
		return word
	}
	if name, ok := c.known[word]; ok {
		return name
	}
	folded := strings.ToLower(word)
	name := word
	if gdl.IsReserved(folded) {
		name = folded
	} else if first, ok := c.first[folded]; ok {
		name = first.name
		c.list.Report(MixedCase, at, "%q and %q differ only in case and are read as one constant", word, name).
			Note(first.at, "first written %q here", name).
			Advise("use one spelling, or --case-sensitive to keep them apart")
	} else {
		c.first[folded] = spelling{word, at}
	}
	c.known[word] = name
	return name
}

// variables gives the variables of one prefix clause names that are valid in
// infix and stay different when case is ignored.
type variables struct {
	caseSensitive bool
	known         map[string]string // spelling → name
	taken         map[string]int    // folded name → the suffix to try next after it
}

// reset removes the variables of the previous clause. A large map is dropped
// rather than cleared, so that one huge clause does not slow down all others.
func (v *variables) reset() {
	if v.known == nil || len(v.known) > 64 {
		v.known, v.taken = map[string]string{}, map[string]int{}
		return
	}
	clear(v.known)
	clear(v.taken)
}

// name returns the name of the variable written ?word.
func (v *variables) name(word string) string {
	key := word
	if !v.caseSensitive {
		key = strings.ToLower(word)
	}
	if name, ok := v.known[key]; ok {
		return name
	}
	base := infixVariable(word)
	folded := strings.ToLower(base)
	name, suffix := base, max(v.taken[folded], 2)
	for ; v.taken[strings.ToLower(name)] > 0; suffix++ {
		name = base + "_" + strconv.Itoa(suffix)
	}
	v.known[key] = name
	v.taken[folded] = suffix
	v.taken[strings.ToLower(name)] = max(v.taken[strings.ToLower(name)], 2)
	return name
}

// infixVariable turns the word after "?" into an infix variable: the first
// letter becomes upper case, other signs than letters and digits become "_".
func infixVariable(word string) string {
	name := strings.Map(func(c rune) rune {
		if gdllex.IsWordRune(c) {
			return c
		}
		return '_'
	}, word)
	if name == "_" {
		return "__" // "_" alone is the anonymous variable of infix
	}
	first, size := utf8.DecodeRuneInString(name)
	upper := unicode.ToUpper(first)
	switch {
	case unicode.IsUpper(upper):
		return string(upper) + name[size:]
	case first == '_':
		return name
	}
	return "_" + name
}

// nameAnonymous gives each occurrence of the infix variable "_" in a clause a
// name of its own.
func nameAnonymous(c *gdl.Clause) {
	used := map[string]bool{}
	c.Walk(func(t *gdl.Term) {
		if t.Kind == gdl.Variable {
			used[t.Name] = true
		}
	})
	n := 0
	c.Walk(func(t *gdl.Term) {
		if t.Kind != gdl.Variable || t.Name != "_" {
			return
		}
		for {
			n++
			if t.Name = "_" + strconv.Itoa(n); !used[t.Name] {
				return
			}
		}
	})
}
