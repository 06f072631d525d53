// Package store keeps matches, tournaments and their results in a database: a local
// SQLite file, or a PostgreSQL server that many machines share. Acknowledged data
// survive a crash at any moment, and everything has a key, so that nothing is
// counted twice.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
	"unicode/utf8"
)

// ErrNotFound is returned for an item that is not in the store.
var ErrNotFound = errors.New("not in the store")

// A Store is a database. It is safe for concurrent use.
type Store struct {
	db      *sql.DB
	dialect *dialect
	options Options
}

// Options say how a store is used.
type Options struct {
	// Patience is how long an operation is retried while the server is unreachable;
	// 0 is [DefaultPatience]. A database in a file needs none.
	Patience time.Duration
	// ReadOnly says that nothing will be written: the store must exist, and a file
	// may be in a read-only folder.
	ReadOnly bool
	// Wait is how long opening the store waits for an unreachable server; 0 is not at
	// all, since the address may be wrong.
	Wait time.Duration
	// Waiting, if it is not nil, is called once with the reason for waiting.
	Waiting func(error)
	// Observe, if it is not nil, is called after every attempt of an operation,
	// also from several goroutines at once.
	Observe func(operation string, took time.Duration, err error)
}

// DefaultPatience is how long operations are retried: long enough to restart a
// server.
const DefaultPatience = time.Minute

// Open opens a store, and creates it if there is none: a file of an embedded
// database, or a database of a PostgreSQL server by its URL, see [IsServer]. Tables
// of older versions are brought up to date.
func Open(ctx context.Context, where string) (*Store, error) {
	return OpenWith(ctx, where, Options{})
}

// OpenWith opens a store like [Open], with options.
func OpenWith(ctx context.Context, where string, o Options) (*Store, error) {
	if o.Patience <= 0 {
		o.Patience = DefaultPatience
	}
	s, err := open(ctx, where, o)
	if err != nil {
		return nil, &openError{where, err}
	}
	return s, nil
}

// open opens a store of either kind.
func open(ctx context.Context, where string, o Options) (*Store, error) {
	if IsServer(where) {
		return openWith(ctx, where, o, openServer)
	}
	if !o.ReadOnly {
		return openWith(ctx, where, o, openFile)
	}
	if _, err := os.Stat(where); err != nil {
		return nil, err
	}
	s, err := openWith(ctx, where, o, openFile)
	if err == nil || ctx.Err() != nil {
		return s, err
	}
	reading, failed := openWith(ctx, where, o, openFileToRead)
	switch {
	case failed != nil && failed.Error() == err.Error():
		return nil, err
	case failed != nil:
		return nil, fmt.Errorf("%w; to be read only: %w", err, failed)
	}
	return reading, nil
}

func openWith(ctx context.Context, where string, o Options, open func(string) (*sql.DB, *dialect, error)) (*Store, error) {
	db, d, err := open(where)
	if err != nil {
		return nil, err
	}
	s := &Store{db: db, dialect: d, options: o}
	if err := s.migrate(ctx); err != nil {
		return nil, errors.Join(d.explain(err), db.Close())
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

// Ping reports whether the store answers now. It does not retry.
func (s *Store) Ping(ctx context.Context) error {
	return s.observed(ctx, "ping", s.db.PingContext)
}

// Close closes the store.
func (s *Store) Close() error { return s.db.Close() }

// maxName is how long a name may be, in bytes. Two of them have to fit into an
// entry of an index.
const maxName = 1000

// checkNames refuses names that some databases cannot store.
func checkNames(names ...string) error {
	for _, name := range names {
		if len(name) > maxName {
			return fmt.Errorf("a name of %d bytes cannot be kept: %d are allowed", len(name), maxName)
		}
		if err := checkText(name); err != nil {
			return fmt.Errorf("the name %q cannot be kept: %w", name, err)
		}
	}
	return nil
}

// checkText refuses texts that some databases cannot store.
func checkText(text string) error {
	switch {
	case strings.IndexByte(text, 0) >= 0:
		return errors.New("it has a zero byte")
	case !utf8.ValidString(text):
		return errors.New("it is not UTF-8")
	}
	return nil
}

// A dialect has the differences between the databases. All other statements are
// shared.
type dialect struct {
	// text is the type of a text that is compared and sorted byte by byte.
	text string
	// alone, if it is not empty, locks out migrations of other programs until the
	// transaction ends.
	alone string
	// hold is the suffix of a SELECT that locks its row until the transaction ends.
	hold string
	// attempt is how long an attempt may take; 0 is no limit. Without it, an
	// operation on a vanished server would last until the network times out.
	attempt time.Duration
	// passing reports whether an error is transient, so that it is worth trying again.
	passing func(error) bool
	// away reports whether an error means that no server could be reached.
	away func(error) bool
	// explain turns an error into one that says what to do.
	explain func(error) error
}

// schema returns the statements of a migration.
func (d *dialect) schema(migration string) []string {
	var list []string
	for statement := range strings.SplitSeq(migration, ";") {
		if statement = strings.TrimSpace(statement); statement != "" {
			list = append(list, strings.ReplaceAll(statement, "TEXT", d.text))
		}
	}
	return list
}
