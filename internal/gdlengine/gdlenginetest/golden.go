// Package gdlenginetest checks GDL engines against facts about public games that
// independent reasoners have computed.
//
// The games are not part of the project. Tests are skipped where they are absent. Their
// README defines every fact that is compared here.
package gdlenginetest

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"ludex/gdl"
	"ludex/internal/corpustest"
	"ludex/internal/gdlparse"
	"ludex/source"
)

// CorpusDir is the folder of the public games.
var CorpusDir = corpustest.Dir("gdl")

// Full reports whether the tests shall compare everything.
func Full() bool { return corpustest.Full() }

// A Row holds the golden facts of one game, by column. An empty fact is unknown.
type Row map[string]string

// File returns the path of the rules, relative to the corpus.
func (r Row) File() string { return r["file"] }

// count returns a numeric fact, or false if it is not known.
func (r Row) count(column string) (uint64, bool) {
	n, err := strconv.ParseUint(r[column], 10, 64)
	return n, err == nil
}

// Golden returns the rows of the golden table, in its order. It skips the test
// if there is no corpus.
func Golden(t testing.TB) []Row {
	t.Helper()
	records := corpustest.Table(t, filepath.Join(CorpusDir, "golden.csv"))
	rows := make([]Row, 0, len(records))
	for _, record := range records[1:] {
		row := Row{}
		for i, column := range records[0] {
			row[column] = record[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// Program reads the rules of a row, in which case counts.
func (r Row) Program(t testing.TB) *gdl.Program {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(CorpusDir, filepath.FromSlash(r.File())))
	if err != nil {
		t.Fatal(err)
	}
	p, list := gdlparse.File(source.NewFile(r.File(), text), gdlparse.Options{CaseSensitive: true})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}
