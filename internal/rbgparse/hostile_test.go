package rbgparse_test

import (
	"fmt"
	"strings"
	"testing"

	"ludex/internal/rbgparse"
	"ludex/source"
)

// bomb returns macros m0 to mN, each of which calls the one before twice, and m0
// has the given body.
func bomb(n int, body string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#m0 = %s\n", body)
	for i := range n {
		fmt.Fprintf(&b, "#m%d = m%d m%d\n", i+1, i, i)
	}
	return b.String()
}

// TestHostile reads texts that are made to take all time and memory there is.
// Each gets few diagnostics, one of which is about a limit, and soon.
func TestHostile(t *testing.T) {
	const small = "#players = p(1) #pieces = e #variables = v(1)\n"
	const plain = small + "#board = rectangle(up,down,left,right,[e])\n"
	row := "[" + strings.Repeat("e,", 999) + "e]"
	tests := []struct{ name, text, limit string }{
		{"macro bomb", bomb(60, "up") + plain + "#rules = m60", ""},
		{"empty macro bomb", bomb(60, "") + plain + "#rules = up m60", "expands to more than"},
		{"error bomb", bomb(60, "upp") + plain + "#rules = m60", ""},
		{"wrong call bomb", "#f(x) = x " + bomb(60, "f(1;2)") + plain + "#rules = m60", ""},
		{"board bomb", bomb(60, "e,") + small + "#board = rectangle(up,down,left,right,[m60]) #rules = up", ""},
		{"hole bomb", bomb(60, ",") + small + "#board = rectangle(up,down,left,right,[m60]) #rules = up", ""},
		{"row bomb", bomb(60, "[e]") + small + "#board = rectangle(up,down,left,right,m60) #rules = up", ""},
		{"nearly a million cells", small + "#board = rectangle(up,down,left,right," + strings.Repeat(row, 900) + ") #rules = up", "more than 65535 cells"},
		{"power of a billion", plain + "#rules = up^1000000000", "more than 1000000 actions"},
		{"power of powers", plain + "#rules = ((((up^100)^100)^100)^100)^100", "more than 1000000 actions"},
		{"power of an error", plain + "#rules = (upp)^4000000000", "more than 1000000 actions"},
		{"many actions", bomb(60, "[e]") + plain + "#rules = m60", ""},
		{"much arithmetic", bomb(60, "v+") + plain + "#rules = [$ v = m60 v]", ""},
		{"deep patterns", plain + "#rules = " + strings.Repeat("{? ", 10000) + "up" + strings.Repeat("}", 10000), "nested more than 1000 deep"},
		{"deep brackets", plain + "#rules = " + strings.Repeat("(", 1000000), "nested more than 1000 deep"},
		{"deep arithmetic", plain + "#rules = [$ v = " + strings.Repeat("(", 1000000), "nested more than 1000 deep"},
		{"deep calls", "#f(x) = x\n" + plain + "#rules = " + strings.Repeat("f(", 100000) + "up" + strings.Repeat(")", 100000), "stand more than 10000 deep"},
		{"many pieces", "#players = p(1) #variables = #pieces = " + names(70000) + " #board = rectangle(up,down,left,right,[n1]) #rules = up", "more than 65535 names"},
		{"many labels", small + "#board = a[e]{" + targets(2000) + "} #rules = up", "more than 1000 labels"},
		{"long name", plain + "#rules = " + strings.Repeat("u", 1000000), "more than 1000 characters"},
		{"long text", small + strings.Repeat("(", 2_100_000), "more than 2000000 tokens"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, list := rbgparse.File(source.NewFile("g.rbg", []byte(tt.text)))
			if g != nil {
				t.Fatal("there is a game")
			}
			found := false
			for _, d := range list.Items {
				isLimit := d.Code == rbgparse.TooLarge || d.Code == rbgparse.TooDeep
				found = found || isLimit && strings.Contains(d.Message, tt.limit)
			}
			if !found || len(list.Items) > 3 {
				t.Errorf("%d diagnostics, the first %v", len(list.Items), list.Err())
			}
		})
	}
}

// overloads defines a macro with each number of parameters from 2 to n.
func overloads(n int) string {
	var b strings.Builder
	params := "p0"
	for i := 1; i < n; i++ {
		params += fmt.Sprintf(";p%d", i)
		fmt.Fprintf(&b, "#f(%s) = up\n", params)
	}
	return b.String()
}

// names returns a list of n different names.
func names(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "n%d,", i)
	}
	return b.String()
}

func targets(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "l%d: a,", i)
	}
	return b.String() + "last: a"
}

// TestDeepButFine reads brackets nested as deep as they may be.
func TestDeepButFine(t *testing.T) {
	g := read(t, declarations+"#rules = "+strings.Repeat("{? ", rbgparse.MaxDepth)+"up"+strings.Repeat("}", rbgparse.MaxDepth))
	depth := 0
	for e := g.Rules; len(e.Kids) > 0; e = e.Kids[0] {
		depth++
	}
	if depth != rbgparse.MaxDepth {
		t.Errorf("the rules are %d deep", depth)
	}
}

// TestManyWarnings reads a game however many there are.
func TestManyWarnings(t *testing.T) {
	var b strings.Builder
	for i := range 300 {
		fmt.Fprintf(&b, "#m%d =\n", i)
	}
	b.WriteString("#players = p(1) #pieces = e #variables = v(9) #rules = " + strings.Repeat("[$ v = 1 + 1]\n", 300) + "#board = ")
	for i := range 300 {
		fmt.Fprintf(&b, "c%d[e]{}\n", i)
	}
	g, list := rbgparse.File(source.NewFile("g.rbg", []byte(b.String())))
	if g == nil || len(g.Modifiers) != 300 || len(list.Items) != 601 {
		t.Errorf("%d diagnostics", len(list.Items))
	}
}

// TestManyErrors stops after enough of them.
func TestManyErrors(t *testing.T) {
	for _, text := range []string{
		overloads(1000) + declarations + "#rules = " + strings.Repeat("f(1) ", 50000),
		declarations + "#rules = " + names(100000)[:500000],
		strings.Repeat("# ", 100000),
		strings.Repeat("@ a ", 100000),
		declarations + "#rules = " + strings.Repeat("{nothing} ", 100000),
	} {
		_, list := rbgparse.File(source.NewFile("g.rbg", []byte(text)))
		if n := len(list.Items); n == 0 || n > 110 {
			t.Errorf("%d diagnostics", n)
		}
	}
}
