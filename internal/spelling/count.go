package spelling

import "fmt"

// Count returns a number with a noun in a message: "1 row", "2 rows".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
