package ggp

import (
	"reflect"
	"strings"
	"testing"
)

// TestMessages covers messages as public managers send them.
func TestMessages(t *testing.T) {
	for text, want := range map[string]Message{
		"( INFO )":  {Kind: Info},
		"(ping)":    {Kind: Ping},
		"(PING 12)": {Kind: Ping},
		"( START m.ttt.17 white ((role white) (role black) (<= (legal white noop) (true (a b)))) 30 10 )": {Kind: Start, Match: "m.ttt.17", Role: "white",
			Rules: "(role white) (role black) (<= (legal white noop) (true (a b)))", StartClock: 30, PlayClock: 10},
		"(START M WHITE ((ROLE WHITE)) 30 10 more things)": {Kind: Start, Match: "M", Role: "WHITE", Rules: "(ROLE WHITE)", StartClock: 30, PlayClock: 10},
		"( PREVIEW ((role white)) 20 )":                    {Kind: Preview, Rules: "(role white)", StartClock: 20},
		"( PLAY m NIL )":                                   {Kind: Play, Match: "m", First: true},
		"(play m nil)":                                     {Kind: Play, Match: "m", First: true},
		"( PLAY m ( (mark 1 1) noop ) )":                   {Kind: Play, Match: "m", Seen: []string{"(mark 1 1)", "noop"}},
		"(PLAY m ((mark 1 1)noop))":                        {Kind: Play, Match: "m", Seen: []string{"(mark 1 1)", "noop"}},
		"(PLAY m 0 NIL NIL)":                               {Kind: Play, Match: "m", Numbered: true, First: true, Own: "NIL"},
		"(PLAY m 3 (bet 2) ((card ace) win))":              {Kind: Play, Match: "m", Numbered: true, Turn: 3, Own: "(bet 2)", Seen: []string{"(card ace)", "win"}},
		"(PLAY m 3 pass ())":                               {Kind: Play, Match: "m", Numbered: true, Turn: 3, Own: "pass"},
		"( STOP m ( a b ) )":                               {Kind: Stop, Match: "m", Seen: []string{"a", "b"}},
		"( ABORT m )":                                      {Kind: Abort, Match: "m"},
		"( STOP m ; a comment )\n ( a b ) )":               {Kind: Stop, Match: "m", Seen: []string{"a", "b"}},
	} {
		got, err := Parse(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as\n%+v, %v, and not as\n%+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "INFO", "(", ")", "( PLAY m", "( PLAY m NIL ) )", "( PLAY )", "( PLAY m a b )", "( DANCE )", "( START m r (a) 1 )",
		"( START m r a 1 2 )", "( START m r (a) x 2 )", "( START m r (a) -1 2 )", "( START m r (a) 1 0 )", "( START m r (a) 1 -1 )",
		"( START m r (a) 1 86401 )", "( START m r (a) 86401 1 )", "( START m r (a) 1 99999999999999999999 )", "( PREVIEW (a) 86401 )", "( PLAY m x y (z) )", "( PREVIEW (a) )", "(PLAY m (a) ) x"} {
		if m, err := Parse(text); err == nil {
			t.Errorf("%q is read as %+v", text, m)
		}
	}
}

func TestStrings(t *testing.T) {
	for want, m := range map[string]Message{
		"( INFO )":                            {Kind: Info},
		"( PING )":                            {Kind: Ping},
		"( PLAY m NIL )":                      {Kind: Play, Match: "m", First: true},
		"( PLAY m ( (mark 1 1) noop ) )":      {Kind: Play, Match: "m", Seen: []string{"(mark 1 1)", "noop"}},
		"( PLAY m 0 NIL NIL )":                {Kind: Play, Match: "m", First: true, Numbered: true},
		"( PLAY m 2 pass () )":                {Kind: Play, Match: "m", Numbered: true, Turn: 2, Own: "pass"},
		"( STOP m ( a b ) )":                  {Kind: Stop, Match: "m", Seen: []string{"a", "b"}},
		"( ABORT m )":                         {Kind: Abort, Match: "m"},
		"( START m white ((role w)) 30 10 )":  {Kind: Start, Match: "m", Role: "white", Rules: "(role w)", StartClock: 30, PlayClock: 10},
		"( PREVIEW ((role w) (role b)) 30 )":  {Kind: Preview, Rules: "(role w) (role b)", StartClock: 30},
		"( STOP m 4 (bet 1) ( (card ace) ) )": {Kind: Stop, Match: "m", Numbered: true, Turn: 4, Own: "(bet 1)", Seen: []string{"(card ace)"}},
	} {
		if got := m.String(); got != want {
			t.Errorf("%+v is sent as %s, and not as %s", m, got, want)
		}
	}
}

func TestDeepNesting(t *testing.T) {
	const n = 1 << 20
	if _, err := Parse("( PLAY m (" + strings.Repeat("(", n) + strings.Repeat(")", n) + ") )"); err != nil {
		t.Error(err)
	}
	if _, err := Parse(strings.Repeat("(", n)); err == nil {
		t.Error("a text without an end is read")
	}
}

func FuzzParse(f *testing.F) {
	f.Add("( START m white ((role w)) 30 10 )")
	f.Add("( PLAY m 2 pass ( (a b) ) )")
	f.Add("(PLAY m ((a)b(c)) );x")
	f.Add("( PING 3 )")
	f.Add("( START m r ((role r)) 0 86400 )")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Parse(text)
		if err != nil {
			return
		}
		if m.StartClock < 0 || m.StartClock > maxClock || m.PlayClock < 0 || m.PlayClock > maxClock || m.Kind == Start && m.PlayClock == 0 {
			t.Errorf("%q has the clocks %d and %d", text, m.StartClock, m.PlayClock)
		}
		again, err := Parse(m.String())
		if strings.Contains(text, ";") {
			return // comments inside items are kept, and end differently in one line
		}
		if err != nil || again.Kind != m.Kind || again.Match != m.Match || len(again.Seen) != len(m.Seen) || again.First != m.First {
			t.Errorf("%q is read as %+v, and sent %q as %+v: %v", text, m, m.String(), again, err)
		}
	})
}
