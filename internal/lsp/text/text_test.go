package text

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestPositions(t *testing.T) {
	const s = "ab\r\ncé😀d\r\n\rlast"
	tests := []struct {
		at          Position
		utf16, utf8 int
	}{
		{Position{0, 0}, 0, 0},
		{Position{0, 2}, 2, 2},
		{Position{0, 9}, 2, 2}, // behind the end of the line
		{Position{1, 1}, 5, 5},
		{Position{1, 2}, 7, 5}, // in UTF-8, inside é
		{Position{1, 3}, 7, 7}, // in UTF-16, inside the surrogate pair
		{Position{1, 4}, 11, 7},
		{Position{1, 5}, 12, 7},
		{Position{1, 7}, 12, 11},
		{Position{2, 0}, 14, 14},
		{Position{3, 4}, 19, 19},
		{Position{9, 0}, 19, 19},
		{Position{1, 1<<32 - 1}, 12, 12},
	}
	text := New(s)
	for _, tt := range tests {
		if got := text.Offset(tt.at, UTF16); got != tt.utf16 {
			t.Errorf("UTF-16 %v is byte %d, want %d", tt.at, got, tt.utf16)
		}
		if got := text.Offset(tt.at, UTF8); got != tt.utf8 {
			t.Errorf("UTF-8 %v is byte %d, want %d", tt.at, got, tt.utf8)
		}
	}
	if got, want := text.Position(11, UTF16), (Position{1, 4}); got != want {
		t.Errorf("byte 11 is %v, want %v", got, want)
	}
	if got, want := text.Position(9, UTF16), (Position{1, 2}); got != want {
		t.Errorf("byte 9, inside a character, is %v, want %v", got, want)
	}
	if got, want := text.Position(3, UTF16), (Position{0, 2}); got != want {
		t.Errorf("byte 3, inside a line break, is %v, want %v", got, want)
	}
}

// slowPosition counts from the beginning, character by character.
func slowPosition(s string, offset int, e Encoding) Position {
	var p Position
	start := 0
	for i := 0; i < offset; i++ {
		if s[i] == '\n' || s[i] == '\r' && (i+1 == len(s) || s[i+1] != '\n') {
			p.Line++
			start = i + 1
		}
	}
	if e == UTF8 {
		p.Character = uint32(offset - start)
	} else {
		p.Character = uint32(len(utf16.Encode([]rune(s[start:offset]))))
	}
	return p
}

var alphabet = []rune{'a', 'b', '(', ' ', '\n', '\r', 'é', '→', '😀'}

func draw(t *rapid.T, name string) string {
	return string(rapid.SliceOfN(rapid.SampledFrom(alphabet), 0, 40).Draw(t, name))
}

// drawOffset draws an offset between two characters that is in no line break.
func drawOffset(t *rapid.T, s, name string) int {
	at := rapid.IntRange(0, len(s)).Draw(t, name)
	for at > 0 && at < len(s) && (!utf8.RuneStart(s[at]) || s[at] == '\n' && s[at-1] == '\r') {
		at--
	}
	return at
}

func TestPositionsCountFromTheBeginning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := draw(t, "text")
		e := rapid.SampledFrom([]Encoding{UTF8, UTF16}).Draw(t, "encoding")
		at := drawOffset(t, s, "offset")
		text := New(s)
		p := text.Position(at, e)
		if want := slowPosition(s, at, e); p != want {
			t.Fatalf("byte %d of %q is %v, want %v", at, s, p, want)
		}
		if back := text.Offset(p, e); back != at {
			t.Fatalf("byte %d of %q is %v, which is byte %d", at, s, p, back)
		}
	})
}

func TestEditsGiveTheSameTextAsSplicing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := draw(t, "text")
		e := rapid.SampledFrom([]Encoding{UTF8, UTF16}).Draw(t, "encoding")
		text := New(want)
		for range rapid.IntRange(1, 8).Draw(t, "edits") {
			if rapid.IntRange(0, 9).Draw(t, "whole") == 0 {
				want = draw(t, "new text")
				text = mustApply(t, text, Change{Text: want}, e)
				continue
			}
			a, b := drawOffset(t, want, "start"), drawOffset(t, want, "end")
			insert := draw(t, "insert")
			r := &Range{slowPosition(want, a, e), slowPosition(want, b, e)}
			text = mustApply(t, text, Change{r, insert}, e)
			want = want[:min(a, b)] + insert + want[max(a, b):]
			if text.String() != want {
				t.Fatalf("the edits give %q, want %q", text, want)
			}
		}
	})
}

func mustApply(t *rapid.T, text *Text, c Change, e Encoding) *Text {
	next, err := text.Apply([]Change{c}, e, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func TestApplyHasALimit(t *testing.T) {
	text := New("12345")
	if _, err := text.Apply([]Change{{Range: &Range{}, Text: "678"}}, UTF16, 7); err != ErrTooLarge {
		t.Errorf("8 bytes where 7 are allowed: %v", err)
	}
	if next, err := text.Apply([]Change{{Range: &Range{}, Text: "67"}}, UTF16, 7); err != nil || next.String() != "6712345" {
		t.Errorf("7 bytes where 7 are allowed: %v %v", next, err)
	}
}

func FuzzPositions(f *testing.F) {
	f.Add("a\r\né😀\xff", uint32(1), uint32(2))
	f.Fuzz(func(t *testing.T, s string, line, character uint32) {
		text := New(s)
		for _, e := range []Encoding{UTF8, UTF16} {
			at := text.Offset(Position{line, character}, e)
			if at < 0 || at > len(s) {
				t.Fatalf("byte %d of %d", at, len(s))
			}
			p := text.Position(at, e)
			if back := text.Offset(p, e); back != at {
				t.Fatalf("%q: byte %d is %v, which is byte %d", s, at, p, back)
			}
			if int64(p.Line) > int64(strings.Count(s, "\n")+strings.Count(s, "\r")) {
				t.Fatalf("line %d of %q", p.Line, s)
			}
		}
	})
}
