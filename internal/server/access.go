package server

import (
	"crypto/sha256"
	"crypto/subtle"
	"maps"
	"math"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"ludex/internal/server/ratelimit"
)

// The header and cookies that authenticate clients.
const (
	seatHeader  = "Ludex-Seat"
	tokenCookie = "ludex_token"
	seatCookie  = "ludex_seat"
)

// access is the middleware that decides which requests are answered. It is safe for
// concurrent use.
type access struct {
	cfg            *Config
	fail           func(http.ResponseWriter, *http.Request, error)
	reads, changes *ratelimit.Limiter
	passwords      *ratelimit.Limiter
	signedIn       func(*http.Request) string // the name of who has signed in, or ""
}

// newAccess returns the middleware. Refused requests are answered by fail.
func newAccess(cfg *Config, signedIn func(*http.Request) string, fail func(http.ResponseWriter, *http.Request, error)) *access {
	return &access{cfg: cfg, signedIn: signedIn, fail: fail, passwords: ratelimit.New(passwordRate, nil), reads: ratelimit.New(cfg.Limits.Read, nil), changes: ratelimit.New(cfg.Limits.Change, nil)}
}

// passwordRate is how often one client may sign in or up.
var passwordRate = ratelimit.Rate{PerSecond: 0.1, Burst: 10}

// policy is the content security policy of the pages: scripts, styles and images come
// from the server itself, and nothing else is loaded or embedded.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
	"manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; frame-src 'self'"

// secureHeader is the header that all responses have. They share its values.
var secureHeader = http.Header{
	"Content-Security-Policy":      {policy},
	"X-Content-Type-Options":       {"nosniff"},
	"Referrer-Policy":              {"no-referrer"},
	"X-Frame-Options":              {"DENY"},
	"Cross-Origin-Opener-Policy":   {"same-origin"},
	"Cross-Origin-Resource-Policy": {"same-origin"},
	"Permissions-Policy":           {"camera=(), microphone=(), geolocation=()"},
}

// secure sets the security headers of every response.
func secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		maps.Copy(w.Header(), secureHeader)
		next.ServeHTTP(w, r)
	})
}

// requireKnownHost refuses requests for an unknown host name. This prevents DNS rebinding: a
// page elsewhere can resolve its own name to this machine.
func (a *access) requireKnownHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !a.isKnownHost(r.Host) {
			a.fail(w, r, problem(http.StatusMisdirectedRequest, "this server is not known under that name; --host adds one"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isKnownHost reports whether a host is this server: an address, a local name, or one of the
// configured names.
func (a *access) isKnownHost(host string) bool {
	name := hostname(host)
	if _, err := netip.ParseAddr(name); err == nil {
		return true // an address cannot be rebound
	}
	return isLocalName(name) || slices.Contains(a.cfg.Hosts, name)
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

// client returns the client of a request, for limits. Behind a proxy on this machine, it
// is the last address in X-Forwarded-For: the client may have sent the earlier ones.
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
	if addr.Is6() && !addr.IsLoopback() { // one subscriber has a whole /64
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

// local reports whether a request comes from this machine and is for it. A local proxy
// is recognised by its forwarding headers or by the host name that it passes on; a proxy
// that sends neither cannot be told from a local client.
func local(r *http.Request) bool {
	if addr, ok := from(r); !ok || !addr.IsLoopback() {
		return false
	}
	if r.Header.Get("X-Forwarded-For") != "" || r.Header.Get("Forwarded") != "" {
		return false
	}
	return IsLocalHost(r.Host)
}

// IsLocalHost reports whether a host, with or without a port, is a loopback address or
// a local name.
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

// limited applies the rate limits.
func (a *access) limited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l := a.reads
		if changing(r) {
			l = a.changes
		}
		if ok, wait := l.Allow(client(r)); !ok {
			w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
			a.fail(w, r, problem(http.StatusTooManyRequests, "too many requests; wait a moment"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// sameOrigin refuses cross-origin requests that change something.
func (a *access) sameOrigin(next http.Handler) http.Handler {
	guard := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := guard.Check(r); err != nil {
			a.fail(w, r, problem(http.StatusForbidden, "pages of other sites cannot change anything here"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// allowed refuses changes by untrusted clients.
func (a *access) allowed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if changing(r) && !a.trusted(r) && r.URL.Path != "/login" && !forSeat(r.URL.Path) && !a.forAccount(r) {
			w.Header().Set("WWW-Authenticate", "Bearer")
			a.fail(w, r, problem(http.StatusUnauthorized, "the server's token is needed to change anything: open /login, or send it as a bearer token"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// forSeat reports whether a path is for those who have a seat or an invitation, which the
// table asks for: a friend needs no token.
func forSeat(path string) bool {
	return strings.HasPrefix(path, prefix+"/tables/") || strings.HasPrefix(path, "/join/")
}

// forAccount reports whether a request is for those who have signed in, or want to: they may
// open tables.
func (a *access) forAccount(r *http.Request) bool {
	return a.cfg.Login && (r.URL.Path == "/account" || strings.HasPrefix(r.URL.Path, prefix+"/account/") || r.URL.Path == prefix+"/tables" && a.signedIn(r) != "")
}

// personal reports whether requests from this machine are trusted: the server has no
// token, and only local host names. Otherwise it may be behind a proxy, whose requests
// look as if they came from this machine.
func (c *Config) personal() bool {
	return c.Token == "" && !slices.ContainsFunc(c.Hosts, func(host string) bool { return !IsLocalHost(host) })
}

// trusted reports whether a client may change things.
func (a *access) trusted(r *http.Request) bool {
	if a.cfg.personal() && local(r) {
		return true
	}
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return a.isToken(bearer)
	}
	c, err := r.Cookie(tokenCookie)
	return err == nil && a.isToken(c.Value)
}

// isToken compares a text with the token in constant time.
func (a *access) isToken(text string) bool {
	if a.cfg.Token == "" {
		return false
	}
	given, token := sha256.Sum256([]byte(text)), sha256.Sum256([]byte(a.cfg.Token))
	return subtle.ConstantTimeCompare(given[:], token[:]) == 1
}

// trustedOnly refuses requests of clients that may not change things.
func (a *access) trustedOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !a.trusted(r) {
			a.fail(w, r, problem(http.StatusUnauthorized, "the server's token is needed"))
			return
		}
		next.ServeHTTP(w, r)
	})
}
