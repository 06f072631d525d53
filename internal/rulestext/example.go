package rulestext

import (
	"context"
	"fmt"
	"strings"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/timedmatch"
	"ludex/internal/timedscript"
	"ludex/rules"
	"ludex/timed"
)

// A Played example is a position and a move that was made in it.
type Played struct {
	Before []string // what is true in the position
	After  []string // what is true after the move
	Moves  []string // canonical texts of the moves of those who had a choice
	Over   bool     // the move ends the play
}

// reference is the engine on which examples are played: it is ready at once.
const reference = "reference"

// Play plays an example. Its move, and all that lead to it, must be legal.
func (e Example) Play(ctx context.Context, r *rules.Rules) (*Played, error) {
	if r.IsTimed() {
		return e.playTimed(ctx, r)
	}
	g, _, err := r.Open(ctx, rules.Opening{Engine: reference})
	if err != nil {
		return nil, err
	}
	m := g.NewMachine()
	m.Bind(ctx)
	states, _, err := r.Replay(g, m, m.Initial(nil), e.After)
	if err != nil {
		return nil, fmt.Errorf("after %s: %w", e.After, err)
	}
	before := states[len(states)-1]
	states, joints, err := r.Replay(g, m, before, e.Move)
	if err != nil {
		return nil, err
	}
	if len(joints) != 1 {
		return nil, fmt.Errorf("%q is not one step", e.Move)
	}
	p := &Played{Before: g.Facts(before), After: g.Facts(states[1]), Over: m.Terminal(states[1])}
	for role, move := range joints[0] {
		legal := m.Legal(before, game.Role(role), nil)
		if len(legal) > 1 || strings.Contains(e.Move, r.Show(g.MoveText(game.Role(role), move))) {
			p.Moves = append(p.Moves, g.MoveText(game.Role(role), move))
		}
	}
	return p, m.Err()
}

// playTimed plays an example in real time. What chance does is the same each time.
func (e Example) playTimed(ctx context.Context, r *rules.Rules) (*Played, error) {
	g, err := r.OpenTimed(ctx, rules.Opening{Engine: timed.EngineReference})
	if err != nil {
		return nil, err
	}
	m, err := timedmatch.NewMatch(g, timed.MatchOptions{})
	if err != nil {
		return nil, err
	}
	before, err := timedscript.ParseScript(g, e.After)
	if err != nil {
		return nil, fmt.Errorf("after %s: %w", e.After, err)
	}
	now, err := timedscript.ParseScript(g, e.Move)
	if err != nil {
		return nil, err
	}
	if len(now) == 0 || len(before) > 0 && now[0].At <= before[len(before)-1].At {
		return nil, fmt.Errorf("%q is no later move", e.Move)
	}
	for _, o := range before {
		if err := m.Offer(o); err != nil {
			return nil, fmt.Errorf("after %s: %w", e.After, err)
		}
	}
	if err := m.Advance(max(now[0].At, timed.Moment) - timed.Moment); err != nil {
		return nil, err
	}
	p := &Played{Before: board.TimedFacts(m.State())}
	for _, o := range now {
		if err := m.Offer(o); err != nil {
			return nil, err
		}
		p.Moves = append(p.Moves, o.Move)
	}
	if err := m.Advance(now[len(now)-1].At); err != nil {
		return nil, err
	}
	p.After, p.Over = board.TimedFacts(m.State()), m.Ending() != nil
	return p, nil
}
