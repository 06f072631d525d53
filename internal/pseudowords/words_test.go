package pseudowords_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"ludex/internal/pseudowords"
)

// The words that a seed gives are part of the file format: what was recorded
// with a seed can be reconstructed from it.
func TestGenerator(t *testing.T) {
	g := pseudowords.NewGenerator(7)
	for _, want := range []string{"venja", "glezelgor", "pedula"} {
		if got := g.Word(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestGeneratorAvoidsWords(t *testing.T) {
	g := pseudowords.NewGenerator(7)
	g.Avoid("VenJa")
	if got := g.Word(); got == "venja" || !strings.HasPrefix(got, "venja") {
		t.Errorf("%q is the word to avoid, or another one than the seed gives", got)
	}
	seen := map[string]bool{}
	for range 10_000 {
		w := g.Word()
		if seen[w] || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != "" {
			t.Fatalf("%q is no new word of small letters", w)
		}
		seen[w] = true
	}
}

func TestMap(t *testing.T) {
	m := &pseudowords.Map{Seed: 7, Words: map[string]string{"cell": "welcoul", "mark": "dukepe"}}
	again, err := pseudowords.Read(m.Encode(), func(string) error { return nil })
	if err != nil || !reflect.DeepEqual(again, m) {
		t.Errorf("%v became %v, %v", m, again, err)
	}
	if !reflect.DeepEqual(m.Inverse().Inverse(), m) {
		t.Error("the inverse of the inverse is another map")
	}
	if m.New("cell") != "welcoul" || m.New("other") != "other" || m.Inverse().New("dukepe") != "mark" {
		t.Error("words are replaced by others than the map says")
	}
}

func TestReadRefuses(t *testing.T) {
	valid := func(word string) error {
		if strings.ContainsAny(word, " ") {
			return errors.New("a blank")
		}
		return nil
	}
	tests := []struct{ text, want string }{
		{`{"seed":1,"words":{"a":"x","b":"x"}}`, "both become"},
		{`{"seed":1,"words":{"a":"x","a":"y"}}`, "replaced twice"},
		{`{"seed":1,"words":{"a b":"x"}}`, "a blank"},
		{`{"seed":1,"words":{"a":"x y"}}`, `what replaces "a": a blank`},
		{`{"seed":1}`, `no "words"`},
		{`{"seed":1,"words":{},"more":1}`, "unknown field"},
		{`{"seed":1,"words":{}} {}`, "after the JSON object"},
		{`{"seed":1,"words":{"a":1}}`, "cannot unmarshal"},
		{`[`, "unexpected"},
	}
	for _, tt := range tests {
		if m, err := pseudowords.Read([]byte(tt.text), valid); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, %v, want an error with %q", tt.text, m, err, tt.want)
		}
	}
}

// FuzzRead reads any file: a map that is read is the same when it is written and
// read again.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"seed":7,"words":{"cell":"welcoul","mark":"dukepe"}}`))
	f.Add([]byte(`{"seed":1,"words":{"a":"x","a":"y"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		valid := func(string) error { return nil }
		m, err := pseudowords.Read(data, valid)
		if err != nil {
			return
		}
		again, err := pseudowords.Read(m.Encode(), valid)
		if err != nil || !reflect.DeepEqual(again, m) {
			t.Errorf("%v became %v, %v", m, again, err)
		}
	})
}
