package timed

import "context"

// Elapse lets time pass in a state up to and including an instant, without moves:
// lifetimes run out, one update after the other, unless the game is over. The
// result is the state of the game at that instant; its instant is the one of the
// last update.
//
// Waiting until one instant and then until a later one is the same as waiting
// until the later one at once.
func (g *Game) Elapse(ctx context.Context, s State, until Time) (State, error) {
	for n := 0; ; n++ {
		expiry := s.Expiry()
		if expiry > until || expiry > MaxTime {
			return s, nil
		}
		if over, err := g.Terminal(s); over || err != nil {
			return s, err
		}
		if n%256 == 255 && ctx.Err() != nil {
			return s, ctx.Err()
		}
		u, err := g.Update(s, expiry-s.Now(), nil)
		if err != nil {
			return s, err
		}
		s = u.State
	}
}
