package evolution

import (
	"regexp"
	"strings"
)

// A Known is a game that people know.
type Known struct{ Name, Text string }

// Nearest returns the game whose rules differ from a text in the fewest words, and in how
// many; comments do not count. The index is -1 without games.
func Nearest(text string, rbg bool, known []Known) (index, words int) {
	own := bag(text, rbg)
	index = -1
	for i, k := range known {
		if n := distance(own, bag(k.Text, rbg)); index < 0 || n < words {
			index, words = i, n
		}
	}
	return index, words
}

var word = regexp.MustCompile(`\w+|[^\s\w]`)

// bag counts the words and marks of a description.
func bag(text string, rbg bool) map[string]int {
	counts := map[string]int{}
	comment := ";"
	if rbg {
		comment = "//"
	}
	for line := range strings.Lines(text) {
		code, _, _ := strings.Cut(line, comment)
		for _, w := range word.FindAllString(code, -1) {
			counts[w]++
		}
	}
	return counts
}

// distance returns how many words are in one bag only.
func distance(a, b map[string]int) int {
	sum := 0
	for w, n := range a {
		sum += max(n-b[w], 0)
	}
	for w, n := range b {
		sum += max(n-a[w], 0)
	}
	return sum
}
