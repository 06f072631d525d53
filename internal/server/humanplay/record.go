package humanplay

import (
	"context"
	"fmt"
	"time"

	"ludex/internal/session"
)

// saveTime is the time limit for saving a record.
const saveTime = 10 * time.Second

// saveGame saves the record of the current game, which has ended or is aborted for a
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
	r, err := s.play.Record(ctx, s.matchID, reason)
	if err == nil {
		err = s.opt.Save(ctx, r)
	}
	if err != nil {
		s.notices = append(s.notices, "the record of the game could not be kept: "+err.Error())
		return
	}
	s.record = r.ID
}
