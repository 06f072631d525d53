package ggp

import "errors"

// errBrackets is reported for a text whose brackets do not fit.
var errBrackets = errors.New("its brackets do not fit")

// items returns the texts of the items of a list. It is not recursive, and takes
// time in proportion to the text, whatever that is.
func items(text string) ([]string, error) {
	var list []string
	depth, from := 0, -1
	closed := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		blank := c == ' ' || c == '\t' || c == '\n' || c == '\r'
		if closed && !blank && c != ';' {
			return nil, errBrackets
		}
		if c == ';' { // a comment
			if depth == 1 && from >= 0 {
				list, from = append(list, text[from:i]), -1
			}
			for i < len(text) && text[i] != '\n' {
				i++
			}
			continue
		}
		switch {
		case c == '(':
			if depth == 1 {
				if from >= 0 {
					list = append(list, text[from:i])
				}
				from = i
			}
			depth++
		case c == ')':
			depth--
			if depth < 0 {
				return nil, errBrackets
			}
			if depth <= 1 && from >= 0 {
				end := i
				if depth == 1 {
					end++
				}
				list, from = append(list, text[from:end]), -1
			}
			closed = depth == 0
		case depth == 0 && !blank:
			return nil, errors.New("it is no list")
		case depth == 1 && blank && from >= 0:
			list, from = append(list, text[from:i]), -1
		case depth == 1 && !blank && from < 0:
			from = i
		}
	}
	if !closed {
		return nil, errBrackets
	}
	return list, nil
}
