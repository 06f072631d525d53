package check

import "fmt"

// count returns a number with a noun: "no argument", "1 argument", "2 arguments".
func count(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun
	case 1:
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
