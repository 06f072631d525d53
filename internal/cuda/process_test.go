//go:build linux && amd64

package cuda

import (
	"errors"
	"strings"
	"testing"
)

// TestCalls calls functions of the C library, which every dynamic linker finds.
func TestCalls(t *testing.T) {
	p, err := start([]string{"libc.so.6"}, []string{"abs", "strlen", "memcpy", "snprintf"})
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	if n, err := p.call("abs", uint64(0xffffffff)); err != nil || n != 1 {
		if err != nil && strings.Contains(err.Error(), "no such file") {
			t.Skip("there is no dynamic linker of glibc here")
		}
		t.Fatalf("abs(-1) = %d, %v", n, err)
	}
	copy(p.shared[100:], "hello\x00")
	if n, err := p.call("strlen", p.address(100)); err != nil || n != 5 {
		t.Errorf("strlen = %d, %v", n, err)
	}
	// More arguments than registers.
	copy(p.shared[200:], "%d %d %d %d %d %d %d\x00")
	if _, err := p.call("snprintf", p.address(300), 100, p.address(200), 1, 2, 3, 4, 5, 6, 7); err != nil {
		t.Error(err)
	}
	if got := cString(p.shared[300:]); got != "1 2 3 4 5 6 7" {
		t.Errorf("snprintf wrote %q", got)
	}
	if _, err := p.call("puts"); err == nil {
		t.Error("a function that was not imported was called")
	}
}

func TestCrash(t *testing.T) {
	p, err := start([]string{"libc.so.6"}, []string{"abort", "abs"})
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	if _, err := p.call("abort"); err == nil || !strings.Contains(err.Error(), "stopped") {
		t.Errorf("abort: %v", err)
	}
	if _, err := p.call("abs", 1); err == nil {
		t.Error("a dead child answered")
	}
}

func TestNoLibrary(t *testing.T) {
	p, err := start([]string{"libludex-nowhere.so.1"}, []string{"abs"})
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	if _, err := p.call("abs", 1); !errors.Is(err, ErrNoDriver) {
		t.Errorf("got %v", err)
	}
}
