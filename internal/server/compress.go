package server

import (
	"compress/gzip"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// least is how many bytes are worth being compressed.
const least = 1 << 10

var zippers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level is a good one
	return z
}}

// compressed makes texts smaller on their way, for clients that understand that.
// Only what was asked for by looking is: answers to changes may have secrets in
// them beside what the client sent, whose length would tell about them.
func compressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Accept-Encoding")
		if r.Method != http.MethodGet || !accepts(r.Header.Get("Accept-Encoding")) {
			next.ServeHTTP(w, r)
			return
		}
		z := &zipped{ResponseWriter: w}
		defer z.close()
		next.ServeHTTP(z, r)
	})
}

// accepts reports whether a client takes gzip.
func accepts(header string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			q, err := strconv.ParseFloat(strings.TrimPrefix(strings.ReplaceAll(weight, " ", ""), "q="), 64)
			return err != nil || q > 0 // without a weight all is well
		}
	}
	return false
}

// compressible reports whether an answer of a kind becomes smaller. Streams are
// sent as they come.
func compressible(kind string) bool {
	kind, _, _ = strings.Cut(kind, ";")
	switch kind {
	case "text/event-stream":
		return false
	case "application/json", "application/problem+json", "application/x-ndjson", "image/svg+xml", "application/javascript":
		return true
	}
	return strings.HasPrefix(kind, "text/")
}

// A zipped answer is compressed if its first part, which is mostly all of it, is
// worth that.
type zipped struct {
	http.ResponseWriter
	status  int
	decided bool
	zip     *gzip.Writer
}

// WriteHeader waits for the first part, unless that is settled or it is an answer
// of its own, before the one that counts.
func (w *zipped) WriteHeader(status int) {
	switch {
	case w.decided || status < http.StatusOK:
		w.ResponseWriter.WriteHeader(status)
	case w.status == 0:
		w.status = status
	}
}

// Write decides once, and then writes.
func (w *zipped) Write(p []byte) (int, error) {
	w.decide(len(p))
	if w.zip != nil {
		return w.zip.Write(p)
	}
	return w.ResponseWriter.Write(p)
}

func (w *zipped) decide(n int) {
	if w.decided {
		return
	}
	w.decided = true
	h := w.Header()
	if n >= least && h.Get("Content-Encoding") == "" && h.Get("Content-Range") == "" && compressible(h.Get("Content-Type")) {
		h.Set("Content-Encoding", "gzip")
		h.Del("Content-Length")
		if tag := h.Get("ETag"); strings.HasPrefix(tag, `"`) {
			h.Set("ETag", "W/"+tag)
		}
		w.zip = zippers.Get().(*gzip.Writer)
		w.zip.Reset(w.ResponseWriter)
	}
	if w.status != 0 {
		w.ResponseWriter.WriteHeader(w.status)
	}
}

// close writes what is left.
func (w *zipped) close() {
	w.decide(0)
	if w.zip != nil {
		_ = w.zip.Close() // the client may be gone
		w.zip.Reset(nil)
		zippers.Put(w.zip)
		w.zip = nil
	}
}

// Unwrap lets [http.ResponseController] find what it looks for.
func (w *zipped) Unwrap() http.ResponseWriter {
	w.decide(0) // who goes below writes the rest there
	return w.ResponseWriter
}
