package store

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// Name returns the name of a store for messages: a URL without password and
// parameters.
func Name(where string) string {
	if !IsServer(where) {
		return where
	}
	config, err := pgconn.ParseConfig(where)
	if err != nil || strings.Contains(config.Database, "@") || strings.Contains(config.Host, "@") {
		return "postgres://…" // the password could be anywhere in it
	}
	return (&url.URL{Scheme: "postgres", User: url.User(config.User), Host: address(config), Path: "/" + config.Database}).String()
}

// address returns where a server is.
func address(c *pgconn.Config) string {
	if strings.HasPrefix(c.Host, "/") {
		return c.Host // the folder of a socket
	}
	return net.JoinHostPort(c.Host, strconv.Itoa(int(c.Port)))
}

// A helpfulError says what is wrong and what to do, and wraps the original error.
type helpfulError struct {
	text string
	err  error
}

func (e *helpfulError) Error() string { return e.text }
func (e *helpfulError) Unwrap() error { return e.err }

// explainURL explains why a URL cannot be used. The error of the parser has the URL
// in it and is not passed on.
func explainURL(where string, err error) error {
	const advice = "use postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=MODE, where / ? # @ and : in a password are written %2F %3F %23 %40 and %3A"
	u, bad := url.Parse(where)
	inner := errors.Unwrap(err)
	if bad != nil || inner == nil {
		return errors.New("the URL cannot be read: " + advice)
	}
	text := inner.Error()
	for _, secret := range secrets(u) {
		text = strings.ReplaceAll(text, secret, "…")
	}
	return fmt.Errorf("the URL cannot be used: %s; %s", text, advice)
}

// secrets returns the parts of a URL that must not be shown.
func secrets(u *url.URL) []string {
	var list []string
	if password, ok := u.User.Password(); ok && password != "" {
		list = append(list, password)
	}
	for _, key := range []string{"password", "sslpassword"} {
		if password := u.Query().Get(key); password != "" {
			list = append(list, password)
		}
	}
	return list
}

// explainPostgres turns an error of PostgreSQL into one that says what to do.
func explainPostgres(err error) error {
	if answer, ok := errors.AsType[*pgconn.PgError](err); ok {
		if text := explainAnswer(err, answer); text != "" {
			return &helpfulError{text, err}
		}
		return err
	}
	failed, ok := errors.AsType[*pgconn.ConnectError](err)
	switch {
	case !ok:
		return err
	case aboutTLS(err):
		return &helpfulError{fmt.Sprintf("the connection to %s is not secure: %v; sslrootcert=FILE in the URL names who signs the server's certificate, sslmode says how much is checked",
			address(failed.Config), cause(err)), err}
	}
	return &helpfulError{fmt.Sprintf("no PostgreSQL server answers at %s: %v; is it running, and are host and port of the URL right?",
		address(failed.Config), cause(err)), err}
}

// explainAnswer explains what a server answered, if there is something to add.
func explainAnswer(err error, answer *pgconn.PgError) string {
	user, database := "", ""
	if failed, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		user, database = failed.Config.User, failed.Config.Database
	}
	switch answer.Code {
	case "28P01":
		return fmt.Sprintf("the server does not accept the password of user %q: give it in the URL, in PGPASSWORD, or in a file that PGPASSFILE names", user)
	case "28000":
		return fmt.Sprintf("the server does not let user %q in: %s", user, answer.Message)
	case "3D000":
		return fmt.Sprintf("the server has no database %q: make it with \"createdb %s\", or name another one at the end of the URL", database, database)
	case "42501":
		return answer.Message + ": the user must be the owner of the database, or be granted the right"
	}
	return ""
}

// cause returns the innermost error, which is the shortest. If there are several,
// it is that of the first address.
func cause(err error) error {
	for {
		var next error
		switch e := err.(type) {
		case interface{ Unwrap() error }:
			next = e.Unwrap()
		case interface{ Unwrap() []error }:
			if list := e.Unwrap(); len(list) > 0 {
				next = list[0]
			}
		}
		if next == nil {
			return err
		}
		err = next
	}
}

// aboutTLS reports whether an error is about certificates and keys.
func aboutTLS(err error) bool {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return true
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return true
	}
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		return true
	}
	if _, ok := errors.AsType[tls.AlertError](err); ok {
		return true
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return true
	}
	return err != nil && strings.Contains(err.Error(), "server refused TLS connection") // which has no type of its own
}
