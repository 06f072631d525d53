package authoring

import (
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"ludex/source"
)

// Offsets in a text are counted in UTF-16 code units.
func TestUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.StringOf(rapid.RuneFrom([]rune("aä🎲\n€"))).Draw(t, "before")
		part := rapid.StringOf(rapid.RuneFrom([]rune("bé🂡 "))).Draw(t, "part")
		after := rapid.StringOf(rapid.RuneFrom([]rune("c\u00ff"))).Draw(t, "after")
		text := before + part + after
		start, end := newUnits(text).of(source.Range(len(before), len(before)+len(part)))
		if want := len(utf16.Encode([]rune(before))); start != want {
			t.Fatalf("starts at %d, want %d", start, want)
		}
		if want := len(utf16.Encode([]rune(before + part))); end != want {
			t.Fatalf("ends at %d, want %d", end, want)
		}
	})
}
