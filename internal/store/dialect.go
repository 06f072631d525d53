package store

import (
	"strings"
	"time"
)

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
	// attempt is how long an attempt may take; 0 is no limit. Without it a vanished
	// server would be awaited until the network times out.
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
