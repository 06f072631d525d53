// Package store keeps matches, tournaments and their results in a database. It is
// the only truth: what it has acknowledged survives the end of the program at any
// moment, and everything has a key, so that nothing is counted twice.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // the database in a file
)

// ErrNotFound is reported for what the store does not have.
var ErrNotFound = errors.New("not in the store")

// A Store is a database. It is safe for concurrent use.
type Store struct {
	db *sql.DB
}

// Open opens a store, and makes it if there is none: a file of an embedded
// database. Tables of older versions are brought up to date.
func Open(ctx context.Context, path string) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("opening the store: %w", err)
	}
	db, err := sql.Open("sqlite", sqliteURL(path))
	if err != nil {
		return nil, fmt.Errorf("opening the store %s: %w", path, err)
	}
	s := &Store{db}
	if err := s.migrate(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("opening the store %s: %w", path, err), db.Close())
	}
	return s, nil
}

// sqliteURL returns the address of a file with how it is to be used: a log that
// lets others read while one writes, a write that has reached the disk before it
// is acknowledged, and patience with other programs.
func sqliteURL(path string) string {
	q := url.Values{"_txlock": {"immediate"}}
	for _, pragma := range []string{"journal_mode(wal)", "synchronous(full)", "busy_timeout(30000)", "foreign_keys(1)"} {
		q.Add("_pragma", pragma)
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()
}

// Close closes the store.
func (s *Store) Close() error { return s.db.Close() }

// migrations bring a database from one version to the next. One that has been
// released is never changed.
var migrations = []string{`
CREATE TABLE match (
	id         TEXT PRIMARY KEY,
	tournament TEXT NOT NULL,
	game       TEXT NOT NULL,
	language   TEXT NOT NULL,
	status     TEXT NOT NULL,
	started    BIGINT NOT NULL,
	record     TEXT NOT NULL
);
CREATE INDEX match_by_time ON match (started, id);
CREATE TABLE step (
	match  TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
	number INTEGER NOT NULL,
	body   TEXT NOT NULL,
	PRIMARY KEY (match, number)
);
CREATE TABLE tournament (
	name   TEXT PRIMARY KEY,
	config TEXT NOT NULL,
	made   BIGINT NOT NULL
);
CREATE TABLE result (
	tournament TEXT NOT NULL REFERENCES tournament (name) ON DELETE CASCADE,
	key        TEXT NOT NULL,
	match      TEXT NOT NULL,
	body       TEXT NOT NULL,
	PRIMARY KEY (tournament, key)
);
`}

// migrate brings the tables up to date.
func (s *Store) migrate(ctx context.Context) error {
	if _, err := s.db.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS version (number INTEGER NOT NULL)`); err != nil {
		return err
	}
	return s.within(ctx, func(tx *sql.Tx) error {
		var have int
		err := tx.QueryRowContext(ctx, `SELECT number FROM version`).Scan(&have)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			if _, err := tx.ExecContext(ctx, `INSERT INTO version (number) VALUES (0)`); err != nil {
				return err
			}
		case err != nil:
			return err
		}
		if have > len(migrations) {
			return fmt.Errorf("the store has version %d; this program knows %d", have, len(migrations))
		}
		for _, m := range migrations[have:] {
			for statement := range strings.SplitSeq(m, ";") {
				if strings.TrimSpace(statement) == "" {
					continue
				}
				if _, err := tx.ExecContext(ctx, statement); err != nil {
					return err
				}
			}
		}
		_, err = tx.ExecContext(ctx, `UPDATE version SET number = $1`, len(migrations))
		return err
	})
}

// within does something as a whole or not at all.
func (s *Store) within(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}
