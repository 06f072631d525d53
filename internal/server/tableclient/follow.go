package tableclient

import (
	"context"
	"encoding/json"
	"time"

	"ludex/internal/server/humanplay"
	"ludex/internal/sleep"
)

// Times between attempts to connect again.
const (
	firstWait = 500 * time.Millisecond
	mostWait  = 8 * time.Second
)

// News is something that Follow tells.
type News struct {
	View *humanplay.View
	Lost error // the connection was lost, and another one is tried
}

// Follow tells the views of a table, and connects again when the connection is lost, until
// the context ends, the table is closed, or the client may not see it. The function tell
// must return when the context ends.
func (c *Client) Follow(ctx context.Context, table string, tell func(News)) error {
	wait := firstWait
	for {
		err := c.Stream(ctx, table, func(data []byte) error {
			wait = firstWait
			v := new(humanplay.View)
			if err := json.Unmarshal(data, v); err != nil {
				return err
			}
			tell(News{View: v})
			return nil
		})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if IsFinal(err) {
			return err
		}
		tell(News{Lost: err})
		if err := sleep.For(ctx, wait); err != nil {
			return err
		}
		wait = min(2*wait, mostWait)
	}
}
