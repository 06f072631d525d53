package gogen

import (
	"fmt"
	"go/format"
	"strings"
)

// TestFile returns a test of a printed package: it must count as many positions by depth,
// and find the same moves in the beginning, as another engine. First are the texts of
// these moves, sorted, or none if they are not to be compared.
func TestFile(name string, leaves []uint64, first []string) ([]byte, error) {
	var list []string
	for _, n := range leaves {
		list = append(list, fmt.Sprint(n))
	}
	return format.Source([]byte(expand("game_test.go", map[string]string{"Package": name, "Leaves": strings.Join(list, ", "),
		"First": quoted(len(first), func(k int) string { return first[k] })})))
}
