package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// A MadeGame is a game that somebody wrote and published.
type MadeGame struct {
	Name  string // by which it is found
	Title string
	Text  string // its rules
	Board string // what its board looks like, or empty
	Words string // its rules for people, or empty
	Owner string // a hash of the secret of whoever published it
	Made  time.Time
}

// AddMadeGame adds a game, whose name must be new.
func (s *Store) AddMadeGame(ctx context.Context, g MadeGame) error {
	if err := checkNames(g.Name, g.Title, g.Owner); err != nil {
		return err
	}
	for _, text := range []string{g.Text, g.Board, g.Words} {
		if err := checkText(text); err != nil {
			return fmt.Errorf("the game %q cannot be kept: %w", g.Title, err)
		}
	}
	return s.do(ctx, "add game", func(ctx context.Context) error {
		_, err := s.db.ExecContext(ctx, `INSERT INTO made_game (name, title, rules, board, words, owner, made) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (name) DO NOTHING`,
			g.Name, g.Title, g.Text, g.Board, g.Words, g.Owner, g.Made.UnixMilli())
		return err
	})
}

// MadeGame returns a game that was published.
func (s *Store) MadeGame(ctx context.Context, name string) (g MadeGame, err error) {
	if checkNames(name) != nil {
		return g, fmt.Errorf("game %q: %w", name, ErrNotFound)
	}
	err = s.do(ctx, "read game", func(ctx context.Context) error {
		return s.db.QueryRowContext(ctx, `SELECT name, title, rules, board, words, owner, made FROM made_game WHERE name = $1`, name).Scan(g.columns()...)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return g, fmt.Errorf("game %q: %w", name, ErrNotFound)
	}
	return g, err
}

// MadeGames returns the games that were published, newest first, at most so many.
func (s *Store) MadeGames(ctx context.Context, most int) (list []MadeGame, err error) {
	err = s.do(ctx, "list games", func(ctx context.Context) error {
		list = []MadeGame{}
		return each(ctx, s.db, func(scan func(...any) error) error {
			var g MadeGame
			err := scan(g.columns()...)
			list = append(list, g)
			return err
		}, `SELECT name, title, rules, board, words, owner, made FROM made_game ORDER BY made DESC, name LIMIT $1`, most)
	})
	return list, err
}

// RemoveMadeGame removes a game.
func (s *Store) RemoveMadeGame(ctx context.Context, name string) error {
	if err := checkNames(name); err != nil {
		return err
	}
	return s.do(ctx, "remove game", func(ctx context.Context) error {
		_, err := s.db.ExecContext(ctx, `DELETE FROM made_game WHERE name = $1`, name)
		return err
	})
}

// columns returns where the columns of a row go.
func (g *MadeGame) columns() []any {
	return []any{&g.Name, &g.Title, &g.Text, &g.Board, &g.Words, &g.Owner, (*millis)(&g.Made)}
}

// millis is a time that the database has in milliseconds.
type millis time.Time

// Scan implements [sql.Scanner].
func (m *millis) Scan(v any) error {
	n, ok := v.(int64)
	if !ok {
		return fmt.Errorf("a time is %T", v)
	}
	*m = millis(time.UnixMilli(n).UTC())
	return nil
}
