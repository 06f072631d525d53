package rbgcheck_test

import (
	"fmt"
	"strings"
	"testing"

	"ludex/internal/rbgparse"
	"ludex/rbg/rbgcheck"
	"ludex/source"
)

// hostile returns descriptions that are easy to write and hard to study.
func hostile() map[string]string {
	head := func(board string) string {
		return "#players = w(1), b(1)\n#pieces = e, x\n#variables = n(2000000000)\n#board = " + board + "\n#rules = "
	}
	small := head("rectangle(up,down,left,right, [e,e,e] [e,e,e] [e,e,e])")
	line := "[" + strings.Repeat("e,", 249) + "e] "
	large := head("rectangle(up,down,left,right, " + strings.Repeat(line, 250) + ")")
	path := head("rectangle(up,down,left,right, [" + strings.Repeat("e,", 59_999) + "e])")
	nest := func(n int, open, inner, end string) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(end, n)
	}
	pieces := "e"
	sum := "[e]"
	for i := range 3000 {
		pieces += fmt.Sprintf(", p%d", i)
		sum += fmt.Sprintf(" + {p%d} [p%d] up", i, i+1)
	}
	pieces += ", p3000"
	return map[string]string{
		"deep patterns":   small + nest(900, "{? up ", "down", "}") + " ->w [$ w=1] ->b [$ b=1] ->>",
		"deep stars":      small + nest(900, "(up [x] + ", "down", ")*") + " ->w [$ w=1] ->b [$ b=1] ->>",
		"long row":        small + "(->w (up + down + {e} [x])^5000 [$ w=1] ->b [$ b=1])*",
		"nested powers":   small + "(->w (((up + down) {e} [x])^100 + (left + right) [e])^150 ->b [$ b=1])*",
		"large board":     large + "(->w (up* + down*)(left* + right*) {e} [x] [$ w=1] ->b (up {e})* [$ b=1])*",
		"large, long":     large + "(->w ((up* + down*)(left* + right*) {e} [x])^500 [$ w=1] ->b [$ b=1])*",
		"long path":       path + "(->w right* {e} [x] [$ w=1] ->b (left {x} [e])* [$ b=1] {? (right {e})* {x}})*",
		"counting":        small + "(->w [$ n = n + 1] " + strings.Repeat("[$ w = n - w] ", 2000) + "->b [$ b=1])*",
		"many patterns":   small + "(->w (" + strings.Repeat("{? up [x] {e}} {! down {x}} + ", 8_000) + "[x]) [$ w=1] ->b [$ b=1])*",
		"many pieces":     "#players = w(1), b(1)\n#pieces = " + pieces + "\n#variables =\n#board = rectangle(up,down,left,right, [e,e,e] [e,e,e])\n#rules = (->w (" + sum + ") ->b (" + sum + "))*",
		"endless stars":   small + "(->w (" + strings.Repeat("([x])* + ", 8_000) + "[x]) [$ w=1] ->b [$ b=1])*",
		"equal branches":  small + "(->w (" + strings.Repeat("up {e} [x] + ", 10_000) + "[x]) [$ w=1] ->b [$ b=1])*",
		"long arithmetic": small + "(->w {$ n " + strings.Repeat("+ n * n ", 100_000) + "> 0} [x] ->b [$ b=1])*",
	}
}

// TestHostile checks descriptions that would take forever, or drown the reader in
// diagnostics, if nothing bounded the analyses.
func TestHostile(t *testing.T) {
	for name, text := range hostile() {
		t.Run(name, func(t *testing.T) {
			g, list := rbgparse.File(source.NewFile("hostile.rbg", []byte(text)))
			if g == nil {
				t.Fatal(list.Err())
			}
			rbgcheck.Run(g, rbgcheck.Options{Hints: true}, list)
			rbgcheck.Straightness(g)
			if n := len(list.Items); n > len(text) {
				t.Errorf("%d diagnostics for %d characters", n, len(text))
			}
		})
	}
}
