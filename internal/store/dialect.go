package store

import (
	"strings"
	"time"
)

// A dialect is all in which the databases differ. Statements are otherwise the same.
type dialect struct {
	// text is the type of a text that is compared and sorted byte by byte.
	text string
	// alone, if it is not empty, makes a migration wait for those of other
	// programs, until the transaction ends.
	alone string
	// hold ends a SELECT whose row nobody else may write before the transaction
	// ends.
	hold string
	// attempt is how long an attempt may take; 0 is any time. A server that has
	// vanished without a word would otherwise be waited for until the network
	// gives up.
	attempt time.Duration
	// passing reports whether an error may pass by itself, so that it is worth
	// trying again.
	passing func(error) bool
	// away reports whether an error says that there is no server.
	away func(error) bool
	// explain makes of an error one that says what to do.
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
