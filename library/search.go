package library

import (
	"slices"
	"strings"
	"unicode"
)

// fillers are words that say nothing about a game.
var fillers = []string{"a", "an", "and", "game", "games", "in", "of", "on", "or", "play", "the", "with"}

// Rank says how well names fit a search: 0 if they do not. Each word of the search, in any
// order, has to begin a word of the names, or be one but for a typing error. Names that have
// all the words as they are typed rank highest. Failing that, the search may be one word that was
// typed as several.
func Rank(search string, names ...string) int {
	var words []string
	for _, name := range names {
		words = append(words, searchWords(name)...)
	}
	typed := searchWords(search)
	if rank := rankOf(typed, words); rank > 0 || len(typed) < 2 {
		return rank
	}
	return min(rankOf([]string{strings.Join(typed, "")}, words), mistyped)
}

// rankOf returns the rank of the typed word that fits worst.
func rankOf(search, words []string) int {
	rank := exact
	for _, typed := range search {
		if slices.Contains(fillers, typed) {
			continue
		}
		best := 0
		for _, word := range words {
			best = max(best, similarity(typed, word))
		}
		if rank = min(rank, best); rank == 0 {
			break
		}
	}
	return rank
}

// What a typed word can be to a word.
const (
	mistyped = iota + 1
	begun
	exact
)

// searchWords returns the words of a text in lower case. What joins two words, as in
// tic-tac-toe, also separates them; an apostrophe does not.
func searchWords(text string) []string {
	text = strings.NewReplacer("'", "", "’", "").Replace(strings.ToLower(text))
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// maxTyped is the length of the longest word in which typing errors are looked for, in bytes.
const maxTyped = 100

// similarity says how well a typed word fits a word, or 0.
func similarity(typed, word string) int {
	switch {
	case typed == word:
		return exact
	case strings.HasPrefix(word, typed):
		return begun
	}
	if len(typed) > maxTyped {
		return 0
	}
	a, b := []rune(typed), []rune(word)
	errors := min(len(a)/4, 2)
	b = b[:min(len(b), len(a)+errors)] // the rest may not have been typed yet
	if errors > 0 && prefixDistance(a, b) <= errors {
		return mistyped
	}
	return 0
}

// prefixDistance returns the least number of typing errors that turn some beginning of b
// into a: letters that are wrong, missing, too many, or exchanged with the next one.
func prefixDistance(a, b []rune) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range b {
			cost := row[j]
			if a[i] != b[j] {
				cost++
			}
			next[j+1] = min(cost, next[j]+1, row[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return slices.Min(row)
}

// Names returns the words by which people look for the game.
func (g Game) Names() []string {
	return append([]string{g.Name, g.Title, g.Variant}, g.Also...)
}
