package server

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/ratelimit"
	"ludex/internal/store"
)

// A game whose names are markup.
const markup = `(role <script>alert</script>)
(role '><img/src=x/onerror=alert>)
(init (cell 1 1 <svg/onload=alert>))
(init (cell 1 2 &lt&gt))
(init (cell 2 1 <b>))
(init (cell 2 2 <b>))
(<= (legal ?r <script>move</script>) (role ?r))
(<= (legal ?r ]]></script>) (role ?r))
(<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)))
(<= (next over) (does ?r ?m))
(<= terminal (true over))
(<= (goal ?r 50) (role ?r))
`

// Names of a game never become markup in a page, an image or a message.
func TestMarkupInNames(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	s := newSite(t, nil)
	name := `</title><script>alert(0)</script>`
	a := s.sit(tableRequest{Ref: gamecache.Ref{Game: name, Text: markup}, Opponents: weak})
	page := s.request("GET", "/table/"+a.ID, nil, func(r *http.Request) {
		r.AddCookie(&http.Cookie{Name: seatCookie, Value: a.Secret})
	})
	if page.status != http.StatusOK {
		t.Fatalf("the page: %d %s", page.status, page.body)
	}
	for _, bad := range []string{"<script>", "<img", "<svg/", "</title><"} {
		if strings.Contains(page.body, bad) {
			t.Errorf("the page has %s", bad)
		}
	}
	if !strings.Contains(page.body, `\u003cscript\u003e`) {
		t.Error("the page does not have the names at all")
	}
	svg := s.seat(a.Secret, "GET", "/tables/"+a.ID+"/board.svg", nil, http.StatusOK, nil)
	for _, x := range elements(t, svg.body) {
		if x == "script" || x == "img" || x == "foreignObject" || x == "b" {
			t.Errorf("the picture has an element %s", x)
		}
	}
	if csp := svg.header.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") || !strings.Contains(csp, "sandbox") {
		t.Errorf("the picture's policy is %q", csp)
	}
	if csp := page.header.Get("Content-Security-Policy"); strings.Contains(csp, "unsafe") || !strings.Contains(csp, "script-src 'self'") {
		t.Errorf("the page's policy is %q", csp)
	}
	v := s.seat(a.Secret, "GET", "/tables/"+a.ID, nil, http.StatusOK, nil)
	if strings.Contains(v.body, "<script>") || v.header.Get("Content-Type") != "application/json" || v.header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("the message may be taken for markup: %s", v.body)
	}
	s.seat(a.Secret, "POST", "/tables/"+a.ID+"/move", actionRequest{Number: 1}, http.StatusOK, nil)
	over := s.wait(a, func(v humanplay.View) bool { return v.Phase == humanplay.Over })
	replay := s.request("GET", "/watch/"+over.Record, nil, nil)
	if replay.status != http.StatusOK || strings.Contains(replay.body, "<script>") || strings.Contains(replay.body, "<img") {
		t.Errorf("the replay: %d", replay.status)
	}
	if list := s.request("GET", "/watch", nil, nil); strings.Contains(list.body, "<script>alert") || strings.Contains(list.body, "<img") {
		t.Error("the list of matches has markup of a game")
	}
}

// elements returns the names of the elements of an image, which has to be well-formed.
func elements(t *testing.T, text string) []string {
	t.Helper()
	var list []string
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatalf("the picture is not well formed: %v", err)
		}
		if e, ok := token.(xml.StartElement); ok {
			list = append(list, e.Name.Local)
			for _, a := range e.Attr {
				if strings.HasPrefix(strings.ToLower(a.Name.Local), "on") {
					t.Errorf("the picture has %s", a.Name.Local)
				}
			}
		}
	}
}

// endless is an endless body.
type endless struct{ left int64 }

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := min(int64(len(p)), e.left)
	copy(p[:n], bytes.Repeat([]byte("a"), int(n)))
	e.left -= n
	return int(n), nil
}

// Bodies that are too large are refused before they are read.
func TestHugeBodies(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	s := newSite(t, func(c *Config) { c.Limits.Large = 256 << 10 })
	const huge = 50 << 20
	for _, path := range []string{"/check", "/tables", "/records", "/jobs", "/board", "/tournaments", "/matches", "/analyse", "/knowledge"} {
		for _, told := range []bool{true, false} {
			body := &endless{left: huge}
			req := httptest.NewRequest("POST", "http://localhost"+prefix+path, io.MultiReader(strings.NewReader(`{"text":"`), body))
			req.RemoteAddr = "127.0.0.1:1"
			req.Header.Set("Content-Type", "application/json")
			if req.ContentLength = -1; told {
				req.ContentLength = huge
			}
			w := httptest.NewRecorder()
			s.server.Handler().ServeHTTP(w, req)
			if w.Code != http.StatusRequestEntityTooLarge {
				t.Errorf("%s with 50 MB: %d", path, w.Code)
			}
			if read := huge - body.left; read > 1<<20 {
				t.Errorf("%s: %d bytes were read", path, read)
			}
		}
	}
	for _, path := range []string{"/check", "/tables", "/matches", "/board", "/analyse", "/knowledge", "/jobs"} {
		text := map[string]string{"text": strings.Repeat("p(a)\n", gamecache.MaxText/4)}
		newSite(t, nil).api("POST", path, text, http.StatusRequestEntityTooLarge, nil)
	}
	long := s.request("GET", "/?q="+strings.Repeat("a", 64<<10), nil, nil)
	if long.status != http.StatusOK && long.status != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("a long address: %d", long.status)
	}
}

// A client that sends its request slowly is disconnected.
func TestSlowClients(t *testing.T) {
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "arena.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	limits := DefaultLimits()
	limits.Header, limits.Request = 20*time.Millisecond, 40*time.Millisecond
	server, err := New(Config{Store: st, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- server.Serve(ctx, l) }()
	for name, start := range map[string]string{
		"half a head": "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
		"half a body": "POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
		"nothing":     "",
	} {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(c, start); err != nil {
			t.Fatal(err)
		}
		// The server closes the connection; otherwise this would block.
		data, err := io.ReadAll(c)
		if err != nil && !errors.Is(err, syscall.ECONNRESET) { // on a busy machine, before the server has read everything
			t.Errorf("%s: %v", name, err)
		}
		if strings.HasPrefix(string(data), "HTTP/1.1 200") {
			t.Errorf("%s was answered: %.60q", name, data)
		}
		c.Close()
	}
	stop()
	if err := <-served; err != nil {
		t.Errorf("the server did not stop well: %v", err)
	}
}

// Paths cannot leave what is served.
func TestPathTricks(t *testing.T) {
	s := newSite(t, nil)
	for _, path := range []string{
		"/static/v/../../server.go", "/static/v/..%2f..%2fserver.go", "/static/v/%2e%2e/templates/layout.html", "/static//etc/passwd",
		"/docs/..%2f..%2fgo.mod", "/docs/%2e%2e%2fembed.go", "/docs/embed.go", "/docs/..\\..\\go.mod",
		"/play/..%2f..%2fgo.mod", "/play/%2fetc%2fpasswd", "/watch/..%2f..%2fx", "/table/..%2fx", "/tournaments/..%2f..%2fx",
		"/api/v1/games/..%2f..%2fgo.mod", "/api/v1/games/%2fetc%2fpasswd/rules", "/api/v1/matches/..%2f..%2fx/record", "/api/v2/games", "/.git/config", "/%00",
	} {
		// The path is sent without cleaning.
		c, err := net.Dial("tcp", s.http.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(c, "GET "+path+" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(c)
		c.Close()
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		ok := strings.HasPrefix(text, "HTTP/1.1 404") || strings.HasPrefix(text, "HTTP/1.1 400") || strings.HasPrefix(text, "HTTP/1.1 307") || strings.HasPrefix(text, "HTTP/1.1 301")
		if !ok || strings.Contains(text, "package server") || strings.Contains(text, "module ludex") || strings.Contains(text, "root:") {
			t.Errorf("%s: %.80q", path, text)
		}
	}
}

// Cross-origin requests cannot change anything.
func TestCrossOrigin(t *testing.T) {
	s := newSite(t, nil)
	body := tableRequest{Ref: named("nim")}
	for name, change := range map[string]func(*http.Request){
		"another site":     func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
		"another host":     func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") },
		"an old browser":   func(r *http.Request) { r.Header.Set("Origin", "https://elsewhere.example") },
		"a page from disk": func(r *http.Request) { r.Header.Set("Origin", "null") },
	} {
		if a := s.request("POST", prefix+"/tables", body, change); a.status != http.StatusForbidden {
			t.Errorf("%s: %d", name, a.status)
		}
		if a := s.request("POST", "/login", "token=x", change); a.status != http.StatusForbidden {
			t.Errorf("%s, signing in: %d", name, a.status)
		}
	}
	form := func(kind string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Content-Type", kind) }
	}
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""} {
		if a := s.request("POST", prefix+"/tables", `{"game":"nim"}`, form(kind)); a.status != http.StatusUnsupportedMediaType {
			t.Errorf("a form of the kind %q: %d", kind, a.status)
		}
	}
	if n := s.server.tables.Len(); n != 0 {
		t.Errorf("%d tables were laid", n)
	}
	a := s.request("GET", prefix+"/games", nil, func(r *http.Request) { r.Header.Set("Origin", "https://elsewhere.example") })
	if a.header.Get("Access-Control-Allow-Origin") != "" || a.header.Get("Cross-Origin-Resource-Policy") != "same-origin" {
		t.Error("other sites may read answers")
	}
	if a := s.request("POST", prefix+"/tables", body, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-origin") }); a.status != http.StatusCreated {
		t.Errorf("our own page: %d", a.status)
	}
}

// Unknown host names are refused, to prevent DNS rebinding.
func TestForeignNames(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Hosts = []string{"games.example.org"} })
	for host, want := range map[string]int{
		"evil.example": http.StatusMisdirectedRequest, "localhost.evil.example:80": http.StatusMisdirectedRequest, "127.0.0.1.evil.example": http.StatusMisdirectedRequest,
		"localhost": http.StatusOK, "LOCALHOST:8080": http.StatusOK, "[::1]:80": http.StatusOK, "192.168.1.4:8080": http.StatusOK, "games.example.org": http.StatusOK,
	} {
		if a := s.request("GET", prefix+"/games", nil, func(r *http.Request) { r.Host = host }); a.status != want {
			t.Errorf("%s: %d, want %d", host, a.status, want)
		}
	}
}

// An untrusted client can only read, and needs the token to change anything. A server
// with a token, or with a host name that is not local, may be behind a proxy: then
// local requests are not trusted either.
func TestToken(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Token, c.Hosts = "sesame", []string{"games.example.org"} })
	do := func(method, path, from, host string, change func(*http.Request)) int {
		var body io.Reader
		if method == "POST" {
			body = strings.NewReader(`{"game":"nim"}`)
		}
		r := httptest.NewRequest(method, "http://"+host+path, body)
		r.RemoteAddr = from
		r.Header.Set("Content-Type", "application/json")
		if change != nil {
			change(r)
		}
		w := httptest.NewRecorder()
		s.server.Handler().ServeHTTP(w, r)
		return w.Code
	}
	const far, near = "203.0.113.7:4242", "127.0.0.1:4242"
	bearer := func(token string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }
	}
	cookie := func(r *http.Request) { r.AddCookie(&http.Cookie{Name: tokenCookie, Value: "sesame"}) }
	for _, x := range []struct {
		name               string
		method, from, host string
		change             func(*http.Request)
		want               int
	}{
		{"looking on", "GET", far, "203.0.113.1", nil, http.StatusOK},
		{"without the token", "POST", far, "203.0.113.1", nil, http.StatusUnauthorized},
		{"with a wrong one", "POST", far, "203.0.113.1", bearer("open"), http.StatusUnauthorized},
		{"with the token", "POST", far, "203.0.113.1", bearer("sesame"), http.StatusCreated},
		{"with the cookie", "POST", far, "203.0.113.1", cookie, http.StatusCreated},
		{"from this machine, or through a proxy that says nothing", "POST", near, "localhost:8080", nil, http.StatusUnauthorized},
		{"from this machine, with the token", "POST", near, "localhost:8080", bearer("sesame"), http.StatusCreated},
		{"through a proxy", "POST", near, "games.example.org", nil, http.StatusUnauthorized},
		{"through a proxy that says so", "POST", near, "localhost", func(r *http.Request) { r.Header.Set("X-Forwarded-For", "203.0.113.7") }, http.StatusUnauthorized},
	} {
		path := prefix + "/tables"
		if x.method == "GET" {
			path = prefix + "/games"
		}
		if got := do(x.method, path, x.from, x.host, x.change); got != x.want {
			t.Errorf("%s: %d, want %d", x.name, got, x.want)
		}
	}
	for name, x := range map[string]struct {
		hosts []string
		want  int
	}{
		"for one person":           {nil, http.StatusCreated},
		"with a name of its own":   {[]string{"ludex.localhost", "127.0.0.1"}, http.StatusCreated},
		"with a name others know":  {[]string{"games.example.org"}, http.StatusUnauthorized},
		"with an address of a LAN": {[]string{"ludex.localhost", "192.168.1.4"}, http.StatusUnauthorized},
	} {
		s := newSite(t, func(c *Config) { c.Hosts = x.hosts })
		if a := s.request("POST", prefix+"/tables", tableRequest{Ref: named("nim")}, nil); a.status != x.want {
			t.Errorf("a server %s: %d, want %d", name, a.status, x.want)
		}
	}
	none := newSite(t, nil)
	r := httptest.NewRequest("POST", "http://203.0.113.1"+prefix+"/tables", strings.NewReader(`{"game":"nim"}`))
	r.RemoteAddr = far
	r.Header.Set("Authorization", "Bearer ")
	w := httptest.NewRecorder()
	if none.server.Handler().ServeHTTP(w, r); w.Code != http.StatusUnauthorized {
		t.Errorf("a server without a token lets others in: %d", w.Code)
	}
}

func TestRateLimit(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Limits.Change = ratelimit.Rate{PerSecond: 0.001, Burst: 3} })
	refused := 0
	for range 6 {
		a := s.request("POST", prefix+"/check", checkRequest{Text: "p(a)"}, nil)
		if a.status == http.StatusTooManyRequests {
			if refused++; a.header.Get("Retry-After") == "" {
				t.Error("nobody says when to try again")
			}
		}
	}
	if refused != 3 {
		t.Errorf("%d of 6 requests were refused, want 3", refused)
	}
	if a := s.request("GET", prefix+"/games", nil, nil); a.status != http.StatusOK {
		t.Errorf("looking on is refused too: %d", a.status)
	}
}

// Tournaments take games and players by name only, and read no files.
func TestTournamentsReadNoFiles(t *testing.T) {
	s := newSite(t, nil)
	good := tournamentRequest{Name: "x", Kind: "round-robin", Games: []string{"nim"}, Players: []string{"random", "legal"}}
	for name, change := range map[string]func(*tournamentRequest){
		"a file":                func(q *tournamentRequest) { q.Games = []string{"/etc/passwd"} },
		"a file of this folder": func(q *tournamentRequest) { q.Games = []string{"server.go"} },
		"a player with a file":  func(q *tournamentRequest) { q.Players = []string{"random", "strategy:/etc/passwd"} },
		"a program":             func(q *tournamentRequest) { q.Players = []string{"random", "program:/bin/sh"} },
		"an address":            func(q *tournamentRequest) { q.Players = []string{"random", "ggp:http://127.0.0.1:22"} },
		"a strange name":        func(q *tournamentRequest) { q.Name = "../../x" },
		"an unknown kind":       func(q *tournamentRequest) { q.Kind = "war" },
		"too many matches":      func(q *tournamentRequest) { q.Matches = 100_000 },
	} {
		q := good
		change(&q)
		if a := s.request("POST", prefix+"/tournaments", q, nil); a.status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
}

// Clients are distinguished by their address, also behind a local proxy that forwards
// it; addresses that clients send themselves do not count.
func TestClients(t *testing.T) {
	for _, x := range []struct {
		from      string
		forwarded []string
		want      string
	}{
		{"203.0.113.7:1", nil, "203.0.113.7"},
		{"203.0.113.7:1", []string{"198.51.100.1"}, "203.0.113.7"},
		{"[2001:db8:1:2:3::4]:1", nil, "2001:db8:1:2::/64"},
		{"[::ffff:203.0.113.7]:1", nil, "203.0.113.7"},
		{"127.0.0.1:1", nil, "127.0.0.1"},
		{"127.0.0.1:1", []string{"198.51.100.1"}, "198.51.100.1"},
		{"127.0.0.1:1", []string{"192.0.2.1, 198.51.100.1"}, "198.51.100.1"},
		{"127.0.0.1:1", []string{"192.0.2.1", "198.51.100.1"}, "198.51.100.1"},
		{"[::1]:1", []string{"nonsense"}, "::1"},
		{"somewhere", nil, "somewhere"},
	} {
		r := httptest.NewRequest("GET", "http://localhost/", nil)
		r.RemoteAddr, r.Header["X-Forwarded-For"] = x.from, x.forwarded
		if got := client(r); got != x.want {
			t.Errorf("%s, forwarded for %q: %s, want %s", x.from, x.forwarded, got, x.want)
		}
	}
}
