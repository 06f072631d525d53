package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"ludex/internal/server/tablelog"
)

// CreateTable stores a new table with its first event.
func (s *Store) CreateTable(ctx context.Context, sum tablelog.Summary, first tablelog.Event) error {
	if err := checkNames(sum.Table, first.Holder); err != nil {
		return err
	}
	if err := checkText(string(first.Body)); err != nil {
		return fmt.Errorf("the table cannot be kept: %w", err)
	}
	return s.within(ctx, "create table", func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO arena_table (id, changed, over, summary) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING`,
			sum.Table, sum.Changed.UnixMilli(), number(sum.Over), string(sum.Body))
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO table_event (arena_table, number, at, body) VALUES ($1, 1, $2, $3) ON CONFLICT (arena_table, number) DO NOTHING`,
			sum.Table, first.At.UnixMilli(), string(first.Body))
		if err == nil && first.Holder != "" {
			err = putHolder(ctx, tx, sum.Table, first.Holder)
		}
		return err
	})
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

func putHolder(ctx context.Context, tx *sql.Tx, table, holder string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO table_holder (holder, arena_table) VALUES ($1, $2) ON CONFLICT (holder, arena_table) DO NOTHING`, holder, table)
	return err
}

// TableEvents returns the events of a table after a number, in order. A table that does
// not exist has none.
func (s *Store) TableEvents(ctx context.Context, table string, after int) (list []tablelog.Event, err error) {
	if checkNames(table) != nil {
		return nil, nil
	}
	err = s.do(ctx, "read table", func(ctx context.Context) error {
		list = nil
		return each(ctx, s.db, func(scan func(...any) error) error {
			e := tablelog.Event{Table: table}
			var at int64
			var body string
			if err := scan(&e.Number, &at, &body); err != nil {
				return err
			}
			e.At, e.Body = time.UnixMilli(at), []byte(body)
			list = append(list, e)
			return nil
		}, `SELECT number, at, body FROM table_event WHERE arena_table = $1 AND number > $2 ORDER BY number`, table, after)
	})
	return list, err
}

// HeldTables returns the tables that are not over at which someone has a seat, those that
// changed last first.
func (s *Store) HeldTables(ctx context.Context, holder string, most int) (list []tablelog.Summary, err error) {
	if checkNames(holder) != nil {
		return nil, nil
	}
	err = s.do(ctx, "list tables", func(ctx context.Context) error {
		list = nil
		return each(ctx, s.db, func(scan func(...any) error) error {
			var t tablelog.Summary
			var changed int64
			var over int
			var body string
			if err := scan(&t.Table, &changed, &over, &body); err != nil {
				return err
			}
			t.Changed, t.Over, t.Body = time.UnixMilli(changed), over != 0, []byte(body)
			list = append(list, t)
			return nil
		}, `SELECT id, changed, over, summary FROM arena_table JOIN table_holder ON arena_table = id WHERE holder = $1 AND over = 0 ORDER BY changed DESC, id LIMIT $2`,
			holder, most)
	})
	return list, err
}

// DropTables removes the tables that have not changed since a time, and those that are
// over and have not changed since another time.
func (s *Store) DropTables(ctx context.Context, since, over time.Time) error {
	return s.within(ctx, "drop tables", func(ctx context.Context, tx *sql.Tx) error {
		for _, of := range []string{
			`table_event WHERE arena_table IN (SELECT id FROM arena_table`, `table_holder WHERE arena_table IN (SELECT id FROM arena_table`,
			`table_lease WHERE arena_table IN (SELECT id FROM arena_table`, `arena_table WHERE id IN (SELECT id FROM arena_table`,
		} {
			_, err := tx.ExecContext(ctx, `DELETE FROM `+of+` WHERE changed < $1 OR over = 1 AND changed < $2)`, since.UnixMilli(), over.UnixMilli())
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Beat says that a server lives until a time, and removes servers that are long gone.
func (s *Store) Beat(ctx context.Context, server string, now, until time.Time) error {
	return s.within(ctx, "beat", func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO arena_server (id, until) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET until = excluded.until`, server, until.UnixMilli())
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM arena_server WHERE until < $1`, now.Add(-serverMemory).UnixMilli())
		return err
	})
}

// serverMemory is how long it is remembered until when a server lived.
const serverMemory = 30 * 24 * time.Hour

// Retire says that a server ends now, so that others can take its tables over.
func (s *Store) Retire(ctx context.Context, server string, now time.Time) error {
	return s.do(ctx, "retire", func(ctx context.Context) error {
		_, err := s.db.ExecContext(ctx, `UPDATE arena_server SET until = $2 WHERE id = $1 AND until > $2`, server, now.UnixMilli())
		return err
	})
}

// LeaseTable lets a server lead a table, unless a server that lives does. Nothing depends
// on there being one leader only.
func (s *Store) LeaseTable(ctx context.Context, table, server string, now time.Time) (l tablelog.Lease, err error) {
	err = s.within(ctx, "lease table", func(ctx context.Context, tx *sql.Tx) error {
		l = tablelog.Lease{}
		var holder string
		var until sql.NullInt64
		err := tx.QueryRowContext(ctx, `SELECT server, (SELECT until FROM arena_server WHERE arena_server.id = table_lease.server) FROM table_lease WHERE arena_table = $1`+s.dialect.hold, table).Scan(&holder, &until)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			_, err = tx.ExecContext(ctx, `INSERT INTO table_lease (arena_table, server) VALUES ($1, $2) ON CONFLICT (arena_table) DO NOTHING`, table, server)
			l.Mine = err == nil
			return err
		case err != nil:
			return err
		case holder == server:
			l.Mine = true
			return nil
		case until.Valid && until.Int64 > now.UnixMilli():
			return nil
		}
		if l.Mine = true; until.Valid {
			l.Before = time.UnixMilli(until.Int64)
		}
		_, err = tx.ExecContext(ctx, `UPDATE table_lease SET server = $2 WHERE arena_table = $1`, table, server)
		return err
	})
	return l, err
}

// ReleaseTable lets other servers lead a table.
func (s *Store) ReleaseTable(ctx context.Context, table, server string) error {
	return s.do(ctx, "release table", func(ctx context.Context) error {
		_, err := s.db.ExecContext(ctx, `DELETE FROM table_lease WHERE arena_table = $1 AND server = $2`, table, server)
		return err
	})
}
