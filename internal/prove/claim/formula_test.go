package claim_test

import (
	"testing"

	"ludex/internal/prove/claim"
)

// FuzzProperty reads texts as properties. What is read is written as a text that is read as
// the same, and a formula and its negation never have the same value.
func FuzzProperty(f *testing.F) {
	for _, text := range []string{
		"playable", "goals", "unwinnable white", "constant-sum 100", "always control(x) & ~terminal",
		"eventually (or terminal (goal white 100))", "always legal(white, mark(1,1)) | does(black, noop)", "same", "always", "ends now",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := claim.ParseProperty(text)
		if err != nil {
			return
		}
		again, err := claim.ParseProperty(p.String())
		if err != nil || again.String() != p.String() {
			t.Fatalf("%q is written as %q, which is read as %q, %v", text, p, again, err)
		}
		if p.Formula == nil {
			return
		}
		value := func(a claim.Atom) (bool, error) { return len(a.Text)%2 == 0, nil }
		is, err := p.Formula.Holds(value)
		if err != nil {
			t.Fatal(err)
		}
		if not, err := p.Formula.Not().Holds(value); err != nil || not == is {
			t.Errorf("%q and its negation are both %v (%v)", text, is, err)
		}
		if _, err := claim.ParseFormula(p.Formula.Not().Text); err != nil {
			t.Errorf("the negation of %q cannot be read: %v", text, err)
		}
	})
}
