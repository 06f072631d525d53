package server

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"

	"ludex/internal/server/static"
)

// An asset is a static file.
type asset struct {
	data []byte
	kind string
}

func (p *pages) readAssets() error {
	sum := sha256.New()
	err := fs.WalkDir(static.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := static.Files.ReadFile(name)
		if err != nil {
			return err
		}
		sum.Write(data)
		kind := mime.TypeByExtension(path.Ext(name))
		if path.Ext(name) == ".js" {
			kind = "text/javascript; charset=utf-8"
		}
		p.assets[name] = asset{data, kind}
		return nil
	})
	p.version = hex.EncodeToString(sum.Sum(nil)[:6])
	return err
}

// assetURL returns the URL of a static file, for templates. It has the version in its
// path, so that modules that import each other are of one version.
func (p *pages) assetURL(name string) string { return "/static/" + p.version + "/" + name }

func (p *pages) static(w http.ResponseWriter, r *http.Request) {
	a, ok := p.assets[r.PathValue("file")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	sum := sha256.Sum256(a.data)
	w.Header().Set("ETag", `W/"`+base64.RawURLEncoding.EncodeToString(sum[:9])+`"`)
	w.Header().Set("Content-Type", a.kind)
	w.Header().Set("Cache-Control", "no-cache")
	if r.PathValue("version") == p.version {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	_, _ = w.Write(a.data) // the client may be gone
}
