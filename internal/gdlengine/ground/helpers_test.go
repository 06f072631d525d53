package ground

import (
	"bytes"
	"context"
	"testing"

	"ludex/gdl"
	"ludex/internal/circuit"
	"ludex/internal/corpustest"
	"ludex/internal/gdlengine/gdlenginetest"
	"ludex/internal/gdlparse"
	"ludex/library"
	"ludex/source"
)

// read parses a description and fails the test if it has syntax errors.
func read(t testing.TB, name, text string) *gdl.Program {
	t.Helper()
	p, list := gdlparse.File(source.NewFile(name, []byte(text)), gdlparse.Options{CaseSensitive: true})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

// mustGround grounds a program and fails the test if that is impossible.
func mustGround(t testing.TB, p *gdl.Program, opt Options) *Result {
	t.Helper()
	res, err := Ground(context.Background(), p, opt)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// groundText is mustGround for a text.
func groundText(t testing.TB, text string, opt Options) *Result {
	t.Helper()
	return mustGround(t, read(t, "test.kif", text), opt)
}

// libraryPrograms returns games of the library that can be grounded: a sample, or with LUDEX_FULL=1
// all.
func libraryPrograms(t testing.TB) map[string]*gdl.Program {
	t.Helper()
	out := map[string]*gdl.Program{}
	for _, g := range library.FactGames() {
		if corpustest.Sampled(g.Name) {
			out[g.Name] = read(t, g.File, string(g.Rules()))
		}
	}
	return out
}

// samplePrograms returns the sample of public games, or none where they are not
// there, and the games of the library.
func samplePrograms(t *testing.T) map[string]*gdl.Program {
	t.Helper()
	out := libraryPrograms(t)
	t.Run("corpus", func(t *testing.T) {
		for _, row := range gdlenginetest.Golden(t) {
			if sample[row.File()] {
				out[row.File()] = row.Program(t)
			}
		}
	})
	return out
}

// printed returns an intermediate form of a result.
func printed(t testing.TB, res *Result, pass string) string {
	t.Helper()
	var b bytes.Buffer
	if err := res.Print(&b, pass); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// eachRule calls visit for each rule of a spec.
func eachRule(spec *circuit.Spec, visit func(head int32, literals []int32)) {
	for i := 0; i < len(spec.Rules); {
		end := i + 2 + int(spec.Rules[i+1])
		visit(spec.Rules[i], spec.Rules[i+2:end])
		i = end
	}
}
