package matrix_test

import (
	"fmt"
	"math/big"
	"testing"

	"ludex/game"
	"ludex/solve/internal/matrix"
)

// BenchmarkSolve solves games with goals for payoffs, as they come up when states
// are valued one after the other.
func BenchmarkSolve(b *testing.B) {
	for _, size := range []int{3, 6, 12, 25} {
		for _, unit := range []int64{1, 7} {
			b.Run(fmt.Sprintf("%dx%d/over%d", size, size, unit), func(b *testing.B) {
				rand := game.NewRand(1)
				payoffs := make([][]*big.Rat, size)
				for i := range payoffs {
					for range size {
						payoffs[i] = append(payoffs[i], big.NewRat(int64(rand.Choose(101)), unit+int64(rand.Choose(int(unit)))))
					}
				}
				for b.Loop() {
					if _, err := matrix.Solve(payoffs); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
