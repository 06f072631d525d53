package store

import (
	"database/sql"
	"math"
	"strings"
	"testing"

	"ludex/internal/store/pgtest"
)

// Values of all types that the tables have come back as they were sent, from statements
// and prepared statements, and NULL is not a value.
func TestDriverValues(t *testing.T) {
	db, _, err := openServer(pgtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const query = `SELECT $1::bigint, $2::double precision, $3::text, $4::boolean, $5::integer, $6::text`
	statement, err := db.Prepare(query)
	if err != nil {
		t.Fatal(err)
	}
	defer statement.Close()
	for i, row := range []*sql.Row{
		db.QueryRow(query, int64(math.MinInt64), math.Pi, "ä\n'\\", true, nil, []byte("bytes")),
		statement.QueryRow(int64(math.MinInt64), math.Pi, "ä\n'\\", true, nil, []byte("bytes")),
	} {
		var (
			number  int64
			measure float64
			text    string
			yes     bool
			missing sql.NullInt64
			body    []byte
		)
		if err := row.Scan(&number, &measure, &text, &yes, &missing, &body); err != nil {
			t.Fatal(err)
		}
		if number != math.MinInt64 || measure != math.Pi || text != "ä\n'\\" || !yes || missing.Valid || string(body) != "bytes" {
			t.Errorf("%d: %v %v %q %v %v %q", i, number, measure, text, yes, missing, body)
		}
	}
}

// Errors of a statement are errors, also in the middle of its rows and at the end of a
// transaction, and the connection can be used afterwards.
func TestDriverErrors(t *testing.T) {
	db, _, err := openServer(pgtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	ctx := t.Context()
	var last int
	err = each(ctx, db, func(scan func(...any) error) error { return scan(&last) }, `SELECT 1/(5-n) FROM generate_series(1, 9) AS n`)
	if err == nil || !strings.Contains(err.Error(), "division by zero") {
		t.Errorf("rows that fail: %v after %d", err, last)
	}
	if _, err := db.Exec(`SELECT 1`, struct{}{}); err == nil {
		t.Error("a parameter of a strange type is taken")
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(`SELECT nothing`); err == nil {
		t.Error("a statement without sense is taken")
	}
	if err := tx.Commit(); err == nil {
		t.Error("a transaction with a failed statement is said to be kept")
	}
	if err := db.QueryRow(`SELECT 7`).Scan(&last); err != nil || last != 7 {
		t.Errorf("afterwards: %d, %v", last, err)
	}
}
