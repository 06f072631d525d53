package gdlrewrite_test

import (
	"reflect"
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/internal/gdlrewrite"
	"ludex/internal/pseudowords"
	"ludex/source"
)

func TestReadMap(t *testing.T) {
	got, err := gdlrewrite.ReadMap([]byte(`{"seed":7,"words":{"cell":"welcoul","less-than":"dukepe"}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := &gdlrewrite.Map{Map: pseudowords.Map{Seed: 7, Words: map[string]string{"cell": "welcoul", "less-than": "dukepe"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestReadMapErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{``, "EOF"},
		{`[]`, "array"},
		{`{"seed":7}`, `there is no "words" object`},
		{`{"seed":7,"words":null}`, `there is no "words" object`},
		{`{"seed":-7,"words":{}}`, "seed"},
		{`{"seed":7,"words":{"a":1}}`, "number"},
		{`{"seed":7,"word":{}}`, `unknown field "word"`},
		{`{"seed":7,"words":{}} {}`, "after the JSON object"},
		{`{"words":{"a":"x","b":"x"}}`, `"a" and "b" both become "x"`},
		{`{"words":{"a":"x","a":"y"}}`, `"a" is replaced twice`},
		{`{"words":{"a":""}}`, `what replaces "a": a word is empty`},
		{`{"words":{"":"a"}}`, `a word is empty`},
		{`{"words":{"a":null}}`, `a word is empty`},
		{`{"words":{"does":"x"}}`, `"does" is a reserved word`},
		{`{"words":{"x":"Does"}}`, `"Does" is a reserved word`},
		{`{"words":{"x":"<="}}`, `"<=" is a reserved word`},
		{`{"words":{"100":"x"}}`, `"100" is a number`},
		{`{"words":{"x":"-1.5"}}`, `"-1.5" is a number`},
		{`{"words":{"x":"?y"}}`, `"?y" is a variable`},
		{`{"words":{"a b":"x"}}`, `"a b" is no word`},
		{`{"words":{"x":"f(y)"}}`, `"f(y)" is no word`},
		{`{"words":{"x":"y;z"}}`, `"y;z" is no word`},
		{`{"words":{"x":"y\u0000"}}`, `"y\x00" is no word`},
		{`{"words":{"x":"y\u00a0z"}}`, `is no word`},
	} {
		_, err := gdlrewrite.ReadMap([]byte(test.text))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want an error with %q", test.text, err, test.want)
		}
	}
}

func TestMapEncode(t *testing.T) {
	m := &gdlrewrite.Map{Map: pseudowords.Map{Seed: 1<<64 - 1, Words: map[string]string{"b": "dukepe", "<": "ä", "a": "welcoul"}}}
	want := `{
  "seed": 18446744073709551615,
  "words": {
    "<": "ä",
    "a": "welcoul",
    "b": "dukepe"
  }
}
`
	if got := string(m.Encode()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, err := gdlrewrite.ReadMap(m.Encode()); err != nil || !reflect.DeepEqual(got, m) {
		t.Errorf("read back: %v, %v", got, err)
	}
}

func TestMapTerm(t *testing.T) {
	m := &gdlrewrite.Map{Map: pseudowords.Map{Words: map[string]string{"mark": "dukepe", "X": "no"}}}
	move := gdl.Fn("mark", gdl.Const("1"), gdl.Var("X"), gdl.Fn("mark", gdl.Const("noop")))
	move.Args[0].Span = source.Range(3, 4)
	got := m.Term(move)
	want := gdl.Fn("dukepe", gdl.Const("1"), gdl.Var("X"), gdl.Fn("dukepe", gdl.Const("noop")))
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if move.Name != "mark" || move.Args[2].Name != "mark" {
		t.Error("Term changed its argument")
	}
}

func TestZeroMap(t *testing.T) {
	p := read(t, ticTacToe)
	if q := new(gdlrewrite.Map).Apply(p); !q.Equal(p) {
		t.Errorf("the empty map changed something:\n%s", show(q))
	}
}

// FuzzReadMap checks that whatever is accepted is a map that can be written
// and undone.
func FuzzReadMap(f *testing.F) {
	f.Add([]byte(`{"seed":7,"words":{"cell":"welcoul","mark":"dukepe"}}`))
	f.Add([]byte(`{"words":{"a":"b","b":"a"}}`))
	f.Add([]byte(`{"words":{"a":"x","a":"y"}}`))
	f.Add([]byte(`{"words":{"a":null}} 1`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := gdlrewrite.ReadMap(data)
		if err != nil {
			return
		}
		if got, err := gdlrewrite.ReadMap(m.Encode()); err != nil || !reflect.DeepEqual(got, m) {
			t.Fatalf("read back as %v, %v; want %v", got, err, m)
		}
		inverse, err := gdlrewrite.ReadMap(m.Inverse().Encode())
		if err != nil || !reflect.DeepEqual(inverse.Inverse(), m) {
			t.Fatalf("undone twice: %v, %v; want %v", inverse, err, m)
		}
	})
}
