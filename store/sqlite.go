package store

import (
	"database/sql"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // the database in a file
)

// sqlite is the dialect of the database in a file. There is one writer at a time
// from the beginning of a transaction, for which others wait.
var sqlite = &dialect{
	text:    "TEXT",
	passing: func(error) bool { return false },
	away:    func(error) bool { return false },
	explain: func(err error) error { return err },
}

func openFile(path string) (*sql.DB, *dialect, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, nil, err
	}
	db, err := sql.Open("sqlite", sqliteURL(path))
	return db, sqlite, err
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
