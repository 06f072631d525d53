package gdlparse_test

import (
	"strings"
	"testing"

	"ludex/internal/gdlparse"
	"ludex/source"
)

// BenchmarkPrefix and BenchmarkInfix read texts of one and of ten megabytes,
// which should take ten times as long.
func BenchmarkPrefix(b *testing.B) {
	benchmark(b, "(<= (legal ?p (mark ?x ?y)) ; a comment\n    (true (cell ?x ?y b)) (not (true (control ?p))))\n")
}

func BenchmarkInfix(b *testing.B) {
	benchmark(b, "legal(P,mark(X,Y)) :- % a comment\n    true(cell(X,Y,b)) & ~true(control(P))\n")
}

func benchmark(b *testing.B, clause string) {
	for _, size := range []struct {
		name  string
		bytes int
	}{{"1MB", 1e6}, {"10MB", 10e6}} {
		b.Run(size.name, func(b *testing.B) {
			f := source.NewFile("long", []byte(strings.Repeat(clause, size.bytes/len(clause))))
			b.SetBytes(int64(size.bytes))
			b.ReportAllocs()
			for b.Loop() {
				if _, list := gdlparse.File(f, gdlparse.Options{}); len(list.Items) != 0 {
					b.Fatal(list.Items[0])
				}
			}
		})
	}
}
