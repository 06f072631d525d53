package equilibrium

import (
	"context"
	"testing"
)

// BenchmarkCFR makes one iteration.
func BenchmarkCFR(b *testing.B) {
	for _, name := range []string{"kuhnpoker", "leducpoker"} {
		b.Run(name, func(b *testing.B) {
			g, _ := unfold(b, name)
			cfr := newCFR(g.Tree)
			for b.Loop() {
				cfr.Run(context.Background(), 1)
			}
		})
	}
}

// BenchmarkSampler makes one iteration.
func BenchmarkSampler(b *testing.B) {
	for _, name := range []string{"kuhnpoker", "leducpoker"} {
		b.Run(name, func(b *testing.B) {
			g, _ := unfold(b, name)
			s := newSampler(g.Tree, 1)
			for b.Loop() {
				s.Run(context.Background(), 1)
			}
		})
	}
}

// BenchmarkExact solves the linear program.
func BenchmarkExact(b *testing.B) {
	for _, name := range []string{"kuhnpoker", "cardgame", "rockpaperscissors"} {
		b.Run(name, func(b *testing.B) {
			g, _ := unfold(b, name)
			for b.Loop() {
				if _, err := g.exact(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
