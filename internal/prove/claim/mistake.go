package claim

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"ludex/internal/prove/transition"
	"ludex/internal/spelling"
	"ludex/source"
)

// howToWrite ends the messages about texts that are no formulas.
const howToWrite = `; a formula is written like the body of a rule, as in "control(x) & ~terminal" or "(and (control x) (not terminal))"`

// A FormulaError says what is wrong with a formula, and where.
type FormulaError struct {
	Reason     string
	Text       string // the formula as it was written
	Start, End int    // of the wrong part, in bytes
	read       bool   // the text has the form of a formula
}

// Error returns the reason, and in lines of their own the formula with carets under what is wrong.
func (e *FormulaError) Error() string {
	first := strings.LastIndexByte(e.Text[:e.Start], '\n') + 1
	line, _, _ := strings.Cut(e.Text[first:], "\n")
	blanks := utf8.RuneCountInString(e.Text[first:e.Start])
	marked := utf8.RuneCountInString(e.Text[e.Start:min(e.End, first+len(line))])
	return fmt.Sprintf("%s\n    %s\n    %s^%s", e.Reason, strings.ReplaceAll(line, "\t", " "),
		strings.Repeat(" ", blanks), strings.Repeat("~", max(marked-1, 0)))
}

// written is a formula as it was written, and what was read before it.
type written struct{ text, before string }

// wrong returns an error about a span of what was read.
func (w written) wrong(s source.Span, reason string) *FormulaError {
	e := &FormulaError{Reason: reason, Text: w.text, End: len(w.text)}
	if s.IsValid() {
		within := func(p source.Pos) int { return min(max(p.Offset()-len(w.before), 0), len(w.text)) }
		e.Start = within(s.Start)
		e.End = max(within(s.End), e.Start)
	}
	return e
}

// internalPrefix begins the names of bits of boardgames that are no facts.
const internalPrefix = "internal "

// maxListed is how many names of facts an error lists.
const maxListed = 12

// similarFact says which fact may be meant, or what facts there are.
func similarFact(s *transition.System, text string) string {
	var facts, names []string
	for _, bit := range s.State {
		if strings.HasPrefix(bit.Name, internalPrefix) {
			continue
		}
		facts = append(facts, bit.Name)
		if name := nameOf(bit.Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if slices.Contains(names, nameOf(text)) {
		return didYouMean(text, facts)
	}
	if near := spelling.Nearest(nameOf(text), names); near != "" || len(names) > maxListed || len(names) == 0 {
		return didYouMean(nameOf(text), names)
	}
	return ": a formula is about facts, moves and goals, not about what the rules define besides, and facts begin with " + strings.Join(names, ", ")
}

// nameOf returns the first word of a text in prefix syntax.
func nameOf(text string) string {
	name, _, _ := strings.Cut(strings.Trim(text, "()"), " ")
	return name
}

func didYouMean(text string, candidates []string) string {
	if near := spelling.Nearest(text, candidates); near != "" {
		return ": did you mean " + near + "?"
	}
	return ""
}
