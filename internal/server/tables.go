package server

import (
	"crypto/rand"
	"encoding/binary"
	"net/http"
	"strconv"
	"time"

	"ludex/internal/board"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
)

// A tableAPI serves the games of people, which the API calls tables.
type tableAPI struct{ server *Server }

func (api tableAPI) routes() []route {
	return []route{
		{http.MethodPost, "/tables", api.postTable, heavy},
		{http.MethodGet, "/tables/{id}", api.getTable, light},
		{http.MethodDelete, "/tables/{id}", api.deleteTable, light},
		{http.MethodGet, "/tables/{id}/board.svg", api.getTableBoard, light},
		{http.MethodGet, "/tables/{id}/events", api.getTableEvents, lasting},
		{http.MethodGet, "/tables/{id}/live", api.getTableLive, lasting},
		{http.MethodPost, "/tables/{id}/move", api.postMove, light},
		{http.MethodPost, "/tables/{id}/undo", api.postUndo, light},
		{http.MethodPost, "/tables/{id}/hint", api.postHint, light},
		{http.MethodPost, "/tables/{id}/evaluation", api.postEvaluation, light},
		{http.MethodPost, "/tables/{id}/resign", api.postResign, light},
		{http.MethodPost, "/tables/{id}/rematch", api.postRematch, light},
		{http.MethodPost, "/tables/{id}/start", api.postStart, light},
	}
}

func itoa(n int) string { return strconv.Itoa(n) }

// A tableRequest asks for a game against programs.
type tableRequest struct {
	gamecache.Ref
	Role      string            `json:"role"`
	Opponents map[string]string `json:"opponents"` // by role, and under "" for the other roles
	ClockMs   int64             `json:"clockMs"`
	Nodes     int               `json:"nodes"`
	UnitMs    int64             `json:"unitMs"`
	Moves     string            `json:"moves"`
	Seed      *uint64           `json:"seed"`
}

// A tableAnswer is a new table with the secret of its seat, which is not sent again.
type tableAnswer struct {
	ID     string         `json:"id"`
	Secret string         `json:"secret"`
	View   humanplay.View `json:"view"`
}

// defaultClock is the time of players for a move, if the client does not choose.
const defaultClock = 2 * time.Second

func (api tableAPI) postTable(w http.ResponseWriter, r *http.Request) error {
	var req tableRequest
	if err := decode(w, r, api.server.cfg.Limits.Large, &req); err != nil {
		return err
	}
	e, err := playable(api.server.games, req.Ref)
	if err != nil {
		return err
	}
	opt := humanplay.Options{
		Entry: e, Role: req.Role, Opponents: req.Opponents, Clock: time.Duration(req.ClockMs) * time.Millisecond, Nodes: req.Nodes,
		Unit: time.Duration(req.UnitMs) * time.Millisecond, Moves: req.Moves, Save: api.server.save,
		Time: api.server.cfg.Limits.Question, Log: api.server.log,
	}
	if opt.Clock == 0 {
		opt.Clock = defaultClock
	}
	if req.Seed != nil {
		opt.Seed = *req.Seed
	} else {
		opt.Seed = chance()
	}
	t, secret, err := api.server.tables.Open(r.Context(), client(r), opt)
	if err != nil {
		return err
	}
	v, err := t.View(r.Context())
	if err != nil {
		return err
	}
	http.SetCookie(w, &http.Cookie{
		Name: seatCookie + t.ID(), Value: secret, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil, MaxAge: 7 * 24 * 3600,
	})
	api.server.metrics.table()
	api.server.log.Info("a table was laid", "table", t.ID(), "game", v.Game.Name, "role", v.Role)
	return reply(w, http.StatusCreated, tableAnswer{t.ID(), secret, v})
}

// chance returns an unpredictable number.
func chance() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // it never fails
	return binary.LittleEndian.Uint64(b[:])
}

// seated returns the table of a request, if the client has its secret. Other clients
// cannot tell whether the table exists.
func (api tableAPI) seated(r *http.Request) (humanplay.Session, error) {
	none := problem(http.StatusNotFound, "there is no such table, or it is not yours; tables are given up when nobody uses them")
	id := r.PathValue("id")
	t, ok := api.server.tables.Get(id)
	if !ok {
		return nil, none
	}
	secret := r.Header.Get(seatHeader)
	if secret == "" {
		c, err := r.Cookie(seatCookie + id)
		if err != nil {
			return nil, none
		}
		secret = c.Value
	}
	if !t.Admits(secret) {
		return nil, none
	}
	return t, nil
}

func (api tableAPI) getTable(w http.ResponseWriter, r *http.Request) error {
	t, err := api.seated(r)
	if err != nil {
		return err
	}
	v, err := t.View(r.Context())
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, v)
}

func (api tableAPI) deleteTable(w http.ResponseWriter, r *http.Request) error {
	t, err := api.seated(r)
	if err != nil {
		return err
	}
	api.server.tables.CloseOne(t.ID(), "the table was left")
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (api tableAPI) getTableBoard(w http.ResponseWriter, r *http.Request) error {
	t, err := api.seated(r)
	if err != nil {
		return err
	}
	pos, _, err := t.Position(r.Context())
	if err != nil {
		return err
	}
	svg, err := t.Draw(r.Context(), pos, board.Options{Interactive: true, Flip: r.URL.Query().Get("flip") == "1"})
	if err != nil {
		return err
	}
	return picture(w, svg, 0)
}

func (api tableAPI) getTableEvents(w http.ResponseWriter, r *http.Request) error {
	t, err := api.seated(r)
	if err != nil {
		return err
	}
	return api.server.stream(w, r, t.Feed())
}

// An actionRequest is an action of a person at a table.
type actionRequest struct {
	Step   *int   `json:"step"`
	Number int    `json:"number"`
	Move   string `json:"move"`
	On     bool   `json:"on"`
	Swap   bool   `json:"swap"`
	UnitMs int64  `json:"unitMs"` // for start
}

func (api tableAPI) act(w http.ResponseWriter, r *http.Request, kind humanplay.Kind) error {
	t, err := api.seated(r)
	if err != nil {
		return err
	}
	var req actionRequest
	if err := decode(w, r, api.server.cfg.Limits.Body, &req); err != nil {
		return err
	}
	began := time.Now()
	v, err := t.Do(r.Context(), humanplay.Action{Kind: kind, Step: req.Step, Number: req.Number, Move: req.Move, On: req.On, Swap: req.Swap, Unit: time.Duration(req.UnitMs) * time.Millisecond})
	if err != nil {
		return err
	}
	if kind == humanplay.DoMove {
		api.server.metrics.move(time.Since(began))
	}
	return reply(w, http.StatusOK, v)
}

func (api tableAPI) postMove(w http.ResponseWriter, r *http.Request) error {
	return api.act(w, r, humanplay.DoMove)
}

func (api tableAPI) postUndo(w http.ResponseWriter, r *http.Request) error {
	return api.act(w, r, humanplay.DoUndo)
}

func (api tableAPI) postHint(w http.ResponseWriter, r *http.Request) error {
	return api.act(w, r, humanplay.DoHint)
}

func (api tableAPI) postEvaluation(w http.ResponseWriter, r *http.Request) error {
	return api.act(w, r, humanplay.DoEvaluate)
}

func (api tableAPI) postResign(w http.ResponseWriter, r *http.Request) error {
	return api.act(w, r, humanplay.DoResign)
}

func (api tableAPI) postRematch(w http.ResponseWriter, r *http.Request) error {
	return api.act(w, r, humanplay.DoRematch)
}

func (api tableAPI) postStart(w http.ResponseWriter, r *http.Request) error {
	return api.act(w, r, humanplay.DoStart)
}
