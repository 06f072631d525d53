package pgtest

import (
	"net"
	"net/url"
	"sync"
	"testing"
)

// A Proxy stands between clients and a server and cuts their connections.
type Proxy struct {
	to       string
	listener net.Listener
	group    sync.WaitGroup

	mu     sync.Mutex
	open   map[net.Conn]bool
	rest   int // bytes of answers until the next cut; negative is any number
	cut    int
	closed bool
}

// NewProxy makes a proxy in front of the server of a database, and returns the URL
// of the database through it. It ends with the test.
func NewProxy(t testing.TB, database string) (*Proxy, string) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{to: u.Host, listener: l, open: map[net.Conn]bool{}, rest: -1}
	p.group.Go(p.serve)
	t.Cleanup(p.close)
	u.Host = l.Addr().String()
	return p, u.String()
}

// CutAfter cuts all connections once, when clients have been sent a number of bytes
// from now on. Later data is lost.
func (p *Proxy) CutAfter(bytes int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rest = bytes
}

// Cuts returns how often the connections were cut.
func (p *Proxy) Cuts() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cut
}

func (p *Proxy) close() {
	p.mu.Lock()
	p.closed = true
	p.drop()
	p.mu.Unlock()
	_ = p.listener.Close()
	p.group.Wait()
}

// drop cuts all connections.
func (p *Proxy) drop() {
	for c := range p.open {
		_ = c.Close()
	}
	clear(p.open)
}

func (p *Proxy) serve() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.to)
		if err != nil {
			_ = client.Close()
			continue
		}
		if !p.admit(client, server) {
			return
		}
		p.group.Go(func() { p.relay(server, client, func(text []byte) []byte { return text }) })
		p.group.Go(func() { p.relay(client, server, p.spend) })
	}
}

// admit registers a pair of connections, unless the proxy has ended.
func (p *Proxy) admit(client, server net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open[client], p.open[server] = true, true
	if p.closed {
		p.drop()
	}
	return !p.closed
}

// relay copies data from one connection to another, up to the limit.
func (p *Proxy) relay(to, from net.Conn, pass func([]byte) []byte) {
	buffer := make([]byte, 4096)
	for {
		n, err := from.Read(buffer)
		passed := pass(buffer[:n])
		_, bad := to.Write(passed)
		if len(passed) < n {
			p.mu.Lock()
			p.drop()
			p.mu.Unlock()
		}
		if bad != nil || err != nil || len(passed) < n {
			break
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range []net.Conn{to, from} {
		_ = c.Close()
		delete(p.open, c)
	}
}

// spend returns as much of an answer as may pass. If that is not all, the connections
// are cut.
func (p *Proxy) spend(text []byte) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.rest < 0:
		return text
	case p.rest >= len(text):
		p.rest -= len(text)
		return text
	}
	text = text[:p.rest]
	p.rest = -1
	p.cut++
	return text
}
