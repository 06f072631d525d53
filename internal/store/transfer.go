package store

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"ludex/internal/printable"
	"ludex/internal/strictjson"
	"ludex/match"
)

// A Line is one line of an export: one of its fields is set.
type Line struct {
	Tournament *Tournament   `json:"tournament,omitempty"`
	Match      *match.Record `json:"match,omitempty"`
	Result     *Result       `json:"result,omitempty"`
}

// Check refuses what a store cannot hold.
func (l *Line) Check() error {
	switch {
	case l.Tournament != nil:
		return l.Tournament.check()
	case l.Match != nil:
		return checkMatch(l.Match)
	case l.Result != nil:
		return checkNames(l.Result.Tournament, l.Result.Key, l.Result.Match)
	}
	return errors.New("neither a tournament nor a match nor a result")
}

// Export writes everything that a filter selects as JSON, one object per line: the
// tournaments, the matches, and the results. With a status it writes only the
// results of matches that have it.
func (s *Store) Export(ctx context.Context, out io.Writer, f Filter) error {
	e := json.NewEncoder(printable.JSONWriter(out))
	e.SetEscapeHTML(false)
	tournaments, err := s.Tournaments(ctx)
	if err != nil {
		return err
	}
	for i := range tournaments {
		if f.Tournament == "" || f.Tournament == tournaments[i].Name {
			if err := e.Encode(Line{Tournament: &tournaments[i]}); err != nil {
				return err
			}
		}
	}
	written := map[string]bool{}
	err = s.eachMatch(ctx, f, func(r *match.Record) error {
		written[r.ID] = true
		return e.Encode(Line{Match: r})
	})
	if err != nil {
		return err
	}
	results, err := s.Results(ctx, f.Tournament)
	if err != nil {
		return err
	}
	for i, res := range results {
		if (f.Game == "" || f.Game == res.Game) && (f.Status == "" || written[res.Match]) {
			if err := e.Encode(Line{Result: &results[i]}); err != nil {
				return err
			}
		}
	}
	return nil
}

// eachMatch calls a function for each match that a filter selects, the oldest
// first.
func (s *Store) eachMatch(ctx context.Context, f Filter, call func(*match.Record) error) error {
	ids, err := s.IDs(ctx, f)
	if err != nil {
		return err
	}
	for _, id := range ids {
		r, err := s.Match(ctx, id)
		if errors.Is(err, ErrNotFound) {
			continue // it has just been removed
		}
		if err == nil {
			err = call(r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Imported counts what an import added.
type Imported struct{ Tournaments, Matches, Results, Known int }

// Import reads what [Store.Export] wrote, all of it or nothing. Existing entries
// are unchanged, and counted as known. Import does not check what it reads;
// package tournament has an import that does.
func (s *Store) Import(ctx context.Context, in io.Reader) (n Imported, err error) {
	// It is not retried, since the input is consumed.
	err = s.transact(ctx, func(tx *sql.Tx) error {
		return EachLine(in, func(l *Line) error {
			within, cancel := ctx, context.CancelFunc(func() {})
			if s.dialect.attempt > 0 {
				within, cancel = context.WithTimeout(ctx, s.dialect.attempt)
			}
			defer cancel()
			return s.take(within, tx, l, &n)
		})
	})
	if err != nil {
		return Imported{}, s.dialect.explain(err)
	}
	return n, nil
}

// EachLine calls a function for each line of an export. Errors have the number of
// their line.
func EachLine(in io.Reader, call func(*Line) error) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, match.MaxRecord)
	for number := 1; lines.Scan(); number++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var l Line
		err := strictjson.Unmarshal(lines.Bytes(), &l)
		if err == nil {
			err = call(&l)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return lines.Err()
}

// take imports one line.
func (s *Store) take(ctx context.Context, tx *sql.Tx, l *Line, n *Imported) (err error) {
	if err := l.Check(); err != nil {
		return err
	}
	var added bool
	var count *int
	switch {
	case l.Tournament != nil:
		count = &n.Tournaments
		added, err = takeTournament(ctx, tx, l.Tournament)
	case l.Match != nil:
		count = &n.Matches
		added, err = add(ctx, tx, l.Match)
	case l.Result != nil:
		count = &n.Results
		added, err = takeResult(ctx, tx, *l.Result)
	}
	if !added {
		count = &n.Known
	}
	*count++
	return err
}

// takeTournament imports a tournament.
func takeTournament(ctx context.Context, tx *sql.Tx, t *Tournament) (bool, error) {
	added, err := insertTournament(ctx, tx, t)
	if err != nil || added {
		return added, err
	}
	var have string
	if err := tx.QueryRowContext(ctx, `SELECT config FROM tournament WHERE name = $1`, t.Name).Scan(&have); err != nil {
		return false, err
	}
	if have != t.Config {
		return false, fmt.Errorf("there is another tournament %q", t.Name)
	}
	return false, nil
}

// takeResult imports a result.
func takeResult(ctx context.Context, tx *sql.Tx, res Result) (bool, error) {
	body, err := json.Marshal(res)
	if err != nil {
		return false, err
	}
	return insertResult(ctx, tx, res, body)
}

// ExportCSV writes a line for each role of each match that a filter selects.
func (s *Store) ExportCSV(ctx context.Context, out io.Writer, f Filter) error {
	w := csv.NewWriter(out)
	if err := w.Write([]string{"match", "tournament", "game", "status", "start", "steps", "role", "player", "goal", "faults"}); err != nil {
		return err
	}
	if err := s.eachMatch(ctx, f, func(r *match.Record) error { return w.WriteAll(rows(r)) }); err != nil {
		return err
	}
	w.Flush()
	return w.Error()
}

// CSVText returns a text as the cell of a table. Spreadsheets treat texts that
// begin with certain characters as formulas; a leading quote prevents it.
// Characters that are not printable become escapes.
func CSVText(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r\n", rune(text[0])) {
		text = "'" + text
	}
	return printable.Line(text)
}

// rows returns the lines of a match.
func rows(r *match.Record) [][]string {
	var out [][]string
	for i, role := range r.Details.Roles {
		goal, name := "", ""
		if i < len(r.Goals) {
			goal = strconv.Itoa(r.Goals[i])
		}
		if i < len(r.Names) {
			name = r.Names[i]
		}
		faults := 0
		for _, f := range r.Details.Faults {
			if f.Role == role {
				faults++
			}
		}
		out = append(out, []string{CSVText(r.ID), CSVText(r.Tournament), CSVText(r.Details.Game), string(statusOf(r)), strconv.FormatInt(r.StartTime, 10),
			strconv.Itoa(len(r.Moves)), CSVText(role), CSVText(name), goal, strconv.Itoa(faults)})
	}
	return out
}
