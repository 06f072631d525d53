package server

import (
	"context"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"sync"
	"time"
	"unicode/utf8"

	"ludex/internal/glicko"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/table"
	"ludex/internal/session"
	"ludex/internal/store"
)

// iterations is how often a password is hashed, so that guessing is slow. Tests have less
// time.
var iterations = 600_000

// minPassword and maxPassword are the lengths of passwords, in characters.
const (
	minPassword = 8
	maxPassword = 200
)

// accountName is what names of accounts look like: they are part of addresses. Programs that
// have no accounts do not wait for it.
var accountName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\pL\pN][\pL\pN_-]{1,29}$`) })

// errSignIn is returned for a wrong name or a wrong password alike.
var errSignIn = problem(http.StatusUnauthorized, "there is no such name with this password")

// seatSecret returns the secret of an account's seats, which follows from its password.
func seatSecret(password, salt string) (string, error) {
	key, err := pbkdf2.Key(sha256.New, password, []byte(salt), iterations, sha256.Size)
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(key), err
}

// signUp makes an account, and returns the secret of its seats.
func (s *Server) signUp(ctx context.Context, name, password string) (string, error) {
	switch n := utf8.RuneCountInString(password); {
	case !accountName().MatchString(name):
		return "", problem(http.StatusUnprocessableEntity, "a name has 2 to 30 letters and digits, and - and _ after the first")
	case n < minPassword || n > maxPassword:
		return "", problem(http.StatusUnprocessableEntity, "a password has %d to %d characters", minPassword, maxPassword)
	}
	salt := rand.Text()
	secret, err := seatSecret(password, salt)
	if err != nil {
		return "", err
	}
	err = s.cfg.Store.AddAccount(ctx, store.Account{Name: name, Salt: salt, Holder: holderOf(secret), Made: time.Now()})
	if errors.Is(err, store.ErrNameTaken) {
		return "", problem(http.StatusConflict, "%v", store.ErrNameTaken)
	}
	return secret, err
}

// signIn returns the secret of the seats of an account. A name that does not exist takes as
// long as a wrong password.
func (s *Server) signIn(ctx context.Context, name, password string) (string, error) {
	a, err := s.cfg.Store.Account(ctx, name)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return "", err
	}
	if utf8.RuneCountInString(password) > maxPassword {
		return "", errSignIn
	}
	secret, hashErr := seatSecret(password, a.Salt)
	switch {
	case hashErr != nil:
		return "", hashErr
	case err != nil || subtle.ConstantTimeCompare([]byte(holderOf(secret)), []byte(a.Holder)) != 1:
		return "", errSignIn
	}
	return secret, nil
}

// signedIn returns the name of the account of a client, or "".
func (s *Server) signedIn(r *http.Request) string {
	secret, ok := secretOf(r)
	if !s.cfg.Login || !ok {
		return ""
	}
	a, err := s.cfg.Store.AccountOf(r.Context(), holderOf(secret))
	if err != nil {
		if !errors.Is(err, store.ErrNotFound) {
			s.log.Warn("an account cannot be read", "err", err)
		}
		return ""
	}
	return a.Name
}

// tableAccount returns what a table shows of somebody who has signed in, or nil.
func (s *Server) tableAccount(ctx context.Context, holder, game string) (*humanplay.Account, error) {
	a, err := s.cfg.Store.AccountOf(ctx, holder)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	list, err := s.cfg.Store.Ratings(ctx, a.Name)
	if err != nil {
		return nil, err
	}
	out := &humanplay.Account{Name: a.Name, URL: "/people/" + a.Name, Rating: shownRating(glicko.New(), 0)}
	for _, r := range list {
		if r.Game == game {
			out.Rating = shownRating(r.Rating.After(time.Since(r.Played)), r.Games)
		}
	}
	return out, nil
}

// shownRating rounds a rating.
func shownRating(r glicko.Rating, games int) humanplay.Rating {
	low, high := r.Interval()
	round := func(x float64) int { return int(math.Round(x)) }
	return humanplay.Rating{Value: round(r.Value), Deviation: round(r.Deviation), Low: round(low), High: round(high), Games: games, Provisional: !r.Certain()}
}

// A playedGame is a game in the history of an account.
type playedGame struct {
	Game      string          `json:"game"`
	Title     string          `json:"title"`
	Record    string          `json:"record"`
	Role      string          `json:"role"`
	Opponents []string        `json:"opponents"`
	Verdict   session.Verdict `json:"verdict"`
	Rated     bool            `json:"rated"`
	Before    int             `json:"before,omitempty"` // the rating
	After     int             `json:"after,omitempty"`
	At        string          `json:"at"`
}

// finished adds a game to the histories of its players, and rates it if all are people with
// accounts.
func (s *Server) finished(ctx context.Context, f table.Finished) error {
	var accounts []string
	var players []int // by account
	for i, p := range f.Players {
		if p.Holder == "" {
			continue
		}
		a, err := s.cfg.Store.AccountOf(ctx, p.Holder)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		accounts, players = append(accounts, a.Name), append(players, i)
	}
	if len(accounts) == 0 {
		return nil
	}
	rated := f.Rated && len(accounts) == len(f.Players)
	var rate store.Rate
	if rated {
		rate = func(before []glicko.Rating) ([]glicko.Rating, error) { return rateGame(&f, before) }
	}
	return s.cfg.Store.AddAccountGames(ctx, f.Game, f.Record, f.At, accounts, rate, func(i int, before, after glicko.Rating) ([]byte, error) {
		p := f.Players[players[i]]
		g := playedGame{Game: f.Game, Title: f.Title, Record: f.Record, Role: p.Role, Opponents: []string{}, Verdict: p.Verdict, Rated: rated}
		for j, other := range f.Players {
			if j != players[i] {
				g.Opponents = append(g.Opponents, other.Name)
			}
		}
		if rated {
			g.Before, g.After = int(math.Round(before.Value)), int(math.Round(after.Value))
		}
		return json.Marshal(g)
	})
}

// rateGame returns the ratings after a game: each pair of players is a result.
func rateGame(f *table.Finished, before []glicko.Rating) ([]glicko.Rating, error) {
	after := make([]glicko.Rating, len(before))
	for i := range before {
		var results []glicko.Result
		for j := range before {
			if score, ok := f.Score(i, j); ok {
				results = append(results, glicko.Result{Opponent: before[j], Score: score})
			}
		}
		if after[i] = before[i]; len(results) == 0 {
			continue
		}
		var err error
		if after[i], err = before[i].Update(results); err != nil {
			return nil, err
		}
	}
	return after, nil
}

// A profile is what everybody may know of an account.
type profile struct {
	Name    string       `json:"name"`
	Since   string       `json:"since"`
	Ratings []gameRating `json:"ratings"`
	Games   []playedGame `json:"games"` // the newest first
}

// A gameRating is the rating in a game.
type gameRating struct {
	Game  string `json:"game"`
	Title string `json:"title"`
	humanplay.Rating
}

// mostGames is how many games of a history are shown.
const mostGames = 100

// profile returns the profile of an account.
func (s *Server) profile(ctx context.Context, name string) (profile, error) {
	if !s.cfg.Login {
		return profile{}, problem(http.StatusNotFound, "this server has no accounts; serve --login has")
	}
	a, err := s.cfg.Store.Account(ctx, name)
	if err != nil {
		return profile{}, err
	}
	p := profile{Name: a.Name, Since: a.Made.Format(time.DateOnly), Ratings: []gameRating{}, Games: []playedGame{}}
	ratings, err := s.cfg.Store.Ratings(ctx, a.Name)
	if err != nil {
		return profile{}, err
	}
	for _, r := range ratings {
		p.Ratings = append(p.Ratings, gameRating{r.Game, gameTitle(r.Game), shownRating(r.Rating.After(time.Since(r.Played)), r.Games)})
	}
	games, err := s.cfg.Store.AccountGames(ctx, a.Name, mostGames)
	if err != nil {
		return profile{}, err
	}
	for _, g := range games {
		var played playedGame
		if err := json.Unmarshal(g.Body, &played); err != nil {
			return profile{}, fmt.Errorf("a game of an account: %w", err)
		}
		played.At = g.Played.Format(time.RFC3339)
		p.Games = append(p.Games, played)
	}
	return p, nil
}

// An accountAPI serves the profiles of people.
type accountAPI struct{ server *Server }

func (api accountAPI) routes() []route {
	return []route{{http.MethodGet, "/people/{name}", api.getPerson, light}}
}

func (api accountAPI) getPerson(w http.ResponseWriter, r *http.Request) error {
	p, err := api.server.profile(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, p)
}
