// Package mutation changes a description in one place so that it is likely to stay a game:
// directions are swapped, captures and conditions changed, added or removed, ends and scores
// altered, alternatives and rules copied or dropped, and parameters moved by one. It knows
// Regular Boardgames and GDL, and no game.
//
// A boardgame is changed in its text, where macros are not expanded yet, so that what both
// players share stays shared, and symmetric games mostly stay symmetric.
package mutation

import (
	"slices"
	"strings"

	"ludex/game"
	"ludex/internal/parameters"
	"ludex/rules"
	"ludex/source"
)

// A Kind is a kind of change.
type Kind string

// The kinds of changes.
const (
	Direction   Kind = "direction"   // another direction, a jump or a slide in place of a step
	Capture     Kind = "capture"     // what may be on a cell, or is put there
	Condition   Kind = "condition"   // one is added, dropped or negated
	End         Kind = "end"         // another comparison, number or score
	Alternative Kind = "alternative" // one is added, or dropped
	Parameter   Kind = "parameter"   // a number of the description moves by one
	Constant    Kind = "constant"    // another one that occurs in the same place
	Variable    Kind = "variable"    // another one of the rule
	Rule        Kind = "rule"        // one is dropped, or copied with a change
)

// A Change is one way to change a description.
type Change struct {
	Kind Kind
	// Old is what was there, and New what is there now; either may be empty.
	Old, New string
	Line     int // where it begins, counted from 1

	start, end int    // of the text that is replaced
	text       string // of the whole description, if the change is not in one place
}

// Text says what a change does.
func (c *Change) Text() string {
	at := string(c.Kind) + ", line " + itoa(c.Line) + ": "
	before, after := inOneLine(c.Old), inOneLine(c.New)
	switch {
	case after == "":
		return at + "without " + before
	case before == "":
		return at + "with " + after
	}
	return at + before + " becomes " + after
}

func inOneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Apply returns the changed text.
func (c *Change) Apply(text string) string {
	if c.text != "" {
		return c.text
	}
	return text[:c.start] + c.New + text[c.end:]
}

// Changes returns all changes of a description that is without errors, in a fixed order.
func Changes(rs *rules.Rules) []Change {
	var list []Change
	if rs.IsRBG() {
		list = boardgameChanges(rs)
	} else {
		list = gdlChanges(rs)
	}
	return append(list, parameterChanges(rs)...)
}

// Mutate returns a description with one random change: of a random kind first, since some
// kinds have many more changes than others. It reports false if nothing can be changed.
func Mutate(rs *rules.Rules, r *game.Rand) (text string, c Change, ok bool) {
	all := Changes(rs)
	if len(all) == 0 {
		return "", Change{}, false
	}
	var kinds []Kind
	for i := range all {
		if !slices.Contains(kinds, all[i].Kind) {
			kinds = append(kinds, all[i].Kind)
		}
	}
	kind := kinds[r.Choose(len(kinds))]
	all = slices.DeleteFunc(all, func(c Change) bool { return c.Kind != kind })
	c = all[r.Choose(len(all))]
	return c.Apply(rs.Text()), c, true
}

// parameterChanges are those of parameters, which move by one.
func parameterChanges(rs *rules.Rules) []Change {
	found, err := parameters.Find(rs.Text(), rs.IsRBG())
	if err != nil {
		return nil
	}
	var list []Change
	for _, p := range found {
		for _, value := range []int{p.Value - 1, p.Value + 1} {
			text, err := parameters.Set(rs.Text(), found, map[string]int{p.Name: value})
			if err == nil {
				list = append(list, Change{Kind: Parameter, Old: p.Name + "=" + itoa(p.Value), New: p.Name + "=" + itoa(value), Line: p.Line, text: text})
			}
		}
	}
	return list
}

// replace returns the change that puts a text in a place.
func replace(f *source.File, kind Kind, start, end int, text string) Change {
	return Change{Kind: kind, Old: f.Text()[start:end], New: text, Line: f.Line(source.At(start)), start: start, end: end}
}
