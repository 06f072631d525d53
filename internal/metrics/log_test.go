package metrics_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"ludex/internal/metrics"
)

func TestLog(t *testing.T) {
	var out bytes.Buffer
	l, err := metrics.NewLogger(&out, "json", "warn")
	if err != nil {
		t.Fatal(err)
	}
	l.Info("not this")
	l.Warn("lost", "item", 7)
	var line struct {
		Level, Msg string
		Item       int
	}
	if err := json.Unmarshal(out.Bytes(), &line); err != nil || line.Level != "WARN" || line.Msg != "lost" || line.Item != 7 {
		t.Errorf("%s, %v", out.String(), err)
	}
	out.Reset()
	if l, err = metrics.NewLogger(&out, "", ""); err != nil {
		t.Fatal(err)
	}
	l.Debug("not this")
	l.Info("taken", "item", 7)
	if !strings.HasSuffix(out.String(), " level=INFO msg=taken item=7\n") || strings.Count(out.String(), "\n") != 1 {
		t.Error(out.String())
	}
	for _, format := range []string{"json", "text"} { // what others send is safe on a terminal
		out.Reset()
		if l, err = metrics.NewLogger(&out, format, ""); err != nil {
			t.Fatal(err)
		}
		l.Info("taken", "name", "\x1b[2J\u009b\u202e")
		if strings.ContainsAny(out.String(), "\x1b\u009b\u202e") {
			t.Errorf("%s: %q", format, out.String())
		}
	}
	for _, bad := range [][2]string{{"xml", "info"}, {"text", "loud"}} {
		if _, err := metrics.NewLogger(&out, bad[0], bad[1]); err == nil {
			t.Errorf("%v are a log", bad)
		}
	}
}
