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

// saveTime is how long keeping a record may take.
const saveTime = 10 * time.Second

// keep keeps the record of the present game: one that is over, or one that is
// broken off for a reason. A game in which nothing has happened leaves none.
func (t *turnSession) saveGame(reason string) {
	s := t.play
	if t.opt.Save == nil || s.Steps() == s.Given() {
		return
	}
	over := s.Phase() == session.Over
	mark := fmt.Sprint(t.number, s.Steps(), over, s.ResultText())
	if mark == t.savedState {
		return
	}
	if over {
		reason = ""
	}
	t.save(t.newRecord(reason))
	t.savedState = mark
}

// save keeps a record, and tells the person if that cannot be done.
func (t *turnSession) save(r *match.Record) {
	ctx, cancel := context.WithTimeout(context.Background(), saveTime)
	defer cancel()
	if err := t.opt.Save(ctx, r); err != nil {
		t.notices = append(t.notices, "the record of the game could not be kept: "+err.Error())
		return
	}
	t.record = r.ID
}

// newRecord returns the record of the present game. It does not have the seed, from
// which the person could tell what chance will do in the next game.
func (t *turnSession) newRecord(reason string) *match.Record {
	s, steps := t.play, t.play.History()
	if t.matchID == "" || t.matchOf != t.number {
		t.matchID, t.matchOf = match.NewID("table", t.opt.Entry.Rules.Name(), t.began), t.number
	}
	now := time.Now().UnixMilli()
	rs := t.opt.Entry.Rules
	r := &match.Record{
		ID: t.matchID, Token: rand.Text(), StartTime: t.began.UnixMilli(), PreviewClock: -1,
		PlayClock: int((t.opt.Clock + time.Second - 1) / time.Second), StartClock: int(startClock / time.Second),
		States: []string{}, StateTimes: []int64{}, Moves: [][]string{}, Errors: [][]string{},
		Details: match.Details{
			Version: match.Version, Game: rs.Name(), Language: string(rs.Language()), Hash: rs.Hash(), Rules: rs.Text(), Reading: match.ReadingOf(rs),
			Roles: t.game.Roles(), Nodes: t.opt.Nodes, StartClock: startClock.Milliseconds(), PlayClock: t.opt.Clock.Milliseconds(),
			Unseeded: t.game.Random() != game.NoRole,
		},
	}
	for _, seat := range t.seats() {
		name := seat.Player
		if seat.You {
			name = "person"
		}
		r.Names, r.Human = append(r.Names, name), append(r.Human, seat.You)
	}
	t.addSteps(r, steps, now)
	t.addEnd(r, s, reason)
	return r
}

func (t *turnSession) addSteps(r *match.Record, steps []session.Step, now int64) {
	add := func(state game.State) {
		r.States = append(r.States, "( "+strings.Join(t.game.Facts(state), " ")+" )")
		r.StateTimes = append(r.StateTimes, now)
		r.Errors = append(r.Errors, make([]string, len(t.game.Roles())))
	}
	for i, step := range steps {
		if i == 0 {
			add(step.Before)
		}
		moves := make([]string, len(step.Joint))
		for role, m := range step.Joint {
			moves[role] = t.game.MoveText(game.Role(role), m)
		}
		r.Moves = append(r.Moves, moves)
		add(step.After)
	}
}

func (t *turnSession) addEnd(r *match.Record, s *session.Session, reason string) {
	result, over := s.Result()
	switch {
	case over && !result.Resigned && !result.Cut && result.Goals != nil:
		r.Completed, r.Goals, r.Details.Scores = true, result.Goals, result.Scores
	case over && result.Resigned:
		r.Aborted, r.Details.Reason = true, t.game.Roles()[s.Role()]+" resigned"
	case over:
		r.Aborted, r.Details.Reason = true, s.ResultText()
	default:
		r.Aborted, r.Details.Reason = true, reason
	}
}
