package correspondence

import (
	"strconv"
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

// pairs are symbols that correspond in moves that are known to, by their place in a move.
type pairs struct {
	known       map[pair]bool
	left, right map[pair]bool // each symbol by itself
	lines       map[int]*line // by place
}

// A line says whether the numbers at a place differ by a constant, as after a shift, or have
// a constant sum, as after a reflection. Single letters, such as columns, are numbers too.
type line struct {
	shift, sum int
	shifts     bool
	reflects   bool
}

// numbers returns the numbers of a pair.
func (x pair) numbers() (a, b int, ok bool) {
	a, okA := number(x.a)
	b, okB := number(x.b)
	return a, b, okA && okB
}

func number(word string) (int, bool) {
	if len(word) == 1 && word[0] >= 'a' && word[0] <= 'z' {
		return int(word[0]-'a') + 1, true
	}
	n, err := strconv.Atoi(word)
	return n, err == nil
}

// A pair is a symbol of each game at one place of a move.
type pair struct {
	place int
	a, b  string
}

func newPairs() *pairs {
	return &pairs{known: map[pair]bool{}, left: map[pair]bool{}, right: map[pair]bool{}, lines: map[int]*line{}}
}

// align returns symbols of two moves place by place, or nil if they have different numbers
// of symbols. A first word that moves of one kind of text begin with is left out.
func align(a, b words) []pair {
	if len(a) == len(b)+1 {
		a = a[1:]
	} else if len(b) == len(a)+1 {
		b = b[1:]
	}
	if len(a) != len(b) {
		return nil
	}
	var list []pair
	for i := range a {
		list = append(list, pair{i, strings.ToLower(a[i]), strings.ToLower(b[i])})
	}
	return list
}

func (p *pairs) add(a, b words) {
	for _, x := range align(a, b) {
		p.known[x] = true
		p.left[pair{x.place, x.a, ""}], p.right[pair{x.place, "", x.b}] = true, true
		a, b, ok := x.numbers()
		if l := p.lines[x.place]; l == nil {
			p.lines[x.place] = &line{b - a, a + b, ok, ok}
		} else {
			l.shifts = l.shifts && ok && l.shift == b-a
			l.reflects = l.reflects && ok && l.sum == a+b
		}
	}
}

// fits reports whether the numbers of a pair are on the line of its place.
func (p *pairs) fits(x pair) bool {
	l := p.lines[x.place]
	a, b, ok := x.numbers()
	return ok && l != nil && (l.shifts && l.shift == b-a || l.reflects && l.sum == a+b)
}

// score says how well two moves go with the pairs.
func (p *pairs) score(a, b words) int {
	score := 0
	for _, x := range align(a, b) {
		if p.fits(x) {
			score++
		}
		switch {
		case p.known[x]:
			score++
		case p.left[pair{x.place, x.a, ""}] || p.right[pair{x.place, "", x.b}]:
			score--
		}
	}
	return score
}
