package puzzle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"ludex/game"
	"ludex/internal/spelling"
	"ludex/player"
)

// Discovery says how [Discover] looks for puzzles.
type Discovery struct {
	Name  string       // of the game
	New   player.Maker // plays both sides of the games in which positions are looked for
	Nodes int          // of the player for a move
	Seed  uint64
	Count int // of puzzles
	Plays int // how many games are played at most
	// Steps is the largest number of steps of a win that is looked for, and Limit the
	// number of states that its proof may take.
	Steps, Limit int
	// Watch is called before each play, if it is not nil.
	Watch func(plays, found int)
}

// The least number of moves to choose from, and of steps of a win, that make a puzzle.
const (
	leastMoves = 3
	leastSteps = 3
)

// maxPlaySteps is the number of steps after which a play is given up.
const maxPlaySteps = 400

// Discover finds positions in which exactly one move wins, however the others reply, and not
// at once. With one player it finds positions with a shortest solution. All of that is proved.
// Positions are those of plays of a player against itself, in which some moves are random, so
// that there are mistakes to be exploited; there is one puzzle of a play at most.
func Discover(ctx context.Context, t OpenedGame, d Discovery) ([]Puzzle, error) {
	if t.Game.Hidden() {
		return nil, errors.New("puzzles are of games without hidden information")
	}
	random := rand.New(rand.NewPCG(d.Seed, 1))
	var found []Puzzle
	known := map[string]bool{} // positions
	for number := range d.Plays {
		if len(found) == d.Count || ctx.Err() != nil {
			break
		}
		if d.Watch != nil {
			d.Watch(number, len(found))
		}
		play, err := selfPlay(ctx, t.Game, d, random)
		if err != nil {
			return found, err
		}
		p, err := play.puzzle(ctx, t, d)
		if err != nil {
			return found, err
		}
		if p == nil {
			continue
		}
		if key := string(appendState(nil, p.State)); !known[key] {
			known[key] = true
			p.Name = fmt.Sprintf("%s-%d-%d", d.Name, d.Seed, len(found)+1)
			found = append(found, p.Puzzle)
		}
	}
	return found, ctx.Err()
}

// A playout is a play with the texts of its steps.
type playout struct {
	states []game.State
	steps  []string // steps[i] leads from states[i] to the next one
}

// selfPlay plays a game to its end.
func selfPlay(ctx context.Context, g game.Game, d Discovery, random *rand.Rand) (*playout, error) {
	m := g.NewMachine()
	m.Bind(ctx)
	s := m.Initial(nil)
	play := &playout{states: []game.State{s}}
	for len(play.steps) < maxPlaySteps && !m.Terminal(s) && m.Err() == nil {
		legal := make([][]game.Move, len(g.Roles()))
		if err := game.LegalMoves(g, m, s, legal); err != nil {
			return nil, err
		}
		joint := make([]game.Move, len(legal))
		mover := 0
		for r, moves := range legal {
			joint[r] = moves[random.IntN(len(moves))]
			if len(moves) > len(legal[mover]) {
				mover = r
			}
		}
		if game.Role(mover) != g.Random() && len(legal[mover]) > 1 && random.IntN(4) > 0 {
			a, err := ask(ctx, &Position{Game: g, State: s, Role: game.Role(mover), Legal: legal[mover]}, Options{New: d.New, Nodes: d.Nodes, Seed: random.Uint64()})
			if err != nil {
				return nil, err
			}
			if joint[mover], err = game.FindMove(g, m, s, game.Role(mover), a.Move); err != nil {
				return nil, err
			}
		}
		play.steps = append(play.steps, g.MoveText(game.Role(mover), joint[mover]))
		s = m.Next(s, joint, nil)
		play.states = append(play.states, s)
	}
	return play, m.Err()
}

// puzzle returns a puzzle among the positions of a play, of as many steps as possible, or nil.
func (pl *playout) puzzle(ctx context.Context, t OpenedGame, d Discovery) (*Position, error) {
	for back := min(d.Steps+2, len(pl.states)-1); back >= leastSteps; back-- {
		at := len(pl.states) - 1 - back
		for r := range t.Game.Roles() {
			p, err := pl.at(ctx, t, d, at, game.Role(r))
			if p != nil || err != nil {
				return p, err
			}
		}
	}
	return nil, nil
}

// at returns the puzzle of a role in a position, or nil if it is none.
func (pl *playout) at(ctx context.Context, t OpenedGame, d Discovery, at int, role game.Role) (*Position, error) {
	alone := len(t.Game.Roles()) == 1
	m := t.Game.NewMachine()
	m.Bind(ctx)
	pos := &Position{Game: t.Game, State: pl.states[at], Role: role, Legal: m.Legal(pl.states[at], role, nil)}
	pos.Puzzle = Puzzle{
		Name: d.Name, Game: d.Name, Moves: strings.Join(pl.steps[:at], "; "), Role: t.Game.Roles()[role], Claim: Wins, Goal: 100,
	}
	if err := m.Err(); err != nil || len(pos.Legal) < leastMoves && !alone || len(pos.Legal) < 2 {
		return nil, err
	}
	for steps := 1; steps <= d.Steps; steps++ {
		pos.Steps = steps
		best, err := Find(ctx, pos, d.Limit)
		switch {
		case errors.Is(err, ErrLimit):
			return nil, nil
		case err != nil:
			return nil, err
		case len(best) == 0:
			continue
		case steps < leastSteps || len(best) > 1 && !alone || len(best) == len(pos.Legal):
			return nil, nil
		}
		for _, b := range best {
			pos.Puzzle.Best = append(pos.Puzzle.Best, t.Game.MoveText(role, b))
		}
		slices.SortFunc(pos.Puzzle.Best, cmp.Compare)
		pos.Why = why(alone, steps)
		again, err := pos.Puzzle.set(t) // the moves may not be clear without those of the others
		if err != nil || !slices.Equal(again.State, pos.State) {
			return nil, nil
		}
		return pos, nil
	}
	return nil, nil
}

// why says what there is to see in a puzzle.
func why(alone bool, steps int) string {
	if alone {
		return fmt.Sprintf("the shortest solution has %s", spelling.Count(steps, "move"))
	}
	return fmt.Sprintf("the only move that wins within %s", spelling.Count((steps+1)/2, "move"))
}
