// Package store keeps matches, tournaments and their results in a database: a file
// of this machine, or a PostgreSQL server that many machines share. It is the only
// truth: what it has acknowledged survives the end of the program at any moment,
// and everything has a key, so that nothing is counted twice.
package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// ErrNotFound is reported for what the store does not have.
var ErrNotFound = errors.New("not in the store")

// A Store is a database. It is safe for concurrent use.
type Store struct {
	db      *sql.DB
	dialect *dialect
	options Options
}

// Options say how a store is used.
type Options struct {
	// Patience is how long an operation is tried again while the server is away;
	// 0 is [DefaultPatience]. A database in a file needs none.
	Patience time.Duration
	// Wait is how long to wait when the store is opened for a server that is not
	// there. Usually the address is wrong then, and nobody wants to wait.
	Wait time.Duration
	// Observe, if it is not nil, is called after every attempt of an operation,
	// also from several goroutines at once.
	Observe func(operation string, took time.Duration, err error)
}

// DefaultPatience is how long operations are tried again: time enough to restart
// a server.
const DefaultPatience = time.Minute

// Open opens a store, and makes it if there is none: a file of an embedded
// database, or a database of a PostgreSQL server by its URL, see [IsServer].
// Tables of older versions are brought up to date.
func Open(ctx context.Context, where string) (*Store, error) {
	return OpenWith(ctx, where, Options{})
}

// OpenWith opens a store like [Open], and says how it is to be used.
func OpenWith(ctx context.Context, where string, o Options) (*Store, error) {
	if o.Patience <= 0 {
		o.Patience = DefaultPatience
	}
	open := openFile
	if IsServer(where) {
		open = openServer
	}
	db, d, err := open(where)
	if err != nil {
		return nil, &openError{where, err}
	}
	s := &Store{db: db, dialect: d, options: o}
	if err := s.migrate(ctx); err != nil {
		return nil, &openError{where, errors.Join(d.explain(err), db.Close())}
	}
	return s, nil
}

// An openError says which store could not be opened, without its password.
type openError struct {
	where string
	error
}

func (e *openError) Error() string {
	return "opening the store " + Name(e.where) + ": " + e.error.Error()
}

func (e *openError) Unwrap() error { return e.error }

// Ping reports whether the store answers now. It is not patient.
func (s *Store) Ping(ctx context.Context) error {
	return s.observed(ctx, "ping", s.db.PingContext)
}

// Close closes the store.
func (s *Store) Close() error { return s.db.Close() }
