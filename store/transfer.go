package store

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"ludex/match"
)

// A line is one line of an export: one of its fields is set.
type line struct {
	Tournament *Tournament   `json:"tournament,omitempty"`
	Match      *match.Record `json:"match,omitempty"`
	Result     *Result       `json:"result,omitempty"`
}

// Export writes everything that a filter wants as JSON, one object a line: the
// tournaments, the matches, and the results.
func (s *Store) Export(ctx context.Context, out io.Writer, f Filter) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	tournaments, err := s.Tournaments(ctx)
	if err != nil {
		return err
	}
	for i := range tournaments {
		if f.Tournament == "" || f.Tournament == tournaments[i].Name {
			if err := e.Encode(line{Tournament: &tournaments[i]}); err != nil {
				return err
			}
		}
	}
	ids, err := s.IDs(ctx, f)
	if err != nil {
		return err
	}
	for _, id := range ids {
		r, err := s.Match(ctx, id)
		if errors.Is(err, ErrNotFound) {
			continue // somebody has just forgotten it
		}
		if err != nil {
			return err
		}
		if err := e.Encode(line{Match: r}); err != nil {
			return err
		}
	}
	results, err := s.Results(ctx, f.Tournament)
	if err != nil {
		return err
	}
	for i := range results {
		if f.Game == "" || f.Game == results[i].Game {
			if err := e.Encode(line{Result: &results[i]}); err != nil {
				return err
			}
		}
	}
	return nil
}

// An Imported is what an import brought in.
type Imported struct{ Tournaments, Matches, Results, Known int }

// Import reads what [Store.Export] wrote. What the store has already stays as it
// is, and is counted as known.
func (s *Store) Import(ctx context.Context, in io.Reader) (Imported, error) {
	var n Imported
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, match.MaxRecord)
	for number := 1; lines.Scan(); number++ {
		if len(strings.TrimSpace(lines.Text())) == 0 {
			continue
		}
		var l line
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return n, fmt.Errorf("line %d: %w", number, err)
		}
		if err := s.take(ctx, &l, &n); err != nil {
			return n, fmt.Errorf("line %d: %w", number, err)
		}
	}
	return n, lines.Err()
}

// take brings one line in.
func (s *Store) take(ctx context.Context, l *line, n *Imported) error {
	switch {
	case l.Tournament != nil:
		return s.takeTournament(ctx, l.Tournament, n)
	case l.Match != nil:
		added, err := s.add(ctx, l.Match)
		if added {
			n.Matches++
		} else if err == nil {
			n.Known++
		}
		return err
	case l.Result != nil:
		added, err := s.AddResult(ctx, *l.Result, nil)
		if added {
			n.Results++
		} else if err == nil {
			n.Known++
		}
		return err
	}
	return errors.New("neither a tournament nor a match nor a result")
}

// takeTournament brings a tournament in.
func (s *Store) takeTournament(ctx context.Context, t *Tournament, n *Imported) error {
	have, err := s.Tournament(ctx, t.Name)
	count := &n.Known
	if errors.Is(err, ErrNotFound) {
		have, err = s.AddTournament(ctx, *t)
		count = &n.Tournaments
	}
	switch {
	case err != nil:
		return err
	case have.Config != t.Config:
		return fmt.Errorf("there is another tournament %q", have.Name)
	}
	*count++
	return nil
}

// ExportCSV writes a line for each role of each match that a filter wants.
func (s *Store) ExportCSV(ctx context.Context, out io.Writer, f Filter) error {
	w := csv.NewWriter(out)
	if err := w.Write([]string{"match", "tournament", "game", "status", "start", "steps", "role", "player", "goal", "faults"}); err != nil {
		return err
	}
	ids, err := s.IDs(ctx, f)
	if err != nil {
		return err
	}
	for _, id := range ids {
		r, err := s.Match(ctx, id)
		if errors.Is(err, ErrNotFound) {
			continue // somebody has just forgotten it
		}
		if err != nil {
			return err
		}
		if err := w.WriteAll(rows(r)); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
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
		out = append(out, []string{r.ID, r.Tournament, r.Details.Game, string(statusOf(r)), strconv.FormatInt(r.StartTime, 10),
			strconv.Itoa(len(r.Moves)), role, name, goal, strconv.Itoa(faults)})
	}
	return out
}
