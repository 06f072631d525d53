package server

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"ludex/internal/board"
	"ludex/internal/server/gamecache"
	"ludex/internal/store"
)

// A workshopAPI serves what authors of games need: explanations, and publishing.
type workshopAPI struct{ server *Server }

func (api workshopAPI) routes() []route {
	return []route{
		{http.MethodGet, "/made", api.getMade, light},
		{http.MethodPost, "/made", api.postMade, heavy},
		{http.MethodDelete, "/made/{name}", api.deleteMade, light},
	}
}

// ownerHeader has the secret of whoever published a game.
const ownerHeader = "Ludex-Owner"

// Limits of games that are published: how many there are, and their texts for people.
const (
	mostMade = 500
	maxWords = 20_000
	maxTitle = 60
)

// madePrefix begins the names of games that were published, so that they are never those of
// games of the library.
const madePrefix = "made-"

// madeTime is the time for finding a game that was published.
const madeTime = 5 * time.Second

// madeGame finds a game that was published.
func (s *Server) madeGame(name string) (gamecache.MadeGame, error) {
	if !strings.HasPrefix(name, madePrefix) {
		return gamecache.MadeGame{}, gamecache.ErrUnknown
	}
	ctx, cancel := context.WithTimeout(s.ctx, madeTime)
	defer cancel()
	g, err := s.cfg.Store.MadeGame(ctx, name)
	if errors.Is(err, store.ErrNotFound) {
		return gamecache.MadeGame{}, gamecache.ErrUnknown
	}
	return gamecache.MadeGame{Name: g.Name, Title: g.Title, Text: g.Text, Board: g.Board, Words: g.Words}, err
}

// madeGames describes the games that were published, newest first.
func (s *Server) madeGames(ctx context.Context) ([]gamecache.About, error) {
	list, err := s.cfg.Store.MadeGames(ctx, mostMade)
	if err != nil {
		return nil, err
	}
	games := []gamecache.About{}
	for _, g := range list {
		if e, err := s.games.Find(gamecache.Ref{Game: g.Name}); err == nil && e.Err() == nil {
			games = append(games, e.About())
		}
	}
	return games, nil
}

func (api workshopAPI) getMade(w http.ResponseWriter, r *http.Request) error {
	games, err := api.server.madeGames(r.Context())
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, gameList{games})
}

// A madeRequest publishes a game.
type madeRequest struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Board string `json:"board"`
	Words string `json:"words"`
}

// A madeAnswer says where a game is found, and with which secret it can be withdrawn.
type madeAnswer struct {
	Name  string `json:"name"`
	URL   string `json:"url"`
	Owner string `json:"owner"`
}

// check refuses what cannot be published.
func (q *madeRequest) check(ctx context.Context, games *gamecache.Cache) error {
	q.Title = strings.TrimSpace(q.Title)
	switch {
	case q.Title == "" || len(q.Title) > maxTitle:
		return problem(http.StatusUnprocessableEntity, "a game needs a name of at most %d bytes", maxTitle)
	case len(q.Words) > maxWords:
		return problem(http.StatusUnprocessableEntity, "the rules in words have at most %d bytes", maxWords)
	case q.Text == "":
		return problem(http.StatusUnprocessableEntity, "there are no rules")
	}
	e, err := playable(games, gamecache.Ref{Game: q.Title, Text: q.Text, Board: q.Board})
	if err != nil {
		return err
	}
	facts, err := e.Initial(ctx) // the game can be opened, and its board drawn
	if err == nil {
		_, err = e.Draw(ctx, board.Position{Facts: facts}, board.Options{})
	}
	if err != nil {
		return unprocessable(err)
	}
	return nil
}

func (api workshopAPI) postMade(w http.ResponseWriter, r *http.Request) error {
	var req madeRequest
	if err := decode(w, r, api.server.cfg.Limits.Large, &req); err != nil {
		return err
	}
	if err := req.check(r.Context(), api.server.games); err != nil {
		return err
	}
	all, err := api.server.cfg.Store.MadeGames(r.Context(), mostMade)
	if err != nil {
		return err
	}
	if len(all) >= mostMade {
		return problem(http.StatusServiceUnavailable, "%d games have been published here, and there is no room for more", len(all))
	}
	name, secret := madePrefix+strings.ToLower(rand.Text()[:10]), rand.Text()
	g := store.MadeGame{Name: name, Title: req.Title, Text: req.Text, Board: req.Board, Words: req.Words, Owner: ownerHash(secret), Made: time.Now()}
	if err := api.server.cfg.Store.AddMadeGame(r.Context(), g); err != nil {
		return err
	}
	api.server.log.Info("a game was published", "game", name, "title", req.Title)
	return reply(w, http.StatusCreated, madeAnswer{name, "/play/" + name, secret})
}

// ownerHash returns what is stored of a secret.
func ownerHash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

func (api workshopAPI) deleteMade(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	g, err := api.server.cfg.Store.MadeGame(r.Context(), name)
	if err != nil {
		return err
	}
	if subtle.ConstantTimeCompare([]byte(ownerHash(r.Header.Get(ownerHeader))), []byte(g.Owner)) != 1 {
		return problem(http.StatusForbidden, "only whoever published a game can withdraw it")
	}
	if err := api.server.cfg.Store.RemoveMadeGame(r.Context(), name); err != nil {
		return fmt.Errorf("withdrawing %s: %w", name, err)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
