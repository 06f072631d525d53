package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ludex/internal/glicko"
)

// An Account is a person who can sign in. No password is kept, but a hash of it with a salt.
type Account struct {
	Name   string
	Salt   string
	Hash   string
	Holder string // identifies the person at tables
	Made   time.Time
}

// ErrNameTaken is returned for a name that another account has, in upper or lower case.
var ErrNameTaken = errors.New("somebody has this name already")

// accountKey returns the name by which accounts are told apart.
func accountKey(name string) string { return strings.ToLower(name) }

// AddAccount adds an account.
func (s *Store) AddAccount(ctx context.Context, a Account) error {
	if err := checkNames(a.Name, a.Salt, a.Hash, a.Holder); err != nil {
		return err
	}
	return s.within(ctx, "add account", func(ctx context.Context, tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `INSERT INTO account (name, key, salt, hash, holder, made) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
			a.Name, accountKey(a.Name), a.Salt, a.Hash, a.Holder, a.Made.UnixMilli())
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, ErrNameTaken)
		}
		return nil
	})
}

// Account returns the account with a name, or ErrNotFound.
func (s *Store) Account(ctx context.Context, name string) (Account, error) {
	return s.account(ctx, "key = $1", accountKey(name))
}

// AccountOf returns the account of a holder, or ErrNotFound.
func (s *Store) AccountOf(ctx context.Context, holder string) (Account, error) {
	return s.account(ctx, "holder = $1", holder)
}

// SessionAccount returns the account that has a session, or ErrNotFound.
func (s *Store) SessionAccount(ctx context.Context, token string) (Account, error) {
	return s.account(ctx, "name = (SELECT account FROM account_session WHERE token = $1)", token)
}

func (s *Store) account(ctx context.Context, where, value string) (a Account, err error) {
	if checkNames(value) != nil {
		return a, ErrNotFound
	}
	err = s.do(ctx, "read account", func(ctx context.Context) error {
		return s.db.QueryRowContext(ctx, `SELECT name, salt, hash, holder, made FROM account WHERE `+where, value).Scan(&a.Name, &a.Salt, &a.Hash, &a.Holder, (*millis)(&a.Made))
	})
	if errors.Is(err, sql.ErrNoRows) {
		return a, fmt.Errorf("account: %w", ErrNotFound)
	}
	return a, err
}

// maxSessions is how many sessions an account has at most. A new one ends the oldest.
const maxSessions = 50

// AddSession lets whoever has a token act for an account, where token is its hash.
func (s *Store) AddSession(ctx context.Context, account, token string, made time.Time) error {
	if err := checkNames(account, token); err != nil {
		return err
	}
	return s.within(ctx, "add session", func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO account_session (token, account, made) VALUES ($1, $2, $3)`, token, account, made.UnixMilli()); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM account_session WHERE account = $1 AND token NOT IN
			(SELECT token FROM account_session WHERE account = $1 ORDER BY made DESC, token LIMIT $2)`, account, maxSessions)
		return err
	})
}

// EndSession ends a session, if there is one.
func (s *Store) EndSession(ctx context.Context, token string) error {
	return s.within(ctx, "end session", func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM account_session WHERE token = $1`, token)
		return err
	})
}

// SetPassword replaces the salt and the hash of an account, and ends its sessions except one.
// If the hash is no longer the one before, it is ErrNotFound: somebody else was faster.
func (s *Store) SetPassword(ctx context.Context, a Account, salt, hash, keep string) error {
	if err := checkNames(salt, hash); err != nil {
		return err
	}
	return s.within(ctx, "set password", func(ctx context.Context, tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `UPDATE account SET salt = $1, hash = $2 WHERE name = $3 AND hash = $4`, salt, hash, a.Name, a.Hash)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, fmt.Errorf("account: %w", ErrNotFound))
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM account_session WHERE account = $1 AND token <> $2`, a.Name, keep)
		return err
	})
}

// An AccountRating is the rating of a person in a game.
type AccountRating struct {
	Game   string
	Rating glicko.Rating // when the person last played
	Games  int
	Played time.Time
}

// Ratings returns the ratings of an account, those of games played often first.
func (s *Store) Ratings(ctx context.Context, account string) (list []AccountRating, err error) {
	err = s.do(ctx, "read ratings", func(ctx context.Context) error {
		list = []AccountRating{}
		return each(ctx, s.db, func(scan func(...any) error) error {
			var r AccountRating
			err := scan(&r.Game, &r.Rating.Value, &r.Rating.Deviation, &r.Rating.Volatility, &r.Games, (*millis)(&r.Played))
			list = append(list, r)
			return err
		}, `SELECT game, rating, deviation, volatility, games, played FROM account_rating WHERE account = $1 ORDER BY games DESC, game`, account)
	})
	return list, err
}

// An AccountGame is a game that somebody has played.
type AccountGame struct {
	Account string
	Record  string // the name of its record
	Played  time.Time
	Body    []byte // JSON
}

// AccountGames returns the newest games of an account, at most so many.
func (s *Store) AccountGames(ctx context.Context, account string, most int) (list []AccountGame, err error) {
	err = s.do(ctx, "list games of an account", func(ctx context.Context) error {
		list = []AccountGame{}
		return each(ctx, s.db, func(scan func(...any) error) error {
			g := AccountGame{Account: account}
			var body string
			err := scan(&g.Record, (*millis)(&g.Played), &body)
			g.Body = []byte(body)
			list = append(list, g)
			return err
		}, `SELECT record, played, body FROM account_game WHERE account = $1 ORDER BY played DESC, record LIMIT $2`, account, most)
	})
	return list, err
}

// A Rate computes new ratings from those before a game, in the same order.
type Rate func(before []glicko.Rating) ([]glicko.Rating, error)

// AddAccountGames adds a game to the histories of those who have played it, and changes their
// ratings in a game if rate is not nil. The function body returns what is kept of the game for
// a person; the ratings are those before and after, or equal if nothing is rated. A game
// that is there already changes nothing, since several servers may see its end.
func (s *Store) AddAccountGames(ctx context.Context, game, record string, played time.Time, accounts []string, rate Rate, body func(i int, before, after glicko.Rating) ([]byte, error)) error {
	if err := checkNames(append([]string{game, record}, accounts...)...); err != nil {
		return err
	}
	return s.within(ctx, "add games of accounts", func(ctx context.Context, tx *sql.Tx) error {
		before, counts, err := s.ratingsBefore(ctx, tx, game, played, accounts)
		if err != nil {
			return err
		}
		after := slices.Clone(before)
		if rate != nil {
			if after, err = rate(before); err != nil {
				return err
			}
		}
		for i, account := range accounts {
			text, err := body(i, before[i], after[i])
			if err != nil {
				return err
			}
			done, err := tx.ExecContext(ctx, `INSERT INTO account_game (account, record, played, body) VALUES ($1, $2, $3, $4) ON CONFLICT (account, record) DO NOTHING`,
				account, record, played.UnixMilli(), string(text))
			if err != nil {
				return err
			}
			if n, err := done.RowsAffected(); err != nil || n == 0 || rate == nil {
				if err != nil {
					return err
				}
				continue
			}
			r := after[i]
			_, err = tx.ExecContext(ctx, `INSERT INTO account_rating (account, game, rating, deviation, volatility, games, played) VALUES ($1, $2, $3, $4, $5, $6, $7)
				ON CONFLICT (account, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, played = excluded.played`,
				account, game, r.Value, r.Deviation, r.Volatility, counts[i]+1, played.UnixMilli())
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// ratingsBefore returns the ratings and numbers of games of accounts at a time. The accounts
// are held in order, so that two games of the same people do not change their ratings at the
// same time.
func (s *Store) ratingsBefore(ctx context.Context, tx *sql.Tx, game string, at time.Time, accounts []string) (list []glicko.Rating, counts []int, err error) {
	for _, account := range slices.Sorted(slices.Values(accounts)) {
		var name string
		if err := tx.QueryRowContext(ctx, `SELECT name FROM account WHERE name = $1`+s.dialect.hold, account).Scan(&name); err != nil {
			return nil, nil, err
		}
	}
	for _, account := range accounts {
		r, games, played := glicko.New(), 0, time.Time{}
		err := tx.QueryRowContext(ctx, `SELECT rating, deviation, volatility, games, played FROM account_rating WHERE account = $1 AND game = $2`, account, game).
			Scan(&r.Value, &r.Deviation, &r.Volatility, &games, (*millis)(&played))
		switch {
		case err == nil:
			r = r.After(at.Sub(played))
		case !errors.Is(err, sql.ErrNoRows):
			return nil, nil, err
		}
		list, counts = append(list, r), append(counts, games)
	}
	return list, counts, nil
}
