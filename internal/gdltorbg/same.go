package gdltorbg

import (
	"context"
	"errors"
	"fmt"

	"ludex/game"
	"ludex/internal/prove"
	"ludex/internal/prove/correspondence"
	"ludex/internal/prove/transition"
	"ludex/rules"
	"ludex/source"
)

// A comparison shows that a translation is the same game.
type comparison struct {
	game    *rules.Rules
	loaded  *prove.Loaded
	turns   *turns
	written *written
	opt     Options
	differ  bool // the proof found a play after which the games differ
}

// errWrongGuess says that the games differ, so that something was guessed wrongly.
var errWrongGuess = errors.New("something was guessed wrongly from plays")

// run returns how it was shown. The error is errWrongGuess if again is true and the games
// differ.
func (c *comparison) run(ctx context.Context, again bool) (string, error) {
	board := rules.Read(source.NewFile("translation.rbg", []byte(c.written.text)), rules.Options{})
	if err := board.Problems.Err(); err != nil {
		return "", refuse("the translation cannot be read, most likely because it is too large: %v", err)
	}
	method, tried, err := c.prove(ctx, board)
	if err != nil || method != "" {
		return method, err
	}
	if again && c.differ {
		return "", errWrongGuess
	}
	return c.explore(ctx, board, tried)
}

// names returns which moves correspond, by role.
func (c *comparison) names() *correspondence.Names {
	n := &correspondence.Names{Roles: map[string]string{}, Moves: map[string]map[string]string{}}
	for r, role := range c.loaded.System.Roles {
		moves := map[string]string{}
		for i, m := range role.Moves {
			if text := c.written.names[r][i]; text != "" {
				moves[m.Text] = text
			}
		}
		n.Roles[role.Name], n.Moves[role.Name] = c.written.players[r], moves
	}
	return n
}

// prove returns how it was proved, or what was tried.
func (c *comparison) prove(ctx context.Context, board *rules.Rules) (method, tried string, err error) {
	other, err := prove.Load(ctx, board)
	if err != nil {
		return "", "not possible (" + err.Error() + ")", ctx.Err()
	}
	names := c.names()
	for role, moves := range names.Moves {
		renamed := map[string]string{transition.Waiting: transition.Waiting}
		for from, to := range moves {
			renamed["move "+from] = to
		}
		names.Moves[role] = renamed
	}
	own := &prove.Loaded{System: c.loaded.System.TakingTurns(c.turns.idle, c.turns.onTurn), Game: c.loaded.Game}
	both, err := prove.CompareGuessed(own, other, names)
	if err != nil {
		return "", "not possible (" + err.Error() + ")", ctx.Err()
	}
	answers, err := prove.New(both, prove.Options{Time: c.opt.Time, Seed: c.opt.Seed}).Decide(ctx, []prove.Question{prove.SameQuestion})
	switch {
	case ctx.Err() != nil:
		return "", "", ctx.Err()
	case err != nil:
		return "", "not possible (" + err.Error() + ")", nil
	case answers[0].Verdict == prove.Proved:
		return "proved by " + answers[0].Method, "", nil
	}
	c.differ = answers[0].Differ
	return "", string(answers[0].Verdict) + " (" + answers[0].Method + ")", nil
}

// A pair is a state of both games.
type pair struct{ a, b game.State }

// An explorer looks at all states of both games, side by side.
type explorer struct {
	a, b   game.Machine
	ga, gb game.Game
	c      *comparison
	seen   map[string]bool // by the texts of both states
	queue  []pair
}

// errDiffer says that the games differ.
var errDiffer = errors.New("the games differ")

// explore looks at all states.
func (c *comparison) explore(ctx context.Context, board *rules.Rules, tried string) (string, error) {
	refused := func(why string) error {
		return &OpenError{fmt.Sprintf("the proof is %s, and %s", tried, why)}
	}
	x := &explorer{c: c, seen: map[string]bool{}}
	for _, side := range []struct {
		r *rules.Rules
		g *game.Game
		m *game.Machine
	}{{c.game, &x.ga, &x.a}, {board, &x.gb, &x.b}} {
		g, _, err := side.r.Open(ctx, rules.Opening{})
		if err != nil {
			return "", err
		}
		*side.g, *side.m = g, g.NewMachine()
		(*side.m).Bind(ctx)
	}
	x.visit(pair{x.a.Initial(nil), x.b.Initial(nil)})
	for len(x.queue) > 0 {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		if len(x.seen) > c.opt.MaxStates {
			return "", refused(fmt.Sprintf("there are more than %d states", c.opt.MaxStates))
		}
		p := x.queue[len(x.queue)-1]
		x.queue = x.queue[:len(x.queue)-1]
		if err := x.expand(p); err != nil {
			if errors.Is(err, errDiffer) {
				return "", refused(err.Error())
			}
			return "", err
		}
	}
	return fmt.Sprintf("shown by looking at all %d states", len(x.seen)), nil
}

// visit queues a pair that was not seen yet. A state of the first game may go with several of
// the second one, whose current cell differs.
func (x *explorer) visit(p pair) {
	key := fmt.Sprint(p.a, p.b)
	if !x.seen[key] {
		x.seen[key] = true
		x.queue = append(x.queue, p)
	}
}

// expand compares what can be done in two states, and goes on with all moves.
func (x *explorer) expand(p pair) error {
	over := x.a.Terminal(p.a)
	if over != x.b.Terminal(p.b) {
		return fmt.Errorf("%w: only one play is over", errDiffer)
	}
	roles := x.ga.Roles()
	if over {
		return x.compareGoals(p, len(roles))
	}
	mover, choices := -1, []game.Move(nil)
	idle := make([]game.Move, len(roles))
	var names []string
	for r := range roles {
		theirs := x.b.Legal(p.b, game.Role(r), nil)
		own := x.a.Legal(p.a, game.Role(r), nil)
		if len(own) == 0 {
			return fmt.Errorf("%w: %s has no move", errDiffer, roles[r])
		}
		if len(theirs) == 1 && x.gb.MoveText(game.Role(r), theirs[0]) == transition.Waiting {
			i := x.c.turns.idle[r]
			if len(own) != 1 || i < 0 || x.ga.MoveText(game.Role(r), own[0]) != x.c.loaded.System.Roles[r].Moves[i].Text {
				return fmt.Errorf("%w: %s is not on turn in one of them", errDiffer, roles[r])
			}
			idle[r] = own[0]
			continue
		}
		if mover >= 0 || len(own) != len(theirs) {
			return fmt.Errorf("%w in the moves of %s", errDiffer, roles[r])
		}
		mover, choices = r, own
		for _, m := range theirs {
			names = append(names, x.gb.MoveText(game.Role(r), m))
		}
	}
	if mover < 0 {
		return fmt.Errorf("%w: nobody is on turn", errDiffer)
	}
	return x.step(p, mover, choices, idle, names)
}

// step makes each move in both games.
func (x *explorer) step(p pair, mover int, choices, idle []game.Move, names []string) error {
	role := game.Role(mover)
	text := x.c.names().Moves[x.ga.Roles()[mover]]
	for _, m := range choices {
		want := text[x.ga.MoveText(role, m)]
		found := false
		for i, name := range names {
			if name == want {
				ja, jb := append([]game.Move{}, idle...), make([]game.Move, len(idle))
				for r := range jb {
					jb[r] = x.b.Legal(p.b, game.Role(r), nil)[0]
				}
				ja[mover], jb[mover] = m, x.b.Legal(p.b, role, nil)[i]
				x.visit(pair{x.a.Next(p.a, ja, nil), x.b.Next(p.b, jb, nil)})
				found = true
			}
		}
		if !found {
			return fmt.Errorf("%w: %s is legal in one of them", errDiffer, x.ga.MoveText(role, m))
		}
	}
	if err := x.a.Err(); err != nil {
		return err
	}
	return x.b.Err()
}

// compareGoals compares what the roles get.
func (x *explorer) compareGoals(p pair, roles int) error {
	for r := range game.Role(roles) {
		a, b := x.a.Goals(p.a, r, nil), x.b.Goals(p.b, r, nil)
		if fmt.Sprint(a) != fmt.Sprint(b) {
			return fmt.Errorf("%w in the goals of %s: %v and %v", errDiffer, x.ga.Roles()[r], a, b)
		}
	}
	return nil
}
