package ggp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/disguise"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlrewrite"
	"ludex/player"
)

// A Form is how a player is told what happened.
type Form string

// The forms. Joint is for games without hidden information; the others are the
// newer and the older form for games with it.
const (
	Joint    Form = "joint"
	Numbered Form = "numbered"
	Percepts Form = "percepts"
)

// stopTime is the time for telling a player that the match is over.
const stopTime = 2 * time.Second

// A Player is the proxy for a player at an address. It plays one match.
type Player struct {
	Address  string // host:port
	Name     string // the name of the player; may be empty
	Match    string
	Disguise *disguise.Disguise
	Form     Form // "" is the usual one for the game
	// Preview is how long the player may look at the rules before it is told its role;
	// 0 is not at all. Its answer is ignored.
	Preview time.Duration
	// Quiet says that the player does not know INFO and is not asked.
	Quiet bool

	setup   player.Setup
	tracker *player.Tracker // nil for games with hidden information
	last    Message         // of the previous step
	sent    game.Move       // what the player answered last
	asked   bool
}

var (
	_ player.Player = (*Player)(nil)
	_ player.Remote = (*Player)(nil)
)

// Remote implements [player.Remote].
func (p *Player) Remote() {}

// Invite tells the player the name of the match, and the words that it is given
// unless they are nil.
func (p *Player) Invite(match string, d *disguise.Disguise) {
	p.Match, p.Disguise = match, cmp.Or(d, p.Disguise)
}

// Start implements [player.Player].
func (p *Player) Start(ctx context.Context, s player.Setup) error {
	p.setup = s
	p.last = Message{Kind: Play, Match: p.Match, First: true}
	if !s.Game.Hidden() {
		p.tracker = player.NewTracker(s)
	}
	if p.Form == "" {
		if p.Form = Joint; s.Game.Hidden() {
			p.Form = Numbered
		}
	}
	p.last.Numbered = p.Form == Numbered
	text, err := p.rules()
	if err != nil {
		return fmt.Errorf("%w: %w", player.ErrOut, err)
	}
	m := Message{
		Kind: Start, Match: p.Match, Role: p.Disguise.Out(s.Game.Roles()[s.Role]), Rules: text,
		StartClock: seconds(s.StartClock), PlayClock: seconds(s.PlayClock),
	}
	p.preview(ctx, text)
	answer, err := p.post(ctx, m)
	if err == nil && strings.EqualFold(answer, Busy) {
		err = errBusy
	}
	return err
}

// preview shows the player the rules.
func (p *Player) preview(ctx context.Context, rules string) {
	if p.Preview <= 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, p.Preview)
	defer cancel()
	_, _ = p.post(ctx, Message{Kind: Preview, Rules: rules, StartClock: seconds(p.Preview)})
}

// seconds rounds a clock down, so that the player is in time, but to at least one
// second. No clock becomes a long one.
func seconds(d time.Duration) int {
	if d <= 0 {
		return 3600
	}
	return max(int(d/time.Second), 1)
}

// rules returns the rules for the player, in one line: with percepts of all moves
// if the game hides nothing but the player expects percepts.
func (p *Player) rules() (string, error) {
	r := p.Disguise.Rules
	if r.IsRBG() {
		return "", fmt.Errorf("%s is a regular boardgame, which the protocol does not know", r.Name())
	}
	program := *r.GDL
	program.Comments = nil
	if p.Form == Joint {
		if p.setup.Game.Hidden() {
			return "", fmt.Errorf("%s hides information, which the player does not know", r.Name())
		}
	} else if !p.setup.Game.Hidden() {
		q, err := gdlrewrite.ToGDLII(&program)
		if err != nil {
			return "", err
		}
		program = *q
	}
	return strings.Join(strings.Fields(string(gdlformat.Program(&program, gdl.Prefix))), " "), nil
}

func (p *Player) post(ctx context.Context, m Message) (string, error) {
	return post(ctx, p.Address, p.Name, m.String())
}

// Choose implements [player.Player].
func (p *Player) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	p.asked = false
	answer, err := p.post(ctx, p.last)
	if err != nil {
		return 0, err
	}
	move, err := p.Disguise.FindMove(p.setup.Game, p.setup.Role, legal, answer)
	if err == nil {
		p.sent, p.asked = move, true
	}
	return move, err
}

// Observe implements [player.Player].
func (p *Player) Observe(_ context.Context, e player.Event) error {
	g := p.setup.Game
	next := Message{Kind: Play, Match: p.Match, Numbered: p.last.Numbered, Turn: p.last.Turn + 1}
	next.Own = p.Disguise.MoveText(g, p.setup.Role, e.Own)
	if p.tracker != nil {
		if err := p.tracker.Observe(e); err != nil {
			return err
		}
	}
	switch {
	case p.Form == Joint:
		for r, m := range e.Joint {
			next.Seen = append(next.Seen, p.Disguise.MoveText(g, game.Role(r), m))
		}
	case !g.Hidden():
		next.Seen = p.everything(e.Joint)
	default:
		for _, seen := range e.Percepts {
			next.Seen = append(next.Seen, p.Disguise.Out(g.PerceptText(seen)))
		}
	}
	p.last = next
	if p.Form == Percepts && (!p.asked || p.sent != e.Own) {
		return fmt.Errorf("%w: the older form of messages cannot tell a player that another move was made for it", player.ErrOut)
	}
	return nil
}

// everything returns the percepts of a role that sees the joint move, see
// [gdlrewrite.ToGDLII].
func (p *Player) everything(joint []game.Move) []string {
	g := p.setup.Game
	seen := make([]string, len(joint))
	for r, m := range joint {
		seen[r] = "(moves " + p.Disguise.Out(g.Roles()[r]) + " " + p.Disguise.MoveText(g, game.Role(r), m) + ")"
	}
	sort.Strings(seen)
	return slices.Clip(seen)
}

// Stop implements [player.Player]. A player is told that the match is over or was
// aborted.
func (p *Player) Stop() {
	if p.setup.Game == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	m := p.last
	m.Kind = Stop
	if p.tracker != nil && !p.tracker.Machine.Terminal(p.tracker.State) {
		m = Message{Kind: Abort, Match: p.Match}
	}
	_, _ = p.post(ctx, m) // the match is over in any case
}
