package report

import (
	"cmp"
	"context"
	"slices"

	"ludex/internal/players/basic"
	"ludex/player"
)

// A Bout is a game of the player against an opponent, which has all other seats.
type Bout struct {
	Rival  int   `json:"rival"`  // as an index of the method's
	Number int   `json:"number"` // counted from 0
	Seat   int   `json:"seat"`   // the role that the player has
	Over   bool  `json:"over"`
	Goals  []int `json:"goals"` // by role
}

// mergeBouts merges bouts, sorted by opponent and number.
func mergeBouts(a, b []Bout) []Bout {
	all := slices.Concat(a, b)
	slices.SortFunc(all, func(p, q Bout) int {
		return cmp.Or(cmp.Compare(p.Rival, q.Rival), cmp.Compare(p.Number, q.Number))
	})
	return all
}

// bout plays a game against an opponent. The player rotates through the seats.
func (c *collector) bout(ctx context.Context, rival, number int) (Bout, error) {
	b := Bout{Rival: rival, Number: number, Seat: c.seats[number%len(c.seats)]}
	players := make([]player.Player, len(c.data.About.Roles))
	for _, r := range c.seats {
		players[r] = c.options.New()
		if r == b.Seat {
			continue
		}
		if nodes := c.method.Rivals[rival].Nodes; nodes > 0 {
			players[r] = &recordingPlayer{Player: players[r], nodes: nodes}
		} else {
			players[r] = new(basic.Random)
		}
	}
	res, _, err := c.play(ctx, c.match(derive(c.method.Seed, useBouts+rival, number), players))
	b.Over, b.Goals = res.Over, res.Goals
	return b, err
}
