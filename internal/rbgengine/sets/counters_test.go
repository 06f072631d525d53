package sets

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/rbgengine/rbgenginetest"
)

// TestCounters compares keepers that test and increase variables with the
// reference: earlier changes are undone if an increase fails.
func TestCounters(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		variable := func() string { return rapid.SampledFrom([]string{"n", "m"}).Draw(rt, "variable") }
		number := func() int { return rapid.IntRange(0, 7).Draw(rt, "number") }
		compare := func() string {
			op := rapid.SampledFrom([]string{"<", "<=", ">", ">=", "==", "!="}).Draw(rt, "relation")
			return fmt.Sprintf("{$ %s %s %d}", variable(), op, number())
		}
		assign := func() string {
			if rapid.Bool().Draw(rt, "constant") {
				return fmt.Sprintf("[$ %s = %d]", variable(), number())
			}
			return fmt.Sprintf("[$ %s = %s + %d]", variable(), variable(), rapid.IntRange(0, 3).Draw(rt, "increase"))
		}
		put := func() string {
			return rapid.SampledFrom([]string{"[x]", "[y]", "[e]", "right", "{x}", ""}).Draw(rt, "put")
		}
		way := func() (s string) {
			for range rapid.IntRange(1, 3).Draw(rt, "parts") {
				s += rapid.SampledFrom([]func() string{compare, assign, put}).Draw(rt, "part")() + " "
			}
			return "{! {} } " + s // never nothing
		}
		sum := func() string { return fmt.Sprintf("(%s + %s + %s)", way(), way(), way()) }
		text := fmt.Sprintf(`
#players = a(10), b(10)
#pieces = e, x, y
#variables = n(5), m(7), k(4)
#board = rectangle(up,down,left,right, [e,y,x,e] [x,e,e,y])
#any = ((up* + down*)(left* + right*))
#rules = ( ->a any {e, y} [x] ->> %s %s ->> %s ->b any [y] ->> %s ->> ({$ k < 4} [$ k = k + 1] %s ->>)* [$ k = 0] %s )*
`, sum(), sum(), sum(), sum(), sum(), compare())
		likeReference(t, rbgenginetest.Parse(t, text), 12)
	})
}
