package session

import (
	"cmp"
	"context"
	"errors"

	"ludex/game"
	"ludex/match"
	"ludex/player"
)

// Record returns the record of the present game under a name. A game that is not over
// was aborted for the given reason. It has all moves, also in a game with hidden
// information, so the person must not see it before the end.
//
// The record is without the seed: the person could predict chance in the next game from
// it, and the moves of chance are drawn again after moves were taken back.
func (s *Session) Record(ctx context.Context, id, reason string) (*match.Record, error) {
	c := s.opt.Config
	c.ID, c.Seats, c.Seed, c.Unseeded = id, seatsOf(s), 0, true
	p := match.Played{Began: s.began}
	p.Result, p.Err = ending(s, reason)
	for _, step := range s.steps {
		p.Steps = append(p.Steps, step.PlayedStep)
	}
	return match.Write(ctx, c, p)
}

// seatsOf returns the seats of the present game, without players. A person without a name
// is called person.
func seatsOf(s *Session) []match.Seat {
	seats := make([]match.Seat, len(s.opt.Names))
	for r, name := range s.opt.Names {
		switch {
		case game.Role(r) == s.game.Random():
			seats[r].Name = match.Chance
		case s.opt.People[r]:
			seats[r] = match.Seat{Name: cmp.Or(s.personName(r), "person"), Human: true}
		default:
			seats[r].Name = name
		}
	}
	return seats
}

// personName returns the name of the person who plays a role, or "". In a session of one
// person, the names are those of players.
func (s *Session) personName(r int) string {
	if s.opt.PeopleNamed {
		return s.opt.Names[r]
	}
	return ""
}

// ending returns how the present game ended, or why it was aborted.
func ending(s *Session, reason string) (player.Result, error) {
	result, over := s.Result()
	switch {
	case over && s.ending.Kind != ByRules:
		return player.Result{}, errors.New(s.ending.text(s.game, game.NoRole))
	case over && result.Cut:
		return player.Result{}, nil
	case over && result.Goals != nil:
		return player.Result{Over: true, Goals: result.Goals, Scores: result.Scores}, nil
	case over:
		return player.Result{}, errors.New(s.Seat(game.NoRole).Text().Result())
	}
	return player.Result{}, errors.New(reason)
}
