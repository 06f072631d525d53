package mcts

import "context"

// PrepareTimed is for tests outside of the package.
func (s *Search) PrepareTimed(ctx context.Context) error { return s.prepareTimed(ctx) }
