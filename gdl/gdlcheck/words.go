package gdlcheck

import (
	"strings"

	"ludex/internal/spelling"
)

// count returns a number with a noun: "no argument", "1 argument", "2 arguments".
func count(n int, noun string) string {
	if n == 0 {
		return "no " + noun
	}
	return spelling.Count(n, noun)
}

// joinWords makes a phrase of words: "a, b and c".
func joinWords(words []string, conjunction string) string {
	if len(words) == 1 {
		return words[0]
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}
