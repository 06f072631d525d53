package puzzle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludex/game"
	"ludex/internal/gdlmoves"
	"ludex/source"
)

// A Suite is a list of puzzles.
type Suite struct {
	// Title describes the suite in a few words.
	Title string `toml:"title" json:"title"`
	// Nodes is the default budget per puzzle.
	Nodes int `toml:"nodes,omitzero" json:"nodes"`
	// Want is the number of puzzles that a good player solves; 0 is all of them.
	Want    int      `toml:"want,omitzero" json:"want"`
	Puzzles []Puzzle `toml:"puzzle" json:"puzzles"`
}

// Wanted returns the number of puzzles that a good player solves.
func (s *Suite) Wanted() int {
	if s.Want == 0 {
		return len(s.Puzzles)
	}
	return s.Want
}

// Only returns the suite restricted to one game. It tolerates as many failures as
// the whole suite.
func (s *Suite) Only(name string) *Suite {
	only := *s
	only.Puzzles = nil
	for _, p := range s.Puzzles {
		if p.Game == name {
			only.Puzzles = append(only.Puzzles, p)
		}
	}
	only.Want = max(0, len(only.Puzzles)-(len(s.Puzzles)-s.Wanted()))
	if only.Want == 0 {
		only.Want = min(1, len(only.Puzzles))
	}
	return &only
}

// Games returns the names of the games, in the order of the suite.
func (s *Suite) Games() []string {
	var names []string
	for _, p := range s.Puzzles {
		if !slices.Contains(names, p.Game) {
			names = append(names, p.Game)
		}
	}
	return names
}

// A Puzzle is a position with known best moves.
type Puzzle struct {
	Name string `toml:"name" json:"name"`
	// Game names a game of the library, or a file with rules.
	Game string `toml:"game" json:"game"`
	// State has the facts of a state, as a file for --state; without them the play
	// begins in the initial state. Moves are the steps that are made then, as for
	// --moves.
	State string `toml:"state,omitempty" json:"state,omitempty"`
	Moves string `toml:"moves,omitempty" json:"moves,omitempty"`
	Role  string `toml:"role" json:"role"`
	// Best are the texts of the best moves.
	Best []string `toml:"best" json:"best"`
	// Claim, Goal and Steps say what makes them best, see the package; Steps
	// counts from the position on. Claims of the kind solved have neither.
	Claim Claim `toml:"claim" json:"claim"`
	Goal  int   `toml:"goal,omitzero" json:"goal,omitempty"`
	Steps int   `toml:"steps,omitzero" json:"steps,omitempty"`
	// Why says in a few words what there is to see.
	Why string `toml:"why" json:"why"`
}

// A Claim says why moves are best.
type Claim string

// The claims.
const (
	Wins   Claim = "wins"
	Saves  Claim = "saves"
	Solved Claim = "solved"
)

// A Position is a puzzle that has been set up.
type Position struct {
	Puzzle
	Game  game.Game
	State game.State
	Role  game.Role
	Legal []game.Move // of the role
	Best  []game.Move
}

// Set sets up a puzzle, whose game is opened by open.
func (p Puzzle) Set(ctx context.Context, open Opener) (*Position, error) {
	t, err := open(ctx, p.Game)
	if err != nil {
		return nil, fmt.Errorf("puzzle %s: %w", p.Name, err)
	}
	pos, err := p.set(t)
	if err != nil {
		return nil, fmt.Errorf("puzzle %s: %w", p.Name, err)
	}
	return pos, nil
}

func (p Puzzle) set(t OpenedGame) (*Position, error) {
	m := t.Game.NewMachine()
	s := m.Initial(nil)
	if p.State != "" {
		var err error
		if s, err = gdlmoves.State(t.Game, source.NewFile("state", []byte(p.State))); err != nil {
			return nil, err
		}
	}
	states, _, err := t.Rules.Replay(t.Game, m, s, p.Moves)
	if err != nil {
		return nil, err
	}
	s = states[len(states)-1]
	if m.Terminal(s) {
		return nil, cmp.Or(m.Err(), errors.New("the play is over"))
	}
	pos := &Position{Puzzle: p, Game: t.Game, State: s}
	r := slices.Index(t.Game.Roles(), p.Role)
	if r < 0 {
		return nil, fmt.Errorf("there is no role %q: the roles are %s", p.Role, strings.Join(t.Game.Roles(), ", "))
	}
	pos.Role = game.Role(r)
	pos.Legal = m.Legal(s, pos.Role, nil)
	for _, text := range p.Best {
		best, err := game.FindMove(t.Game, m, s, pos.Role, text)
		if err != nil {
			return nil, err
		}
		pos.Best = append(pos.Best, best)
	}
	if err := m.Err(); err != nil {
		return nil, err
	}
	if len(pos.Best) >= len(pos.Legal) {
		return nil, fmt.Errorf("all %d moves of %s are best: there is nothing to find", len(pos.Legal), p.Role)
	}
	return pos, nil
}
