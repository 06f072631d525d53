package server

import (
	"compress/gzip"
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// minCompressed is the size in bytes from which a response is compressed.
const minCompressed = 1 << 10

// newCompressor returns a middleware that compresses texts for clients that accept
// gzip. It compresses responses to GET only: a response to a change may have secrets
// beside what the client sent, and its compressed length would leak them.
func newCompressor() (func(http.Handler) http.Handler, error) {
	wrap, err := gzhttp.NewWrapper(
		gzhttp.MinSize(minCompressed), gzhttp.CompressionLevel(gzip.BestSpeed), gzhttp.EnableZstd(false),
		gzhttp.SetContentType(false), gzhttp.ContentTypeFilter(compressible),
	)
	if err != nil {
		return nil, err
	}
	return func(next http.Handler) http.Handler {
		zipped := wrap(next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet {
				zipped(w, r)
				return
			}
			w.Header().Add("Vary", "Accept-Encoding")
			next.ServeHTTP(w, r)
		})
	}, nil
}

// compressible reports whether responses of a content type are compressed. Event
// streams are not, since each event is to arrive at once.
func compressible(contentType string) bool {
	kind, _, _ := strings.Cut(contentType, ";")
	switch kind {
	case "text/event-stream":
		return false
	case "application/json", "application/problem+json", "application/x-ndjson", "image/svg+xml", "application/javascript":
		return true
	}
	return strings.HasPrefix(kind, "text/")
}
