package tomlfile_test

import (
	"testing"

	"github.com/BurntSushi/toml"

	"ludex/internal/tomlfile"
)

func TestError(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a = 1\nb = ", "f:2: the text ends too early; expected value"},
		{"a = 1\n\n[c]\nd = \"x\"\n", "f:4: c.d: this is of type string, and type integer is needed"},
		{"a = \"x\"\n", "f:1: a: this is of type string, and type integer is needed"},
		{"a = 1\na = 2\n", "f:2: Key 'a' has already been defined."},
	} {
		var v struct {
			A, B int
			C    struct{ D int }
		}
		_, err := toml.Decode(c.text, &v)
		if err == nil {
			t.Errorf("%q is read", c.text)
		} else if got := tomlfile.Error("f", c.text, err).Error(); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestKeyLine(t *testing.T) {
	const text = "name = 'x'\n\n[clocks]\n\"start\" = 1\n[[puzzle]]\n"
	for key, want := range map[string]int{"name": 1, "clocks": 3, "start": 4, "puzzle": 5, "other": 0} {
		if got := tomlfile.KeyLine(text, key); got != want {
			t.Errorf("%s is on line %d, want %d", key, got, want)
		}
	}
}
