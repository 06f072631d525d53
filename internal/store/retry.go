package store

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"time"
)

// A querier asks the database, within a transaction or without.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// The pauses between attempts double from the first to the longest.
const (
	firstPause   = 5 * time.Millisecond
	longestPause = 2 * time.Second
)

// do does something with the database. While what is in the way may pass by
// itself, as when the server is restarted or the connection was cut, it is done
// again. An attempt may have succeeded without our knowing it, so doing it twice
// must be the same as doing it once.
func (s *Store) do(ctx context.Context, operation string, f func(context.Context) error) error {
	err := s.persist(ctx, operation, s.options.Patience, s.dialect.passing, f)
	if err != nil && s.dialect.passing(err) {
		return s.dialect.explain(err)
	}
	return err
}

// opening does what opens the store. A server that is not there is waited for only
// if that is wanted.
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

// persist does something until it succeeds, fails for good, or patience ends.
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
		if err := sleep(ctx, pause/2+rand.N(pause)); err != nil {
			return err
		}
	}
}

// sleep waits for some time, or until the context ends. The time is never quite the
// same (see persist), so that programs that were cut off together do not come back
// together.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}

// observed makes one attempt.
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

// within does something as a whole or not at all, like [Store.do].
func (s *Store) within(ctx context.Context, operation string, f func(context.Context, *sql.Tx) error) error {
	return s.do(ctx, operation, func(ctx context.Context) error {
		return s.transact(ctx, func(tx *sql.Tx) error { return f(ctx, tx) })
	})
}

// transact makes one attempt to do something as a whole.
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

// each calls a function for each row that a question has for an answer.
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
