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
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"slices"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/localarena"
	"ludex/internal/players/levels"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/static"
	"ludex/internal/server/templates"
)

//go:embed page page.html site.html workshop.html sw.js
var files embed.FS

// MaxSize is the largest page that is written, in bytes, the networks of a game not counted.
const MaxSize = 6_000_000

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
	if most := MaxSize + len(inUTF16(string(p.networkElements()))); len(file) > most {
		return fmt.Errorf("the page of %s would have %d bytes; the largest has %d", p.Title, len(file), most)
	}
	_, err = w.Write(file)
	return err
}

// html returns the text of the page.
func (p *page) html() (string, error) {
	t, err := parse("page.html", "table.html")
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = t.ExecuteTemplate(&out, "page", p)
	return out.String(), err
}

// parse reads a template of pages, with templates of the arena.
func parse(own string, arena ...string) (*template.Template, error) {
	t, err := template.New(own).Funcs(template.FuncMap{"asset": func(string) string { return "" }, "json": inJSON, "language": templates.LanguageTitle}).ParseFS(files, own)
	if err == nil {
		t, err = t.ParseFS(templates.Files, arena...)
	}
	if err != nil {
		return nil, fmt.Errorf("the template of pages: %w", err)
	}
	return t, nil
}

// inJSON encodes a value for a data attribute, which a script reads.
func inJSON(v any) (string, error) {
	data, err := json.Marshal(v)
	return string(data), err
}

// A page is what the template shows. What is about the game is in the data, from which the
// script of the page fills it.
type page struct {
	Title  string
	Icon   template.URL
	Table  struct{ Data humanplay.View } // an empty table, which the script fills
	Home   string                        // of a page of a site: the way to the list of games
	Policy string
	Style  template.HTML
	Data   template.HTML
	Script template.HTML

	config localarena.Config
	// The files of networks, or nil: the one that comes with Ludex, and the user's own.
	network, ownNetwork []byte
}

// newPage collects what there is to say about a game.
func newPage(ctx context.Context, e *gamecache.Entry) (*page, error) {
	config, err := localarena.Describe(ctx, e)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Title(), err)
	}
	p := &page{Title: config.About.Title, config: config}
	if config.About.Timed { // no network is learned
		return p, p.addIcon()
	}
	g, _, err := e.Game(ctx)
	if err != nil {
		return nil, err
	}
	if err := p.addNetworks(g); err != nil {
		return nil, err
	}
	return p, p.addIcon()
}

// addIcon adds the picture that browsers show for the page.
func (p *page) addIcon() error {
	icon, err := static.Files.ReadFile("icon.svg")
	p.Icon = dataURL(icon)
	return err
}

// addNetworks adds the network by which the strongest player plays, if there is one, and the
// one that comes with Ludex where the levels were measured with it.
func (p *page) addNetworks(g game.Game) error {
	best, err := learn.Best(g)
	if err != nil || best == nil {
		return err
	}
	if !best.Supplied {
		if p.ownNetwork, err = fileOf(best); err != nil {
			return err
		}
	}
	rules := game.Fingerprint(g)
	ladder, _, err := levels.ForPage(rules)
	if err != nil || !best.Supplied && ladder.Network() == "" {
		return err
	}
	supplied, err := learn.Supplied(rules)
	if err != nil || supplied == nil {
		return err
	}
	p.network, err = fileOf(supplied)
	return err
}

// fileOf returns the file of a network.
func fileOf(m *learn.Model) ([]byte, error) {
	var file bytes.Buffer
	err := m.WriteCompact(&file)
	return file.Bytes(), err
}

func dataURL(svg []byte) template.URL {
	return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg))
}

// addScripts adds the styles, the scripts and their data. The policy of the page allows
// these and nothing else: in particular nothing is loaded, and nothing is sent.
func (p *page) addScripts(engine *Engine) error {
	worker, err := fs.ReadFile(files, "page/worker.js")
	if err != nil {
		return err
	}
	data := engineElements(engine, worker)
	if p.Home != "" { // the engine is beside it
		data = template.HTML(`<script src="` + p.Home + engineFile + `"></script>` + "\n")
	}
	config, err := elementJSON(p.config)
	if err != nil {
		return err
	}
	if config, err = compress(config); err != nil {
		return err
	}
	p.Data = data + element("game", pack(config)) + p.networkElements()
	return p.addScript("page.js", p.Home != "")
}

// addScript adds the styles, a script with the modules that it needs, and the policy. A page
// of a site also loads what is beside it.
func (p *page) addScript(name string, ofSite bool) error {
	style, err := static.Files.ReadFile("app.css")
	if err != nil {
		return err
	}
	script, err := bundled(name)
	if err != nil {
		return err
	}
	var own, manifest string
	if ofSite { // manifests are what browsers ask for to install a site
		own, manifest = " 'self'", "; manifest-src 'self'"
	}
	p.Policy = fmt.Sprintf("default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; worker-src blob:%s; script-src 'sha256-%s' 'wasm-unsafe-eval'%s; style-src 'sha256-%s'%s",
		own, sum(script), own, sum(style), manifest)
	p.Style = template.HTML("<style>" + string(style) + "</style>")
	p.Script = template.HTML("<script>" + string(script) + "</script>")
	return nil
}

// bundled returns a script with the modules that it needs, those of pages before those of the
// arena.
func bundled(name string) ([]byte, error) {
	scripts, err := fs.Sub(files, "page")
	if err != nil {
		return nil, err
	}
	arena, err := fs.Sub(static.Files, "js")
	if err != nil {
		return nil, err
	}
	return bundle(name, scripts, arena)
}

// elementJSON encodes a value for an element that holds a text. Of what it could end the element
// with, only that is escaped, since pictures have many angle brackets.
func elementJSON(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	text := bytes.ReplaceAll(bytes.TrimSpace(out.Bytes()), []byte("</"), []byte(`<\/`))
	return bytes.ReplaceAll(text, []byte("<!"), []byte(`\u003c!`)), nil
}

// networkElements returns the elements that hold the networks, which are empty if there are none.
func (p *page) networkElements() template.HTML {
	return element("network", packed(p.network)) + element("own-network", packed(p.ownNetwork))
}

// packed returns a file as it stands in a page: nothing if there is none.
func packed(file []byte) []byte {
	if file == nil {
		return nil
	}
	return pack(file)
}

// engineElements returns the elements that hold the engine.
func engineElements(engine *Engine, worker []byte) template.HTML {
	return element("worker", slim(slices.Concat(engine.Script, worker))) + element("engine", pack(engine.Wasm))
}

// element returns an element that holds a text, which nothing executes.
func element(id string, text []byte) template.HTML {
	return template.HTML(fmt.Sprintf("<script type=\"text/plain\" id=%q>%s</script>\n", id, text))
}

// sum returns a hash as policies write it.
func sum(data []byte) string {
	hash := sha256.Sum256(data)
	return base64.StdEncoding.EncodeToString(hash[:])
}
