package correspondence

import (
	"strings"
	"unicode"
)

// words are the symbols of a move's text, such as the cells and pieces that it names.
// Guesses are better if symbols correspond as well: columns to columns, pieces to pieces.
// That is a hint only; nothing depends on how moves are written.
type words []string

// wordsOf divides a text where spaces, signs or the kind of character change.
func wordsOf(text string) words {
	var list words
	kind := func(r rune) int {
		switch {
		case unicode.IsLetter(r):
			return 1
		case unicode.IsDigit(r):
			return 2
		}
		return 0
	}
	last := 0
	for _, r := range text {
		k := kind(r)
		switch {
		case k == 0:
		case k == last:
			list[len(list)-1] += string(r)
		default:
			list = append(list, string(r))
		}
		last = k
	}
	return list
}

// pairs counts which symbols correspond in moves that are known to.
type pairs struct {
	count       map[[2]string]int
	left, right map[string]bool
}

func newPairs() *pairs {
	return &pairs{count: map[[2]string]int{}, left: map[string]bool{}, right: map[string]bool{}}
}

// align returns symbols of two moves place by place, or nil if they have different numbers
// of symbols. A first word that moves of one kind of text begin with is left out.
func align(a, b words) [][2]string {
	if len(a) == len(b)+1 {
		a = a[1:]
	} else if len(b) == len(a)+1 {
		b = b[1:]
	}
	if len(a) != len(b) {
		return nil
	}
	var list [][2]string
	for i := range a {
		list = append(list, [2]string{strings.ToLower(a[i]), strings.ToLower(b[i])})
	}
	return list
}

func (p *pairs) add(a, b words) {
	for _, pair := range align(a, b) {
		p.count[pair]++
		p.left[pair[0]], p.right[pair[1]] = true, true
	}
}

// score says how well two moves go with the pairs.
func (p *pairs) score(a, b words) int {
	score := 0
	for _, pair := range align(a, b) {
		switch {
		case p.count[pair] > 0:
			score++
		case p.left[pair[0]] || p.right[pair[1]]:
			score--
		}
	}
	return score
}
