package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"ludex/internal/recorddelta"
	"ludex/match"
)

// A Status is the status of a match.
type Status string

// The statuses.
const (
	Running   Status = "running"
	Completed Status = "completed"
	Aborted   Status = "aborted"
)

func statusOf(r *match.Record) Status {
	switch {
	case r.Completed:
		return Completed
	case r.Aborted:
		return Aborted
	}
	return Running
}

// Saver returns a function that saves a match while it is played, for
// [match.Config]. It writes what is new, and the whole record at the end.
func (s *Store) Saver(ctx context.Context) func(*match.Record) error {
	var mark recorddelta.Mark
	steps := 0
	return func(r *match.Record) error {
		if statusOf(r) != Running {
			return s.Save(ctx, r)
		}
		body, err := json.Marshal(recorddelta.Since(r, mark))
		if err != nil {
			return err
		}
		if steps == 0 {
			err = s.begin(ctx, r, body)
		} else {
			err = s.do(ctx, "keep step", func(ctx context.Context) error { return putStep(ctx, s.db, r.ID, steps, body) })
		}
		if err == nil {
			mark, steps = recorddelta.End(r), steps+1
		}
		return err
	}
}

// begin writes the beginning of a match, and removes an earlier attempt to play it.
func (s *Store) begin(ctx context.Context, r *match.Record, step []byte) error {
	return s.within(ctx, "begin match", func(ctx context.Context, tx *sql.Tx) error {
		if err := put(ctx, tx, r, recorddelta.Head(r)); err != nil {
			return err
		}
		if err := dropSteps(ctx, tx, r.ID); err != nil {
			return err
		}
		return putStep(ctx, tx, r.ID, 0, step)
	})
}

// An executor changes the database, inside or outside a transaction.
type executor interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

func putStep(ctx context.Context, e executor, id string, number int, body []byte) error {
	_, err := e.ExecContext(ctx, `INSERT INTO step (match, number, body) VALUES ($1, $2, $3) ON CONFLICT (match, number) DO UPDATE SET body = excluded.body`,
		id, number, string(body))
	return err
}

func dropSteps(ctx context.Context, e executor, id string) error {
	_, err := e.ExecContext(ctx, `DELETE FROM step WHERE match = $1`, id)
	return err
}

// Save writes a whole record, replacing earlier data of the match. A completed
// match is not replaced by one that is not.
func (s *Store) Save(ctx context.Context, r *match.Record) error {
	return s.within(ctx, "save match", func(ctx context.Context, tx *sql.Tx) error { return save(ctx, tx, r) })
}

func save(ctx context.Context, tx *sql.Tx, r *match.Record) error {
	if err := put(ctx, tx, r, r); err != nil {
		return err
	}
	return dropSteps(ctx, tx, r.ID)
}

// replaceMatch resolves the conflict with an existing match.
const replaceMatch = `DO UPDATE SET tournament = excluded.tournament, game = excluded.game, language = excluded.language,
	status = excluded.status, started = excluded.started, record = excluded.record
	WHERE match.status <> 'completed' OR excluded.status = 'completed'`

// put writes the row of a match with a part of its record.
func put(ctx context.Context, tx *sql.Tx, r, part *match.Record) error {
	if err := checkMatch(r); err != nil {
		return err
	}
	body, err := json.Marshal(part)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO match (id, tournament, game, language, status, started, record) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (id) `+replaceMatch,
		r.ID, r.Tournament, r.Details.Game, r.Details.Language, string(statusOf(r)), r.StartTime, string(body))
	return err
}

// checkMatch refuses a match that cannot be stored.
func checkMatch(r *match.Record) error {
	if r.ID == "" {
		return errors.New("a match without a name cannot be kept")
	}
	return checkNames(r.ID, r.Tournament, r.Details.Game, r.Details.Language)
}

// add stores an imported record, and reports whether it is new. A match that is
// over is not replaced.
func add(ctx context.Context, tx *sql.Tx, r *match.Record) (bool, error) {
	have, err := readMatch(ctx, tx, r.ID)
	switch {
	case errors.Is(err, ErrNotFound):
	case err != nil:
		return false, err
	case statusOf(have) != Running:
		if !same(have, r) {
			return false, fmt.Errorf("there is another match %q", r.ID)
		}
		return false, nil
	}
	return true, save(ctx, tx, r)
}

// same reports whether two records are the same, regardless of formatting.
func same(a, b *match.Record) bool {
	x, err := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err == nil && err2 == nil && bytes.Equal(x, y)
}

// Match returns the record of a match so far.
func (s *Store) Match(ctx context.Context, id string) (r *match.Record, err error) {
	if checkNames(id) != nil {
		return nil, fmt.Errorf("match %q: %w", id, ErrNotFound)
	}
	err = s.do(ctx, "read match", func(ctx context.Context) error {
		r, err = readMatch(ctx, s.db, id)
		return err
	})
	return r, err
}

// readMatch reads a record and its steps with one statement, which sees a
// consistent snapshot. Steps of a match that is over are ignored: they were
// written too late.
func readMatch(ctx context.Context, q querier, id string) (*match.Record, error) {
	var r *match.Record
	err := each(ctx, q, func(scan func(...any) error) error {
		var number int
		var body string
		if err := scan(&number, &body); err != nil {
			return err
		}
		part, err := match.Decode([]byte(body))
		if err != nil {
			return fmt.Errorf("match %s: %w", id, err)
		}
		if r == nil {
			r = part
		} else if statusOf(r) == Running {
			recorddelta.Append(r, part)
		}
		return nil
	}, `SELECT -1 AS number, record AS body FROM match WHERE id = $1 UNION ALL SELECT number, body FROM step WHERE match = $1 ORDER BY number`, id)
	if err == nil && r == nil {
		err = fmt.Errorf("match %s: %w", id, ErrNotFound)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// A Filter selects matches. An empty field matches all.
type Filter struct {
	Tournament string
	Game       string
	Status     Status
	// Counted selects matches that are completed or have a result, not those that
	// were aborted to be played again, or are still running.
	Counted bool
}

// IDs returns the names of matches, the oldest first.
func (s *Store) IDs(ctx context.Context, f Filter) (ids []string, err error) {
	if checkNames(f.Tournament, f.Game, string(f.Status)) != nil {
		return []string{}, nil
	}
	counted := ""
	if f.Counted {
		counted = "yes"
	}
	err = s.do(ctx, "list matches", func(ctx context.Context) error {
		ids = []string{}
		return each(ctx, s.db, func(scan func(...any) error) error {
			var id string
			err := scan(&id)
			ids = append(ids, id)
			return err
		}, `SELECT id FROM match WHERE ($1 = '' OR tournament = $1) AND ($2 = '' OR game = $2) AND ($3 = '' OR status = $3)
			AND ($4 = '' OR status = 'completed' OR EXISTS (SELECT 1 FROM result WHERE result.match = match.id)) ORDER BY started, id`,
			f.Tournament, f.Game, string(f.Status), counted)
	})
	return ids, err
}

// Abandon marks a running match as aborted. A match that is already over is
// unchanged.
func (s *Store) Abandon(ctx context.Context, id, reason string) error {
	return s.within(ctx, "abandon match", func(ctx context.Context, tx *sql.Tx) error {
		var status string
		err := tx.QueryRowContext(ctx, `SELECT status FROM match WHERE id = $1`+s.dialect.hold, id).Scan(&status)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return fmt.Errorf("match %s: %w", id, ErrNotFound)
		case err != nil || Status(status) != Running:
			return err
		}
		r, err := readMatch(ctx, tx, id)
		if err != nil {
			return err
		}
		r.Aborted, r.Details.Reason = true, reason
		return save(ctx, tx, r)
	})
}

// Forget removes a match, unless it has a result.
func (s *Store) Forget(ctx context.Context, id string) error {
	return s.do(ctx, "forget match", func(ctx context.Context) error {
		_, err := s.db.ExecContext(ctx, `DELETE FROM match WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM result WHERE result.match = match.id)`, id)
		return err
	})
}
