package server

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"ludex/internal/server/authoring"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/library"
)

// A gameAPI serves games, their texts, thumbnails and boards, the players, and checks.
type gameAPI struct{ server *Server }

func (api gameAPI) routes() []route {
	return []route{
		{http.MethodGet, "/games", api.getGames, light},
		{http.MethodGet, "/games/{name}", api.getGame, light},
		{http.MethodGet, "/games/{name}/rules", api.getRules, light},
		{http.MethodGet, "/games/{name}/words", api.getWords, heavy},
		{http.MethodGet, "/games/{name}/example.svg", api.getExample, heavy},
		{http.MethodGet, "/games/{name}/page.html", api.getGamePage, heavy},
		{http.MethodPost, "/page", api.postGamePage, heavy},
		{http.MethodGet, "/games/{name}/levels", api.getLevels, light},
		{http.MethodGet, "/games/{name}/thumbnail.svg", api.getThumbnail, light},
		{http.MethodGet, "/players", api.getPlayers, light},
		{http.MethodPost, "/check", api.postCheck, heavy},
		{http.MethodPost, "/board", api.postBoard, heavy},
	}
}

// A gameList is the response with the games of the library.
type gameList struct {
	Games []gamecache.About `json:"games"`
}

// libraryGames describes all games of the library.
func libraryGames(games *gamecache.Cache) []gamecache.About {
	var list []gamecache.About
	for _, g := range library.Games() {
		if e, err := games.Find(gamecache.Ref{Game: g.Name}); err == nil {
			list = append(list, e.About())
		}
	}
	return list
}

func (api gameAPI) getGames(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	f := filter{Search: q.Get("q"), Players: q.Get("players"), Kind: q.Get("kind"), Language: q.Get("language")}
	return reply(w, http.StatusOK, gameList{f.apply(libraryGames(api.server.games))})
}

// A filter selects games. An empty field matches all games.
type filter struct {
	Search, Players, Kind, Language string
}

// apply returns the games that match.
func (f filter) apply(games []gamecache.About) []gamecache.About {
	list := []gamecache.About{}
	for _, g := range games {
		if f.wants(g) {
			list = append(list, g)
		}
	}
	return list
}

func (f filter) wants(g gamecache.About) bool {
	if library.Rank(f.Search, g.Names()...) == 0 {
		return false
	}
	switch f.Players {
	case "1", "2":
		if f.Players != string(rune('0'+g.Players)) {
			return false
		}
	case "3":
		if g.Players < 3 {
			return false
		}
	}
	return (f.Kind == "" || slices.Contains(kindsOf(g), f.Kind)) && (f.Language == "" || f.Language == g.Language)
}

// kindsOf returns the kinds that a game is of, as players and authors call them.
func kindsOf(g gamecache.About) []string {
	var kinds []string
	add := func(kind string, is bool) {
		if is {
			kinds = append(kinds, kind)
		}
	}
	add("board", g.Kind == "board" || g.Kind == "")
	add("cards", g.Kind == "cards" || g.Kind == "dice")
	add("puzzle", g.Kind == "puzzle")
	add("guessing", g.Kind == "guessing" || g.Kind == "choices")
	add("realtime", g.RealTime)
	add("solo", g.Players == 1)
	add("friends", g.Players > 1)
	add("chance", g.Chance)
	add("hidden", g.Hidden)
	add("open", !g.Hidden && !g.Chance && !g.RealTime)
	return kinds
}

// A gameDetail is a description of a game with its text.
type gameDetail struct {
	gamecache.About
	Text  string `json:"text"`
	Board string `json:"board,omitempty"` // its presentation
	Words string `json:"words,omitempty"` // its rules for people
}

func (api gameAPI) requestedGame(r *http.Request) (*gamecache.Entry, error) {
	return api.server.games.Find(gamecache.Ref{Game: r.PathValue("name")})
}

func (api gameAPI) getGame(w http.ResponseWriter, r *http.Request) error {
	e, err := api.requestedGame(r)
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, gameDetail{e.About(), e.Rules.Text(), e.Look(), e.Words()})
}

func (api gameAPI) getRules(w http.ResponseWriter, r *http.Request) error {
	e, err := api.requestedGame(r)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte(e.Rules.Text())) // the client may be gone
	return nil
}

func (api gameAPI) getWords(w http.ResponseWriter, r *http.Request) error {
	e, err := playable(api.server.games, gamecache.Ref{Game: r.PathValue("name")})
	if err != nil {
		return err
	}
	text, err := e.RulesText(r.Context())
	if err != nil {
		return unprocessable(err)
	}
	return reply(w, http.StatusOK, text)
}

func (api gameAPI) getExample(w http.ResponseWriter, r *http.Request) error {
	e, err := playable(api.server.games, gamecache.Ref{Game: r.PathValue("name")})
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(cmp.Or(r.FormValue("example"), "1"))
	if err != nil {
		return problem(http.StatusBadRequest, "the example is a number")
	}
	svg, err := e.Example(r.Context(), number)
	if err != nil {
		return unprocessable(err)
	}
	if svg == nil {
		return problem(http.StatusNotFound, "the rules of this game have no such example")
	}
	return picture(w, svg, 24*time.Hour)
}

// thumbnailPatience is how long a page waits for a picture of a game, while the server is
// busy, before it gets another one instead.
const thumbnailPatience = 4 * time.Second

// placeholder is shown instead of a thumbnail while the server is busy.
var placeholder = []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" role="img"><title>This picture is being drawn</title><rect x="8" y="8" width="80" height="80" rx="10" fill="none" stroke="#8a8d91" stroke-width="3"/><g fill="#8a8d91"><circle cx="30" cy="48" r="5"/><circle cx="48" cy="48" r="5"/><circle cx="66" cy="48" r="5"/></g></svg>`)

// getThumbnail answers at once if the picture was drawn before. Otherwise it is drawn when
// it is its turn; if that takes long, the answer is a placeholder that browsers do not keep.
func (api gameAPI) getThumbnail(w http.ResponseWriter, r *http.Request) error {
	e, err := api.requestedGame(r)
	if err != nil {
		return err
	}
	if svg, ok := e.DrawnThumbnail(); ok {
		return picture(w, svg, 24*time.Hour)
	}
	ctx, cancel := context.WithTimeout(r.Context(), thumbnailPatience)
	defer cancel()
	err = api.server.within(heavy, func(w http.ResponseWriter, r *http.Request) error {
		svg, err := e.Thumbnail(r.Context())
		if err != nil {
			return err
		}
		return picture(w, svg, 24*time.Hour)
	}, w, r.WithContext(ctx))
	if errors.Is(err, context.DeadlineExceeded) {
		return picture(w, placeholder, 0)
	}
	return err
}

// A playerKind describes a player that clients can choose.
type playerKind struct {
	Name     string `json:"name"`
	Doc      string `json:"doc"`
	RealTime bool   `json:"realTime"`
}

type playerList struct {
	Players []playerKind `json:"players"`
}

func (api gameAPI) getPlayers(w http.ResponseWriter, _ *http.Request) error {
	var list playerList
	for _, k := range humanplay.Players() {
		list.Players = append(list.Players, playerKind{Name: k.Name, Doc: k.Doc})
	}
	for _, name := range humanplay.TimedPlayers {
		list.Players = append(list.Players, playerKind{Name: name, Doc: "a player of games in real time", RealTime: true})
	}
	return reply(w, http.StatusOK, list)
}

// playable returns a game without errors.
func playable(games *gamecache.Cache, ref gamecache.Ref) (*gamecache.Entry, error) {
	e, err := games.Find(ref)
	if err != nil {
		return nil, err
	}
	if err := e.Err(); err != nil {
		return nil, unprocessable(err)
	}
	return e, nil
}

// unprocessable turns an error into a problem with the request, unless it is a timeout,
// which is not the client's fault.
func unprocessable(err error) error {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return err
	}
	return problem(http.StatusUnprocessableEntity, "%v", err)
}

// A boardRequest asks for an image of a position.
type boardRequest struct {
	gamecache.Ref
	Moves string `json:"moves"` // steps separated by semicolons
}

func (api gameAPI) postBoard(w http.ResponseWriter, r *http.Request) error {
	var req boardRequest
	if err := decode(w, r, api.server.cfg.Limits.Large, &req); err != nil {
		return err
	}
	e, err := playable(api.server.games, req.Ref)
	if err != nil {
		return err
	}
	picture, err := drawnAfter(r.Context(), e, req.Moves)
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, picture)
}

// drawnAfter draws the position after some moves.
func drawnAfter(ctx context.Context, e *gamecache.Entry, moves string) (authoring.Picture, error) {
	if moves == "" {
		p, err := authoring.DrawInitial(ctx, e)
		if err != nil {
			return p, unprocessable(err)
		}
		return p, nil
	}
	pos, err := after(ctx, e, moves)
	if err != nil {
		return authoring.Picture{}, err
	}
	p, err := authoring.Draw(ctx, e, pos)
	if err != nil {
		return p, unprocessable(err)
	}
	return p, nil
}
