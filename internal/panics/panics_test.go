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
	var none []int
	err := Catch(func() error {
		none[len(t.Name())]++
		return nil
	})
	caught, ok := errors.AsType[*Error](err)
	if !ok || !strings.Contains(err.Error(), "index out of range") || !strings.Contains(string(caught.Stack), "panics_test.go") {
		t.Error(err)
	}
}
