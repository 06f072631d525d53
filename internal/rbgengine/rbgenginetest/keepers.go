package rbgenginetest

import (
	"fmt"
	"strings"
)

// Sweeping returns a game whose keeper changes cells in a loop and then changes the last
// one differently: it marks the stones of one colour from neighbour to neighbour, and
// removes the marked ones. It also branches on the result of patterns. The letters e, w, b
// and x in rows are pieces, and dots are places without a cell. The expression s steps to
// neighbours, and j leads from any cell to any other, or to some of them.
func Sweeping(j, s string, rows ...string) string {
	return fmt.Sprintf(sweepingText, board(rows), j, s)
}

// board returns the lines of a board.
func board(rows []string) string {
	var b strings.Builder
	for _, r := range rows {
		b.WriteString("\n  [" + strings.ReplaceAll(strings.Join(strings.Split(r, ""), ","), ".", "") + "]")
	}
	return b.String()
}

const sweepingText = `
#players = white(100), black(100)
#pieces = e, w, b, x
#variables = n(100)
#board = rectangle(up,down,left,right,%s)
#any = (%s)
#next(piece) = ((%s) {piece})
#flood(stone) = (any {x} next(stone) [x] ->>)* {! any {x} next(stone)}
#clear = (any {x} [e] ->>)* {! any {x}} {$ n < 99} [$ n = n + 1]
#beside(piece) = ((up + {! up}) [piece])
#first(piece; other) = ((up {piece} {! left {other}} [other] down + {! up {piece} {! left {other}}} (left [x] + {! left})) ->>)
#last(piece; other) = (({! right {piece} down {piece}} + right {piece} down {piece} [other] left) ->>)
#turn(me; opp; piece; other) = (
    ->me (up* + down*)(left* + right*) {e, other} [x] ->>
    flood(other) ->> first(piece; other) beside(x) ->>
    clear ->> beside(piece) last(other; piece)
    ({$ w > b} [$ me = w, opp = 0] + {$ w <= b} [$ me = 0, opp = b])
  )
#rules = ( turn(white; black; w; b) turn(black; white; b; w) )*
`

// Surrounding returns a game of stones that are captured when they are surrounded, and that
// may be moved. The final score also depends on what is surrounded. The letters e, w and b
// in rows are pieces.
func Surrounding(rows ...string) string { return fmt.Sprintf(surroundingText, board(rows)) }

const surroundingText = `
#players = white(100), black(100)
#pieces = e, w, b, x
#variables =
#board = rectangle(up,down,left,right,%s)
#any = ((up* + down*)(left* + right*))
#next(piece) = ((up + down + left + right) {piece})
#free(piece) = (next(piece)* next(e))
#take(stone; dir; back) = ((dir {stone} {! free(stone)} [x] back + {! dir {stone} {! free(stone)}}) ->>)
#flood(stone) = (any {x} next(stone) [x] ->>)* {! any {x} next(stone)}
#clear = (any {x} [e] ->>)* {! any {x}}
#turn(me; opp; mine; other; safe) = (
    ->me (any {e} [mine] {? safe + next(other) {! free(other)} } + any {mine} [e] (up + left left) {e, other} [mine] {? next(e)* next(other)}) ->>
    take(other; up; down) take(other; down; up) take(other; left; right) take(other; right; left) ->> flood(other) ->> clear ->>
    ({? any {e} {! next(e)* next(other)} {! next(e)* next(mine)}} [$ me = 1] + {! any {e} {! next(e)* next(other)} {! next(e)* next(mine)}} [$ me = 0])
  )
#rules = ( turn(white; black; w; b; {? free(w)}) turn(black; white; b; w; free(b)) )*
`

// Turning returns a game in which rays of pieces are turned over, starting from cells that
// are known to be empty. The letters e, x and y in rows are pieces, and dots are places
// without a cell.
func Turning(rows ...string) string { return fmt.Sprintf(turningText, board(rows)) }

const turningText = `
#players = a(100), b(100)
#pieces = e, x, y
#variables =
#board = rectangle(up,down,left,right,%s)
#any = ((up* + down*)(left* + right*))
#can(me; opp; dir) = (dir {opp} dir ({opp} dir)* {me})
#cans(me; opp) = (can(me; opp; left) + can(me; opp; right) + can(me; opp; up) + can(me; opp; down) + can(me; opp; up right) + can(me; opp; left left))
#turn(me; opp; dir; back) = ({! can(me; opp; dir)} + dir {opp} [me] dir ({opp} [me] dir)* {me} back ({me} back)* {e})
#turns(me; opp) = (turn(me; opp; left; right) turn(me; opp; right; left) turn(me; opp; up; down) turn(me; opp; down; up)
  turn(me; opp; up right; down left) turn(me; opp; left left; right right))
#move(me; opp) = (any {e} ({? cans(me; opp)} ->> turns(me; opp) [me] + {! cans(me; opp)} {? up {opp}} ->> turns(opp; me) [opp]) + {! any {e} {? cans(me; opp)}} ->>)
#rules = ( ->a move(x; y) [$ a = x] ->b move(y; x) [$ b = y] {? any {e}} )*
`

// Rotating returns a game in which the keeper carries pieces from cell to cell. It takes a
// piece from the cell that the player has chosen and follows one of the ways, each of which
// is a list of steps separated by semicolons. After each step but the last it swaps what it
// carries with the piece on the cell. After the last it puts the piece down and sets the
// scores. The board may be any that has the pieces e, w and b.
func Rotating(board, steps string, ways ...string) string {
	var rotations []string
	for _, way := range ways {
		list := strings.Split(way, ";")
		text := "store"
		for k, step := range list {
			if text += " " + step; k+1 < len(list) {
				text += " carry"
			}
		}
		rotations = append(rotations, "->> "+text+" lay")
	}
	return fmt.Sprintf(rotatingText, board, steps, strings.Join(rotations, "\n      + "))
}

const rotatingText = `
#players = white(100), black(100)
#pieces = e, w, b
#variables = tmp(2), n(100)
#board = %s
#any = (%s)*
#store = ({e} [$ tmp = 0] + {w} [$ tmp = 1] + {b} [$ tmp = 2])
#carry = ({$ tmp == 0} store [e] + {$ tmp == 1} store [w] + {$ tmp == 2} store [b])
#lay = ({$ tmp == 0} [e] + {$ tmp == 1} [w] + {$ tmp == 2} [b])
#turn(me; opp; piece) = (
    ->me any {e, piece} [piece] (%s)
    ({w} [$ me = 1] + {! {w}} [$ me = 0]) ({$ tmp == 1} [$ opp = 2] + {$ tmp != 1} [$ opp = 3]) {$ n < 60} [$ n = n + 1]
  )
#rules = ( turn(white; black; w) turn(black; white; b) )*
`

// Board returns a rectangle with the letters of rows as pieces.
func Board(rows ...string) string { return "rectangle(up,down,left,right," + board(rows) + ")" }
