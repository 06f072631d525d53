package rbgenginetest

import (
	"fmt"
	"strings"
)

// Jumps are the rules of a game in which stones jump over others, as often as they
// can, and take them. The zero value has only the largest number of stones taken be
// allowed, in rules of which a pattern looks at the board as it was before the move.
type Jumps struct {
	Ways   []string // in which a stone jumps; none are all four
	Flying bool     // stones jump from afar, too
	Free   bool     // any number of stones may be taken
	Test   string   // with which a better move is found; "" is {$ seen > n}
	// Tells has the pattern tell stones that were taken from others.
	Tells bool
	// Late has the pattern count the stones taken when it has changed some itself.
	Late bool
	// Assigns has some moves change a variable at which the pattern looks.
	Assigns bool
	// Asks has the keeper ask for the pattern, too.
	Asks bool
}

// Text returns the rules. Rows have the letters e, w and b, which are pieces, and
// dots where no cell is.
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
