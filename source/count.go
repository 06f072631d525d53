package source

import "strconv"

// Count returns a number with a noun in a message: "1 row", "2 rows".
func Count(n int, noun string) string { return CountText(strconv.Itoa(n), noun) }

// CountText is [Count] for a number that is written already.
func CountText(n, noun string) string {
	if n == "1" {
		return n + " " + noun
	}
	return n + " " + noun + "s"
}
