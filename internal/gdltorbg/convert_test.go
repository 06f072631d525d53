package gdltorbg_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"ludex/internal/gdltorbg"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

func TestTry(t *testing.T) {
	for _, name := range strings.Fields(os.Getenv("TRY")) {
		var f *source.File
		if lib, ok := library.Lookup(name); ok {
			f = source.NewFile(lib.File, lib.Rules())
		} else {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f = source.NewFile(name, data)
		}
		r := rules.Read(f, rules.Options{})
		start := time.Now()
		out, err := gdltorbg.Convert(t.Context(), r, gdltorbg.Options{Time: 60 * time.Second, MaxStates: 20_000, Seed: 1, Progress: func(s string) {}})
		if err != nil {
			t.Logf("%s: %v (%v)", name, err, time.Since(start))
			continue
		}
		t.Logf("%s: %s, %d bytes (%v)", name, out.Method, len(out.Text), time.Since(start))
		if os.Getenv("SHOW") != "" {
			t.Log(out.Text)
		}
	}
}
