package picture_test

import (
	"encoding/xml"
	"strings"
	"testing"

	"ludex/internal/picture"
)

// TestEscape compares the escaping of texts with the one of the standard library.
func TestEscape(t *testing.T) {
	for _, text := range []string{"", "a < b && \"c\" > 'd'", "tab\t, line\r\n", "zero\x00 and \x1b[2J", "broken \xff\xfe", "\uFFFE\uFFFF\uFFFD", "größer ♜"} {
		var want strings.Builder
		if err := xml.EscapeText(&want, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got := picture.Escape(text); got != want.String() {
			t.Errorf("%q: %q, and not %q", text, got, want.String())
		}
	}
}
