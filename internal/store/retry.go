package store

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"time"

	"ludex/internal/sleep"
)

// A querier queries the database, inside or outside a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// The pauses between attempts double from the first to the longest.
const (
	firstPause   = 5 * time.Millisecond
	longestPause = 2 * time.Second
)

// do runs an operation on the database, and retries it after transient errors, such
// as a restart of the server or a lost connection. An attempt may have succeeded
// although it failed here, so operations must be idempotent.
func (s *Store) do(ctx context.Context, operation string, f func(context.Context) error) error {
	err := s.persist(ctx, operation, s.options.Patience, s.dialect.passing, f)
	if err != nil && s.dialect.passing(err) {
		return s.dialect.explain(err)
	}
	return err
}

// opening runs an operation that opens the store. It waits for an unreachable
// server only if Options.Wait is set.
func (s *Store) opening(ctx context.Context, f func(context.Context) error) error {
	patience := s.options.Patience
	if s.options.Wait > 0 {
		patience = s.options.Wait
	}
	told := s.options.Waiting == nil
	passing := func(err error) bool {
		away := s.dialect.away(err)
		if away && s.options.Wait > 0 && !told {
			told = true
			s.options.Waiting(s.dialect.explain(err))
		}
		return s.dialect.passing(err) && (!away || s.options.Wait > 0)
	}
	return s.persist(ctx, "open", patience, passing, f)
}

// persist retries an operation until it succeeds, fails permanently, or the
// patience ends.
func (s *Store) persist(ctx context.Context, operation string, patience time.Duration, passing func(error) bool, f func(context.Context) error) error {
	end := time.Now().Add(patience)
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		err := s.observed(ctx, operation, f)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case !passing(err) || time.Now().After(end):
			return err
		}
		// The jitter keeps clients that were cut off together from retrying together.
		if sleep.For(ctx, pause/2+rand.N(pause)) != nil {
			return context.Cause(ctx)
		}
	}
}

// observed makes one attempt and reports it to Options.Observe.
func (s *Store) observed(ctx context.Context, operation string, f func(context.Context) error) error {
	if s.dialect.attempt > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.dialect.attempt)
		defer cancel()
	}
	start := time.Now()
	err := f(ctx)
	if s.options.Observe != nil {
		s.options.Observe(operation, time.Since(start), err)
	}
	return err
}

// within runs an operation in a transaction, like [Store.do].
func (s *Store) within(ctx context.Context, operation string, f func(context.Context, *sql.Tx) error) error {
	return s.do(ctx, operation, func(ctx context.Context) error {
		return s.transact(ctx, func(tx *sql.Tx) error { return f(ctx, tx) })
	})
}

// transact makes one attempt to run a transaction.
func (s *Store) transact(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		if undo := tx.Rollback(); undo != nil && !errors.Is(undo, sql.ErrTxDone) && !s.dialect.passing(undo) {
			return errors.Join(err, undo)
		}
		return err
	}
	return tx.Commit()
}

// each calls a function for each row of a query.
func each(ctx context.Context, q querier, f func(scan func(...any) error) error, query string, args ...any) error {
	rows, err := q.QueryContext(ctx, query, args...)
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
