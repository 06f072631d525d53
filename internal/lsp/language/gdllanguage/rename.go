package gdllanguage

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/internal/lsp/language"
	"ludex/source"
)

// Renameable returns the name at an offset.
func (v *View) Renameable(offset int) (string, source.Span, error) {
	i := v.outline.at(offset)
	if i == none {
		return "", source.Span{}, language.ErrNothing
	}
	n := &v.outline.names[i]
	word := v.fold(n.text)
	switch {
	case n.class == aConnective || n.class != aVariable && gdl.IsReserved(word):
		return "", n.span, fmt.Errorf("%s is a word of the language and keeps its name", n.text)
	case n.text == anonymous:
		return "", n.span, errors.New("_ is a new variable each time and has no name")
	}
	return v.text(n), n.span, nil
}

// Rename gives what stands at an offset a new name everywhere.
func (v *View) Rename(offset int, to string) ([]source.Edit, error) {
	if _, _, err := v.Renameable(offset); err != nil {
		return nil, err
	}
	i := v.outline.at(offset)
	n := &v.outline.names[i]
	written, word, err := v.spell(n, strings.TrimSpace(to))
	if err != nil {
		return nil, err
	}
	if err := v.free(i, word); err != nil {
		return nil, err
	}
	var edits []source.Edit
	for _, j := range v.same(i) {
		edits = append(edits, source.Edit{Span: v.outline.names[j].span, New: written})
	}
	return edits, nil
}

// spell returns a new name as it is written in the text, and the word that it
// stands for.
func (v *View) spell(n *name, to string) (written, word string, err error) {
	if n.class == aVariable {
		return v.spellVariable(to)
	}
	word = to
	if v.prog.Syntax == gdl.Infix && len(to) > 2 && to[0] == '\'' && to[len(to)-1] == '\'' {
		word = strings.ReplaceAll(to[1:len(to)-1], "''", "'")
	}
	if why := noConstant(word); why != "" {
		return "", "", fmt.Errorf("%q is no name: %s", to, why)
	}
	if gdl.IsReserved(strings.ToLower(word)) {
		return "", "", fmt.Errorf("%s is a word of the language", word)
	}
	c := gdl.Const(word)
	return gdlformat.Term(&c, v.prog.Syntax), word, nil
}

func noConstant(word string) string {
	switch {
	case word == "":
		return "it is empty"
	case word[0] == '?':
		return "a question mark begins a variable"
	case strings.ContainsAny(word, " \t\r\n\f\v();"):
		return "it has blanks, parentheses or semicolons"
	case !utf8.ValidString(word) || strings.ContainsFunc(word, func(c rune) bool { return !unicode.IsPrint(c) }):
		return "it has unprintable characters"
	}
	return ""
}

// spellVariable returns a new name of a variable. Prefix forgives a missing
// question mark.
func (v *View) spellVariable(to string) (written, word string, err error) {
	if v.prog.Syntax == gdl.Prefix && !strings.HasPrefix(to, "?") {
		to = "?" + to
	}
	tokens := gdlparse.Scan(to, v.prog.Syntax)
	if len(tokens) != 1 || tokens[0].Kind != gdlparse.VariableToken || tokens[0].Name != to || to == "?" || to == anonymous {
		return "", "", fmt.Errorf("%q is no variable; %s", to, v.variableAdvice())
	}
	return to, to, nil
}

func (v *View) variableAdvice() string {
	if v.prog.Syntax == gdl.Prefix {
		return "write a question mark and a word: ?x"
	}
	return "begin with an upper-case letter or an underscore"
}

// free checks that a new name is not already in use.
func (v *View) free(i int, word string) error {
	k := v.key(i)
	old := k.text
	if k.text = v.fold(word); k.text == old {
		return nil
	}
	for j := range v.outline.names {
		if v.key(j) == k {
			return fmt.Errorf("%s is in use already: the two would become one", word)
		}
	}
	return nil
}
