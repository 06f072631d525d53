package picture

import (
	"strconv"
	"strings"
	"unicode"
)

// A namer assigns symbols to pieces.
type namer struct {
	symbols []string
	used    map[string]bool
	taken   map[string]bool // texts that new abbreviations must differ from, in lower case
}

func newNamer(pieces int) *namer {
	return &namer{make([]string, pieces), map[string]bool{EmptySymbol: true}, map[string]bool{}}
}

// give makes a text the symbol of a piece. In the rare case that another piece has it
// already, a number makes it unique.
func (n *namer) give(piece int, symbol string) {
	symbol = unique(symbol, func(text string) bool { return n.used[text] })
	n.symbols[piece] = symbol
	n.used[symbol] = true
	n.taken[strings.ToLower(symbol)] = true
}

// choose returns the first abbreviation that is not taken, or the first one with a
// number.
func (n *namer) choose(list []string) string {
	taken := func(text string) bool { return n.taken[strings.ToLower(text)] }
	for _, text := range list {
		if !taken(text) {
			return text
		}
	}
	return unique(list[0], taken)
}

// unique returns a text, with a number if it is taken.
func unique(text string, taken func(string) bool) string {
	result := text
	for i := 2; taken(result); i++ {
		result = text + strconv.Itoa(i)
	}
	return result
}

// letters lists abbreviations of a word, best first: its first letter, its consonants,
// its vowels, the first letter with another one.
func letters(word string) []string {
	if word == "" {
		return []string{"q"} // a question mark has no upper and lower case
	}
	list := []string{word[:1]}
	for _, vowels := range []bool{false, true} {
		for i := 1; i < len(word); i++ {
			if strings.Contains("aeiou", strings.ToLower(word[i:i+1])) == vowels {
				list = append(list, word[i:i+1])
			}
		}
	}
	return append(list, pairs(word[:1], word[1:])...)
}

// extensions lists abbreviations of several words whose first word has a letter
// already: with the first letter of another word, last word first, or with any letter.
func extensions(letter string, words []string) []string {
	var list []string
	for i := len(words) - 1; i > 0; i-- {
		list = append(list, letter+words[i][:1])
	}
	return append(list, pairs(letter, strings.Join(words[1:], ""))...)
}

// pairs combines a first letter with each of the others.
func pairs(first, others string) []string {
	var list []string
	for i := range len(others) {
		list = append(list, first+others[i:i+1])
	}
	return list
}

// firstWord returns the first word of a name in lower case.
func firstWord(name string) string {
	if w := words(name); len(w) > 0 {
		return strings.ToLower(w[0])
	}
	return ""
}

// words splits a name like "kingToMove2" at the beginnings of words and numbers. It
// drops characters other than letters and digits.
func words(name string) []string {
	var list []string
	start := 0
	flush := func(end int) {
		if start < end {
			list = append(list, name[start:end])
		}
		start = end
	}
	for i := range len(name) {
		switch {
		case !isWord(name[i : i+1]):
			flush(i)
			start = i + 1
		case i > start && begins(name[i-1], name[i]):
			flush(i)
		}
	}
	flush(len(name))
	return list
}

// begins reports whether a word or number begins between a and b.
func begins(a, b byte) bool {
	upper := b >= 'A' && b <= 'Z'
	return upper && isLower(a) || isDigit(a) != isDigit(b)
}

func isLower(b byte) bool { return b >= 'a' && b <= 'z' }

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// isWord reports whether a text has only letters and digits.
func isWord(text string) bool {
	for i := range len(text) {
		if !isDigit(text[i]) && !isLower(text[i]|0x20) {
			return false
		}
	}
	return text != ""
}

// Clean replaces characters that are not ASCII, since they may not be one column wide.
func Clean(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, name)
}

// Printable replaces control characters, which would disturb a terminal.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
}
