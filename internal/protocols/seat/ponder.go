package seat

import (
	"context"
	"time"

	"ludex/player"
)

// longestPonder bounds how long a player thinks while it waits, in play clocks. A manager
// that takes longer is gone.
const longestPonder = 5

// ponder lets the player think until wake is closed.
func (e *engine) ponder(wake <-chan struct{}) {
	p, can := e.player.(player.Ponderer)
	clock := e.seat.match.PlayClock
	if !can || e.standby || e.lost || clock <= 0 || e.seat.match.Nodes > 0 {
		return
	}
	ctx, cancel := context.WithTimeout(e.seat.ctx, longestPonder*clock+time.Second)
	defer cancel()
	go func() {
		select {
		case <-wake:
			cancel()
		case <-ctx.Done():
		}
	}()
	if err := p.Ponder(ctx); err != nil && ctx.Err() == nil {
		e.seat.Log.Debug("pondering failed", "engine", e.name, "error", err)
	}
}
