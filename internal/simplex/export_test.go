package simplex

import "context"

// Guess solves a problem by rounding first, however small it is. It returns nil if
// that did not lead to a best solution.
func Guess(p Problem) *Solution { return solveByFloats(context.Background(), &p) }
