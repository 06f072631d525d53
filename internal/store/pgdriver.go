package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// This is a driver of database/sql on the connections of pgx. The driver that comes with
// pgx knows every type of PostgreSQL, which makes the program megabytes larger; the tables
// here have texts and numbers only.

// A pgConnector makes connections to a server.
type pgConnector struct{ config *pgconn.Config }

func (c pgConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := pgconn.ConnectConfig(ctx, c.config)
	if err != nil {
		return nil, err
	}
	return &pgConn{conn: conn}, nil
}

func (c pgConnector) Driver() driver.Driver { return pgDriver{} }

// A pgDriver opens single connections. Nothing here does so, but database/sql demands it.
type pgDriver struct{}

func (pgDriver) Open(url string) (driver.Conn, error) {
	config, err := pgconn.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	return pgConnector{config}.Connect(context.Background())
}

// A pgConn is a connection, which one goroutine uses at a time.
type pgConn struct {
	conn     *pgconn.PgConn
	used     time.Time // when it was last taken from the pool; zero is never
	prepared int       // how many statements have had names
}

var (
	_ driver.ConnBeginTx        = (*pgConn)(nil)
	_ driver.ConnPrepareContext = (*pgConn)(nil)
	_ driver.ExecerContext      = (*pgConn)(nil)
	_ driver.QueryerContext     = (*pgConn)(nil)
	_ driver.Pinger             = (*pgConn)(nil)
	_ driver.SessionResetter    = (*pgConn)(nil)
	_ driver.Validator          = (*pgConn)(nil)
	_ driver.StmtExecContext    = (*pgStatement)(nil)
	_ driver.StmtQueryContext   = (*pgStatement)(nil)
)

// goodbye is how long closing a connection or a statement may take.
const goodbye = 5 * time.Second

func (c *pgConn) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), goodbye)
	defer cancel()
	return c.conn.Close(ctx)
}

// IsValid reports whether the connection can be put back into the pool.
func (c *pgConn) IsValid() bool { return !c.conn.IsClosed() }

func (c *pgConn) Ping(ctx context.Context) error {
	if err := c.conn.Ping(ctx); err != nil {
		return errors.Join(driver.ErrBadConn, c.Close())
	}
	return nil
}

// idle is how long a connection may rest before it is tried out.
const idle = time.Second

// ResetSession checks a connection that is taken from the pool: a server may have closed it.
func (c *pgConn) ResetSession(ctx context.Context) error {
	const outsideTransactions = 'I'
	if c.conn.IsClosed() || c.conn.TxStatus() != outsideTransactions {
		return driver.ErrBadConn
	}
	now := time.Now()
	if now.Sub(c.used) > idle && c.conn.Ping(ctx) != nil {
		return driver.ErrBadConn
	}
	c.used = now
	return nil
}

func (c *pgConn) Begin() (driver.Tx, error) {
	return c.BeginTx(context.Background(), driver.TxOptions{})
}

func (c *pgConn) BeginTx(ctx context.Context, o driver.TxOptions) (driver.Tx, error) {
	if o.Isolation != 0 || o.ReadOnly {
		return nil, errors.New("transactions have no options here")
	}
	_, err := c.ExecContext(ctx, "BEGIN", nil)
	return pgTransaction{ctx, c}, err
}

// A pgTransaction is the transaction that a connection is in.
type pgTransaction struct {
	ctx context.Context
	c   *pgConn
}

// Commit ends the transaction. A server rolls back a transaction with a failed statement,
// which is an error here.
func (t pgTransaction) Commit() error {
	tag, err := finish(t.c.conn.ExecParams(t.ctx, "COMMIT", nil, nil, nil, nil))
	if err == nil && tag.String() != "COMMIT" {
		return errors.New("the server rolled the transaction back: one of its statements failed")
	}
	return err
}

// Rollback undoes the transaction, also after its context has ended, so that the
// connection can be used again.
func (t pgTransaction) Rollback() error {
	ctx, cancel := context.WithTimeout(context.Background(), goodbye)
	defer cancel()
	_, err := finish(t.c.conn.ExecParams(ctx, "ROLLBACK", nil, nil, nil, nil))
	return err
}

func (c *pgConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	values, err := pgValues(args)
	if err != nil {
		return nil, err
	}
	return affected(c.conn.ExecParams(ctx, query, values, nil, nil, nil))
}

func (c *pgConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	values, err := pgValues(args)
	if err != nil {
		return nil, err
	}
	return rowsOf(c.conn.ExecParams(ctx, query, values, nil, nil, nil))
}

func (c *pgConn) Prepare(query string) (driver.Stmt, error) {
	return c.PrepareContext(context.Background(), query)
}

func (c *pgConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	c.prepared++
	s, err := c.conn.Prepare(ctx, "ludex_"+strconv.Itoa(c.prepared), query, nil)
	if err != nil {
		return nil, retried(err)
	}
	return &pgStatement{c, s}, nil
}

// A pgStatement is a statement that the server has parsed.
type pgStatement struct {
	c *pgConn
	s *pgconn.StatementDescription
}

func (s *pgStatement) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), goodbye)
	defer cancel()
	return s.c.conn.Deallocate(ctx, s.s.Name)
}

func (s *pgStatement) NumInput() int { return len(s.s.ParamOIDs) }

func (s *pgStatement) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	values, err := pgValues(args)
	if err != nil {
		return nil, err
	}
	return affected(s.c.conn.ExecPrepared(ctx, s.s.Name, values, nil, nil))
}

func (s *pgStatement) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	values, err := pgValues(args)
	if err != nil {
		return nil, err
	}
	return rowsOf(s.c.conn.ExecPrepared(ctx, s.s.Name, values, nil, nil))
}

// Exec and Query are the old forms, which database/sql does not call.
func (*pgStatement) Exec([]driver.Value) (driver.Result, error) { return nil, driver.ErrSkip }
func (*pgStatement) Query([]driver.Value) (driver.Rows, error)  { return nil, driver.ErrSkip }

// pgValues writes the parameters of a statement as texts, of which the server makes what
// the statement needs.
func pgValues(args []driver.NamedValue) ([][]byte, error) {
	values := make([][]byte, len(args))
	for i, a := range args {
		switch v := a.Value.(type) {
		case nil:
		case string:
			values[i] = []byte(v)
		case []byte:
			values[i] = v
		case int64:
			values[i] = strconv.AppendInt(nil, v, 10)
		case float64:
			values[i] = strconv.AppendFloat(nil, v, 'g', -1, 64)
		case bool:
			values[i] = strconv.AppendBool(nil, v)
		default:
			return nil, fmt.Errorf("parameter %d of a statement is of type %T", a.Ordinal, v)
		}
	}
	return values, nil
}

// finish reads what a statement answers, and leaves out its rows.
func finish(r *pgconn.ResultReader) (pgconn.CommandTag, error) {
	tag, err := r.Close()
	return tag, retried(err)
}

// affected reads how many rows a statement changed.
func affected(r *pgconn.ResultReader) (driver.Result, error) {
	tag, err := finish(r)
	if err != nil {
		return nil, err
	}
	return driver.RowsAffected(tag.RowsAffected()), nil
}

// retried lets database/sql take another connection if nothing reached the server.
func retried(err error) error {
	if err != nil && pgconn.SafeToRetry(err) {
		return driver.ErrBadConn
	}
	return err
}

// pgRows are the rows of a query, which are read one by one.
type pgRows struct {
	r       *pgconn.ResultReader
	columns []string
	types   []uint32
	first   bool // the first row has been read, and not yet been asked for
}

// rowsOf reads the first row, so that the error of a statement that fails is not taken for
// the end of its rows.
func rowsOf(r *pgconn.ResultReader) (driver.Rows, error) {
	rows := &pgRows{r: r, first: r.NextRow()}
	for _, f := range r.FieldDescriptions() {
		rows.columns = append(rows.columns, f.Name)
		rows.types = append(rows.types, f.DataTypeOID)
	}
	if !rows.first {
		if _, err := finish(r); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

func (r *pgRows) Columns() []string { return r.columns }

func (r *pgRows) Close() error {
	_, err := r.r.Close()
	return err
}

func (r *pgRows) Next(into []driver.Value) error {
	if !r.first && !r.r.NextRow() {
		if _, err := r.r.Close(); err != nil {
			return err
		}
		return io.EOF
	}
	r.first = false
	for i, text := range r.r.Values() {
		v, err := pgValue(text, r.types[i])
		if err != nil {
			return fmt.Errorf("the column %s: %w", r.columns[i], err)
		}
		into[i] = v
	}
	return nil
}

// The numbers of types, from PostgreSQL's table pg_type.
const (
	pgBool   = 16
	pgInt8   = 20
	pgInt2   = 21
	pgInt4   = 23
	pgFloat4 = 700
	pgFloat8 = 701
)

// pgValue reads a value of a type from its text.
func pgValue(text []byte, of uint32) (driver.Value, error) {
	if text == nil {
		return nil, nil
	}
	switch s := string(text); of {
	case pgBool:
		return s == "t", nil
	case pgInt2, pgInt4, pgInt8:
		return strconv.ParseInt(s, 10, 64)
	case pgFloat4, pgFloat8:
		return strconv.ParseFloat(s, 64)
	default:
		return s, nil
	}
}
