package ground

import (
	"testing"
	"time"

	"ludex/gdl/gdlcheck"
	"ludex/internal/budget"
	"ludex/internal/gdlparse"
	"ludex/library"
	"ludex/source"
)

// FuzzGround grounds whatever passes for a description, within tiny limits: it
// must end with a well-formed spec or an error.
func FuzzGround(f *testing.F) {
	for _, g := range library.GDLGames() {
		if text := g.Rules(); len(text) < 2000 { // larger ones only slow fuzzing down
			f.Add(string(text))
		}
	}
	f.Add(small)
	f.Add(`(role a) (legal a x) (goal a 0) terminal (<= (next (s ?x)) (true ?x)) (init z)`)
	f.Add(`(role a) (<= (legal a (or)) (or (true ?x) (does a ?x))) (goal a 0) terminal (init (or))`)
	f.Fuzz(func(t *testing.T, text string) {
		p, list := gdlparse.File(source.NewFile("fuzz", []byte(text)), gdlparse.Options{})
		if len(text) > 20_000 || list.HasErrors() {
			return
		}
		gdlcheck.Run(p, gdlcheck.Options{}, list)
		if list.HasErrors() {
			return
		}
		limits := Limits{Literals: 20_000, Memory: 16 << 20}
		for _, opt := range []Options{{Limits: limits}, {Limits: limits, restrictAll: true}} {
			ctx, cancel := budget.WithSetup(t.Context(), "grounding", 200*time.Millisecond)
			res, err := Ground(ctx, p, opt)
			cancel()
			if err != nil {
				continue
			}
			checkSpec(t, "fuzz", res.Spec)
			NegativeLoop(res.Spec)
			for _, pass := range Passes() {
				printed(t, res, pass)
			}
		}
	})
}
