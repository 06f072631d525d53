package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"ludex/game"
	"ludex/internal/players/basic"
	"ludex/player"
)

// A Play is a game of the player against itself.
type Play struct {
	Number int   `json:"number"` // counted from 0
	Steps  int   `json:"steps"`
	Over   bool  `json:"over"`            // it ended
	Stuck  bool  `json:"stuck,omitempty"` // a role had no legal move
	Goals  []int `json:"goals"`           // by role
	First  int   `json:"first"`           // the role that had the first choice, or -1 if several had
	// Values are the goals that the player expected, in tenths, by position and
	// role. A value that it did not report is Unknown, and a position without an
	// analysis has no row.
	Values [][]int `json:"values,omitempty"`
	// Moves are the moves of the roles that had a choice, chance included, by step and in
	// the order of the roles.
	Moves [][]string `json:"moves,omitempty"`
	// Choices are the numbers of legal moves of roles with a choice.
	Choices Summary `json:"choices"`
	Faults  int     `json:"faults,omitempty"`
	Note    string  `json:"note,omitempty"` // what the player has to say
}

// Unknown is an unknown value.
const Unknown = -1

// mergePlays merges plays, sorted by number.
func mergePlays(a, b []Play) []Play {
	all := slices.Concat(a, b)
	slices.SortFunc(all, func(p, q Play) int { return cmp.Compare(p.Number, q.Number) })
	return all
}

// A recordingPlayer records the analyses of a player. In the first decisions of a play it
// makes another move now and then that the player thinks as good, since players that do not
// draw their moves would repeat the same game.
type recordingPlayer struct {
	player.Player
	nodes  int  // its budget; 0 is the budget of the match
	varied bool // other moves are made
	role   game.Role
	step   int
	heard  []expectation
	made   int // decisions
	rand   *game.Rand
}

const (
	// variedDecisions is the number of first decisions of a role in which other moves
	// are made.
	variedDecisions = 6
	// variedPoints is by how many points such a move may be worse.
	variedPoints = 3
)

// An expectation is what a player expected before a step.
type expectation struct {
	step   int
	values []float64
}

// Start implements [player.Player].
func (t *recordingPlayer) Start(ctx context.Context, s player.Setup) error {
	if t.nodes > 0 {
		s.Nodes = t.nodes
	}
	t.role, t.step, t.heard, t.made = s.Role, 0, nil, 0
	t.rand = game.NewRand(player.DeriveSeed(s.Seed, useVariety))
	return t.Player.Start(ctx, s)
}

// Choose implements [player.Player].
func (t *recordingPlayer) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	m, err := t.Player.Choose(ctx, legal)
	if a, ok := t.Player.(player.Analyst); ok && err == nil {
		found := a.Analysis()
		if values := found.Values; len(values) > 0 {
			t.heard = append(t.heard, expectation{t.step, slices.Clone(values)})
		}
		if t.varied && len(legal) > 1 && t.made < variedDecisions {
			t.made++
			m = t.vary(m, legal, found.Moves)
		}
	}
	return m, err
}

// vary returns one of the moves that are about as good as the best one. Moves that were
// looked at much less are left out, unless values are proved.
func (t *recordingPlayer) vary(best game.Move, legal []game.Move, list []player.Candidate) game.Move {
	at := slices.IndexFunc(list, func(c player.Candidate) bool { return c.Move == best })
	if at < 0 {
		return best
	}
	top := list[at]
	good := []game.Move{best}
	for _, c := range list {
		sure := c.Exact && top.Exact || 2*c.Visits >= top.Visits
		if c.Move != best && sure && c.Value >= top.Value-variedPoints && slices.Contains(legal, c.Move) {
			good = append(good, c.Move)
		}
	}
	return good[t.rand.Choose(len(good))]
}

// Observe implements [player.Player].
func (t *recordingPlayer) Observe(ctx context.Context, e player.Event) error {
	t.step++
	return t.Player.Observe(ctx, e)
}

// Note implements [player.Noter].
func (t *recordingPlayer) Note() string { return player.NoteOf(t.Player) }

// match returns a match of the report with a seed.
func (c *collector) match(seed uint64, players []player.Player) player.Match {
	m := c.method
	return player.Match{Game: c.subject.Game, Players: players, Nodes: m.Nodes, StartClock: m.Clock, PlayClock: m.Clock,
		Seed: seed, MaxSteps: m.MaxSteps}
}

// selfPlay plays a game of the player against itself, and returns its joint moves.
func (c *collector) selfPlay(ctx context.Context, number int) (Play, [][]game.Move, error) {
	thinkers := make([]*recordingPlayer, len(c.data.About.Roles))
	players := make([]player.Player, len(thinkers))
	for _, r := range c.seats {
		thinkers[r] = &recordingPlayer{Player: c.options.New(), varied: c.varied()}
		players[r] = thinkers[r]
	}
	res, stuck, err := c.play(ctx, c.match(derive(c.method.Seed, useSelf, number), players))
	if err != nil {
		return Play{}, nil, err
	}
	p := Play{Number: number, Steps: len(res.Moves), Over: res.Over, Stuck: stuck, Goals: res.Goals, First: -1, Faults: len(res.Faults)}
	if number == 0 {
		p.Note = res.Notes[c.seats[0]]
	}
	c.values(&p, thinkers)
	return p, res.Moves, c.countChoices(ctx, &p, res.Moves)
}

// varied reports whether players make other moves than their best. Where information is
// hidden, values do not say which moves are equally good.
func (c *collector) varied() bool { return !c.data.About.Hidden }

// play plays a match and reports whether it got stuck. A failing player is an error
// here, since the report is about its play.
func (c *collector) play(ctx context.Context, m player.Match) (res player.Result, stuck bool, err error) {
	res, err = player.Play(ctx, m)
	if stuck = errors.Is(err, game.ErrStuck); stuck {
		err = nil
	}
	for _, f := range res.Faults {
		if f.Kind == player.Failed && err == nil {
			err = fmt.Errorf("the player of %s failed: %w", c.data.About.Roles[f.Role], f.Err)
		}
	}
	return res, stuck, err
}

// values records what the players expected. Where information is hidden, each of
// them knows its own value only.
func (c *collector) values(p *Play, thinkers []*recordingPlayer) {
	rows := make([][]int, p.Steps+1)
	heard := false
	for _, own := range []bool{false, true} { // what a role expects for itself counts most
		for _, t := range thinkers {
			if t == nil {
				continue
			}
			for _, h := range t.heard {
				heard = heard || h.step < p.Steps
				note(rows, h, int(t.role), own, c.data.About.Hidden)
			}
		}
	}
	if !heard {
		return // the player does not report values
	}
	if p.Over {
		rows[p.Steps] = make([]int, len(p.Goals))
		for r, goal := range p.Goals {
			rows[p.Steps][r] = 10 * goal
		}
	}
	p.Values = rows
}

// note writes an expectation into the rows: the player's own value, or the values of
// the others, if it can know them.
func note(rows [][]int, h expectation, role int, own, hidden bool) {
	if h.step >= len(rows) || !own && hidden {
		return
	}
	if rows[h.step] == nil {
		rows[h.step] = slices.Repeat([]int{Unknown}, len(h.values))
	}
	for r, v := range h.values {
		if (r == role) == own && r < len(rows[h.step]) {
			rows[h.step][r] = int(math.Round(10 * v))
		}
	}
}

// countChoices counts the legal moves along a play, and records those that were chosen.
func (c *collector) countChoices(ctx context.Context, p *Play, moves [][]game.Move) error {
	g := c.subject.Game
	m := g.NewMachine()
	m.Bind(ctx)
	s := m.Initial(nil)
	opened := false
	for _, joint := range moves {
		deciders := 0
		chosen := []string{}
		for r := range c.data.About.Roles {
			n := len(m.Legal(s, game.Role(r), nil))
			if n < 2 {
				continue
			}
			chosen = append(chosen, g.MoveText(game.Role(r), joint[r]))
			if game.Role(r) == c.data.About.Chance {
				continue
			}
			p.Choices.add(uint64(n))
			if deciders++; !opened {
				p.First = r
			}
		}
		p.Moves = append(p.Moves, chosen)
		if deciders > 1 && !opened {
			p.First = -1
		}
		opened = opened || deciders > 0
		s = m.Next(s, joint, nil)
	}
	return m.Err()
}

// A Bout is a game of the player against an opponent, which has all other seats.
type Bout struct {
	Rival  int    `json:"rival"`  // as an index of the method's
	Number int    `json:"number"` // counted from 0
	Seat   int    `json:"seat"`   // the role that the player has
	Over   bool   `json:"over"`
	Goals  []int  `json:"goals"`         // by role
	Key    string `json:"key,omitempty"` // tells plays apart
	// Moves are those of a [Play]. Only the first bouts of each rival have them.
	Moves [][]string `json:"moves,omitempty"`
}

// keptBouts is the number of bouts of each rival whose moves are kept, for the page to show.
const keptBouts = 2

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
	of := c.method.Rivals[rival]
	for _, r := range c.seats {
		switch {
		case r == b.Seat:
			players[r] = &recordingPlayer{Player: c.options.New(), nodes: of.Strong, varied: c.varied()}
		case of.Nodes > 0:
			players[r] = &recordingPlayer{Player: c.options.New(), nodes: of.Nodes, varied: c.varied()}
		default:
			players[r] = new(basic.Random)
		}
	}
	res, _, err := c.play(ctx, c.match(derive(c.method.Seed, useBouts+rival, number), players))
	b.Over, b.Goals = res.Over, res.Goals
	if err == nil {
		b.Key = keyOf(res.Moves)
	}
	if err != nil || number >= keptBouts {
		return b, err
	}
	var p Play
	err = c.countChoices(ctx, &p, res.Moves)
	b.Moves = p.Moves
	return b, err
}
