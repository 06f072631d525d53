package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

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
`, `
CREATE INDEX result_by_match ON result (match);
CREATE INDEX match_by_tournament ON match (tournament, status);
`, `
CREATE TABLE made_game (
	name  TEXT PRIMARY KEY,
	title TEXT NOT NULL,
	rules TEXT NOT NULL,
	board TEXT NOT NULL,
	words TEXT NOT NULL,
	owner TEXT NOT NULL,
	made  BIGINT NOT NULL
);
`, `
CREATE TABLE arena_table (
	id      TEXT PRIMARY KEY,
	changed BIGINT NOT NULL,
	over    INTEGER NOT NULL,
	summary TEXT NOT NULL
);
CREATE INDEX arena_table_by_time ON arena_table (changed);
CREATE TABLE table_event (
	arena_table TEXT NOT NULL,
	number      INTEGER NOT NULL,
	at          BIGINT NOT NULL,
	body        TEXT NOT NULL,
	PRIMARY KEY (arena_table, number)
);
CREATE TABLE table_holder (
	holder      TEXT NOT NULL,
	arena_table TEXT NOT NULL,
	PRIMARY KEY (holder, arena_table)
);
CREATE INDEX table_holder_by_table ON table_holder (arena_table);
CREATE TABLE arena_server (
	id    TEXT PRIMARY KEY,
	until BIGINT NOT NULL
);
CREATE TABLE table_lease (
	arena_table TEXT PRIMARY KEY,
	server      TEXT NOT NULL
);
`, `
CREATE TABLE account (
	name   TEXT PRIMARY KEY,
	key    TEXT NOT NULL UNIQUE,
	salt   TEXT NOT NULL,
	holder TEXT NOT NULL UNIQUE,
	made   BIGINT NOT NULL
);
CREATE TABLE account_rating (
	account    TEXT NOT NULL,
	game       TEXT NOT NULL,
	rating     DOUBLE PRECISION NOT NULL,
	deviation  DOUBLE PRECISION NOT NULL,
	volatility DOUBLE PRECISION NOT NULL,
	games      INTEGER NOT NULL,
	played     BIGINT NOT NULL,
	PRIMARY KEY (account, game)
);
CREATE TABLE account_game (
	account TEXT NOT NULL,
	record  TEXT NOT NULL,
	played  BIGINT NOT NULL,
	body    TEXT NOT NULL,
	PRIMARY KEY (account, record)
);
CREATE INDEX account_game_by_time ON account_game (account, played);
`, `
ALTER TABLE account ADD COLUMN hash TEXT NOT NULL DEFAULT '';
UPDATE account SET hash = holder;
CREATE TABLE account_session (
	token   TEXT PRIMARY KEY,
	account TEXT NOT NULL,
	made    BIGINT NOT NULL
);
CREATE INDEX account_session_by_account ON account_session (account, made);
`}

// migrate brings the tables up to date. If they are, it writes nothing, so that the
// store can be opened with read access only.
func (s *Store) migrate(ctx context.Context) error {
	return s.opening(ctx, func(ctx context.Context) error {
		if have, err := version(ctx, s.db); err == nil && have == len(migrations) {
			return nil
		}
		return s.transact(ctx, func(tx *sql.Tx) error { return s.dialect.migrate(ctx, tx) })
	})
}

// version returns the version of the tables, or 0 if there is none.
func version(ctx context.Context, q querier) (have int, err error) {
	err = q.QueryRowContext(ctx, `SELECT number FROM version`).Scan(&have)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return have, err
}

func (d *dialect) migrate(ctx context.Context, tx *sql.Tx) error {
	statements := []string{`CREATE TABLE IF NOT EXISTS version (number INTEGER NOT NULL)`}
	if d.alone != "" {
		statements = append([]string{d.alone}, statements...)
	}
	if err := execute(ctx, tx, statements); err != nil {
		return err
	}
	have, err := version(ctx, tx)
	if err != nil {
		return err
	}
	if have > len(migrations) {
		return fmt.Errorf("the store has version %d; this program knows %d: use a newer program", have, len(migrations))
	}
	for _, m := range migrations[have:] {
		if err := execute(ctx, tx, d.schema(m)); err != nil {
			return err
		}
	}
	if err := execute(ctx, tx, []string{`DELETE FROM version`}); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO version (number) VALUES ($1)`, len(migrations))
	return err
}

func execute(ctx context.Context, tx *sql.Tx, statements []string) error {
	for _, statement := range statements {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}
