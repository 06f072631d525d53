// Package nested plays puzzles: games of one role, without chance and hidden
// information.
//
// It implements nested Monte Carlo search (Cazenave 2009). On level 0 a line is a
// random playout. On every other level each move is chosen by searches of the level
// below after each move, and the best line seen so far is followed. Lower levels are
// searched more often than higher ones, so that no level has to be configured.
package nested

import (
	"context"
	"errors"
	"fmt"

	"ludex/game"
	"ludex/player"
)

// A Line is a sequence of moves from a state to a terminal one.
type Line struct {
	Moves []game.Move // of the only role
	Goal  int         // of the end; -1 if there is none
}

// A Search looks for the best line from a state. It belongs to one goroutine.
type Search struct {
	game     game.Game
	machine  game.Machine
	role     game.Role
	rand     *game.Rand
	maxSteps int

	state  game.State
	best   Line
	rounds uint64
	nodes  uint64 // states computed
	limit  uint64 // where to stop
	watch  *player.Deadline
	levels []*level
	goals  []int
	err    error
}

// A level is the scratch memory of one level.
type level struct {
	state, next game.State
	moves       []game.Move
	joint       []game.Move
	line        Line        // the best one from the beginning of the level
	tried       []game.Move // the moves from the start of the level to its current state
}

// fanout is the number of searches of a level per search of the next one.
const fanout = 8

// errPuzzle is returned for games that are not puzzles.
var errPuzzle = errors.New("not a puzzle: there is more than one role, or chance, or something is hidden")

// Supports reports whether this package can play a game.
func Supports(g game.Game) bool {
	return len(g.Roles()) == 1 && g.Random() == game.NoRole && !g.Hidden()
}

// New returns a search from a state, or from the initial state if from is nil.
func New(g game.Game, from game.State, seed uint64) (*Search, error) {
	if !Supports(g) {
		return nil, errPuzzle
	}
	s := &Search{game: g, machine: g.NewMachine(), rand: game.NewRand(seed), maxSteps: game.MaxSteps(g)}
	if from == nil {
		from = s.machine.Initial(nil)
	}
	s.state, s.best.Goal = append(s.state, from...), -1
	return s, s.machine.Err()
}

// Best returns the best line found so far. The caller must not change it.
func (s *Search) Best() Line { return s.best }

// Nodes returns the number of states computed.
func (s *Search) Nodes() uint64 { return s.nodes }

// Propose gives the search a line that was found elsewhere, which is kept if it is
// better.
func (s *Search) Propose(l Line) {
	if l.Goal > s.best.Goal {
		s.best = Line{append([]game.Move(nil), l.Moves...), l.Goal}
	}
}

// Advance makes a move and continues the search from the next state.
func (s *Search) Advance(move game.Move) error {
	s.state = s.machine.Next(s.state, []game.Move{move}, nil)
	if len(s.best.Moves) > 0 && s.best.Moves[0] == move {
		s.best.Moves = s.best.Moves[1:]
	} else {
		s.best = Line{Goal: -1}
	}
	return s.machine.Err()
}

// Run searches until the best line cannot be improved, the given number of states
// was computed (0 is no limit), or the context ends, which is not an error.
func (s *Search) Run(ctx context.Context, nodes int) error {
	s.limit = ^uint64(0)
	if nodes > 0 {
		s.limit = s.nodes + uint64(nodes)
	}
	s.watch = player.NewDeadline(ctx)
	s.machine.Bind(ctx)
	defer s.machine.Bind(context.Background())
	best := s.best
	for s.err == nil && s.best.Goal < 100 && !s.stopped() {
		if s.machine.Terminal(s.state) {
			break
		}
		s.rounds++
		depth := 1
		for n := s.rounds; n%fanout == 0; n /= fanout {
			depth++
		}
		if s.Propose(s.nest(depth, s.state)); s.machine.Err() == nil {
			best = s.best
		}
	}
	if err := s.machine.Err(); game.Ended(ctx, err) {
		s.best, s.err = best, nil // the last line is based on an aborted computation
		return nil
	}
	return errors.Join(s.err, s.machine.Err())
}

// stopped reports whether time or states are used up.
func (s *Search) stopped() bool { return s.nodes >= s.limit || !s.watch.Allows() }

// nest returns the best line of a level from a state. If it has to stop, it is
// the best one so far.
func (s *Search) nest(depth int, from game.State) Line {
	l := s.level(depth)
	l.state = append(l.state[:0], from...)
	l.line, l.tried = Line{l.line.Moves[:0], -1}, l.tried[:0]
	for len(l.tried) < s.maxSteps && !s.machine.Terminal(l.state) {
		if !s.tryAll(depth) {
			break
		}
		at := len(l.tried)
		if at >= len(l.line.Moves) {
			break // no move leads to an end
		}
		move := l.line.Moves[at]
		s.step(l, move)
		l.state, l.next = l.next, l.state
		l.tried = append(l.tried, move)
	}
	return l.line
}

// tryAll tries all moves of a level's state. It reports whether it finished.
func (s *Search) tryAll(depth int) bool {
	l := s.level(depth)
	l.moves = s.machine.Legal(l.state, s.role, l.moves[:0])
	if len(l.moves) == 0 {
		s.stuck()
		return false
	}
	first := s.rand.Choose(len(l.moves)) // so that no move has an advantage
	for i := range l.moves {
		if s.stopped() || s.err != nil {
			return false
		}
		move := l.moves[(first+i)%len(l.moves)]
		s.step(l, move)
		var rest Line
		if depth == 1 {
			rest = s.playout(l.next)
		} else {
			rest = s.nest(depth-1, l.next)
		}
		if rest.Goal > l.line.Goal {
			l.line.Goal = rest.Goal
			l.line.Moves = append(append(append(l.line.Moves[:0], l.tried...), move), rest.Moves...)
		}
	}
	return true
}

// step makes l.next the state after a move.
func (s *Search) step(l *level, move game.Move) {
	l.joint = append(l.joint[:0], move)
	l.next = s.machine.Next(l.state, l.joint, l.next[:0])
	s.nodes++
}

// playout returns a random line. If it has to stop, it has no goal.
func (s *Search) playout(from game.State) Line {
	l := s.level(0)
	l.state = append(l.state[:0], from...)
	l.line = Line{l.line.Moves[:0], -1}
	for step := range s.maxSteps {
		if s.machine.Terminal(l.state) {
			l.line.Goal = s.goal(l.state)
			break
		}
		if step&7 == 7 && !s.watch.Allows() {
			break
		}
		l.moves = s.machine.Legal(l.state, s.role, l.moves[:0])
		if len(l.moves) == 0 {
			s.stuck()
			break
		}
		move := l.moves[s.rand.Choose(len(l.moves))]
		l.line.Moves = append(l.line.Moves, move)
		s.step(l, move)
		l.state, l.next = l.next, l.state
	}
	return l.line
}

// goal returns the goal value of an end, or 0 if there is not exactly one.
func (s *Search) goal(state game.State) int {
	if s.goals = s.machine.Goals(state, s.role, s.goals[:0]); len(s.goals) != 1 {
		return 0
	}
	return s.goals[0]
}

// stuck records an error of the rules or the machine.
func (s *Search) stuck() {
	if s.err = s.machine.Err(); s.err == nil {
		s.err = fmt.Errorf("role %s: %w", s.game.Roles()[s.role], game.ErrStuck)
	}
}

// level returns the memory of a level.
func (s *Search) level(depth int) *level {
	for len(s.levels) <= depth {
		s.levels = append(s.levels, new(level))
	}
	return s.levels[depth]
}
