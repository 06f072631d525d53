package table

import (
	"context"
	"time"

	"ludex/game"
	"ludex/internal/server/humanplay"
	"ludex/internal/session"
)

// A Finished is a game that people have played to an end.
type Finished struct {
	Game    string // its name
	Title   string
	Record  string
	At      time.Time
	Rated   bool // if all people have accounts
	Players []FinishedPlayer
}

// A FinishedPlayer is somebody who has played a game, or a program.
type FinishedPlayer struct {
	Role    string
	Name    string
	Holder  string // "" for a program
	Verdict session.Verdict
	scores  []float64 // against each of the players; less than 0 is none
}

// Score returns the result of a player against another: 1 for a win, 0.5 for a draw, 0 for a
// loss. It is not ok if the game says nothing about the two.
func (f *Finished) Score(player, other int) (score float64, ok bool) {
	score = f.Players[player].scores[other]
	return score, player != other && score >= 0
}

// finished describes the game that has ended.
func (t *Table) finished() Finished {
	f := t.fold
	r, _ := f.play.Seat(game.NoRole).Result()
	out := Finished{
		Game: f.setup.Game, Title: t.prepared.entry.Title(), Record: f.recordID(), At: f.at,
		Rated: f.setup.Rated && !f.hasPrograms() && len(f.holders()) == f.players() && len(f.holders()) > 1 && r.Ending.Kind != session.Left,
	}
	var roles []game.Role
	for role := range f.game.Roles() {
		if game.Role(role) != f.game.Random() {
			roles = append(roles, game.Role(role))
		}
	}
	for _, role := range roles {
		p := FinishedPlayer{Role: f.game.Roles()[role], Name: f.shownName(role, t.prepared.ladder), Holder: f.seats[role].Holder, Verdict: verdict(f.game, r, role)}
		for _, other := range roles {
			p.scores = append(p.scores, score(r, role, other))
		}
		out.Players = append(out.Players, p)
	}
	return out
}

// score returns how a role did against another, or -1 if that is not known.
func score(r session.Result, role, other game.Role) float64 {
	switch e := r.Ending; {
	case e.Kind == session.AgreedDraw:
		return 0.5
	case e.Kind == session.Left:
		return -1
	case e.Kind != session.ByRules && e.Role == role:
		return 0
	case e.Kind != session.ByRules && e.Role == other:
		return 1
	case e.Kind != session.ByRules || int(max(role, other)) >= len(r.Goals):
		return -1
	case r.Goals[role] > r.Goals[other]:
		return 1
	case r.Goals[role] < r.Goals[other]:
		return 0
	}
	return 0.5
}

// tellFinished tells about the end of a game, after which ratings may have changed.
func (t *Table) tellFinished(ctx context.Context) {
	if t.manager.cfg.Finished == nil {
		return
	}
	if err := t.manager.cfg.Finished(ctx, t.finished()); err != nil {
		t.notices = append(t.notices, "the game could not be rated: "+err.Error())
	}
	clear(t.accounts)
}

// lookUp finds the accounts of the people at the table.
func (t *Table) lookUp() {
	if t.manager.cfg.Account == nil {
		return
	}
	for _, holder := range t.fold.holders() {
		if _, known := t.accounts[holder]; known {
			continue
		}
		ctx, cancel := context.WithTimeout(t.ctx, t.manager.cfg.Time)
		a, err := t.manager.cfg.Account(ctx, holder, t.fold.setup.Game)
		cancel()
		if err != nil {
			t.manager.log().Warn("an account cannot be read", "table", t.id, "err", err)
			continue
		}
		t.accounts[holder] = a
	}
}

// rated reports whether the game is rated: all people have accounts.
func (t *Table) rated() bool {
	if !t.fold.setup.Rated || len(t.fold.open()) > 0 || len(t.fold.holders()) != t.fold.players() {
		return false
	}
	for _, holder := range t.fold.holders() {
		if t.accounts[holder] == nil {
			return false
		}
	}
	return true
}

// account returns the account of whoever has a seat, or nil.
func (t *Table) account(r game.Role) *humanplay.Account { return t.accounts[t.fold.seats[r].Holder] }
