package localpage

import (
	"bytes"
	"encoding/json"
	"html/template"

	"ludex/internal/localarena"
	"ludex/internal/server/authoring"
	"ludex/internal/server/gamecache"
)

// A workshopPage is what the template of the workshop shows.
type workshopPage struct {
	*page
	Data     authoring.Workshop
	Elements template.HTML
}

// A libraryText is a game that authors can begin with.
type libraryText struct {
	Name  string `json:"name"`
	Text  string `json:"text"`
	Board string `json:"board"`
}

// addWorkshop writes the workshop, the page that plays what is written there, and the texts
// of the games.
func (s *Site) addWorkshop() error {
	texts, err := json.Marshal(s.texts)
	if err != nil {
		return err
	}
	if err := s.put("library.js", append([]byte("globalThis.ludexLibrary = "), texts...)); err != nil {
		return err
	}
	play, err := emptyPage(s.Engine, "./")
	if err != nil {
		return err
	}
	if err := s.put("play.html", []byte("\ufeff"+play)); err != nil {
		return err
	}
	text, err := workshop(s.Engine, s.games)
	if err != nil {
		return err
	}
	return s.put("workshop.html", text)
}

// emptyPage returns a page without a game. One of a site plays the game of its address; any
// other has places for everything that a page has in it.
func emptyPage(engine *Engine, home string) (string, error) {
	p := &page{Title: "A game", Home: home}
	if err := p.addIcon(); err != nil {
		return "", err
	}
	if err := p.addScripts(engine); err != nil {
		return "", err
	}
	if home == "" {
		p.Title = "@@TITLE@@"
		p.Data = element("worker", []byte("@@WORKER@@")) + element("engine", []byte("@@ENGINE@@")) + element("game", []byte("@@CONFIG@@")) + new(page).networkElements()
	}
	return p.html()
}

// workshop returns the page where games are written.
func workshop(engine *Engine, games []gamecache.About) ([]byte, error) {
	w := workshopPage{page: &page{Title: "Workshop"}, Data: authoring.Workshop{Name: "mygame", Text: authoring.Starter, Games: games, Local: true}}
	if err := w.addIcon(); err != nil {
		return nil, err
	}
	if err := w.addScript("workshop.js", true); err != nil {
		return nil, err
	}
	empty, err := emptyPage(engine, "")
	if err != nil {
		return nil, err
	}
	elements := template.HTML(`<script src="` + engineFile + `"></script>` + "\n")
	for _, e := range []struct {
		id    string
		value any
	}{{"game", localarena.Config{}}, {"empty", empty}} {
		data, err := elementJSON(e.value)
		if err != nil {
			return nil, err
		}
		elements += element(e.id, data)
	}
	w.Elements = elements + new(page).networkElements()
	t, err := parse("workshop.html", "workshop.html", "explanation.html")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.ExecuteTemplate(&out, "workshop", w)
	return out.Bytes(), err
}
