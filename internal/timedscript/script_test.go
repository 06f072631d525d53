package timedscript_test

import (
	"fmt"
	"strings"
	"testing"

	"ludex/internal/timedscript"
	"ludex/internal/timedtest"
	"ludex/timed"
)

func TestScripts(t *testing.T) {
	g := timedtest.Open(t, "role(a) role(b) role(random) init(1,p) legal(a,go(x,1))")
	got, err := timedscript.ParseScript(g, "% comment\n2:b:go(x,1)\n # another\n1.5:a:(go x 1); 1.5 : b : go ;\n")
	want := "[{1.5 0 (go x 1) 0} {1.5 1 go 0} {2 1 (go x 1) 0}]"
	if err != nil || fmt.Sprint(got) != want {
		t.Errorf("got %v, %v", got, err)
	}
	for _, test := range []struct{ text, want string }{
		{"1:a", "time:role:move"}, {"x:a:go", "is no time"}, {"1:c:go", "there is no role c"},
		{"1:a:go(", "is no term"}, {"1:a:go(X)", "is no term"}, {"infinity:a:go", "nothing happens after"}, {"1:random:go", "moves by itself"},
	} {
		if _, err := timedscript.ParseScript(g, "0:a:go;"+test.text); err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "move 2") {
			t.Errorf("%s: got %v", test.text, err)
		}
	}
}

func TestPlays(t *testing.T) {
	g := timedtest.Open(t, "role(a) role(b) role(random) init(1,p) legal(a,go(x,1))")
	got, until, err := timedscript.ParsePlay(g, "2:b:go(x,1); 1.5:random:go; 3; 2.5")
	if err != nil || fmt.Sprint(got) != "[{1.5 2 go 0} {2 1 (go x 1) 0}]" || until != 3*timed.Unit {
		t.Errorf("got %v until %v, %v", got, until, err)
	}
	if got, until, err := timedscript.ParsePlay(g, ""); got != nil || until != -1 || err != nil {
		t.Errorf("nothing: got %v until %v, %v", got, until, err)
	}
	for _, text := range []string{"x", "-1", "infinity", "1:a"} {
		if _, _, err := timedscript.ParsePlay(g, text); err == nil || !strings.Contains(err.Error(), "move 1") {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

func TestRates(t *testing.T) {
	for text, want := range map[string]timed.Rate{"2": 2 * timed.PerUnit, "0.5": timed.PerUnit / 2, "0": 0, "0.000001": 1} {
		if got, err := timedscript.ParseRate(text); got != want || err != nil {
			t.Errorf("%s: got %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "-1", "infinity", "0.0000001", "2000000"} {
		if got, err := timedscript.ParseRate(text); err == nil {
			t.Errorf("%s is read as %v", text, got)
		}
	}
}
