package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// postgres is the dialect of PostgreSQL.
var postgres = &dialect{
	text:    `TEXT COLLATE "C"`,
	alone:   `SELECT pg_advisory_xact_lock(7020381542118)`, // an arbitrary number
	hold:    ` FOR UPDATE`,
	attempt: 2 * time.Minute,
	passing: postgresPassing,
	away:    postgresAway,
	explain: explainPostgres,
}

// IsServer reports whether a store is named by the URL of a PostgreSQL server, as
// in postgres://user@host:5432/database?sslmode=verify-full. Other names are files.
func IsServer(where string) bool {
	return strings.HasPrefix(where, "postgres://") || strings.HasPrefix(where, "postgresql://")
}

// passingCodes are the errors of a server that is stopping, starting or overloaded,
// and of conflicting transactions.
var passingCodes = []string{
	"57P01", "57P02", "57P03", // is stopped, has crashed, cannot take connections yet
	"53300",          // too many connections
	"40001", "40P01", // serialization failure, deadlock
}

// postgresPassing reports whether an error is transient.
func postgresPassing(err error) bool {
	if answer, ok := errors.AsType[*pgconn.PgError](err); ok {
		return slices.Contains(passingCodes, answer.Code) || strings.HasPrefix(answer.Code, "08") // the connection
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return !aboutTLS(err)
	}
	for _, cut := range []error{driver.ErrBadConn, sql.ErrConnDone, pgconn.ErrConnClosed, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, context.DeadlineExceeded} {
		if errors.Is(err, cut) {
			return true
		}
	}
	return postgresAway(err)
}

// postgresAway reports whether an error says that no server could be reached.
func postgresAway(err error) bool {
	if _, answered := errors.AsType[*pgconn.PgError](err); answered {
		return false
	}
	_, ok := errors.AsType[*pgconn.ConnectError](err)
	return ok && !aboutTLS(err)
}

// connectTime is the default timeout for connecting to a server.
const connectTime = 10 * time.Second

// connections is the maximum number of connections of a program. A server allows
// about a hundred in total, and every operation here is short.
const connections = 4

func openServer(where string) (*sql.DB, *dialect, error) {
	config, err := pgconn.ParseConfig(where)
	if err != nil {
		return nil, nil, explainURL(where, err)
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTime
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "ludex"
	}
	db := sql.OpenDB(pgConnector{config})
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	db.SetConnMaxIdleTime(time.Minute) // many workers wait most of the time
	return db, postgres, nil
}
