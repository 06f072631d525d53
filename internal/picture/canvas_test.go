package picture_test

import (
	"strings"
	"testing"

	"ludex/internal/picture"
)

func TestWrap(t *testing.T) {
	got := strings.Join(picture.Wrap([]string{"ab", "cd", "ef", "longer than that", "g"}, ", ", 8), "\n")
	if want := "ab, cd\nef\nlonger than that\ng"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
