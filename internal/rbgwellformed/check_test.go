package rbgwellformed

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/wellformed"
	"ludex/rbg"
	"ludex/source"
)

const head = `#players = white(100), black(100)
#pieces = e, x, y
#variables = n(9)
#board = rectangle(up,down,left,right, [e,e] [e,e])
#anySquare = ((up* + down*)(left* + right*))
`

// run runs the checks and returns what they report.
func run(t *testing.T, g *rbg.Game, opt Options) (*source.List, *wellformed.Requirements) {
	t.Helper()
	list := &source.List{File: g.File}
	req, roles, err := Check(context.Background(), g, opt, list)
	if err != nil {
		t.Fatal(err)
	}
	if len(roles) != len(g.Players) {
		t.Errorf("the roles are %v", roles)
	}
	for _, d := range list.Items {
		if !slices.Contains(Codes, d.Code) {
			t.Errorf("%s is not listed", d.Code.ID)
		}
	}
	return list, req
}

func text(t *testing.T, list *source.List) string {
	t.Helper()
	var out strings.Builder
	r := source.Renderer{W: &out}
	if err := r.Render(list); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestCheck(t *testing.T) {
	tests := []struct{ name, rules, want string }{
		{"nothing wrong", `#rules = ->white ([$ white=100] + [$ white=50]) ->black anySquare {e} [x] [$ black=60] ->>`, ``},
		{"endless", `#rules = (->white (up + down) [$ white=100] ->black (left + right + [$ white=0, black=100] ->> {}))*`, `
test.rbg: warning: the game need not end [RBG120]
  = shown by the moves (a1 noop)
  = and round and round (noop b1) ; (b2 noop) ; (noop a2) ; (a1 noop)
test.rbg: warning: white can never win [RBG123]
`},
		{"over before it begins", `#rules = [$ white=100] {$ n == 1} ->white [x] ->black [y] ->>`, `
test.rbg: warning: white can never win [RBG123]
test.rbg: warning: black can never win [RBG123]
test.rbg: warning: the initial position is the end of the play [RBG126]
`},
		{"a draw for ever", `#rules = [$ white=50] ->white {e} [x] ->black anySquare {e} [y] ->> [$ black=50] ->>`, `
test.rbg: warning: white can never win [RBG123]
test.rbg: warning: black can never win [RBG123]
`},
		{"endless move", `#rules = ->white anySquare {e} [x] ->black {x} ([y])* ->> [$ white=100] ->>`, `
test.rbg: error: listing the moves of a position takes more than 512 MB (--memory allows more); "ludex check" warns of moves that never end [RBG122]
  = shown by the moves a1
`},
		{"the keeper goes in circles", `#rules = ->white anySquare {e} [x] (->> ({e} + {x}))* {e} ->black [$ white=100] ->>`, `
test.rbg: error: the keeper goes in circles: its moves lead back to a position that it was in (after switch 3) [RBG122]
  = shown by the moves a1
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list, _ := run(t, rbgenginetest.Parse(t, head+tt.rules), Options{Seed: 1})
			if got := "\n" + text(t, list); got != tt.want && got != "\n"+tt.want {
				t.Errorf("got%swant%s", got, tt.want)
			}
		})
	}
}

func TestKeeperChoices(t *testing.T) {
	tests := []struct{ name, rules, want string }{
		{"any order will do", `#rules = ->white anySquare {e} [x] ->>
  (anySquare {e} [y] ->>)* {! anySquare {e}} [$ white=100] ->black anySquare ->>`, ``},
		{"any cell will do", `#rules = ->white anySquare {e} [x] ->> anySquare {e} ->black anySquare {x} ->>`, ``},
		{"not any cell will do", `#rules = ->white anySquare {e} [x] ->> anySquare {e} ->black (up + down) {x} ->>`, `
test.rbg:6:54: warning: the keeper has a choice here that matters: the current cell is a2 or b2 in the end, and the moves differ [RBG125]
    6 | #rules = ->white anySquare {e} [x] ->> anySquare {e} ->black (up + down) {x} ->>
      |                                                      ^~~~~~~
  = it could do a2 ->black, or b2 ->black
  = shown by the moves a1
`},
		{"not any cell is filled", `#rules = ->white anySquare {e} ->> anySquare {e} [y] ->black anySquare {y} ->>`, `
test.rbg:6:50: warning: the keeper has a choice here that matters: a2 holds y or e in the end [RBG125]
    6 | #rules = ->white anySquare {e} ->> anySquare {e} [y] ->black anySquare {y} ->>
      |                                                  ^~~
  = it could do a2 [y] a2 ->black, or b2 [y] b2 ->black
  = shown by the moves a1
`},
		{"alternatives", `#rules = ([$ n = 1] + [$ n = 2] [$ white = 100]) ->> {$ n > 0} ->white [x] ->black [x] ->>`, `
test.rbg:6:11: warning: the keeper has a choice here that matters: white becomes 0 or 100 [RBG125]
    6 | #rules = ([$ n = 1] + [$ n = 2] [$ white = 100]) ->> {$ n > 0} ->white [x] ->black [x] ->>
      |           ^~~~~~~~~
  test.rbg:6:23: note: it could also go on here
    6 | #rules = ([$ n = 1] + [$ n = 2] [$ white = 100]) ->> {$ n > 0} ->white [x] ->black [x] ->>
      |                       ^~~~~~~~~
  = it could do [$ n] a2 ->>, or [$ n] [$ white] a2 ->>
  = this is so before the first move
`},
		{"the same end", `#rules = ->white {e} [x] ->> ([y] ->> {} + [y] [$ n = 0] ->> {})`, ``},
		{"different places", `#rules = ->white {e} [x] ->> ([y] ->black [x] ->> + [y] ->black [e] ->>)`, `
test.rbg:6:31: warning: the keeper has a choice here that matters: the play goes on at different places in the rules [RBG125]
    6 | #rules = ->white {e} [x] ->> ([y] ->black [x] ->> + [y] ->black [e] ->>)
      |                               ^~~
  test.rbg:6:53: note: it could also go on here
    6 | #rules = ->white {e} [x] ->> ([y] ->black [x] ->> + [y] ->black [e] ->>)
      |                                                     ^~~
  = it could do a2 [y] a2 ->black, or a2 [y] a2 ->black
  = shown by the moves a2
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list, _ := run(t, rbgenginetest.Parse(t, head+tt.rules), Options{Seed: 1})
			list.Items = slices.DeleteFunc(list.Items, func(d *source.Diagnostic) bool { return d.Code != keeperMatters })
			if got := "\n" + text(t, list); got != tt.want && got != "\n"+tt.want {
				t.Errorf("got%swant%s", got, tt.want)
			}
		})
	}
}

// TestSampled examines a game with too many positions to see all.
func TestSampled(t *testing.T) {
	g := rbgenginetest.Parse(t, head+`#rules = (->white (up + down) ->black (left + right) ->>
  ({$ n == 9} [$ n = 0] + {$ n < 9} [$ n = n + 1]))*`)
	list, req := run(t, g, Options{Limits: wellformed.Limits{States: 10}, Playouts: 2, Seed: 1})
	want := `test.rbg: warning: a playout was cut off after 10000 steps [RBG121]
test.rbg: note: white won none of 2 random plays [RBG123]
test.rbg: note: black won none of 2 random plays [RBG123]
`
	if got := text(t, list); got != want || req.Exhausted {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestWinner checks that points are compared, not fractions of the bounds, which are never
// reached.
func TestWinner(t *testing.T) {
	g := rbgenginetest.Parse(t, head+`#rules = (->white [$ white=40] ->black ([$ black=60] + [$ black=40] + [$ black=0]) ->>)`)
	_, req := run(t, g, Options{})
	for player, want := range map[string]wellformed.Verdict{"white": wellformed.Yes, "black": wellformed.Yes} {
		if got := req.WeaklyWinnable[player].Verdict; got != want {
			t.Errorf("%s can win: %v, want %v", player, got, want)
		}
	}
	if got := req.ForcedWin["black"].Verdict; got != wellformed.Yes {
		t.Errorf("black can force a win: %v", got)
	}
}

func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := rbgenginetest.Parse(t, head+`#rules = ->white {e} [x] ->black [y] ->>`)
	if _, _, err := Check(ctx, g, Options{}, &source.List{File: g.File}); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped check ends with %v", err)
	}
	if _, _, err := Seen(ctx, g, 10, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped look ends with %v", err)
	}
}

// TestCorpus follows plays of public games in which the keeper does much, in any
// order.
func TestCorpus(t *testing.T) {
	names := []string{"go_nopass", "chineseCheckers6", "reversi_6x6", "theMillGame", "pentago_split",
		"englishDraughts", "internationalDraughts", "breakthrough", "foxAndHounds"}
	if rbgenginetest.Full() {
		names = rbgenginetest.Games(t)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			g := rbgenginetest.Read(t, name)
			k, err := newKeeper(g)
			if err != nil {
				t.Fatal(err)
			}
			k.look(context.Background(), 3, 1)
			list := &source.List{File: g.File}
			k.report(list)
			if len(list.Items) > 0 {
				t.Error(text(t, list))
			}
		})
	}
}
