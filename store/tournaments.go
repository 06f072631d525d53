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

// AddTournament sets a tournament up. If there is one of that name already, it
// returns that one and changes nothing.
func (s *Store) AddTournament(ctx context.Context, t Tournament) (Tournament, error) {
	_, err := s.db.ExecContext(ctx, `INSERT INTO tournament (name, config, made) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING`,
		t.Name, t.Config, t.Made.UnixMilli())
	if err != nil {
		return t, err
	}
	return s.Tournament(ctx, t.Name)
}

// Tournament returns a tournament.
func (s *Store) Tournament(ctx context.Context, name string) (Tournament, error) {
	t := Tournament{Name: name}
	var made int64
	err := s.db.QueryRowContext(ctx, `SELECT config, made FROM tournament WHERE name = $1`, name).Scan(&t.Config, &made)
	if errors.Is(err, sql.ErrNoRows) {
		return t, fmt.Errorf("tournament %q: %w", name, ErrNotFound)
	}
	t.Made = time.UnixMilli(made).UTC()
	return t, err
}

// Tournaments returns all tournaments, the oldest first.
func (s *Store) Tournaments(ctx context.Context) ([]Tournament, error) {
	list := []Tournament{}
	err := s.each(ctx, func(scan func(...any) error) error {
		var t Tournament
		var made int64
		err := scan(&t.Name, &t.Config, &made)
		t.Made = time.UnixMilli(made).UTC()
		list = append(list, t)
		return err
	}, `SELECT name, config, made FROM tournament ORDER BY made, name`)
	return list, err
}

// AddResult keeps the record of a match of a tournament together with its result,
// both or neither. If there is a result with that key already, it keeps that one
// and reports false.
func (s *Store) AddResult(ctx context.Context, res Result, r *match.Record) (added bool, err error) {
	body, err := json.Marshal(res)
	if err != nil {
		return false, err
	}
	err = s.within(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `INSERT INTO result (tournament, key, match, body) VALUES ($1, $2, $3, $4) ON CONFLICT (tournament, key) DO NOTHING`,
			res.Tournament, res.Key, res.Match, string(body))
		if err != nil {
			return err
		}
		n, err := done.RowsAffected()
		if err != nil || n == 0 {
			return err
		}
		added = true
		if r == nil {
			return nil
		}
		return save(ctx, tx, r)
	})
	return added && err == nil, err
}

// Results returns the results of a tournament in the order of their keys, or of
// all tournaments if the name is empty.
func (s *Store) Results(ctx context.Context, tournament string) ([]Result, error) {
	list := []Result{}
	err := s.each(ctx, func(scan func(...any) error) error {
		var body string
		if err := scan(&body); err != nil {
			return err
		}
		var res Result
		err := json.Unmarshal([]byte(body), &res)
		list = append(list, res)
		return err
	}, `SELECT body FROM result WHERE $1 = '' OR tournament = $1 ORDER BY tournament, key`, tournament)
	return list, err
}
