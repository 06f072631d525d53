package rbgcheck_test

import (
	"slices"
	"strings"
	"testing"

	"ludex/internal/rbgparse"
	"ludex/rbg/rbgcheck"
	"ludex/source"
)

const explained = `#players = w(9), b(9)
#pieces = e, x
#variables = n(9)
#board = rectangle(up,down,left,right, [e,e,e] [e,e,e])
#anySquare = ((up* + down*)(left* + right*))
#count = [$ n = n + 1] {$ w + b < 18}
`

// TestExplanations compares diagnostics with what is shown beside them.
func TestExplanations(t *testing.T) {
	tests := []struct{ name, code, rules, want string }{
		{"in a macro", "RBG067", `#lost(opp) = [$ opp = 10] ->>
#rules = (count ->w anySquare {e} [x] [$ w=9] ->b anySquare {x} ([$ b=9] ->> + lost(w)))*`, `
game.rbg:7:14: warning: this assignment never succeeds: w can be 0 to 9 [RBG067]
    7 | #lost(opp) = [$ opp = 10] ->>
      |              ^~~~~~~~~~~~
  game.rbg:8:80: note: in macro lost called here
    8 | #rules = (count ->w anySquare {e} [x] [$ w=9] ->b anySquare {x} ([$ b=9] ->> + lost(w)))*
      |                                                                                ^~~~~~~
  = the value is 10
`},
		{"comparison", "RBG063", `#rules = (count ->w {$ e > 6} [$ w=9] ->b [$ b=9] ->>)*`, `
game.rbg:7:21: warning: this comparison never holds [RBG063]
    7 | #rules = (count ->w {$ e > 6} [$ w=9] ->b [$ b=9] ->>)*
      |                     ^~~~~~~~~
  = the left side is 6, the right side is 6
`},
		{"dead end", "RBG060", `#rules = (count ->w anySquare {e} [$ w=9] ->b ({e} [$ b=9] ->> + {e} ->> {} [x]))*`, `
game.rbg:7:77: warning: no play gets here [RBG060]
    7 | #rules = (count ->w anySquare {e} [$ w=9] ->b ({e} [$ b=9] ->> + {e} ->> {} [x]))*
      |                                                                             ^~~
  game.rbg:7:74: note: nothing gets past this
    7 | #rules = (count ->w anySquare {e} [$ w=9] ->b ({e} [$ b=9] ->> + {e} ->> {} [x]))*
      |                                                                          ^~
`},
		{"no switch", "RBG068", `#rules = (count ->w anySquare [x] ->b [$ b=9] ->> ({x} + [x] {e} {}))*`, `
game.rbg:7:58: warning: no switch can follow, so this never takes effect [RBG068]
    7 | #rules = (count ->w anySquare [x] ->b [$ b=9] ->> ({x} + [x] {e} {}))*
      |                                                          ^~~
  game.rbg:7:66: note: nothing gets from there past this
    7 | #rules = (count ->w anySquare [x] ->b [$ b=9] ->> ({x} + [x] {e} {}))*
      |                                                                  ^~
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, list := rbgparse.File(source.NewFile("game.rbg", []byte(explained+tt.rules+"\n")))
			if g == nil {
				t.Fatal(list.Err())
			}
			rbgcheck.Run(g, rbgcheck.Options{}, list)
			list.Items = slices.DeleteFunc(list.Items, func(d *source.Diagnostic) bool { return d.Code.ID != tt.code })
			var out strings.Builder
			r := source.Renderer{W: &out}
			if err := r.Render(list); err != nil {
				t.Fatal(err)
			}
			if got := "\n" + out.String(); got != tt.want {
				t.Errorf("got%swant%s", got, tt.want)
			}
		})
	}
}
