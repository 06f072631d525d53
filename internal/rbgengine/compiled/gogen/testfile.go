package gogen

import (
	"fmt"
	"go/format"
	"strings"
)

// TestFile returns a test of a printed package: its counts must be those that
// another engine has found, by depth.
func TestFile(name string, leaves []uint64) ([]byte, error) {
	var list []string
	for _, n := range leaves {
		list = append(list, fmt.Sprint(n))
	}
	return format.Source([]byte(expand("game_test.go", map[string]string{"Package": name, "Leaves": strings.Join(list, ", ")})))
}
