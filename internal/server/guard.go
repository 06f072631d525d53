package server

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"math"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The headers and cookies by which clients show what they may do.
const (
	seatHeader  = "Ludex-Seat"
	tokenCookie = "ludex_token"
	seatCookie  = "ludex_seat_" // and the name of the table
)

// policy is what browsers are told about the pages: scripts, styles and pictures
// come from the server itself, and nothing else is loaded, embedded or sent
// anywhere.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
	"manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; frame-src 'self'"

// secure sets the headers that every answer has.
func secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
		next.ServeHTTP(w, r)
	})
}

// onlyOurs refuses requests under a name that is not ours: a page elsewhere can
// have its own name lead to this machine, and would else be taken for ours.
func (s *Server) onlyOurs(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.ours(r.Host) {
			s.fail(w, r, problem(http.StatusMisdirectedRequest, "this server is not known under that name; --host adds one"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// ours reports whether a host is this server: an address, this machine, or a name
// that the server was given.
func (s *Server) ours(host string) bool {
	name := hostname(host)
	if _, err := netip.ParseAddr(name); err == nil {
		return true // an address cannot lead elsewhere
	}
	return isLocalName(name) || slices.Contains(s.cfg.Hosts, name)
}

func isLocalName(name string) bool {
	return name == "localhost" || strings.HasSuffix(name, ".localhost")
}

// hostname returns a host without its port and brackets, in lower case.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}

// client returns who a request comes from, for counting. Behind a proxy on this
// machine that is who the proxy says last: what clients claim stands before that.
func client(r *http.Request) string {
	addr, ok := from(r)
	if !ok {
		return r.RemoteAddr
	}
	if list := r.Header.Values("X-Forwarded-For"); len(list) > 0 && addr.IsLoopback() {
		said := list[len(list)-1]
		if named, err := netip.ParseAddr(strings.TrimSpace(said[strings.LastIndexByte(said, ',')+1:])); err == nil {
			addr = named
		}
	}
	addr = addr.Unmap().WithZone("")
	if addr.Is6() && !addr.IsLoopback() { // a household has a whole network of these
		if prefix, err := addr.Prefix(64); err == nil {
			return prefix.String()
		}
	}
	return addr.String()
}

// from returns the address that a request comes from.
func from(r *http.Request) (netip.Addr, bool) {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}, false
	}
	addr, err := netip.ParseAddr(host)
	return addr.Unmap(), err == nil
}

// local reports whether a request comes from this machine and is for it. A proxy on
// this machine can be told from a person at it if it says so, or if it passes the name
// on that it is known by. One that does neither cannot.
func local(r *http.Request) bool {
	if addr, ok := from(r); !ok || !addr.IsLoopback() {
		return false
	}
	if r.Header.Get("X-Forwarded-For") != "" || r.Header.Get("Forwarded") != "" {
		return false
	}
	return IsLocalHost(r.Host)
}

// IsLocalHost reports whether a host, with or without a port, is a name or an address
// by which a machine knows itself only.
func IsLocalHost(host string) bool {
	name := hostname(host)
	if to, err := netip.ParseAddr(name); err == nil {
		return to.Unmap().IsLoopback()
	}
	return isLocalName(name)
}

// changing reports whether a request may change something.
func changing(r *http.Request) bool {
	return r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodOptions
}

// limited counts what clients do.
func (s *Server) limited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l := s.reads
		if changing(r) {
			l = s.changes
		}
		if ok, wait := l.Allow(client(r)); !ok {
			w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
			s.fail(w, r, problem(http.StatusTooManyRequests, "too many requests; wait a moment"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// sameOrigin refuses requests that change something and come from pages elsewhere.
func (s *Server) sameOrigin(next http.Handler) http.Handler {
	guard := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := guard.Check(r); err != nil {
			s.fail(w, r, problem(http.StatusForbidden, "pages of other sites cannot change anything here"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// allowed refuses changes by those who are not trusted.
func (s *Server) allowed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if changing(r) && !s.trusted(r) && r.URL.Path != "/login" {
			w.Header().Set("WWW-Authenticate", "Bearer")
			s.fail(w, r, problem(http.StatusUnauthorized, "the server's token is needed to change anything: open /login, or send it as a bearer token"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// personal reports whether the server is for whoever is on this machine: it has no
// token, and is known by no name that others use. Otherwise it may be behind a proxy,
// and then requests of others may look as if they came from this machine.
func (c *Config) personal() bool {
	return c.Token == "" && !slices.ContainsFunc(c.Hosts, func(host string) bool { return !IsLocalHost(host) })
}

// trusted reports whether a client may change things.
func (s *Server) trusted(r *http.Request) bool {
	if s.cfg.personal() && local(r) {
		return true
	}
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return s.isToken(bearer)
	}
	c, err := r.Cookie(tokenCookie)
	return err == nil && s.isToken(c.Value)
}

// isToken compares in a time that tells nothing about the token.
func (s *Server) isToken(text string) bool {
	if s.cfg.Token == "" {
		return false
	}
	a, b := sha256.Sum256([]byte(text)), sha256.Sum256([]byte(s.cfg.Token))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// logged writes what was asked and how it was answered, and keeps a defect in one
// answer from ending the server.
func (s *Server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		rec := &recorder{ResponseWriter: w}
		defer func() {
			if p := recover(); p != nil && p != http.ErrAbortHandler {
				s.log.Error("a defect while answering", "method", r.Method, "path", r.URL.Path, "defect", fmt.Sprint(p), "stack", string(debug.Stack()))
				if rec.status == 0 {
					s.fail(rec, r, problem(http.StatusInternalServerError, "something went wrong; the server's log says what"))
				}
			}
			took := time.Since(began)
			s.log.Debug("request", "method", r.Method, "path", r.URL.Path, "status", rec.code(), "ms", took.Milliseconds(), "client", client(r))
			s.meters.request(r.Pattern, r.Method, rec.code(), took)
		}()
		next.ServeHTTP(rec, r)
	})
}

// A recorder remembers the status of an answer.
type recorder struct {
	http.ResponseWriter
	status int
}

// WriteHeader notes the status.
func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write writes.
func (w *recorder) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(p)
}

// Unwrap lets [http.ResponseController] find what it looks for.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *recorder) code() int {
	if w.status == 0 {
		return http.StatusOK
	}
	return w.status
}
