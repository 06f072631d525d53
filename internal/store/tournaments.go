package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ludex/match"
)

// A Tournament is a tournament as it was set up.
type Tournament struct {
	Name   string    `json:"name"`
	Config string    `json:"config"`
	Made   time.Time `json:"made"`
}

// A Result is how a match of a tournament ended. The key says which of the
// tournament's matches it is; each has one result at most.
type Result struct {
	Tournament string    `json:"tournament"`
	Key        string    `json:"key"`
	Match      string    `json:"match"`
	Game       string    `json:"game"`
	Players    []string  `json:"players"` // by role; "" is chance
	Points     []float64 `json:"points"`  // by role
	Goals      []int     `json:"goals"`
	Faults     []int     `json:"faults"` // by role
	Steps      int       `json:"steps"`
	Over       bool      `json:"over"`
}

// AddTournament adds a tournament. If there already is one of that name, it
// returns that one and changes nothing.
func (s *Store) AddTournament(ctx context.Context, t Tournament) (Tournament, error) {
	err := s.do(ctx, "add tournament", func(ctx context.Context) error {
		_, err := insertTournament(ctx, s.db, &t)
		return err
	})
	if err != nil {
		return t, err
	}
	return s.Tournament(ctx, t.Name)
}

// check refuses a tournament that cannot be stored.
func (t *Tournament) check() error {
	if err := checkNames(t.Name); err != nil {
		return err
	}
	if err := checkText(t.Config); err != nil {
		return fmt.Errorf("the configuration of tournament %q cannot be kept: %w", t.Name, err)
	}
	return nil
}

// insertTournament writes a tournament, and reports whether there was none of its
// name.
func insertTournament(ctx context.Context, e executor, t *Tournament) (added bool, err error) {
	if err := t.check(); err != nil {
		return false, err
	}
	done, err := e.ExecContext(ctx, `INSERT INTO tournament (name, config, made) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING`,
		t.Name, t.Config, t.Made.UnixMilli())
	if err != nil {
		return false, err
	}
	n, err := done.RowsAffected()
	return n > 0, err
}

// Tournament returns a tournament.
func (s *Store) Tournament(ctx context.Context, name string) (Tournament, error) {
	t := Tournament{Name: name}
	if checkNames(name) != nil {
		return t, fmt.Errorf("tournament %q: %w", name, ErrNotFound)
	}
	var made int64
	err := s.do(ctx, "read tournament", func(ctx context.Context) error {
		return s.db.QueryRowContext(ctx, `SELECT config, made FROM tournament WHERE name = $1`, name).Scan(&t.Config, &made)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return t, fmt.Errorf("tournament %q: %w", name, ErrNotFound)
	}
	t.Made = time.UnixMilli(made).UTC()
	return t, err
}

// Tournaments returns all tournaments, the oldest first.
func (s *Store) Tournaments(ctx context.Context) (list []Tournament, err error) {
	err = s.do(ctx, "list tournaments", func(ctx context.Context) error {
		list = []Tournament{}
		return each(ctx, s.db, func(scan func(...any) error) error {
			var t Tournament
			var made int64
			err := scan(&t.Name, &t.Config, &made)
			t.Made = time.UnixMilli(made).UTC()
			list = append(list, t)
			return err
		}, `SELECT name, config, made FROM tournament ORDER BY made, name`)
	})
	return list, err
}

// AddResult stores the record of a match of a tournament together with its result,
// atomically. If there already is a result with that key, it keeps that one and
// reports false.
func (s *Store) AddResult(ctx context.Context, res Result, r *match.Record) (added bool, err error) {
	if err := checkNames(res.Tournament, res.Key, res.Match); err != nil {
		return false, err
	}
	body, err := json.Marshal(res)
	if err != nil {
		return false, err
	}
	attempts := 0
	err = s.within(ctx, "add result", func(ctx context.Context, tx *sql.Tx) error {
		attempts++
		if added, err = insertResult(ctx, tx, res, body); err != nil {
			return err
		}
		if !added && attempts > 1 {
			// The result may come from an attempt whose answer was lost.
			added, err = isResult(ctx, tx, res, body)
			return err
		}
		if !added || r == nil {
			return nil
		}
		return save(ctx, tx, r)
	})
	return added && err == nil, err
}

// insertResult writes a result, and reports whether there was none.
func insertResult(ctx context.Context, tx *sql.Tx, res Result, body []byte) (added bool, err error) {
	done, err := tx.ExecContext(ctx, `INSERT INTO result (tournament, key, match, body) VALUES ($1, $2, $3, $4) ON CONFLICT (tournament, key) DO NOTHING`,
		res.Tournament, res.Key, res.Match, string(body))
	if err != nil {
		return false, err
	}
	n, err := done.RowsAffected()
	return n > 0, err
}

// isResult reports whether a result equals the stored one.
func isResult(ctx context.Context, q querier, res Result, body []byte) (bool, error) {
	var have string
	err := q.QueryRowContext(ctx, `SELECT body FROM result WHERE tournament = $1 AND key = $2`, res.Tournament, res.Key).Scan(&have)
	return have == string(body), err
}

// Results returns the results of a tournament in the order of their keys, or of
// all tournaments if the name is empty.
func (s *Store) Results(ctx context.Context, tournament string) (list []Result, err error) {
	if checkNames(tournament) != nil {
		return []Result{}, nil
	}
	err = s.do(ctx, "list results", func(ctx context.Context) error {
		list = []Result{}
		return each(ctx, s.db, func(scan func(...any) error) error {
			var body string
			if err := scan(&body); err != nil {
				return err
			}
			var res Result
			err := json.Unmarshal([]byte(body), &res)
			list = append(list, res)
			return err
		}, `SELECT body FROM result WHERE $1 = '' OR tournament = $1 ORDER BY tournament, key`, tournament)
	})
	return list, err
}

// RemoveResults removes the results of a tournament with the given keys, all or
// none. The matches stay, and the tournament plays them again.
func (s *Store) RemoveResults(ctx context.Context, tournament string, keys []string) error {
	if err := checkNames(append(keys, tournament)...); err != nil {
		return err
	}
	attempts := 0
	return s.within(ctx, "remove results", func(ctx context.Context, tx *sql.Tx) error {
		attempts++
		for _, key := range keys {
			done, err := tx.ExecContext(ctx, `DELETE FROM result WHERE tournament = $1 AND key = $2`, tournament, key)
			if err != nil {
				return err
			}
			if n, err := done.RowsAffected(); err != nil || n == 0 && attempts == 1 {
				return errors.Join(err, fmt.Errorf("the result %q of tournament %q: %w", key, tournament, ErrNotFound))
			}
		}
		return nil
	})
}

// ReplaceResult replaces the result with the same key.
func (s *Store) ReplaceResult(ctx context.Context, res Result) error {
	body, err := json.Marshal(res)
	if err != nil {
		return err
	}
	return s.do(ctx, "replace result", func(ctx context.Context) error {
		done, err := s.db.ExecContext(ctx, `UPDATE result SET match = $3, body = $4 WHERE tournament = $1 AND key = $2`, res.Tournament, res.Key, res.Match, string(body))
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, fmt.Errorf("the result %q of tournament %q: %w", res.Key, res.Tournament, ErrNotFound))
		}
		return nil
	})
}
