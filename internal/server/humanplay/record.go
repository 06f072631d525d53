package humanplay

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ludex/internal/session"
	"ludex/match"
	"ludex/player"
)

// saveTime is the time limit for saving a record.
const saveTime = 10 * time.Second

// saveGame saves the record of the present game, which has ended or is aborted for a
// reason. A game without steps has no record.
func (s *turnSession) saveGame(reason string) {
	play := s.play
	if s.opt.Save == nil || play.Steps() == play.Given() {
		return
	}
	over := play.Phase() == session.Over
	mark := fmt.Sprint(s.number, play.Steps(), over, play.Text().Result())
	if mark == s.savedState {
		return
	}
	if over {
		reason = ""
	}
	s.save(reason)
	s.savedState = mark
}

// save writes the record of the present game and saves it. If that fails, it adds a
// notice.
func (s *turnSession) save(reason string) {
	ctx, cancel := context.WithTimeout(context.Background(), saveTime)
	defer cancel()
	r, err := s.newRecord(ctx, reason)
	if err == nil {
		err = s.opt.Save(ctx, r)
	}
	if err != nil {
		s.notices = append(s.notices, "the record of the game could not be kept: "+err.Error())
		return
	}
	s.record = r.ID
}

// newRecord returns the record of the present game. It is without the seed, from which
// the person could predict chance in the next game.
func (s *turnSession) newRecord(ctx context.Context, reason string) (*match.Record, error) {
	c := s.config(s.play.Role(), false)
	c.PlayClock, c.Unseeded = s.opt.Clock, true
	p := match.Played{Began: s.began}
	p.Result, p.Err = s.ended(reason)
	for _, step := range s.play.History() {
		p.Steps = append(p.Steps, step.PlayedStep)
	}
	return match.Write(ctx, c, p)
}

// ended returns how the present game ended, or why it was aborted.
func (s *turnSession) ended(reason string) (player.Result, error) {
	result, over := s.play.Result()
	switch {
	case over && result.Resigned:
		return player.Result{}, errors.New(s.game.Roles()[s.play.Role()] + " resigned")
	case over && result.Cut:
		return player.Result{}, nil
	case over && result.Goals != nil:
		return player.Result{Over: true, Goals: result.Goals, Scores: result.Scores}, nil
	case over:
		return player.Result{}, errors.New(s.play.Text().Result())
	}
	return player.Result{}, errors.New(reason)
}
