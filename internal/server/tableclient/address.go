package tableclient

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// An Address is a place in an arena: the server, one of its tables, or an invitation to a
// seat.
type Address struct {
	Server string // such as "http://localhost:8080"
	Table  string // or ""
	Role   string // of an invitation
	Key    string // of an invitation
}

// errAddress says which addresses there are.
var errAddress = errors.New("an address is that of a server, of a table (…/table/ID) or of an invitation (…/join/ID/KEY?role=ROLE)")

// ParseAddress reads an address as browsers show it.
func ParseAddress(text string) (Address, error) {
	u, err := url.Parse(text)
	if err != nil {
		return Address{}, err
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return Address{}, fmt.Errorf("%w, and begins with http:// or https://", errAddress)
	}
	a := Address{Server: u.Scheme + "://" + u.Host}
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	switch {
	case len(parts) == 1 && parts[0] == "":
	case len(parts) == 2 && parts[0] == "table":
		a.Table = parts[1]
	case len(parts) == 3 && parts[0] == "join" && u.Query().Get("role") != "":
		a.Table, a.Key, a.Role = parts[1], parts[2], u.Query().Get("role")
	default:
		return Address{}, errAddress
	}
	return a, nil
}

// Page returns the address of a table for browsers.
func (a Address) Page(table string) string { return a.Server + "/table/" + table }
