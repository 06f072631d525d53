package table

import (
	"context"
	"errors"
	"time"

	"ludex/game"
	"ludex/internal/server/tablelog"
	"ludex/internal/session"
)

// settle does what is due, shows what is new, and saves a game that has ended.
func (t *Table) settle() {
	t.lead()
	for t.due() {
	}
	t.note()
	t.keepRecord()
	t.lookUp()
	t.publishAll()
}

// needsLeader reports whether a server has to act by itself: for programs, clocks or paced
// steps.
func (t *Table) needsLeader() bool {
	f := t.fold
	return f.running() && (f.hasPrograms() || f.hasClock() || f.paced())
}

// retryLease is how often a server asks for the lease of another.
const retryLease = time.Second

// lead takes the lease if the table needs a leader, and lets programs think.
func (t *Table) lead() {
	now := t.manager.now()
	if t.needsLeader() && !t.leading && !now.Before(t.leaseAt) {
		t.leaseAt = now.Add(retryLease)
		ctx, cancel := context.WithTimeout(t.ctx, t.manager.cfg.Time)
		lease, err := t.manager.cfg.Store.LeaseTable(ctx, t.id, t.manager.server, now)
		cancel()
		if err != nil {
			t.manager.log().Warn("the lease of a table cannot be asked for", "table", t.id, "err", err)
		}
		if t.leading = lease.Mine; t.leading {
			t.resume(lease.Before)
		}
	}
	t.fold.play.Lead(t.leading && t.fold.running())
}

// resume lets clocks go on after no server was there. The time since the last server ended
// does not count.
func (t *Table) resume(before time.Time) {
	if !t.fold.hasClock() || before.IsZero() || !t.fold.running() {
		return
	}
	from := before
	if t.fold.clock.since.After(from) {
		from = t.fold.clock.since
	}
	if away := t.manager.now().Sub(from); away > 0 {
		t.lose(t.commit(t.ctx, Event{Kind: resumed, Away: away.Milliseconds()}))
	}
}

// lose gives the lease up if another server acts too.
func (t *Table) lose(err error) {
	if errors.Is(err, tablelog.ErrConflict) {
		t.leading, t.leaseAt = false, t.manager.now().Add(retryLease)
	}
}

// due does the next thing that is due at the leader, and reports whether there was one.
func (t *Table) due() bool {
	if !t.leading || !t.fold.running() || t.unsure || t.broken != nil {
		t.decisions = nil
		return false
	}
	e, at, ok := t.next()
	if !ok || t.manager.now().Before(at) {
		return false
	}
	err := t.commit(t.ctx, e)
	t.lose(err)
	return err == nil
}

// next returns the next event by itself, and when it is due.
func (t *Table) next() (e Event, at time.Time, ok bool) {
	f := t.fold
	paced := f.clock.since.Add(f.pace())
	if f.play.Waiting() {
		e, at, ok = Event{Kind: stepped}, paced, true
	}
	for len(t.decisions) > 0 && t.decisions[0].mark != f.mark {
		t.decisions = t.decisions[1:] // of a decision that was taken back
	}
	if len(t.decisions) > 0 {
		d := t.decisions[0]
		if !f.play.Open(d.Role) {
			t.decisions = t.decisions[1:]
			return t.next()
		}
		e, at, ok = moveEvent(f, d.Decision), paced, true
	}
	if role, due, ticking := f.flag(); ticking && (!ok || due.Before(at)) {
		e, at, ok = Event{Kind: flagged, Role: role}, due, true
	}
	return e, at, ok
}

func moveEvent(f *fold, d session.Decision) Event {
	e := Event{Kind: moved, Role: d.Role, Move: f.game.MoveText(d.Role, d.Move)}
	if d.Fault != nil {
		e.Fault = d.Fault.Err.Error()
	}
	return e
}

// arm sets the timer to the next time at which something is due.
func (t *Table) arm() {
	now := t.manager.now()
	wake := now.Add(time.Hour)
	sooner := func(at time.Time) {
		if at.Before(wake) {
			wake = at
		}
	}
	switch {
	case t.unsure:
		sooner(now.Add(retryLease))
	case t.leading && t.fold.running():
		if _, at, ok := t.next(); ok {
			sooner(at)
		}
	case t.needsLeader() && t.watched.Load() > 0:
		sooner(t.leaseAt)
	}
	for _, p := range t.here {
		if p.streams == 0 {
			sooner(p.left.Add(presenceGrace))
		}
	}
	for _, p := range t.remote {
		sooner(p.until)
	}
	if !t.timer.Stop() {
		select {
		case <-t.timer.C:
		default:
		}
	}
	t.timer.Reset(max(wake.Sub(now), time.Millisecond))
}

// note collects notices of the play. In a game with hidden information they could tell what
// others did.
func (t *Table) note() {
	news := t.fold.play.Notices()
	if t.fold.game.Hidden() && !t.fold.play.Over() {
		return
	}
	const most = 20
	t.notices = append(t.notices, news...)
	t.notices = t.notices[max(0, len(t.notices)-most):]
}

// keepRecord saves the record of a game that has ended. Every server may: the record is the
// same.
func (t *Table) keepRecord() {
	f := t.fold
	if !f.play.Over() {
		t.saved, t.record = "", ""
		return
	}
	mark := f.recordID() + f.play.Seat(game.NoRole).Text().Result()
	if t.saved == mark || t.manager.cfg.Save == nil || f.play.Steps() == f.play.Given() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), saveTime)
	defer cancel()
	t.saved = mark
	r, err := f.play.Record(ctx, f.recordID(), "")
	if err == nil {
		err = t.manager.cfg.Save(ctx, r)
	}
	if err != nil {
		t.notices = append(t.notices, "the record of the game could not be kept: "+err.Error())
		return
	}
	t.record = r.ID
	t.tellFinished(ctx)
}

// saveTime is the time limit for saving a record.
const saveTime = 10 * time.Second
