package humanplay

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"ludex/game"
	"ludex/internal/session"
	"ludex/match"
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
	s.save(s.newRecord(reason))
	s.savedState = mark
}

// save saves a record, and adds a notice if that fails.
func (s *turnSession) save(r *match.Record) {
	ctx, cancel := context.WithTimeout(context.Background(), saveTime)
	defer cancel()
	if err := s.opt.Save(ctx, r); err != nil {
		s.notices = append(s.notices, "the record of the game could not be kept: "+err.Error())
		return
	}
	s.record = r.ID
}

// newRecord returns the record of the present game. It is without the seed, from which
// the person could predict chance in the next game.
func (s *turnSession) newRecord(reason string) *match.Record {
	play, steps := s.play, s.play.History()
	if s.matchID == "" || s.matchOf != s.number {
		s.matchID, s.matchOf = match.NewID("table", s.opt.Entry.Rules.Name(), s.began), s.number
	}
	now := time.Now().UnixMilli()
	rs := s.opt.Entry.Rules
	r := &match.Record{
		ID: s.matchID, Token: rand.Text(), StartTime: s.began.UnixMilli(), PreviewClock: -1,
		PlayClock: int((s.opt.Clock + time.Second - 1) / time.Second), StartClock: int(startClock / time.Second),
		States: []string{}, StateTimes: []int64{}, Moves: [][]string{}, Errors: [][]string{},
		Details: match.Details{
			Version: match.Version, Game: rs.Name(), Language: string(rs.Language()), Hash: rs.Hash(), Rules: rs.Text(), Reading: match.ReadingOf(rs),
			Roles: s.game.Roles(), Nodes: s.opt.Nodes, StartClock: startClock.Milliseconds(), PlayClock: s.opt.Clock.Milliseconds(),
			Unseeded: s.game.Random() != game.NoRole,
		},
	}
	for _, seat := range s.seats() {
		name := seat.Player
		if seat.You {
			name = "person"
		}
		r.Names, r.Human = append(r.Names, name), append(r.Human, seat.You)
	}
	s.addSteps(r, steps, now)
	s.addEnd(r, play, reason)
	return r
}

func (s *turnSession) addSteps(r *match.Record, steps []session.Step, now int64) {
	add := func(state game.State) {
		r.States = append(r.States, "( "+strings.Join(s.game.Facts(state), " ")+" )")
		r.StateTimes = append(r.StateTimes, now)
		r.Errors = append(r.Errors, make([]string, len(s.game.Roles())))
	}
	for i, step := range steps {
		if i == 0 {
			add(step.Before)
		}
		moves := make([]string, len(step.Joint))
		for role, m := range step.Joint {
			moves[role] = s.game.MoveText(game.Role(role), m)
		}
		r.Moves = append(r.Moves, moves)
		add(step.After)
	}
}

func (s *turnSession) addEnd(r *match.Record, play *session.Session, reason string) {
	result, over := play.Result()
	switch {
	case over && !result.Resigned && !result.Cut && result.Goals != nil:
		r.Completed, r.Goals, r.Details.Scores = true, result.Goals, result.Scores
	case over && result.Resigned:
		r.Aborted, r.Details.Reason = true, s.game.Roles()[play.Role()]+" resigned"
	case over:
		r.Aborted, r.Details.Reason = true, play.Text().Result()
	default:
		r.Aborted, r.Details.Reason = true, reason
	}
}
