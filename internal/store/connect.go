package store

import (
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// connectTime is the default timeout for connecting to a server.
const connectTime = 10 * time.Second

// connections is how many connections a program has at most. A server has about a
// hundred for all, and every operation here is short.
const connections = 4

func openServer(where string) (*sql.DB, *dialect, error) {
	config, err := pgx.ParseConfig(where)
	if err != nil {
		return nil, nil, explainURL(where, err)
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTime
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "ludex"
	}
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	db.SetConnMaxIdleTime(time.Minute) // many workers wait most of the time
	return db, postgres, nil
}
