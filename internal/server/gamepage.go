package server

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"

	"ludex/internal/localpage"
	"ludex/internal/server/gamecache"
)

// getGamePage answers with a page that plays a game of the library without a server.
func (api gameAPI) getGamePage(w http.ResponseWriter, r *http.Request) error {
	return api.writeGamePage(w, r, gamecache.Ref{Game: r.PathValue("name")})
}

// postGamePage is getGamePage for a game that a client sends.
func (api gameAPI) postGamePage(w http.ResponseWriter, r *http.Request) error {
	var ref gamecache.Ref
	if err := decode(w, r, api.server.cfg.Limits.Large, &ref); err != nil {
		return err
	}
	return api.writeGamePage(w, r, ref)
}

func (api gameAPI) writeGamePage(w http.ResponseWriter, r *http.Request, ref gamecache.Ref) error {
	e, err := playable(api.server.games, ref)
	if err != nil {
		return err
	}
	if api.server.cfg.Engine == nil {
		return problem(http.StatusNotImplemented, "%v", localpage.ErrNoEngine)
	}
	engine, err := api.server.engine.Get(r.Context(), "", api.server.cfg.Engine)
	if errors.Is(err, localpage.ErrNoEngine) {
		return problem(http.StatusNotImplemented, "%v", err)
	} else if err != nil {
		return err
	}
	var page bytes.Buffer
	if err := localpage.Write(r.Context(), &page, e, engine); err != nil {
		return unprocessable(err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-16")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", e.Rules.Name()+".html"))
	_, _ = w.Write(page.Bytes()) // the client may be gone
	return nil
}
