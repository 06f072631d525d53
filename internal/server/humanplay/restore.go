package humanplay

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ludex/game"
	"ludex/internal/server/tablelog"
	"ludex/internal/timedmatch"
	"ludex/match"
	"ludex/timed"
)

// A past is what has happened in a match that was interrupted.
type past struct {
	lines []json.RawMessage // of the log
	times []time.Time       // by line
	since timed.Time        // when the match was interrupted, if that is known
}

// errJournal is returned for a journal from which no table can be made.
var errJournal = errors.New("the log of the table cannot be read")

// readJournal reads the entries of a table.
func readJournal(events []tablelog.Event) ([]journalEntry, error) {
	entries := make([]journalEntry, len(events))
	for i, e := range events {
		if err := json.Unmarshal(e.Body, &entries[i]); err != nil {
			return nil, fmt.Errorf("%w: entry %d: %w", errJournal, e.Number, err)
		}
	}
	if len(entries) == 0 || entries[0].Kind != laid || entries[0].Setup == nil {
		return nil, errJournal
	}
	return entries, nil
}

// options returns the options of a table.
func (u *timedSetup) options(opt Options) (Options, error) {
	holder, err := hex.DecodeString(u.Holder)
	if err != nil || len(holder) != len(opt.holder) {
		return opt, fmt.Errorf("%w: the hash of its secret", errJournal)
	}
	copy(opt.holder[:], holder)
	opt.Role, opt.Opponents, opt.Nodes, opt.Seed = u.Role, u.Opponents, u.Nodes, u.Seed
	opt.Clock, opt.Unit = time.Duration(u.ClockMs)*time.Millisecond, time.Duration(u.UnitMs)*time.Millisecond
	return opt, nil
}

// restore brings a new session to where the entries of its journal end. A match that has
// begun and not ended waits for the person.
func (s *timedSession) restore(ctx context.Context, entries []journalEntry, events []tablelog.Event) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	over := false
	for i, e := range entries {
		switch e.Kind {
		case laid:
		case begun:
			s.matchID, s.opt.Unit, s.past = e.Match, time.Duration(e.UnitMs)*time.Millisecond, &past{}
		case played:
			if s.past == nil {
				return errJournal
			}
			for _, line := range e.Lines {
				s.past.lines, s.past.times = append(s.past.lines, line), append(s.past.times, events[i].At)
			}
		case paused:
			if s.past != nil {
				s.past.since = e.Time
			}
		case ended:
			over, s.ended, s.record = true, e.Result, e.Record
		case again:
			s.rematch(e.Swap)
			over = false
		case closed:
			return ErrClosed
		default:
			return fmt.Errorf("%w: a kind %q", errJournal, e.Kind)
		}
	}
	if s.past != nil && len(s.past.lines) == 0 {
		s.past = nil // it was interrupted before it began
	}
	if s.past != nil {
		if err := s.rebuild(ctx); err != nil {
			return err
		}
	}
	if over && s.ended != nil {
		s.phase, s.past, s.clocks = Over, nil, nil
	}
	s.tell()
	return nil
}

// rebuild shows what the person could see when the match was interrupted.
func (s *timedSession) rebuild(ctx context.Context) error {
	log, err := timedmatch.ReadLines(s.past.lines)
	if err != nil {
		return fmt.Errorf("%w: %w", errJournal, err)
	}
	g, giveBack, err := s.game.Borrow()
	if err != nil {
		return err
	}
	defer giveBack()
	var after *timed.State // after the last event; the next one is told with the clocks from before
	show := func() {
		if after != nil && !s.game.Hidden() {
			s.state = *after
			s.before, s.facts = s.facts, s.split()
		}
	}
	m, err := timedmatch.Resume(g, log, timed.MatchOptions{
		Observe: func(e *timed.Event) {
			if e.Kind == timed.Start || e.Kind == timed.Joint || e.Kind == timed.Chance {
				show()
				after = &e.State
			}
		},
		Notify: s.hear,
	})
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	show()
	s.stopped = max(m.Time(), s.past.since)
	s.position++
	return nil
}

// keep writes what is new in the record of a match into the journal, before anybody is told.
// Of a match that goes on, it compares what is known.
func (s *timedSession) keep(p *timedMatch, r *match.Record) error {
	if s.journal == nil {
		return nil
	}
	lines := r.Details.Log
	known := 0
	if p.past != nil {
		known = len(p.past.lines)
	}
	for ; p.kept < min(len(lines), known); p.kept++ {
		if string(lines[p.kept]) != string(p.past.lines[p.kept]) {
			return s.lose(p, fmt.Errorf("%w: line %d does not fit the rules", errJournal, p.kept+1))
		}
	}
	s.mu.Lock()
	p.behind = len(lines) <= known
	s.mu.Unlock()
	more := journalEntry{Kind: played, Lines: lines[p.kept:]}
	if len(more.Lines) == 0 {
		return nil
	}
	if at, stopped := s.interrupted(p, lines[len(lines)-1]); stopped {
		more = journalEntry{Kind: paused, Time: at}
	}
	ctx, cancel := context.WithTimeout(context.Background(), saveTime)
	defer cancel()
	if err := s.journal.add(ctx, more); err != nil {
		return s.lose(p, err)
	}
	p.kept = len(lines)
	return nil
}

// interrupted reports whether the last line of a log says that a match was stopped that is to
// go on, and when.
func (s *timedSession) interrupted(p *timedMatch, line json.RawMessage) (at timed.Time, ok bool) {
	var e timed.Event
	if json.Unmarshal(line, &e) != nil || e.Kind != timed.End || e.Ending != timed.Stopped {
		return 0, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.resigned || s.left {
		return 0, false
	}
	p.paused = true
	return e.Time, true
}

// lose stops showing a match that cannot be kept.
func (s *timedSession) lose(p *timedMatch, err error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p.lost = err
	return err
}

// recordTime returns the time of an event for the record of a match: that of the first time
// if it is repeated.
func (p *timedMatch) recordTime() time.Time {
	if p.past != nil && p.kept < len(p.past.times) {
		return p.past.times[p.kept]
	}
	return time.Now()
}

// summary returns what lists show of the session.
func (s *timedSession) summary() Summary {
	about := s.opt.Entry.About()
	out := Summary{Game: SummaryGame{about.Name, s.opt.Entry.Title()}}
	for r, role := range s.game.Roles() {
		seat := SummarySeat{Role: role, Player: s.names[r], Chance: game.Role(r) == s.game.Random()}
		if game.Role(r) == s.role {
			seat.Holder, seat.Turn = hex.EncodeToString(s.secret[:]), s.phase != Over
		}
		out.Seats = append(out.Seats, seat)
	}
	return out
}
