package table

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"ludex/game"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/tablelog"
	"ludex/match"
)

// Words for seats in a [Request]. Others are names of players.
const (
	Me     = "me"
	Friend = "friend"
)

// A Request says what somebody wants to play.
type Request struct {
	Entry *gamecache.Entry
	// Seats say by role who plays: [Me], [Friend], or the name of a player. Role is a role
	// that the person plays, too; if there is none, it is the first. Opponents are the
	// players of the other roles, by role and under "" for all, or [Friend].
	Seats     map[string]string
	Role      string
	Opponents map[string]string
	Clock     time.Duration // for a move of a program, and for a hint
	Nodes     int
	Timing    Timing
	Chat      bool
	Watch     bool
	Rated     bool       // if all people have accounts
	Moves     string     // made before the game begins
	Before    [][]string // made before the game begins, by step and role
	Seed      *uint64    // of chance; nil is unpredictable
	Holder    string     // the hash of the person's secret
	Name      string     // the person's
}

// Open opens a table for a client.
func (m *Manager) Open(ctx context.Context, client string, req Request) (*Table, error) {
	if err := humanplay.CheckLimits(req.Clock, req.Nodes, 0); err != nil {
		return nil, err
	}
	if req.Timing.Kind == "" {
		req.Timing.Kind = NoClock
	}
	if err := req.Timing.check(); err != nil {
		return nil, bad("%w", err)
	}
	setup, err := m.setup(ctx, req)
	if err != nil {
		return nil, err
	}
	id := rand.Text()
	body, err := json.Marshal(Event{Kind: opened, Setup: &setup})
	if err != nil {
		return nil, err
	}
	first, err := json.Marshal(humanplay.Summary{})
	if err != nil {
		return nil, err
	}
	now := m.now().Truncate(time.Millisecond)
	err = m.cfg.Store.CreateTable(ctx, tablelog.Summary{Table: id, Changed: now, Body: first}, tablelog.Event{At: now, Body: body, Holder: req.Holder})
	if err != nil {
		return nil, err
	}
	return m.fetch(ctx, id, client)
}

// setup checks a request.
func (m *Manager) setup(ctx context.Context, req Request) (Setup, error) {
	e := req.Entry
	open, err := humanplay.Prepare(ctx, e, true)
	if err != nil {
		return Setup{}, err
	}
	g, ok := open.Game.(game.Game)
	if !ok {
		return Setup{}, bad("%s is in real time", e.Title())
	}
	s := Setup{
		Game: gameName(e), Text: e.Rules.Text(), Record: match.NewID("table", e.Rules.Name(), m.now()),
		ClockMs: req.Clock.Milliseconds(), Nodes: req.Nodes, Timing: req.Timing, Chat: req.Chat, Watch: req.Watch, Rated: req.Rated && req.Seed == nil && req.Moves == "" && req.Before == nil, Secret: rand.Text() + rand.Text(),
	}
	if !e.Library() {
		s.Board = e.Look()
	}
	if s.Seats, err = req.seats(g); err != nil {
		return Setup{}, err
	}
	for _, seat := range s.Seats {
		if seat.Program != "" {
			if _, err := open.PlayerText(seat.Program); err != nil {
				return Setup{}, err
			}
		}
	}
	if req.Seed != nil {
		if slices.Contains(slices.Concat(slices.Collect(maps.Values(req.Seats)), slices.Collect(maps.Values(req.Opponents))), Friend) {
			return Setup{}, bad("with friends, chance cannot be chosen")
		}
		s.Secret = fmt.Sprint("seed ", *req.Seed)
	}
	if g.Hidden() && s.people(g) > 1 {
		s.Asking = newAsking(ctx, g)
	}
	s.Before, err = req.before(ctx, g)
	return s, err
}

// people returns how many roles people play.
func (s *Setup) people(g game.Game) int {
	n := 0
	for r, seat := range s.Seats {
		if seat.Program == "" && game.Role(r) != g.Random() {
			n++
		}
	}
	return n
}

// seats returns who plays which role.
func (req *Request) seats(g game.Game) ([]Seat, error) {
	roles := g.Roles()
	for _, names := range []map[string]string{req.Seats, req.Opponents} {
		for role := range names {
			if role != "" && !slices.Contains(roles, role) {
				return nil, bad("there is no role %q: the roles are %s", shorten(role), strings.Join(roles, ", "))
			}
		}
	}
	mine, err := req.mine(g)
	if err != nil {
		return nil, err
	}
	seats := make([]Seat, len(roles))
	for r, role := range roles {
		who := req.Seats[role]
		switch {
		case game.Role(r) == g.Random() && who != "":
			return nil, bad("the role %s is played by chance", role)
		case game.Role(r) == g.Random():
		case slices.Contains(mine, game.Role(r)):
			seats[r] = Seat{Holder: req.Holder, Name: clean(req.Name, MaxName)}
		default:
			if who = first(who, req.Opponents[role], req.Opponents[""], "auto"); who != Friend {
				seats[r].Program = who
			}
		}
	}
	return seats, nil
}

func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// mine returns the roles that the person plays.
func (req *Request) mine(g game.Game) ([]game.Role, error) {
	var mine []game.Role
	for r, role := range g.Roles() {
		if req.Seats[role] == Me || role == req.Role {
			if game.Role(r) == g.Random() {
				return nil, bad("the role %s is played by chance", role)
			}
			mine = append(mine, game.Role(r))
		}
	}
	switch {
	case len(mine) == 0 && req.Role != "":
		return nil, bad("there is no role %q: the roles are %s", shorten(req.Role), strings.Join(g.Roles(), ", "))
	case len(mine) > 1 && g.Hidden():
		return nil, bad("who plays %s must not see what the others see: everybody needs a screen", g.Name())
	case len(mine) > 0:
		return mine, nil
	}
	for r, role := range g.Roles() {
		if game.Role(r) != g.Random() && req.Seats[role] == "" {
			return []game.Role{game.Role(r)}, nil
		}
	}
	return nil, bad("there is no seat for you")
}

// before returns the joint moves before the game begins.
func (req *Request) before(ctx context.Context, g game.Game) ([][]string, error) {
	if req.Moves == "" && len(req.Before) == 0 {
		return nil, nil
	}
	if g.Hidden() {
		return nil, bad("a game that hides information begins at the beginning")
	}
	if req.Moves == "" {
		return req.Before, nil
	}
	m := g.NewMachine()
	m.Bind(ctx)
	_, joints, err := req.Entry.Rules.Replay(g, m, m.Initial(nil), req.Moves)
	if err != nil {
		return nil, bad("moves: %w", err)
	}
	var out [][]string
	for _, joint := range joints {
		texts := make([]string, len(joint))
		for r, move := range joint {
			texts[r] = g.MoveText(game.Role(r), move)
		}
		out = append(out, texts)
	}
	return out, nil
}

// gameName returns the name under which a game is found again.
func gameName(e *gamecache.Entry) string {
	if about := e.About(); about.Library {
		return about.Name
	}
	return e.Rules.File.Name()
}
