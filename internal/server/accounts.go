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

// passwordHash returns what is kept of a password.
func passwordHash(password, salt string) (string, error) {
	key, err := pbkdf2.Key(sha256.New, password, []byte(salt), iterations, sha256.Size)
	return holderOf(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(key)), err
}

// checkPassword refuses passwords that are too short or too long.
func checkPassword(password string) error {
	if n := utf8.RuneCountInString(password); n < minPassword || n > maxPassword {
		return problem(http.StatusUnprocessableEntity, "a password has %d to %d characters", minPassword, maxPassword)
	}
	return nil
}

// signUp makes an account, and returns its name.
func (s *Server) signUp(ctx context.Context, name, password string) (string, error) {
	if !accountName().MatchString(name) {
		return "", problem(http.StatusUnprocessableEntity, "a name has 2 to 30 letters and digits, and - and _ after the first")
	}
	if err := checkPassword(password); err != nil {
		return "", err
	}
	salt := rand.Text()
	hash, err := passwordHash(password, salt)
	if err != nil {
		return "", err
	}
	err = s.cfg.Store.AddAccount(ctx, store.Account{Name: name, Salt: salt, Hash: hash, Holder: newSecret(), Made: time.Now()})
	if errors.Is(err, store.ErrNameTaken) {
		return "", problem(http.StatusConflict, "%v", store.ErrNameTaken)
	}
	return name, err
}

// signIn returns the name of an account as it is written. A name that does not exist takes as
// long as a wrong password.
func (s *Server) signIn(ctx context.Context, name, password string) (string, error) {
	a, err := s.identify(ctx, name, password)
	return a.Name, err
}

// identify returns the account with a name and a password.
func (s *Server) identify(ctx context.Context, name, password string) (store.Account, error) {
	a, err := s.cfg.Store.Account(ctx, name)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return a, err
	}
	if utf8.RuneCountInString(password) > maxPassword {
		return a, errSignIn
	}
	hash, hashErr := passwordHash(password, a.Salt)
	switch {
	case hashErr != nil:
		return a, hashErr
	case err != nil || subtle.ConstantTimeCompare([]byte(hash), []byte(a.Hash)) != 1:
		return a, errSignIn
	}
	return a, nil
}

// changePassword gives an account another password, and ends its sessions except one.
func (s *Server) changePassword(ctx context.Context, name, password, next, keep string) error {
	a, err := s.identify(ctx, name, password)
	if errors.Is(err, errSignIn) {
		return problem(http.StatusForbidden, "that is not your present password")
	}
	if err != nil {
		return err
	}
	if err := checkPassword(next); err != nil {
		return err
	}
	salt := rand.Text()
	hash, err := passwordHash(next, salt)
	if err != nil {
		return err
	}
	return s.cfg.Store.SetPassword(ctx, a, salt, hash, holderOf(keep))
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
	return []route{
		{http.MethodGet, "/people/{name}", api.getPerson, light},
		{http.MethodPost, "/account/sessions", api.postSession, light},
		{http.MethodPost, "/account/password", api.postPassword, light},
	}
}

func (api accountAPI) getPerson(w http.ResponseWriter, r *http.Request) error {
	p, err := api.server.profile(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, p)
}

// A signInRequest signs somebody in.
type signInRequest struct {
	Name     string `json:"name"`
	Password string `json:"password"`
}

// A sessionAnswer has the secret of a new session, which is used as that of seats.
type sessionAnswer struct {
	Name   string `json:"name"`
	Secret string `json:"secret"`
}

// postSession signs in somebody who uses no browser.
func (api accountAPI) postSession(w http.ResponseWriter, r *http.Request) error {
	var req signInRequest
	if err := decode(w, r, api.server.cfg.Limits.Body, &req); err != nil {
		return err
	}
	if err := api.server.mayTryPassword(r); err != nil {
		return err
	}
	name, err := api.server.signIn(r.Context(), req.Name, req.Password)
	if err != nil {
		return err
	}
	token, err := api.server.beginSession(r.Context(), name)
	if err != nil {
		return err
	}
	return reply(w, http.StatusCreated, sessionAnswer{name, token})
}

// A passwordRequest changes the password of who has signed in.
type passwordRequest struct {
	Password string `json:"password"` // the present one
	Next     string `json:"next"`
}

func (api accountAPI) postPassword(w http.ResponseWriter, r *http.Request) error {
	var req passwordRequest
	if err := decode(w, r, api.server.cfg.Limits.Body, &req); err != nil {
		return err
	}
	name := api.server.signedIn(r)
	if name == "" {
		return problem(http.StatusUnauthorized, "sign in first")
	}
	if err := api.server.mayTryPassword(r); err != nil {
		return err
	}
	token, _ := sentSecret(r)
	if err := api.server.changePassword(r.Context(), name, req.Password, req.Next, token); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// mayTryPassword refuses those who try too many passwords, and servers without accounts.
func (s *Server) mayTryPassword(r *http.Request) error {
	if !s.cfg.Login {
		return problem(http.StatusNotFound, "this server has no accounts; serve --login has")
	}
	if ok, _ := s.access.passwords.Allow(client(r)); !ok {
		return problem(http.StatusTooManyRequests, "too many attempts; wait a minute")
	}
	return nil
}
