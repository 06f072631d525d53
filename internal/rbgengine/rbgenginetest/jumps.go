package rbgenginetest

import (
	"fmt"
	"strings"
)

// Jumps describes a game with captures by repeated jumps. In the zero value only moves that
// capture the most stones are legal, which the rules express by a pattern over the board
// before the move.
type Jumps struct {
	Ways   []string // the directions of jumps; nil means all four
	Flying bool     // stones may also jump from a distance
	Free   bool     // any number of stones may be captured
	Test   string   // the comparison that finds a better move; "" is {$ seen > n}
	// Tells makes the pattern distinguish captured stones from others.
	Tells bool
	// Late makes the pattern count the captured stones after it has changed some itself.
	Late bool
	// Assigns makes some moves change a variable that the pattern reads.
	Assigns bool
	// Asks makes the keeper test the pattern as well.
	Asks bool
}

// Text returns the rules. The letters e, w and b in rows are pieces, and dots are places
// without a cell.
func (j Jumps) Text(rows ...string) string {
	ways := j.Ways
	if len(ways) == 0 {
		ways = []string{"up", "down", "left", "right"}
	}
	sum := func(over, mark, free string) string {
		var parts []string
		for _, w := range ways {
			to := w
			if j.Flying {
				to = fmt.Sprintf("%s ({%s} %s)*", w, free, w)
			}
			parts = append(parts, fmt.Sprintf("%s {%s} [%s] %s {%s}", to, over, mark, w, free))
		}
		return strings.Join(parts, " + ")
	}
	choose := func(yes bool, a, b string) string {
		if yes {
			return a
		}
		return b
	}
	over := choose(j.Tells, "opp", "opp, taken")
	test := choose(j.Test == "", "{$ seen > n}", j.Test)
	begin := choose(j.Late, "", "[$ n = taken]")
	if j.Late {
		test = "{$ seen > taken + 1}"
	}
	if j.Assigns {
		test += " {$ k < 2}"
	}
	return fmt.Sprintf(jumpsText, Board(rows...),
		sum("opp", "taken", "e, lifted"), sum(over, "seen", "e, placed"),
		begin, test,
		choose(j.Assigns, "[$ k = 2]", ""),
		choose(j.Free, "", "{! better(piece; other)}"),
		choose(j.Asks, "({? better(piece; other)} [$ quiet = 1] + {! better(piece; other)})", ""))
}

const jumpsText = `
#players = white(100), black(100)
#pieces = e, w, b, taken, lifted, placed, moved, seen
#variables = n(60), k(3), quiet(6)
#board = %s
#any = ((up* + down*)(left* + right*))
#jump(opp) = (%s)
#try(opp) = (%s)
#better(mine; opp) = (%s any {mine, lifted, moved} [e] try(opp) (try(opp))* %s)
#turn(me; opp; piece; other) = (
    ->me any {piece} [lifted] (jump(other) (jump(other))* [$ quiet = 0] + (up {e} %s + left {e}) [$ quiet = quiet + 1])
    ({e} [placed] + {lifted} [moved]) %s
    ->> (any {taken} [e])* {! any {taken}} (any {lifted} [e] + {! any {lifted}}) any {placed, moved} [piece] %s
    ({$ w > b} [$ me = 1] + {$ w <= b} [$ me = 0]) [$ k = 0]
  )
#rules = ( turn(white; black; w; b) turn(black; white; b; w) )*
`
