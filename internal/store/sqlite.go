package store

import (
	"database/sql"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	driver "modernc.org/sqlite" // the database in a file
	sqlite3 "modernc.org/sqlite/lib"
)

// sqlite is the dialect of the database in a file. A transaction locks out other
// writers from its beginning.
var sqlite = &dialect{
	text:    "TEXT",
	passing: func(error) bool { return false },
	away:    func(error) bool { return false },
	explain: explainSQLite,
}

// openFile opens the database in a file. A new file can be read by its owner only,
// like the files of records.
func openFile(path string) (*sql.DB, *dialect, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, nil, err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, nil, err
		}
		if err := file.Close(); err != nil {
			return nil, nil, err
		}
	}
	q := url.Values{"_txlock": {"immediate"}}
	// A write-ahead log lets others read during a write; a write is on disk before it
	// is acknowledged.
	for _, pragma := range []string{"journal_mode(wal)", "synchronous(full)"} {
		q.Add("_pragma", pragma)
	}
	return openURL(path, q)
}

// openFileToRead opens the database in a file of a read-only folder, in which not
// even locks can be written.
func openFileToRead(path string) (*sql.DB, *dialect, error) {
	log, err := os.Stat(path + "-wal")
	if errors.Is(err, fs.ErrNotExist) || err == nil && log.Size() == 0 {
		return openURL(path, url.Values{"mode": {"ro"}, "immutable": {"1"}})
	}
	if err == nil {
		_, err = os.Stat(path + "-shm")
	}
	if err != nil {
		return nil, nil, errors.New("some of it is in the log of a program that was stopped: open it once where it can be written, or copy its files there")
	}
	return openURL(path, url.Values{"mode": {"ro"}}) // a program has it open
}

// openURL opens a file with parameters.
func openURL(path string, q url.Values) (*sql.DB, *dialect, error) {
	for _, pragma := range []string{"busy_timeout(30000)", "foreign_keys(1)"} { // wait for other programs
		q.Add("_pragma", pragma)
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+q.Encode())
	return db, sqlite, err
}

// explainSQLite turns an error of SQLite, whose text ends in a number, into one in words.
func explainSQLite(err error) error {
	failed, ok := errors.AsType[*driver.Error](err)
	if !ok {
		return err
	}
	switch failed.Code() & 0xff { // the rest says more than anybody wants to know
	case sqlite3.SQLITE_NOTADB:
		return &helpfulError{"the file is not a database", err}
	case sqlite3.SQLITE_CORRUPT:
		return &helpfulError{"the database is damaged", err}
	case sqlite3.SQLITE_FULL:
		return &helpfulError{"the disk is full", err}
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return &helpfulError{"another program is writing to the database", err}
	case sqlite3.SQLITE_READONLY:
		return &helpfulError{"the database can only be read", err}
	case sqlite3.SQLITE_CANTOPEN:
		return &helpfulError{"the file cannot be opened", err}
	}
	return err
}
