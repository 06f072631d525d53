package localpage

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"slices"

	"ludex/internal/server/gamecache"
	"ludex/internal/server/static"
)

// engineFile is the file of a site that has the engine, for the pages of all games.
const engineFile = "engine.js"

// register has the browser keep the site; the pages of games are one folder below it.
const register = `if ("serviceWorker" in navigator && location.protocol.startsWith("http")) navigator.serviceWorker.register(new URL("sw.js", %s).href).catch(() => {});
`

// A Site is a folder of pages that play, one for each of several games. They share the engine,
// and a browser can keep them all and install them.
type Site struct {
	Engine *Engine
	// Put writes a file, given by its path with slashes.
	Put func(name string, data []byte) error

	games []gamecache.About
	texts map[string]libraryText // of the games, by name
	files []string
	hash  []byte
}

// put writes a file that browsers are to keep.
func (s *Site) put(name string, data []byte) error {
	s.files = append(s.files, name)
	sum := sha256.Sum256(append(s.hash, data...))
	s.hash = sum[:]
	return s.Put(name, data)
}

// Add adds the page of a game.
func (s *Site) Add(ctx context.Context, e *gamecache.Entry) error {
	p, err := newPage(ctx, e)
	if err != nil {
		return err
	}
	p.Home = "../"
	if err := p.addScripts(s.Engine); err != nil {
		return err
	}
	text, err := p.html()
	if err != nil {
		return err
	}
	picture, err := e.Thumbnail(ctx)
	if err != nil {
		return err
	}
	about := e.About()
	base := "games/" + about.Name
	if err := s.put(base+".html", []byte("\ufeff"+text)); err != nil {
		return err
	}
	s.games = append(s.games, about)
	if s.texts == nil {
		s.texts = map[string]libraryText{}
	}
	s.texts[about.Name] = libraryText{about.Name, e.Rules.Text(), e.Look()}
	return s.put(base+".svg", picture)
}

// Finish writes what the games share: their list, the engine, the workshop, the manifest, and the
// script by which a browser keeps everything.
func (s *Site) Finish() error {
	engine, err := s.engineScript()
	if err != nil {
		return err
	}
	list, err := s.list()
	if err != nil {
		return err
	}
	manifest, err := json.MarshalIndent(map[string]any{
		"name": "Games", "short_name": "Games", "start_url": "index.html", "scope": "./", "display": "standalone",
		"background_color": "#fbfaf7", "theme_color": "#0072b2",
		"icons": []map[string]string{{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}},
	}, "", "  ")
	if err != nil {
		return err
	}
	style, err := static.Files.ReadFile("app.css")
	if err != nil {
		return err
	}
	icon, err := static.Files.ReadFile("icon.svg")
	if err != nil {
		return err
	}
	script, err := bundled("site.js")
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		data []byte
	}{
		{"index.html", list}, {engineFile, engine}, {"site.js", append(fmt.Appendf(nil, register, "document.baseURI"), script...)},
		{"manifest.webmanifest", manifest}, {"app.css", style}, {"icon.svg", icon},
	} {
		if err := s.put(f.name, f.data); err != nil {
			return err
		}
	}
	if err := s.addWorkshop(); err != nil {
		return err
	}
	return s.keeper()
}

// engineScript returns a script that adds the elements with the engine to a page.
func (s *Site) engineScript() ([]byte, error) {
	worker, err := fs.ReadFile(files, "page/worker.js")
	if err != nil {
		return nil, err
	}
	code, err := json.Marshal(string(slim(slices.Concat(s.Engine.Script, worker))))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("const home = new URL(\".\", document.currentScript.src);\n")
	fmt.Fprintf(&b, register, "home")
	b.WriteString("for (const [id, text] of [[\"worker\", ")
	b.Write(code)
	b.WriteString("], [\"engine\", \"")
	b.Write(pack(s.Engine.Wasm)) // without any character that has a meaning
	b.WriteString("\"]]) document.body.append(Object.assign(document.createElement(\"script\"), { type: \"text/plain\", id, textContent: text }));\n")
	return inUTF16(b.String()), nil
}

// list returns the page that lists the games.
func (s *Site) list() ([]byte, error) {
	t, err := template.ParseFS(files, "site.html")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.ExecuteTemplate(&out, "site", s.games)
	return out.Bytes(), err
}

// keeper writes the service worker.
func (s *Site) keeper() error {
	script, err := fs.ReadFile(files, "sw.js")
	if err != nil {
		return err
	}
	names, err := json.Marshal(append([]string{"./"}, s.files...))
	if err != nil {
		return err
	}
	head := fmt.Sprintf("const version = %q;\nconst files = %s;\n\n", "ludex-"+hex.EncodeToString(s.hash[:8]), names)
	return s.Put("sw.js", append([]byte(head), script...))
}
