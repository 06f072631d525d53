// Package localpage writes pages that play a game without a server: one file of HTML with
// the board and the scripts of the arena, the rules in words, and the engines and players
// as WebAssembly. It can be opened from a disk, without a network.
package localpage

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"slices"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/localarena"
	"ludex/internal/players/levels"
	"ludex/internal/rulestext"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/static"
	"ludex/internal/server/templates"
)

//go:embed page page.html site.html sw.js
var files embed.FS

// MaxSize is the largest page that is written, in bytes, the network of a game not counted.
const MaxSize = 6_000_000

// ErrTimed is returned for games in real time, which pages without a server do not play.
var ErrTimed = errors.New("a game in real time needs the arena: a page without a server plays games in turns")

// Write writes the page of a game.
func Write(ctx context.Context, w io.Writer, e *gamecache.Entry, engine *Engine) error {
	p, err := newPage(ctx, e)
	if err != nil {
		return err
	}
	if err := p.addScripts(engine); err != nil {
		return err
	}
	text, err := p.html()
	if err != nil {
		return err
	}
	file := inUTF16(text)
	if most := MaxSize + len(inUTF16(string(p.packedNetwork()))); len(file) > most {
		return fmt.Errorf("the page of %s would have %d bytes; the largest has %d", p.Game.Title, len(file), most)
	}
	_, err = w.Write(file)
	return err
}

// html returns the text of the page.
func (p *page) html() (string, error) {
	t, err := template.New("page.html").Funcs(template.FuncMap{"asset": func(string) string { return "" }, "json": inJSON}).ParseFS(files, "page.html")
	if err == nil {
		t, err = t.ParseFS(templates.Files, "table.html")
	}
	if err != nil {
		return "", fmt.Errorf("the template of pages: %w", err)
	}
	var out bytes.Buffer
	err = t.ExecuteTemplate(&out, "page", p)
	return out.String(), err
}

// inJSON encodes a value for a data attribute, which a script reads.
func inJSON(v any) (string, error) {
	data, err := json.Marshal(v)
	return string(data), err
}

// A page is what the template shows.
type page struct {
	Game    gamecache.About
	Words   *rulestext.Text
	Levels  []level
	Text    string
	Picture template.URL
	Icon    template.URL
	Table   struct{ Data humanplay.View } // an empty table, which the script fills
	Home    string                        // of a page of a site: the way to the list of games
	Policy  string
	Style   template.HTML
	Data    template.HTML
	Script  template.HTML

	config   localarena.Config
	network  []byte
	supplied bool // the network comes with Ludex
}

// A level is a strength that the person can choose.
type level struct {
	Player, Title string
	Chosen        bool
}

// firstLevel is the level that is chosen at first.
const firstLevel = 3

// newPage collects what there is to say about a game.
func newPage(ctx context.Context, e *gamecache.Entry) (*page, error) {
	p := &page{Game: e.About(), Text: e.Rules.Text(), config: localarena.Config{Game: gamecache.MadeGame{Title: e.Title(), Text: e.Rules.Text(), Board: e.Look()}}}
	p.Table.Data.Game = p.Game
	if p.Game.RealTime {
		return nil, fmt.Errorf("%s: %w", p.Game.Title, ErrTimed)
	}
	g, _, err := e.Game(ctx)
	if err != nil {
		return nil, err
	}
	p.Game.Hidden = g.Hidden()
	if p.Words, err = e.RulesText(ctx); err != nil {
		return nil, err
	}
	if p.config.Words, err = json.Marshal(p.Words); err != nil {
		return nil, err
	}
	if err := p.addLevels(e); err != nil {
		return nil, err
	}
	if err := p.addNetwork(g); err != nil {
		return nil, err
	}
	svg, err := e.Thumbnail(ctx)
	if err != nil {
		return nil, err
	}
	p.Picture = dataURL(svg)
	icon, err := static.Files.ReadFile("icon.svg")
	p.Icon = dataURL(icon)
	return p, err
}

// addLevels adds the levels that come with Ludex, which are those that the engine knows.
func (p *page) addLevels(e *gamecache.Entry) error {
	if p.Game.Players < 2 {
		return nil
	}
	ladder, err := levels.Shipped(e.Rules.Fingerprint())
	if err != nil {
		return err
	}
	for n := 1; n <= ladder.Distinct(); n++ {
		p.Levels = append(p.Levels, level{levels.Spec(n), ladder.Title(n), n == min(firstLevel, ladder.Distinct())})
	}
	return nil
}

// addNetwork adds the network by which the strongest player plays, if there is one. The
// measured levels need the one that comes with Ludex.
func (p *page) addNetwork(g game.Game) error {
	m, err := learn.Best(g)
	if err != nil || m == nil {
		return err
	}
	var file bytes.Buffer
	if err := m.WriteCompact(&file); err != nil {
		return err
	}
	p.network, p.supplied = file.Bytes(), m.Supplied
	return nil
}

func dataURL(svg []byte) template.URL {
	return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg))
}

// addScripts adds the styles, the scripts and their data. The policy of the page allows
// these and nothing else: in particular nothing is loaded, and nothing is sent.
func (p *page) addScripts(engine *Engine) error {
	style, err := static.Files.ReadFile("app.css")
	if err != nil {
		return err
	}
	scripts, err := fs.Sub(files, "page")
	if err != nil {
		return err
	}
	arena, err := fs.Sub(static.Files, "js")
	if err != nil {
		return err
	}
	script, err := bundle("page.js", scripts, arena)
	if err != nil {
		return err
	}
	worker, err := fs.ReadFile(scripts, "worker.js")
	if err != nil {
		return err
	}
	game, err := json.Marshal(p.config) // without the characters that would end an element
	if err != nil {
		return err
	}
	var own, manifest string
	data := engineElements(engine, worker)
	if p.Home != "" { // the engine is beside it, and what browsers ask for to install a site
		own, manifest = " 'self'", "; manifest-src 'self'"
		data = template.HTML(`<script src="` + p.Home + engineFile + `"></script>` + "\n")
	}
	p.Policy = fmt.Sprintf("default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; worker-src blob:%s; script-src 'sha256-%s' 'wasm-unsafe-eval'%s; style-src 'sha256-%s'%s",
		own, sum(script), own, sum(style), manifest)
	p.Style = template.HTML("<style>" + string(style) + "</style>")
	p.Script = template.HTML("<script>" + string(script) + "</script>")
	p.Data = data + element("game", game) + element("network", p.packedNetwork(), "data-supplied", fmt.Sprint(p.supplied))
	return nil
}

// packedNetwork returns the network as it stands in the page: nothing if there is none.
func (p *page) packedNetwork() []byte {
	if p.network == nil {
		return nil
	}
	return pack(p.network)
}

// engineElements returns the elements that hold the engine.
func engineElements(engine *Engine, worker []byte) template.HTML {
	return element("worker", slim(slices.Concat(engine.Script, worker))) + element("engine", pack(engine.Wasm))
}

// element returns an element that holds a text, which nothing executes.
func element(id string, text []byte, attribute ...string) template.HTML {
	attributes := ""
	if len(attribute) == 2 {
		attributes = fmt.Sprintf(" %s=%q", attribute[0], attribute[1])
	}
	return template.HTML(fmt.Sprintf("<script type=\"text/plain\" id=%q%s>%s</script>\n", id, attributes, text))
}

// sum returns a hash as policies write it.
func sum(data []byte) string {
	hash := sha256.Sum256(data)
	return base64.StdEncoding.EncodeToString(hash[:])
}
