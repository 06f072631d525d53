package clustertest

import (
	"io"
	"net"
	"sync"
	"testing"
)

// A Proxy passes connections on to an address, and can cut them.
type Proxy struct {
	listener net.Listener
	to       string
	group    sync.WaitGroup

	mu    sync.Mutex
	conns map[net.Conn]bool
}

// StartProxy starts a proxy for an address.
func StartProxy(t testing.TB, to string) *Proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{listener: l, to: to, conns: map[net.Conn]bool{}}
	p.group.Go(p.accept)
	t.Cleanup(func() {
		_ = l.Close()
		p.Cut()
		p.group.Wait()
	})
	return p
}

// URL returns the address of the proxy for clients of NATS.
func (p *Proxy) URL() string { return "nats://" + p.listener.Addr().String() }

// Cut cuts all connections, even in the middle of a message.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		_ = c.Close()
	}
}

func (p *Proxy) accept() {
	for {
		in, err := p.listener.Accept()
		if err != nil {
			return
		}
		out, err := net.Dial("tcp", p.to)
		if err != nil {
			_ = in.Close()
			continue
		}
		p.pass(in, out)
		p.pass(out, in)
	}
}

// pass copies data from one connection to the other.
func (p *Proxy) pass(from, to net.Conn) {
	p.mu.Lock()
	p.conns[from] = true
	p.mu.Unlock()
	p.group.Go(func() {
		_, _ = io.Copy(to, from)
		_ = from.Close()
		_ = to.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.conns, from)
	})
}
