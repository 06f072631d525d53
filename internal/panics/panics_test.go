package panics

import (
	"errors"
	"strings"
	"testing"
)

func TestCatch(t *testing.T) {
	no := errors.New("no")
	for _, want := range []error{nil, no} {
		if err := Catch(func() error { return want }); err != want {
			t.Errorf("%v, want %v", err, want)
		}
	}
	err := Catch(func() error {
		var none map[string]int
		none["a"] = 1
		return nil
	})
	caught, ok := errors.AsType[*Error](err)
	if !ok || !strings.Contains(err.Error(), "nil map") || !strings.Contains(string(caught.Stack), "panics_test.go") {
		t.Error(err)
	}
}
