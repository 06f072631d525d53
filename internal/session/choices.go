package session

import (
	"strings"

	"ludex/game"
)

// A Choice is a legal move of the person.
type Choice struct {
	Number int // counted from 1
	Move   game.Move
	Text   string
	rule   string // the text of the rules
}

// Choices are the legal moves of the person.
type Choices []Choice

// Choices returns the legal moves of the person, or nil if it is not the person's turn.
// The caller must not change the slice.
func (s *Seat) Choices() Choices {
	if s.Phase() != Yours {
		return nil
	}
	if s.choices == nil {
		s.choices = s.Text().choices(s.round.legal[s.role])
	}
	return s.choices
}

// NewChoices returns choices with the given texts, numbered from 1.
func NewChoices(texts []string) Choices {
	all := make(Choices, len(texts))
	for i, text := range texts {
		all[i] = newChoice(i+1, text, text)
	}
	return all
}

func newChoice(number int, text, rule string) Choice {
	return Choice{Number: number, Text: text, rule: rule}
}

// Matching returns the choices that a typed text may mean: those that begin with it, or
// else those that contain it, and where there are none those whose text in the rules does.
// Brackets, commas and case are ignored.
func (all Choices) Matching(typed string) Choices {
	key := plainWords(typed)
	if key == "" {
		return all
	}
	for _, of := range []func(Choice) string{writtenText, ruleText} {
		for _, fits := range []func(text, key string) bool{strings.HasPrefix, strings.Contains} {
			if found := all.filter(of, key, fits); found != nil {
				return found
			}
		}
	}
	return nil
}

func writtenText(c Choice) string { return c.Text }

func ruleText(c Choice) string { return c.rule }

// filter returns the choices one of whose texts, as plainWords writes it, fits a key.
func (all Choices) filter(of func(Choice) string, key string, fits func(text, key string) bool) Choices {
	var out Choices
	for _, c := range all {
		if fits(plainWords(of(c)), key) {
			out = append(out, c)
		}
	}
	return out
}

// Complete extends a typed text by the common prefix of the choices that begin with it.
func (all Choices) Complete(typed string) string {
	begin := all.filter(writtenText, plainWords(typed), strings.HasPrefix)
	if len(begin) == 0 {
		return typed
	}
	common := begin[0].Text
	for _, c := range begin[1:] {
		common = commonPrefix(common, c.Text)
	}
	if len(plainWords(common)) < len(plainWords(typed)) {
		return typed
	}
	return common
}

func commonPrefix(a, b string) string {
	end := 0
	for i, r := range a {
		if !strings.HasPrefix(b[i:], string(r)) {
			return a[:end]
		}
		end = i + len(string(r))
	}
	return a
}

// plainWords writes a term without brackets and commas, in lower case and with single
// blanks: "(mark 1 2)", "mark(1,2)" and "mark 1 2" become the same, as do dashes.
func plainWords(text string) string {
	words := strings.FieldsFunc(strings.ReplaceAll(strings.ToLower(text), "–", "-"), func(r rune) bool {
		return r == '(' || r == ')' || r == ',' || r == ' ' || r == '\t'
	})
	return strings.Join(words, " ")
}
