package gdl

import "strconv"

// maxGoal is the highest goal value, which means a win.
const maxGoal = 100

// ParseGoal parses a constant as a goal value. Goal values are the integers from 0 to
// [maxGoal], written without a sign and without leading zeros; for every other constant
// it returns false.
func ParseGoal(s string) (value int, ok bool) {
	if len(s) == 0 || len(s) > 3 || len(s) > 1 && s[0] == '0' {
		return 0, false
	}
	n, err := strconv.ParseUint(s, 10, 16)
	return int(n), err == nil && n <= maxGoal
}
