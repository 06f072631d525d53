// Package plural writes a number with a noun.
package plural

import "fmt"

// Count returns a number with a noun that takes an s in the plural: "1 cell", "2 cells".
func Count[N int | uint64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
