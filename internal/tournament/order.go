package tournament

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ludex/internal/store"
	"ludex/match"
	"ludex/rules"
	"ludex/source"
)

// An Order is a match of a tournament that can be played anywhere: it has the rules
// and all that the match depends on.
type Order struct {
	// Config is the tournament's configuration with only the game and the players of
	// this match.
	Config  Config  `json:"config"`
	Fixture Fixture `json:"fixture"`
	File    string  `json:"file"`  // the name of the file with the rules
	Rules   string  `json:"rules"` // its text
}

// order makes an order from a fixture.
func (h *Host) order(f Fixture) *Order {
	o := &Order{Config: *h.Config, Fixture: f}
	c, file := &o.Config, h.Games[f.Game].Rules.File
	o.File, o.Rules = filepath.Base(file.Name()), file.Text()
	c.Games = []Game{h.Config.Games[f.Game]}
	c.Players, c.Challengers = nil, nil
	o.Fixture.Game, o.Fixture.Players = 0, make([]int, len(f.Players))
	for seat, p := range f.Players {
		// A player with several seats becomes several players; the record has names.
		o.Fixture.Players[seat] = seat
		c.Players = append(c.Players, h.Config.Players[p])
	}
	return o
}

// check refuses orders that cannot be played.
func (o *Order) check() error {
	c := &o.Config
	switch {
	case c.Version > Version:
		return fmt.Errorf("the match is of a tournament of version %d; this program knows %d", c.Version, Version)
	case len(c.Games) != 1 || o.Fixture.Game != 0:
		return fmt.Errorf("a match of %d games", len(c.Games))
	case len(o.Fixture.Players) != len(c.Games[0].Seats):
		return fmt.Errorf("%d players for %d seats", len(o.Fixture.Players), len(c.Games[0].Seats))
	}
	for _, p := range o.Fixture.Players {
		if p < 0 || p >= len(c.Players) {
			return fmt.Errorf("there is no player %d", p)
		}
	}
	return nil
}

// OpenGame opens the game of an order. It can be used for all orders with the same
// file name and rules.
func (o *Order) OpenGame(ctx context.Context) (*OpenedGame, error) {
	return newOpenedGame(ctx, rules.Read(source.NewFile(o.File, []byte(o.Rules)), rules.Options{}))
}

// Play plays the match of an order. The caller has to keep the record.
func (o *Order) Play(ctx context.Context, f *OpenedGame, players Players) (*match.Record, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	g := o.Config.Games[0]
	if got := f.Rules.Hash(); got != g.Hash {
		return nil, fmt.Errorf("the rules of %s are not those of the tournament", g.Name)
	}
	f.describe(&g)
	if !slices.Equal(g.Roles, o.Config.Games[0].Roles) || !slices.Equal(g.Seats, o.Config.Games[0].Seats) {
		return nil, fmt.Errorf("the game %s has other roles here than in the tournament", g.Name)
	}
	makers, err := o.Config.makers(ctx, f, players)
	if err != nil {
		return nil, err
	}
	config, err := o.Config.configure(ctx, o.Fixture, f, makers, time.Now())
	if err != nil {
		return nil, err
	}
	r, err := match.Run(ctx, config)
	switch {
	case r == nil:
		return nil, err
	case r.Completed:
		return r, nil
	case ctx.Err() != nil || err != nil:
		return nil, errors.Join(err, ctx.Err())
	}
	return r, nil
}

// playRemotely lets another process play a match, and stores its record and
// result.
func (h *Host) playRemotely(ctx context.Context, f Fixture) (res store.Result, err error) {
	err = h.PlayRemotely(ctx, h.order(f), func(r *match.Record) error {
		if err := h.accept(ctx, f, r); err != nil {
			return fmt.Errorf("the record that came back: %w", err)
		}
		res, err = h.end(ctx, f, r)
		return err
	})
	return res, err
}

// accept proves that a record from another process is of the match, and signs it.
func (h *Host) accept(ctx context.Context, f Fixture, r *match.Record) error {
	if r.Details.Version != match.Version {
		return fmt.Errorf("it has version %d, and is made by an older program", r.Details.Version)
	}
	if !h.Config.Scramble && !strings.HasPrefix(r.ID, h.Config.idPrefix(f)) {
		return fmt.Errorf("it has the name of another match, %.100q", r.ID)
	}
	if err := h.Config.isRecord(f, r); err != nil {
		return err
	}
	if err := h.Games[f.Game].Check(ctx, r); err != nil {
		return err
	}
	r.HostKey, r.Signature = "", "" // only the host signs
	if h.Key == nil {
		return nil
	}
	return r.Sign(h.Key)
}

// idPrefix returns how the name of a match begins.
func (c *Config) idPrefix(f Fixture) string {
	return match.IDPrefix(c.Name+"-"+f.Key, c.Games[f.Game].Name)
}

// isRecord checks that a record is of a match, and that the match counts. It does
// not check how the match was played.
func (c *Config) isRecord(f Fixture, r *match.Record) error {
	g, d := &c.Games[f.Game], &r.Details
	switch {
	case !r.Counts():
		return errors.New("it is not of a match that is over")
	case d.Hash != g.Hash || d.Game != g.Name || !slices.Equal(d.Roles, g.Roles) || d.Seed != c.SeedOf(f) || r.Tournament != c.Name:
		return errors.New("it is of another match")
	case len(r.Names) != len(g.Roles):
		return fmt.Errorf("it has %d players for %d roles", len(r.Names), len(g.Roles))
	case r.Completed && len(r.Goals) != len(g.Roles):
		return fmt.Errorf("it has %d goals for %d roles", len(r.Goals), len(g.Roles))
	case d.FromPosition || d.Unseeded:
		return errors.New("it does not begin with the initial state, or leaves the seed open")
	case !r.IsTimed() && !c.sameTerms(r):
		return errors.New("it was played with other clocks or limits")
	}
	for seat, role := range g.Seats {
		if want := c.Players[f.Players[seat]].Name; r.Names[role] != want {
			return fmt.Errorf("%s is played by %q and not by %q", g.Roles[role], r.Names[role], want)
		}
	}
	return nil
}

// sameTerms reports whether a match that is not in real time was played as the
// configuration says.
func (c *Config) sameTerms(r *match.Record) bool {
	d := &r.Details
	return d.StartClock == match.ClockMs(time.Duration(c.Clocks.Start)) && d.PlayClock == match.ClockMs(time.Duration(c.Clocks.Play)) &&
		d.Nodes == c.Nodes && d.Allowance == c.Allowance && d.MaxSteps == c.MaxSteps && r.Scrambled == c.Scramble
}
