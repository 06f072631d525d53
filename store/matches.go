package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"ludex/match"
)

// A Status is how a match stands.
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

// Keeper returns a function that keeps a match while it is played, for
// [match.Config]. It writes what is new, and the whole record in the end.
func (s *Store) Keeper(ctx context.Context) func(*match.Record) error {
	var mark match.Mark
	steps := 0
	return func(r *match.Record) error {
		if statusOf(r) != Running {
			return s.Save(ctx, r)
		}
		body, err := json.Marshal(r.Since(mark))
		if err != nil {
			return err
		}
		err = s.within(ctx, func(tx *sql.Tx) error {
			if steps == 0 {
				if err := put(ctx, tx, r, r.Head()); err != nil {
					return err
				}
			}
			_, err := tx.ExecContext(ctx, `INSERT INTO step (match, number, body) VALUES ($1, $2, $3)`, r.ID, steps, string(body))
			return err
		})
		if err == nil {
			mark, steps = r.Mark(), steps+1
		}
		return err
	}
}

// Save keeps a whole record, in place of what there was of the match.
func (s *Store) Save(ctx context.Context, r *match.Record) error {
	return s.within(ctx, func(tx *sql.Tx) error { return save(ctx, tx, r) })
}

func save(ctx context.Context, tx *sql.Tx, r *match.Record) error {
	if r.ID == "" {
		return errors.New("a match without a name cannot be kept")
	}
	if err := put(ctx, tx, r, r); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM step WHERE match = $1`, r.ID)
	return err
}

// put writes the row of a match with a part of its record.
func put(ctx context.Context, tx *sql.Tx, r, part *match.Record) error {
	body, err := json.Marshal(part)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO match (id, tournament, game, language, status, started, record) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (id) DO UPDATE SET tournament = excluded.tournament, game = excluded.game, language = excluded.language,
			status = excluded.status, started = excluded.started, record = excluded.record`,
		r.ID, r.Tournament, r.Details.Game, r.Details.Language, string(statusOf(r)), r.StartTime, string(body))
	return err
}

// Match returns the record of a match, as far as it has come.
func (s *Store) Match(ctx context.Context, id string) (*match.Record, error) {
	var body string
	err := s.db.QueryRowContext(ctx, `SELECT record FROM match WHERE id = $1`, id).Scan(&body)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("match %s: %w", id, ErrNotFound)
	}
	if err != nil {
		return nil, err
	}
	r := new(match.Record)
	if err := json.Unmarshal([]byte(body), r); err != nil {
		return nil, fmt.Errorf("match %s: %w", id, err)
	}
	return r, s.addSteps(ctx, r)
}

// addSteps adds the steps of a match that is not over.
func (s *Store) addSteps(ctx context.Context, r *match.Record) error {
	return s.each(ctx, func(scan func(...any) error) error {
		var body string
		if err := scan(&body); err != nil {
			return err
		}
		var more match.Record
		if err := json.Unmarshal([]byte(body), &more); err != nil {
			return fmt.Errorf("match %s: %w", r.ID, err)
		}
		r.Append(&more)
		return nil
	}, `SELECT body FROM step WHERE match = $1 ORDER BY number`, r.ID)
}

// each calls a function for each row that a question has for an answer.
func (s *Store) each(ctx context.Context, f func(scan func(...any) error) error, query string, args ...any) error {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// A Filter says which matches are wanted. Empty fields want all.
type Filter struct {
	Tournament string
	Game       string
	Status     Status
}

// IDs returns the names of matches, the oldest first.
func (s *Store) IDs(ctx context.Context, f Filter) ([]string, error) {
	ids := []string{}
	err := s.each(ctx, func(scan func(...any) error) error {
		var id string
		err := scan(&id)
		ids = append(ids, id)
		return err
	}, `SELECT id FROM match WHERE ($1 = '' OR tournament = $1) AND ($2 = '' OR game = $2) AND ($3 = '' OR status = $3) ORDER BY started, id`,
		f.Tournament, f.Game, string(f.Status))
	return ids, err
}

// Abandon marks a match as aborted that is still running, but that nobody plays any
// more. One that is over in the meantime stays as it is.
func (s *Store) Abandon(ctx context.Context, id, reason string) error {
	return s.within(ctx, func(tx *sql.Tx) error {
		r, err := s.Match(ctx, id) // nobody else can write now
		if err != nil || statusOf(r) != Running {
			return err
		}
		r.Aborted, r.Details.Reason = true, reason
		return save(ctx, tx, r)
	})
}

// Forget removes a match, of which nothing is left.
func (s *Store) Forget(ctx context.Context, id string) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM match WHERE id = $1`, id)
	return err
}
