package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"ludex/internal/board"
	"ludex/internal/manual"
	"ludex/internal/rulestext"
	"ludex/internal/server/authoring"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/table"
	"ludex/internal/server/templates"
	"ludex/internal/store"
	"ludex/library"
	"ludex/player"
)

// pages serves the HTML pages and their static files.
type pages struct {
	server    *Server
	templates map[string]*template.Template
	assets    map[string]asset
	version   string // hash of all assets, so that browsers never mix two versions
	manual    *manual.Manual
}

func newPages(s *Server) (*pages, error) {
	p := &pages{server: s, templates: map[string]*template.Template{}, assets: map[string]asset{}}
	if err := p.readAssets(); err != nil {
		return nil, err
	}
	names, err := fs.Glob(templates.Files, "*.html")
	if err != nil {
		return nil, err
	}
	layout := template.New("layout.html").Funcs(template.FuncMap{"asset": p.assetURL, "json": inJSON, "join": strings.Join, "tags": tags, "language": templates.LanguageTitle, "sort": sorted, "title": gameTitle, "inc": func(i int) int { return i + 1 }})
	if layout, err = layout.ParseFS(templates.Files, "layout.html", "parts.html", "explanation.html"); err != nil {
		return nil, fmt.Errorf("the layout of pages: %w", err)
	}
	for _, name := range names {
		base := strings.TrimSuffix(name, ".html")
		if base == "layout" || base == "parts" || base == "explanation" {
			continue
		}
		t, err := layout.Clone()
		if err == nil {
			t, err = t.ParseFS(templates.Files, name)
		}
		if err != nil {
			return nil, fmt.Errorf("the page %s: %w", base, err)
		}
		p.templates[base] = t
	}
	if p.manual, err = theManual(); err != nil {
		return nil, err
	}
	return p, nil
}

// inJSON encodes a value for a data attribute, which a script reads.
func inJSON(v any) (string, error) {
	data, err := json.Marshal(v)
	return string(data), err
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

// The pages that compute with a game.
const (
	replayPage = "GET /watch/{id}"
	puzzlePage = "GET /puzzle"
	// hashing a password takes long on purpose
	accountPost = "POST /account"
)

func (p *pages) register(mux *http.ServeMux) {
	mux.HandleFunc("GET /static/{version}/{file...}", p.static)
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, p.assetURL("icon.svg"), http.StatusFound)
	})
	for pattern, handle := range map[string]handler{
		"GET /{$}":                p.games,
		"GET /play/{name}":        p.setup,
		"GET /table/{id}":         p.table,
		"GET /join/{id}/{key}":    p.join,
		"POST /join/{id}/{key}":   p.postJoin,
		"GET /analysis":           p.analysis,
		"GET /watch":              p.watch,
		replayPage:                p.replay,
		"GET /tournaments":        p.tournaments,
		"GET /tournaments/{name}": p.tournament,
		"GET /workshop":           p.workshop,
		puzzlePage:                p.puzzle,
		"GET /docs":               p.docs,
		"GET /docs/{page}":        p.docs,
		"GET /account":            p.account,
		accountPost:               p.postAccount,
		"GET /people/{name}":      p.person,
		"GET /login":              p.login,
		"POST /login":             p.postLogin,
		"/":                       p.notFound,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			wt := light
			if pattern == replayPage || pattern == puzzlePage || pattern == accountPost {
				wt = heavy
			}
			if err := p.server.within(wt, handle, w, r); err != nil {
				p.fail(w, r, err)
			}
		})
	}
}

// gameTitle returns the title of a game of the library, and the name of any other game.
func gameTitle(name string) string {
	if g, ok := library.Lookup(name); ok {
		return g.Title
	}
	return name
}

// A view is the data of a page.
type view struct {
	Title   string
	Section string // of the navigation bar
	Path    string
	Trusted bool   // the client may change things
	Login   bool   // there are accounts
	Account string // the name of who has signed in
	Version string
	Data    any
}

// show renders a page.
func (p *pages) show(w http.ResponseWriter, r *http.Request, status int, name, section, title string, data any) error {
	v := view{Title: title, Section: section, Path: r.URL.Path, Trusted: p.server.access.trusted(r), Version: p.server.cfg.Version, Data: data, Login: p.server.cfg.Login, Account: p.server.signedIn(r)}
	var out bytes.Buffer
	if err := p.templates[name].ExecuteTemplate(&out, "layout.html", v); err != nil {
		return fmt.Errorf("writing the page %s: %w", name, err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(out.Bytes()) // the client may be gone
	return nil
}

// fail renders the error page.
func (p *pages) fail(w http.ResponseWriter, r *http.Request, err error) {
	problem := asProblem(err)
	p.server.note(r, problem, err)
	if p.show(w, r, problem.Status, "error", "", problem.Title, problem) != nil {
		p.server.fail(w, r, err)
	}
}

func (p *pages) notFound(http.ResponseWriter, *http.Request) error {
	return problem(http.StatusNotFound, "There is no page at this address.")
}

// A setupPage is the data of the page for starting a game.
type setupPage struct {
	Game    gamecache.About
	Levels  levelList
	Players []player.Kind
	Timed   []string
	Text    string
	Words   *rulestext.Text // the rules in words; nil if the game cannot be played
	// Download says that a page that plays the game can be had.
	Download bool
}

func (p *pages) setup(w http.ResponseWriter, r *http.Request) error {
	e, err := gameAPI{p.server}.requestedGame(r)
	if err != nil {
		return err
	}
	data := setupPage{Game: e.About(), Players: humanplay.Players(), Timed: humanplay.TimedPlayers, Text: e.Rules.Text()}
	data.Download = p.server.cfg.Engine != nil
	if _, refused := e.Rules.Playable(r.Context()); e.Err() == nil && refused == nil {
		if data.Words, err = e.RulesText(r.Context()); err != nil {
			return err
		}
	}
	if data.Levels, err = levelsOf(e); err != nil {
		return err
	}
	return p.show(w, r, http.StatusOK, "setup", "games", e.Title(), data)
}

func (p *pages) table(w http.ResponseWriter, r *http.Request) error {
	t, err := tableAPI{p.server}.seated(r)
	if err != nil {
		if p := asProblem(err); p.Status != http.StatusNotFound {
			return err
		}
		return problem(http.StatusNotFound, "There is no such table, or it is not yours. What was played to the end is kept under Watch.")
	}
	v, err := t.View(r.Context())
	if err != nil {
		return err
	}
	if len(v.Moves) > mostEmbedded {
		v.Moves = []humanplay.Move{} // the first event brings them
	}
	return p.show(w, r, http.StatusOK, "table", "games", v.Game.Title, v)
}

// A joinPage is the data of the page of an invitation.
type joinPage struct {
	table.Invitation
	Account string // whose name is taken
	Error   string
}

func (p *pages) join(w http.ResponseWriter, r *http.Request) error {
	return p.showInvitation(w, r, http.StatusOK, r.URL.Query().Get("role"), "")
}

// showInvitation shows what somebody is invited to, and asks for a name.
func (p *pages) showInvitation(w http.ResponseWriter, r *http.Request, status int, role, wrong string) error {
	t, err := p.server.tables.Get(r.Context(), r.PathValue("id"))
	if errors.Is(err, table.ErrNone) {
		err = table.ErrTaken
	}
	var to table.Invitation
	if err == nil {
		to, err = t.Invitation(r.Context(), role, r.PathValue("key"))
	}
	if err != nil {
		return err
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	return p.show(w, r, status, "join", "games", "Play "+to.Title, joinPage{to, p.server.signedIn(r), wrong})
}

// postJoin takes the seat of an invitation.
func (p *pages) postJoin(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	if err := r.ParseForm(); err != nil {
		return problem(http.StatusBadRequest, "the form cannot be read")
	}
	id := r.PathValue("id")
	secret, _, err := tableAPI{p.server}.join(r, id, joinRequest{Role: r.PostForm.Get("role"), Key: r.PathValue("key"), Name: r.PostForm.Get("name")})
	switch {
	case errors.Is(err, humanplay.ErrRule):
		return p.showInvitation(w, r, http.StatusConflict, r.PostForm.Get("role"), err.Error())
	case err != nil:
		return err
	}
	setSecret(w, r, secret)
	http.Redirect(w, r, "/table/"+id, http.StatusSeeOther)
	return nil
}

// mostEmbedded is how many legal moves are part of the page of a table, which should be
// light.
const mostEmbedded = 150

func (p *pages) watch(w http.ResponseWriter, r *http.Request) error {
	list, err := matchAPI{p.server}.listMatches(r.Context(), store.Filter{}, usualMatches)
	if err != nil {
		return err
	}
	return p.show(w, r, http.StatusOK, "watch", "watch", "Watch", struct {
		matchList
		Games   []gamecache.About
		Players []player.Kind
		Timed   []string
	}{list, libraryGames(p.server.games), humanplay.Players(), humanplay.TimedPlayers})
}

func (p *pages) replay(w http.ResponseWriter, r *http.Request) error {
	rec, err := p.server.cfg.Store.Match(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	re, err := p.server.replays.open(r.Context(), rec.ID)
	if err != nil {
		return err
	}
	texts := []string{}
	for _, f := range re.frames {
		texts = append(texts, f.Text)
	}
	times := []string{}
	for _, f := range re.frames {
		times = append(times, f.Time)
	}
	data := struct {
		Match  matchSummary
		Title  string
		Texts  []string
		Times  []string
		Hidden bool
		Timed  bool
		Roles  []string // whose knowledge can be shown
		Colors []board.PlayerColor
	}{matchAPI{p.server}.summary(rec), re.entry.Title(), texts, times, re.game != nil && re.game.Hidden(), re.game == nil, re.entry.About().Roles, nil}
	if b, err := re.entry.Board(r.Context()); err == nil && b.HasGrid() {
		data.Colors = b.Colors()
	}
	return p.show(w, r, http.StatusOK, "replay", "watch", re.entry.Title()+", a match", data)
}

// analysis shows the analysis board. The script of the page asks for the game and the
// position, which its address names.
func (p *pages) analysis(w http.ResponseWriter, r *http.Request) error {
	return p.show(w, r, http.StatusOK, "analysis", "watch", "Analysis", nil)
}

func (p *pages) tournaments(w http.ResponseWriter, r *http.Request) error {
	list, err := tournamentAPI{p.server}.listTournaments(r.Context())
	if err != nil {
		return err
	}
	return p.show(w, r, http.StatusOK, "tournaments", "tournaments", "Tournaments", struct {
		tournamentList
		Games   []gamecache.About
		Players []player.Kind
		Timed   []string // players for real-time games only
	}{list, libraryGames(p.server.games), humanplay.Players(), timedOnly()})
}

// timedOnly returns the players for real-time games only.
func timedOnly() []string {
	turns := player.Roster(humanplay.Players()).Names()
	return slices.DeleteFunc(slices.Clone(humanplay.TimedPlayers), func(name string) bool { return slices.Contains(turns, name) })
}

func (p *pages) tournament(w http.ResponseWriter, r *http.Request) error {
	a, err := tournamentAPI{p.server}.tournament(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	return p.show(w, r, http.StatusOK, "tournament", "tournaments", a.Name, a)
}

func (p *pages) workshop(w http.ResponseWriter, r *http.Request) error {
	text, name, look := authoring.Starter, "mygame", ""
	if ref := r.URL.Query().Get("game"); ref != "" {
		e, err := p.server.games.Find(gamecache.Ref{Game: ref})
		if err != nil {
			return err
		}
		text, name, look = e.Rules.Text(), e.About().Name, e.Look()
	}
	return p.show(w, r, http.StatusOK, "workshop", "workshop", "Workshop", authoring.Workshop{Name: name, Text: text, Look: look, Games: libraryGames(p.server.games)})
}

// theManual is rendered once: the documentation is embedded.
var theManual = sync.OnceValues(func() (*manual.Manual, error) {
	return manual.New(
		func(name string) string { return strings.TrimSuffix("/docs/"+name, "/") },
		func(name string) string { return "/docs/" + name },
	)
})

// maxQuery is how long a query to the manual may be.
const maxQuery = 200

func (p *pages) docs(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("page")
	if name == "" {
		name = p.manual.Pages[0].Name
	}
	doc := p.manual.Page(strings.TrimSuffix(name, ".md"))
	if doc == nil {
		if data, err := p.manual.Picture(name); err == nil {
			if path.Ext(name) == ".png" {
				w.Header().Set("Content-Type", "image/png")
				_, _ = w.Write(data) // the client may be gone
				return nil
			}
			return picture(w, data, 0)
		}
		return problem(http.StatusNotFound, "The manual has no such page.")
	}
	query := strings.TrimSpace(r.URL.Query().Get("q"))
	if len(query) > maxQuery {
		return problem(http.StatusBadRequest, "The query is too long.")
	}
	return p.show(w, r, http.StatusOK, "docs", "docs", doc.Title, struct {
		Page  *manual.Page
		Pages []*manual.Page
		Query string
		Hits  []manual.Hit
	}{doc, p.manual.Pages, query, p.manual.Search(query)})
}

func (p *pages) login(w http.ResponseWriter, r *http.Request) error {
	return p.show(w, r, http.StatusOK, "login", "", "Sign in", "")
}

// postLogin checks the token and sets the cookie.
func (p *pages) postLogin(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	if err := r.ParseForm(); err != nil {
		return problem(http.StatusBadRequest, "the form cannot be read")
	}
	token := strings.TrimSpace(r.PostForm.Get("token"))
	if !p.server.access.isToken(token) {
		return p.show(w, r, http.StatusUnauthorized, "login", "", "Sign in", "That is not the token of this server.")
	}
	http.SetCookie(w, &http.Cookie{
		Name: tokenCookie, Value: token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil, MaxAge: 30 * 24 * 3600,
	})
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return nil
}
